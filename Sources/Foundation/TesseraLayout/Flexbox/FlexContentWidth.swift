extension LayoutPass {
  /// Returns the content width of a flex container, without its own padding and border (CSS Flexbox 9.9.1).
  ///
  /// - Parameter height: The height of the container's border box, or NaN if it is unknown.
  mutating func flexContentWidth(
    _ node: Int, _ kind: MeasureCache.Record.Kind, height: Double, isRightToLeft: Bool
  ) -> Double {
    let style = styles[node]
    let isRow = style.flexDirection == .row || style.flexDirection == .rowReverse
    let isMultiline = style.flexWrap != .nowrap
    let insetHeight = boxInsets(node, 0, isRightToLeft).vertical
    let innerHeight = height.isNaN ? .unknownLength : max(0, height - insetHeight)
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
          child, kind, innerHeight: innerHeight, stretches: isRow && !isMultiline, isFlexible: isSum,
          alignItems: style.alignItems, isRightToLeft: childIsRightToLeft)
        consulted = consulted || consultedHeight
        total = isSum ? total + outer : max(total, outer)
        count += 1
      }
      child = nextBox(after: child, in: node)
    }
    consultedHeight = consulted
    // Percentage gaps count as 0 while their basis depends on the result.
    if isSum, count > 1 { total += max(0, style.columnGap.resolvedOrZero(.unknownLength)) * Double(count - 1) }
    if isSum, isMultiline {
      // The longest line is at least as long as the widest item.
      let consultedForMaximum = consultedHeight
      total = max(total, minContentWidth(node, height: height, isRightToLeft: isRightToLeft))
      consultedHeight = consultedHeight || consultedForMaximum
    }
    return max(0, total)
  }

  private mutating func outerContribution(
    _ child: Int, _ kind: MeasureCache.Record.Kind, innerHeight: Double, stretches: Bool, isFlexible: Bool,
    alignItems: AlignItems, isRightToLeft: Bool
  ) -> Double {
    let style = styles[child]
    // Percentages count as 0.
    let margin = margins(child, .unknownLength, isRightToLeft)
    // Text does not depend on its height, so a leaf is not measured with a stretched height.
    let takesHeight =
      stretches && style.height == .auto && (!links[child].isMeasured || style.aspectRatio > 0)
      && Self.alignment(style.alignSelf, alignItems) == .stretch && !hasAutoVerticalMargin(style)
    var height = Double.unknownLength
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
    var width = widthContribution(
      child, kind, height: height, basisHeight: innerHeight, isRightToLeft: isRightToLeft)
    if isFlexible { width = flexContribution(child, width, height: height, isRightToLeft: isRightToLeft) }
    if style.height != .stretch, !style.height.isPercent, !takesHeight { consultedHeight = false }
    return width + margin.horizontal
  }

  private func hasAutoVerticalMargin(_ style: BoxStyle) -> Bool {
    guard style.edges >= 0 else { return false }
    let margin = edges[Int(style.edges)].margin
    return margin.top == .auto || margin.bottom == .auto
  }

  /// Returns the contribution of a row item to the row's content width. This is its content contribution, except if its
  /// flex basis is definite, the contribution lies beyond it, and the item cannot flex in that direction.
  private mutating func flexContribution(
    _ child: Int, _ contribution: Double, height: Double, isRightToLeft: Bool
  ) -> Double {
    let style = styles[child]
    guard style.flexBasis.isPoints else { return contribution }
    let inset = boxInsets(child, 0, isRightToLeft).horizontal
    let base = style.boxSizing.borderBox(style.flexBasis.pointsValue, inset: inset)
    let isStuck = contribution > base && style.flexGrow == 0 || contribution < base && style.flexShrink == 0
    guard isStuck else { return contribution }
    var limits = widthLimits(
      child, basis: .unknownLength, available: .unknownLength, height: height, inset: inset,
      isRightToLeft: isRightToLeft)
    if style.minWidth == .auto, !style.overflow.isScrollContainer {
      var automatic = inset + minContentWidth(child, height: height, isRightToLeft: isRightToLeft)
      if style.aspectRatio > 0, !height.isNaN {
        automatic = max(automatic, widthByRatio(child, height: height, inset: boxInsets(child, 0, isRightToLeft)))
      }
      if style.width.isPoints {
        automatic = min(automatic, style.boxSizing.borderBox(style.width.pointsValue, inset: inset))
      }
      limits.low = max(limits.low, min(automatic, limits.high))
    }
    return clamped(base, limits.low, limits.high)
  }

  /// Returns the width of a multi-line column: the sum of its lines' widths when all items have their max-content
  /// widths.
  private mutating func wrappedColumnWidth(_ node: Int, height: Double, isRightToLeft: Bool) -> Double {
    let mark = scratch.mark
    defer { scratch.release(to: mark) }
    let inset = boxInsets(node, 0, isRightToLeft)
    let limit = resolveMaxHeight(node, basis: .unknownLength, available: .unknownLength, inset: inset.vertical)
    let low = resolveMinHeight(node, basis: .unknownLength, available: .unknownLength, inset: inset.vertical)
    var container = emptyContainer(
      node,
      BoxConstraint(
        width: inset.horizontal, height: height, minHeight: low, maxHeight: limit, basisWidth: 0,
        isHeightDefinite: !height.isNaN, isRightToLeft: isRightToLeft))
    let widths = scratch.allocate(itemCapacity(node), of: Double.self)
    var count = 0
    var child = Int(links[node].firstChild)
    while child >= 0 {
      if styles[child].display == .contents, links[child].firstChild >= 0 {
        child = Int(links[child].firstChild)
        continue
      }
      if styles[child].display == .flex, styles[child].positionType != .absolute {
        let childIsRightToLeft = itemIsRightToLeft(child, in: node, containerIsRightToLeft: isRightToLeft)
        widths[count] = outerContribution(
          child, .maxContentWidth, innerHeight: container.innerHeight, stretches: false, isFlexible: false,
          alignItems: .normal, isRightToLeft: childIsRightToLeft)
        container.innerWidth = max(container.innerWidth, widths[count])
        count += 1
      }
      child = nextBox(after: child, in: node)
    }
    // Percentages count as 0 while their basis depends on the result.
    container.percentWidth = 0
    container.items = scratch.allocate(count, of: FlexItem.self)
    container.constraint.width = container.innerWidth + inset.horizontal
    collectItems(of: node, into: &container)
    breakLines(
      &container, at: container.innerHeight.isNaN ? max(low, limit) - inset.vertical : container.innerHeight)
    var total = max(0, styles[node].columnGap.resolvedOrZero(.unknownLength)) * Double(max(0, container.lineCount - 1))
    for index in 0..<container.lineCount {
      var widest = 0.0
      for itemIndex in container.lines[index].start..<container.lines[index].end {
        widest = max(widest, widths[itemIndex])
      }
      total += widest
    }
    consultedHeight = true
    return total
  }
}
