extension LayoutPass {
  /// The content width of a flex container, without its own padding and border (CSS Flexbox 9.9.1, in the way browsers
  /// do it: the sum of what the items of a line would like).
  ///
  /// - Parameter height: The height of the container's border box, if known.
  mutating func flexContentWidth(
    _ node: Int, _ kind: MeasureCache.Record.Kind, height: Double, isRightToLeft: Bool
  ) -> Double {
    let style = styles[node]
    let isRow = style.flexDirection == .row || style.flexDirection == .rowReverse
    let isMultiline = style.flexWrap != .nowrap
    let insetHeight = boxInsets(node, 0, isRightToLeft).vertical
    let innerHeight = height.isNaN ? unknown : max(0, height - insetHeight)
    if !isRow, isMultiline, kind == .maxContentWidth {
      return wrappedColumnWidth(node, height: height, isRightToLeft: isRightToLeft)
    }
    let isSum = isRow && !(isMultiline && kind == .minContentWidth)
    var total = 0.0
    var count = 0
    var consulted = false
    var child = Int(links[node].firstChild)
    while child >= 0 {
      let childStyle = styles[child]
      if childStyle.display == .contents, links[child].firstChild >= 0 {
        child = Int(links[child].firstChild)
        continue
      }
      if childStyle.display == .flex, childStyle.positionType != .absolute {
        let childIsRightToLeft = itemIsRightToLeft(child, in: node, containerIsRightToLeft: isRightToLeft)
        consultedHeight = false
        let outer = outerContribution(
          child, kind, innerHeight: innerHeight, stretches: isRow && !isMultiline, alignItems: style.alignItems,
          isRightToLeft: childIsRightToLeft)
        consulted = consulted || consultedHeight
        total = isSum ? total + outer : max(total, outer)
        count += 1
      }
      child = nextBox(after: child, in: node)
    }
    consultedHeight = consulted
    // Percentages of a gap count as 0 while their basis depends on the answer.
    if isSum, count > 1 { total += max(0, style.columnGap.resolvedOrZero(unknown)) * Double(count - 1) }
    return max(0, total)
  }

  private mutating func outerContribution(
    _ child: Int, _ kind: MeasureCache.Record.Kind, innerHeight: Double, stretches: Bool, alignItems: AlignItems,
    isRightToLeft: Bool
  ) -> Double {
    let style = styles[child]
    // Percentages count as 0.
    let margin = margins(child, unknown, isRightToLeft)
    // A leaf's text is the same at any height: the stretched one is not passed on.
    let takesHeight =
      stretches && style.height == .auto && !links[child].isMeasured
      && Self.alignment(style.alignSelf, alignItems) == .stretch
    var height = unknown
    if !innerHeight.isNaN || style.height.isPoints {
      let inset = boxInsets(child, 0, isRightToLeft).vertical
      let available = innerHeight - margin.vertical
      height = resolveHeight(style.height, child, basis: innerHeight, available: available, inset: inset)
      if height.isNaN, takesHeight { height = max(inset, available) }
      if !height.isNaN {
        height = clamped(
          height, resolveMinHeight(child, basis: innerHeight, available: available, inset: inset),
          resolveMaxHeight(child, basis: innerHeight, available: available, inset: inset))
      }
    }
    let width = widthContribution(child, kind, height: height, isRightToLeft: isRightToLeft)
    if style.height != .stretch, !style.height.isPercent, !takesHeight { consultedHeight = false }
    return width + margin.horizontal
  }

  /// The width of a column that wraps: that of its lines, when the items have all the width that they like.
  private mutating func wrappedColumnWidth(_ node: Int, height: Double, isRightToLeft: Bool) -> Double {
    let mark = scratch.mark
    defer { scratch.release(to: mark) }
    consultedHeight = true
    let inset = boxInsets(node, 0, isRightToLeft)
    var widest = 0.0
    var child = Int(links[node].firstChild)
    while child >= 0 {
      if styles[child].display == .contents, links[child].firstChild >= 0 {
        child = Int(links[child].firstChild)
        continue
      }
      if styles[child].display == .flex, styles[child].positionType != .absolute {
        let childIsRightToLeft = itemIsRightToLeft(child, in: node, containerIsRightToLeft: isRightToLeft)
        widest = max(
          widest,
          outerContribution(
            child, .maxContentWidth, innerHeight: unknown, stretches: false, alignItems: .normal,
            isRightToLeft: childIsRightToLeft))
      }
      child = nextBox(after: child, in: node)
    }
    let style = styles[node]
    let limit = resolveMaxHeight(node, basis: unknown, available: unknown, inset: inset.vertical)
    guard !height.isNaN || limit < .infinity else {
      consultedHeight = true
      return widest
    }
    var container = makeFlexContainer(
      node,
      BoxConstraint(
        width: widest + inset.horizontal, height: height, minHeight: 0, maxHeight: limit, basisWidth: 0,
        isHeightDefinite: !height.isNaN, isRightToLeft: isRightToLeft))
    breakLines(&container, at: container.innerHeight.isNaN ? limit - inset.vertical : container.innerHeight)
    sizeCross(&container)
    var total = max(0, style.columnGap.resolvedOrZero(unknown)) * Double(max(0, container.lineCount - 1))
    for index in 0..<container.lineCount { total += container.lines[index].cross }
    consultedHeight = true
    return total
  }
}
