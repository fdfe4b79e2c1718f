extension LayoutPass {
  /// Returns the height of a flex container without placing its items.
  mutating func measureFlexContainer(
    _ node: Int, _ constraint: BoxConstraint, wantsBaseline: Bool
  ) -> MeasuredHeight {
    let mark = scratch.mark
    var container = makeFlexContainer(node, constraint)
    let heights = sizeFlexContainer(&container, onlyHeight: !wantsBaseline)
    var result = MeasuredHeight(
      height: heights.height, contentHeight: heights.contentHeight, baseline: .unknownLength)
    if wantsBaseline {
      alignItems(&container, height: heights.height)
      result.baseline = containerBaseline(container) { pass, item in
        pass.measure(Int(item.node), pass.placement(item, container), wantsBaseline: true).baseline
      }
    }
    scratch.release(to: mark)
    return result
  }

  /// Lays out a flex container and its descendants, and returns the height of its border box.
  mutating func placeFlexContainer(_ node: Int, _ constraint: BoxConstraint) -> Double {
    let mark = scratch.mark
    var container = makeFlexContainer(node, constraint)
    let height = sizeFlexContainer(&container, onlyHeight: false).height
    alignItems(&container, height: height)
    results[node].unrounded.width = constraint.width
    results[node].unrounded.height = height
    results[node].constraint = constraint
    placeItems(container)
    results[node].firstBaseline = containerBaseline(container) { pass, item in
      pass.results[Int(item.node)].firstBaseline
    }
    if container.hasHidden { hideChildren(of: node) }
    var reach = OutOfFlowReach()
    if container.hasOutOfFlow, styles[node].positionType != .static || node == root {
      reach = placeOutOfFlow(in: node, isRightToLeft: constraint.isRightToLeft)
    }
    results[node].contentSize = contentSize(container, height: height, reach)
    scratch.release(to: mark)
    return height
  }

  /// Computes the main and cross sizes of items and lines, and the container's height.
  private mutating func sizeFlexContainer(
    _ container: inout FlexContainer, onlyHeight: Bool
  ) -> (height: Double, contentHeight: Double) {
    let constraint = container.constraint
    let inset = container.inset.vertical
    if container.isRow {
      breakLines(&container, at: container.innerWidth)
      for index in 0..<container.lineCount {
        resolveFlexibleLengths(container, container.lines[index], mainSize: container.innerWidth)
      }
      sizeCross(&container)
      var content = container.crossGap * Double(max(0, container.lineCount - 1)) + inset
      for index in 0..<container.lineCount { content += container.lines[index].cross }
      return (borderBoxHeight(constraint, content, inset), content)
    }
    let breakAt =
      container.innerHeight.isNaN ? max(constraint.minHeight, constraint.maxHeight) - inset : container.innerHeight
    breakLines(&container, at: breakAt)
    let wantsContent = constraint.height.isNaN || styles[container.node].aspectRatio > 0
    let content = wantsContent ? hypotheticalMainSize(container) + inset : constraint.height
    let height = borderBoxHeight(constraint, content, inset)
    if !onlyHeight {
      for index in 0..<container.lineCount {
        resolveFlexibleLengths(container, container.lines[index], mainSize: max(0, height - inset))
      }
      sizeCross(&container)
    }
    return (height, content)
  }

  private func borderBoxHeight(_ constraint: BoxConstraint, _ content: Double, _ inset: Double) -> Double {
    constraint.height.isNaN
      ? max(clamped(content, constraint.minHeight, constraint.maxHeight), inset) : constraint.height
  }

  /// Computes the final cross sizes and the positions of items inside the content box.
  private mutating func alignItems(_ container: inout FlexContainer, height: Double) {
    let innerHeight = max(0, height - container.inset.vertical)
    let mainSize = container.isRow ? container.innerWidth : innerHeight
    let crossSize = container.isRow ? innerHeight : container.innerWidth
    if container.isRow, !container.isMultiline { container.lines[0].cross = crossSize }
    placeLines(container, crossSize: crossSize)
    for index in 0..<container.lineCount {
      let line = container.lines[index]
      stretchItems(container, line)
      placeMain(container, line, mainSize: mainSize)
      for itemIndex in line.start..<line.end {
        let item = container.items[itemIndex]
        var cross = line.crossPosition + crossOffset(item, container, line)
        if container.isCrossFlipped { cross = crossSize - cross - item.cross }
        container.items[itemIndex].crossPosition = cross
        if container.isMainFlipped {
          container.items[itemIndex].mainPosition = mainSize - item.mainPosition - item.main
        }
      }
    }
  }

  private mutating func stretchItems(_ container: FlexContainer, _ line: FlexLine) {
    // The width of a column's single line is already known.
    guard container.isRow || container.isMultiline else { return }
    for itemIndex in line.start..<line.end {
      let item = container.items[itemIndex]
      let style = styles + Int(item.node)
      let size = container.isRow ? style.pointee.height : style.pointee.width
      let low = container.isRow ? style.pointee.minHeight : style.pointee.minWidth
      let high = container.isRow ? style.pointee.maxHeight : style.pointee.maxWidth
      let isOpen = !container.isRow || !item.isHeightDefinite || item.isHeightByRatio
      let isStretched = isOpen && (size == .auto && container.isStretched(item) || size == .stretch)
      // Fit-content widths resolve against the line, which may be wider or narrower than the container.
      let isFitted = !container.isRow && (size == .auto && !isStretched || size == .fitContent)
      guard isStretched || isFitted || low == .stretch || high == .stretch else { continue }
      let margins = container.isRow ? item.margin.vertical : item.margin.horizontal
      let inset = container.isRow ? item.inset.vertical : item.inset.horizontal
      let length = max(line.cross - margins, inset)
      // The automatic minimum applied to a height derived from an aspect ratio.
      if container.isRow, isStretched, low == .auto { container.items[itemIndex].minCross = inset }
      if low == .stretch { container.items[itemIndex].minCross = length }
      if high == .stretch { container.items[itemIndex].maxCross = length }
      var cross = isStretched ? length : item.cross
      if isFitted, !(style.pointee.aspectRatio > 0) {
        cross = openWidth(
          &container.items[itemIndex], available: line.cross - margins,
          height: item.isHeightDefinite ? item.main : .unknownLength)
      }
      container.items[itemIndex].cross = clamped(
        cross, container.items[itemIndex].minCross, container.items[itemIndex].maxCross)
      if container.isRow, isStretched { container.items[itemIndex].isHeightDefinite = true }
    }
  }

  /// Returns the container's first baseline from the top of its border box (CSS Flexbox 8.5). It is the baseline of the
  /// first baseline-aligned item of the first line, or else of the first item. `itemBaseline` returns the baseline of
  /// an item.
  private mutating func containerBaseline(
    _ container: FlexContainer, _ itemBaseline: (inout LayoutPass, FlexItem) -> Double
  ) -> Double {
    guard container.itemCount > 0 else { return .unknownLength }
    // The baseline of reversed lines and columns is that of the physically first one.
    let line = container.lines[container.isWrapReverse && container.isRow ? container.lineCount - 1 : 0]
    var chosen = container.isReverse ? line.end - 1 : line.start
    if container.isRow {
      for itemIndex in line.start..<line.end where isBaselineAligned(container.items[itemIndex], container) {
        chosen = itemIndex
        break
      }
    }
    let item = container.items[chosen]
    let baseline = itemBaseline(&self, item)
    let top = container.inset.top + (container.isRow ? item.crossPosition : item.mainPosition)
    return top + (baseline.isNaN ? (container.isRow ? item.cross : item.main) : baseline)
  }

  // MARK: Placing

  /// Performs the final layout of `node`. The caller sets the origin.
  mutating func place(_ node: Int, _ constraint: BoxConstraint) {
    let isPlaced = results[node].isPlaced
    if isPlaced,
      results[node].constraint.matches(constraint, comparingBasis: hasPercentPadding(node))
    {
      return
    }
    let height: Double
    if links[node].isMeasured {
      let measured = measureForPlacing(node, constraint)
      height = measured.height
      let inset = boxInsets(node, constraint.basisWidth, constraint.isRightToLeft)
      let border = borderInsets(node, constraint.isRightToLeft)
      results[node].firstBaseline = measured.baseline
      results[node].contentSize = Size(
        width: max(0, constraint.width - border.horizontal),
        height: max(0, max(height, measured.contentHeight) - border.vertical))
      if height < inset.vertical { results[node].contentSize.height = inset.vertical - border.vertical }
    } else if links[node].firstChild < 0 {
      height = measure(node, constraint, wantsBaseline: false).height
      let border = borderInsets(node, constraint.isRightToLeft)
      results[node].firstBaseline = .unknownLength
      results[node].contentSize = Size(
        width: max(0, constraint.width - border.horizontal), height: max(0, height - border.vertical))
    } else {
      var placedHeight = 0.0
      let laidOut = descend(into: node) { pass in
        placedHeight = pass.placeFlexContainer(node, constraint)
      }
      if !laidOut { placedHeight = constraint.height.isNaN ? constraint.minHeight : constraint.height }
      height = placedHeight
    }
    results[node].unrounded.width = constraint.width
    results[node].unrounded.height = height
    results[node].constraint = constraint
    results[node].isPlaced = true
    results[node].isHidden = false
    results[node].stamp = stamp
    links[node].isDirty = false
  }

  private mutating func measureForPlacing(_ node: Int, _ constraint: BoxConstraint) -> MeasuredHeight {
    measure(node, constraint, wantsBaseline: true)
  }

  private mutating func placeItems(_ container: FlexContainer) {
    for itemIndex in 0..<container.itemCount {
      let item = container.items[itemIndex]
      let node = Int(item.node)
      self.place(node, placement(item, container))
      var x = container.inset.left + (container.isRow ? item.mainPosition : item.crossPosition)
      var y = container.inset.top + (container.isRow ? item.crossPosition : item.mainPosition)
      if styles[node].edges >= 0 {
        let offset = relativeOffset(
          node, width: container.innerWidth, height: container.percentHeight, item.isRightToLeft,
          container.isRightToLeft)
        x += offset.x
        y += offset.y
      }
      results[node].unrounded.x = x
      results[node].unrounded.y = y
    }
  }

  /// Returns the offset by which insets move a relatively positioned box. `width` and `height` are those of the
  /// containing block.
  func relativeOffset(
    _ node: Int, width: Double, height: Double, _ isRightToLeft: Bool, _ containerIsRightToLeft: Bool
  ) -> Point {
    guard styles[node].edges >= 0, styles[node].positionType == .relative else { return .zero }
    let position = edges[Int(styles[node].edges)].position
    let left = position.physicalLeft(isRightToLeft).resolved(width)
    let right = position.physicalRight(isRightToLeft).resolved(width)
    let top = position.top.resolved(height)
    let bottom = position.bottom.resolved(height)
    // If both insets are set, the one at the inline start of the containing block wins.
    let near = left.isNaN ? (right.isNaN ? 0 : -right) : left
    let far = right.isNaN ? near : -right
    return Point(x: containerIsRightToLeft ? far : near, y: top.isNaN ? (bottom.isNaN ? 0 : -bottom) : top)
  }

  /// Returns the size of the scrollable content, measured from the top left corner of the padding box (right-to-left:
  /// from its top right corner).
  private func contentSize(_ container: FlexContainer, height: Double, _ outOfFlow: OutOfFlowReach) -> Size {
    let width = container.constraint.width
    let border = borderInsets(container.node, container.isRightToLeft)
    var left = min(border.left, outOfFlow.left)
    var right = max(width - border.right, outOfFlow.right)
    var bottom = max(height - border.bottom, outOfFlow.bottom)
    for itemIndex in 0..<container.itemCount {
      let item = container.items[itemIndex]
      let result = results[Int(item.node)]
      let frame = result.unrounded
      let reach = Self.reach(of: result, styles[Int(item.node)].overflow)
      let paddingLeft = container.inset.left - border.left
      let paddingRight = container.inset.right - border.right
      let paddingBottom = container.inset.bottom - border.bottom
      left = min(left, frame.x - max(0, item.margin.left) - paddingLeft)
      right = max(right, frame.x + max(frame.width + max(0, item.margin.right) + paddingRight, reach.width))
      bottom = max(bottom, frame.y + max(frame.height + max(0, item.margin.bottom) + paddingBottom, reach.height))
    }
    return Size(
      width: max(0, container.isRightToLeft ? width - border.right - left : right - border.left),
      height: max(0, bottom - border.top))
  }

  /// Clears the frames of all children with `display: none`, including their descendants, and of children with
  /// `display: contents`.
  mutating func hideChildren(of node: Int) {
    var child = Int(links[node].firstChild)
    while child >= 0 {
      if styles[child].display == .contents {
        clearResult(child)
        if links[child].firstChild >= 0 {
          child = Int(links[child].firstChild)
          continue
        }
      } else if styles[child].display == .none {
        hideSubtree(child)
      }
      child = nextBox(after: child, in: node)
    }
  }

  /// Clears the frames of `root` and all its descendants.
  mutating func hideSubtree(_ root: Int) {
    if results[root].isHidden, !links[root].isDirty { return }
    var node = root
    while true {
      clearResult(node)
      results[node].isHidden = true
      if links[node].firstChild >= 0 {
        node = Int(links[node].firstChild)
        continue
      }
      while node != root, links[node].next < 0 { node = Int(links[node].parent) }
      if node == root { return }
      node = Int(links[node].next)
    }
  }

  private mutating func clearResult(_ node: Int) {
    results[node].unrounded = .zero
    results[node].contentSize = .zero
    results[node].firstBaseline = .unknownLength
    results[node].isPlaced = false
    results[node].isHidden = false
    results[node].stamp = stamp
    links[node].isDirty = false
  }
}
