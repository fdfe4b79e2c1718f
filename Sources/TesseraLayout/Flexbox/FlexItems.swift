extension LayoutPass {
  /// The beginning of every run of the algorithm: the container's own boxes, and its items with their flex base sizes
  /// (CSS Flexbox 9.1 to 9.2).
  mutating func makeFlexContainer(_ node: Int, _ constraint: BoxConstraint) -> FlexContainer {
    var container = emptyContainer(node, constraint)
    container.items = scratch.take(itemCapacity(node), of: FlexItem.self)
    collectItems(of: node, into: &container)
    return container
  }

  /// A container without items.
  mutating func emptyContainer(_ node: Int, _ constraint: BoxConstraint) -> FlexContainer {
    let style = styles[node]
    let inset = boxInsets(node, constraint.basisWidth, constraint.isRightToLeft)
    let isRow = style.flexDirection == .row || style.flexDirection == .rowReverse
    let innerWidth = max(0, constraint.width - inset.horizontal)
    let innerHeight = constraint.height.isNaN ? unknown : max(0, constraint.height - inset.vertical)
    let rowGap = max(0, style.rowGap.resolvedOrZero(innerHeight))
    let columnGap = max(0, style.columnGap.resolvedOrZero(innerWidth))
    return FlexContainer(
      node: node, constraint: constraint, isRow: isRow,
      isReverse: style.flexDirection == .rowReverse || style.flexDirection == .columnReverse,
      isMultiline: style.flexWrap != .nowrap, isWrapReverse: style.flexWrap == .wrapReverse,
      isRightToLeft: constraint.isRightToLeft, justifyContent: style.justifyContent, alignItems: style.alignItems,
      alignContent: style.alignContent, inset: inset, innerWidth: innerWidth, innerHeight: innerHeight,
      percentHeight: constraint.isHeightDefinite ? innerHeight : unknown,
      mainGap: isRow ? columnGap : rowGap, crossGap: isRow ? rowGap : columnGap,
      items: scratch.take(0, of: FlexItem.self), lines: scratch.take(1, of: FlexLine.self))
  }

  /// The most items that the node can have, counting through `display: contents`.
  private func itemCapacity(_ node: Int) -> Int {
    var count = Int(links[node].childCount)
    guard hasContents else { return count }
    var child = Int(links[node].firstChild)
    while child >= 0 {
      if styles[child].display == .contents, links[child].firstChild >= 0 {
        count += Int(links[child].childCount)
        child = Int(links[child].firstChild)
      } else {
        child = nextBox(after: child, in: node)
      }
    }
    return count
  }

  /// The node behind `child` in the container, leaving `display: contents` parents that end.
  @inline(__always)
  func nextBox(after child: Int, in container: Int) -> Int {
    var child = child
    while true {
      let next = links[child].next
      if next >= 0 { return Int(next) }
      let parent = Int(links[child].parent)
      if parent == container { return -1 }
      child = parent
    }
  }

  private mutating func collectItems(of node: Int, into container: inout FlexContainer) {
    var child = Int(links[node].firstChild)
    while child >= 0 {
      let style = styles[child]
      switch style.display {
      case .contents:
        container.hasHidden = true
        if links[child].firstChild >= 0 {
          child = Int(links[child].firstChild)
          continue
        }
      case .none: container.hasHidden = true
      case .flex:
        if style.positionType == .absolute {
          container.hasOutOfFlow = true
        } else {
          if style.positionType == .static { container.hasOutOfFlow = true }
          let place = container.itemCount
          container.itemCount += 1
          (container.items + place).initialize(to: makeItem(child, in: container))
        }
      }
      child = nextBox(after: child, in: node)
    }
  }

  /// The direction of a box whose parents up to `container` may be `display: contents`.
  func itemIsRightToLeft(_ node: Int, in container: Int, containerIsRightToLeft: Bool) -> Bool {
    let direction = styles[node].direction
    guard direction == .inherit else { return direction == .rtl }
    var parent = Int(links[node].parent)
    while parent != container {
      if styles[parent].direction != .inherit { return styles[parent].direction == .rtl }
      parent = Int(links[parent].parent)
    }
    return containerIsRightToLeft
  }

  private mutating func makeItem(_ node: Int, in container: FlexContainer) -> FlexItem {
    let style = styles[node]
    let isRightToLeft = itemIsRightToLeft(
      node, in: container.node, containerIsRightToLeft: container.isRightToLeft)
    var item = FlexItem(
      node: Int32(node), align: Self.alignment(style.alignSelf, container.alignItems), isRightToLeft: isRightToLeft,
      margin: margins(node, container.innerWidth, isRightToLeft),
      inset: boxInsets(node, container.innerWidth, isRightToLeft))
    if style.edges >= 0 {
      let margin = edges[Int(style.edges)].margin
      if margin.physicalLeft(isRightToLeft) == .auto { item.autoMargins.insert(.left) }
      if margin.top == .auto { item.autoMargins.insert(.top) }
      if margin.physicalRight(isRightToLeft) == .auto { item.autoMargins.insert(.right) }
      if margin.bottom == .auto { item.autoMargins.insert(.bottom) }
    }
    if container.isRow {
      sizeRowItem(&item, style, container)
    } else {
      // Baselines run along the cross axis of a column: nothing to align.
      if item.align == .baseline { item.align = .selfStart }
      sizeColumnItem(&item, style, container)
    }
    item.hypotheticalMain = clamped(item.flexBaseSize, item.minMain, item.maxMain)
    item.main = item.hypotheticalMain
    return item
  }

  static func alignment(_ own: AlignSelf, _ container: AlignItems) -> AlignItems {
    switch own {
    case .auto: container == .normal ? .stretch : container
    case .normal, .stretch: .stretch
    case .flexStart: .flexStart
    case .flexEnd: .flexEnd
    case .start: .start
    case .end: .end
    case .selfStart: .selfStart
    case .selfEnd: .selfEnd
    case .center: .center
    case .baseline: .baseline
    }
  }

  // MARK: Rows

  private mutating func sizeRowItem(_ item: inout FlexItem, _ style: BoxStyle, _ container: FlexContainer) {
    let node = Int(item.node)
    let available = container.innerWidth - item.margin.horizontal
    let availableHeight = container.percentHeight - item.margin.vertical
    let insetHeight = item.inset.vertical
    item.minCross = resolveMinHeight(
      node, basis: container.percentHeight, available: availableHeight, inset: insetHeight)
    item.maxCross = resolveMaxHeight(
      node, basis: container.percentHeight, available: availableHeight, inset: insetHeight)
    var height = resolveHeight(
      style.height, node, basis: container.percentHeight, available: availableHeight, inset: insetHeight)
    if height.isNaN, style.height == .auto, !container.isMultiline, container.isStretched(item),
      !container.innerHeight.isNaN
    {
      height = max(insetHeight, container.innerHeight - item.margin.vertical)
    }
    if !height.isNaN {
      height = clamped(height, item.minCross, item.maxCross)
      item.cross = height
      item.isCrossKnown = !style.minHeight.isContentKeyword && !style.maxHeight.isContentKeyword
      item.isHeightDefinite = true
    }
    let insetWidth = item.inset.horizontal
    let contentHeight = links[node].isMeasured && style.height == .auto ? unknown : height
    let specified = resolveWidth(
      style.width, node, basis: container.innerWidth, available: available, height: contentHeight, inset: insetWidth,
      isRightToLeft: item.isRightToLeft)
    var base =
      style.flexBasis == .auto
      ? specified
      : resolveWidth(
        style.flexBasis, node, basis: container.innerWidth, available: available, height: contentHeight,
        inset: insetWidth, isRightToLeft: item.isRightToLeft)
    if base.isNaN || style.flexBasis == .content {
      base =
        style.aspectRatio > 0 && !height.isNaN
        ? widthByRatio(node, height: height, inset: item.inset)
        : maxContentWidth(node, height: contentHeight, isRightToLeft: item.isRightToLeft)
    }
    item.flexBaseSize = base
    let limits = widthLimits(
      node, basis: container.innerWidth, available: available, height: contentHeight, inset: insetWidth,
      isRightToLeft: item.isRightToLeft)
    item.minMain = limits.low
    item.maxMain = limits.high
    if style.minWidth == .auto, !style.overflow.isScrollContainer {
      var automatic = minContentWidth(node, height: contentHeight, isRightToLeft: item.isRightToLeft)
      if !specified.isNaN { automatic = min(automatic, specified) }
      item.minMain = max(insetWidth, min(automatic, limits.high))
    }
  }

  // MARK: Columns

  private mutating func sizeColumnItem(_ item: inout FlexItem, _ style: BoxStyle, _ container: FlexContainer) {
    let node = Int(item.node)
    let availableHeight = container.percentHeight - item.margin.vertical
    let insetHeight = item.inset.vertical
    item.minMain = resolveMinHeight(
      node, basis: container.percentHeight, available: availableHeight, inset: insetHeight)
    item.maxMain = resolveMaxHeight(
      node, basis: container.percentHeight, available: availableHeight, inset: insetHeight)
    let specified = resolveHeight(
      style.height, node, basis: container.percentHeight, available: availableHeight, inset: insetHeight)
    sizeColumnCross(&item, style, container, height: specified)

    item.isHeightDefinite = !container.percentHeight.isNaN || !specified.isNaN
    var base =
      style.flexBasis == .auto
      ? specified
      : resolveHeight(
        style.flexBasis, node, basis: container.percentHeight, available: availableHeight, inset: insetHeight)
    let hasAutomaticMinimum = style.minHeight == .auto && !style.overflow.isScrollContainer
    let needsContent =
      base.isNaN && !(style.aspectRatio > 0) || hasAutomaticMinimum || style.minHeight.isContentKeyword
      || style.maxHeight.isContentKeyword
    let contentHeight = needsContent ? itemContentHeight(item, container, wantsBaseline: false).contentHeight : 0
    if base.isNaN {
      let byRatio = style.aspectRatio > 0 && !style.height.isContentKeyword && !style.flexBasis.isContentKeyword
      base = byRatio ? heightByRatio(node, width: item.cross, inset: item.inset) : contentHeight
    }
    item.flexBaseSize = base
    if style.maxHeight.isContentKeyword { item.maxMain = contentHeight }
    if style.minHeight.isContentKeyword { item.minMain = contentHeight }
    if hasAutomaticMinimum {
      let automatic = specified.isNaN ? contentHeight : min(contentHeight, specified)
      item.minMain = max(insetHeight, min(automatic, item.maxMain))
    }
  }

  /// The width of an item of a column.
  private mutating func sizeColumnCross(
    _ item: inout FlexItem, _ style: BoxStyle, _ container: FlexContainer, height: Double
  ) {
    let node = Int(item.node)
    let available = container.innerWidth - item.margin.horizontal
    let inset = item.inset.horizontal
    let limits = widthLimits(
      node, basis: container.innerWidth, available: available, height: height, inset: inset,
      isRightToLeft: item.isRightToLeft)
    item.minCross = limits.low
    item.maxCross = limits.high
    var width = resolveWidth(
      style.width, node, basis: container.innerWidth, available: available, height: height, inset: inset,
      isRightToLeft: item.isRightToLeft)
    item.isCrossKnown = !width.isNaN
    if width.isNaN {
      if container.isStretched(item), !container.isMultiline {
        width = max(inset, available)
        item.isCrossKnown = true
      } else if style.aspectRatio > 0, !height.isNaN {
        width = widthByRatio(node, height: clamped(height, item.minMain, item.maxMain), inset: item.inset)
      } else {
        width = fitContentWidth(node, available: available, height: height, isRightToLeft: item.isRightToLeft)
      }
    }
    item.cross = clamped(width, limits.low, limits.high)
  }

  /// The height of an item's content at the width that the item has by now.
  mutating func itemContentHeight(
    _ item: FlexItem, _ container: FlexContainer, wantsBaseline: Bool
  ) -> MeasuredHeight {
    measure(
      Int(item.node),
      BoxConstraint(
        width: container.isRow ? item.main : item.cross, height: unknown,
        minHeight: container.isRow ? item.minCross : item.minMain,
        maxHeight: container.isRow ? item.maxCross : item.maxMain,
        basisWidth: container.innerWidth, isHeightDefinite: false, isRightToLeft: item.isRightToLeft),
      wantsBaseline: wantsBaseline)
  }
}
