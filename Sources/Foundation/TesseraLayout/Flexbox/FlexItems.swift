extension LayoutPass {
  /// Performs the first steps of the algorithm: computes the container's own boxes, and collects its items with their
  /// flex base sizes (CSS Flexbox 9.1 to 9.2).
  mutating func makeFlexContainer(_ node: Int, _ constraint: BoxConstraint) -> FlexContainer {
    var container = emptyContainer(node, constraint)
    container.items = scratch.allocate(itemCapacity(node), of: FlexItem.self)
    collectItems(of: node, into: &container)
    return container
  }

  /// Creates a container without items.
  mutating func emptyContainer(_ node: Int, _ constraint: BoxConstraint) -> FlexContainer {
    let style = styles[node]
    let inset = boxInsets(node, constraint.basisWidth, constraint.isRightToLeft)
    let isRow = style.flexDirection == .row || style.flexDirection == .rowReverse
    let innerWidth = max(0, constraint.width - inset.horizontal)
    let innerHeight = constraint.height.isNaN ? .unknownLength : max(0, constraint.height - inset.vertical)
    let percentHeight = constraint.isHeightDefinite ? innerHeight : .unknownLength
    let rowGap = max(0, style.rowGap.resolvedOrZero(percentHeight))
    let columnGap = max(0, style.columnGap.resolvedOrZero(innerWidth))
    return FlexContainer(
      node: node, constraint: constraint, isRow: isRow,
      isReverse: style.flexDirection == .rowReverse || style.flexDirection == .columnReverse,
      isMultiline: style.flexWrap != .nowrap, isWrapReverse: style.flexWrap == .wrapReverse,
      isRightToLeft: constraint.isRightToLeft, justifyContent: style.justifyContent, alignItems: style.alignItems,
      alignContent: style.alignContent, inset: inset, innerWidth: innerWidth, innerHeight: innerHeight,
      percentWidth: innerWidth, percentHeight: percentHeight,
      mainGap: isRow ? columnGap : rowGap, crossGap: isRow ? rowGap : columnGap,
      items: scratch.allocate(0, of: FlexItem.self), lines: scratch.allocate(1, of: FlexLine.self))
  }

  /// Returns the maximum number of items that the node can have, including those inside `display: contents` nodes.
  func itemCapacity(_ node: Int) -> Int {
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

  /// Returns the node that follows `child` in the container, leaving `display: contents` parents at their end; -1 if
  /// there is none.
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

  mutating func collectItems(of node: Int, into container: inout FlexContainer) {
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
          let itemIndex = container.itemCount
          container.itemCount += 1
          (container.items + itemIndex).initialize(to: makeItem(child, in: container))
        }
      }
      child = nextBox(after: child, in: node)
    }
  }

  /// Returns whether a box is right-to-left. Its ancestors below `container` have `display: contents`.
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
      margin: margins(node, container.percentWidth, isRightToLeft),
      inset: boxInsets(node, container.percentWidth, isRightToLeft))
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
      sizeColumnItem(&item, style, container)
    }
    item.hypotheticalMain = clamped(item.flexBaseSize, item.minMain, item.maxMain)
    item.main = item.hypotheticalMain
    return item
  }

  /// Returns the alignment of an item in a flex container (CSS Box Alignment 6.1 and 6.2).
  static func alignment(_ own: AlignItems?, _ container: AlignItems) -> AlignItems {
    let used = own ?? container
    return used == .normal ? .stretch : used
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
      !container.percentHeight.isNaN
    {
      height = max(insetHeight, availableHeight)
    }
    if !height.isNaN {
      height = clamped(height, item.minCross, item.maxCross)
      item.cross = height
      item.isHeightDefinite = true
    }
    let insetWidth = item.inset.horizontal
    let contentHeight =
      links[node].isMeasured && style.height == .auto && !(style.aspectRatio > 0) ? .unknownLength : height
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
      base = rowContentBase(
        item, style, height: height, contentHeight: contentHeight, basisHeight: container.percentHeight)
    }
    item.flexBaseSize = base
    let limits = widthLimits(
      node, basis: container.innerWidth, available: available, height: contentHeight, inset: insetWidth,
      isRightToLeft: item.isRightToLeft)
    item.minMain = limits.low
    item.maxMain = limits.high
    if style.minWidth == .auto, !style.overflow.isScrollContainer {
      var automatic = insetWidth + minContentWidth(node, height: contentHeight, isRightToLeft: item.isRightToLeft)
      if style.aspectRatio > 0 {
        if height.isNaN {
          var transferred = (low: 0.0, high: Double.infinity)
          transferHeightLimits(node, to: &transferred, inset: item.inset, basis: container.percentHeight)
          automatic = clamped(automatic, transferred.low, transferred.high)
        } else {
          automatic = max(automatic, widthByRatio(node, height: height, inset: item.inset))
        }
      }
      if !specified.isNaN { automatic = min(automatic, specified) }
      item.minMain = max(insetWidth, min(automatic, limits.high))
    }
  }

  /// Returns the flex base size of a row item that depends on its content, or on its height and aspect ratio.
  private mutating func rowContentBase(
    _ item: FlexItem, _ style: BoxStyle, height: Double, contentHeight: Double, basisHeight: Double
  ) -> Double {
    let node = Int(item.node)
    if style.aspectRatio > 0, !height.isNaN { return widthByRatio(node, height: height, inset: item.inset) }
    let width =
      item.inset.horizontal
      + maxContentWidth(node, height: contentHeight, isRightToLeft: item.isRightToLeft)
    guard style.aspectRatio > 0 else { return width }
    var limits = (low: 0.0, high: Double.infinity)
    transferHeightLimits(node, to: &limits, inset: item.inset, basis: basisHeight)
    return clamped(width, limits.low, limits.high)
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
    let base =
      style.flexBasis == .auto
      ? specified
      : resolveHeight(
        style.flexBasis, node, basis: container.percentHeight, available: availableHeight, inset: insetHeight)
    item.isHeightDefinite = !container.percentHeight.isNaN || !base.isNaN
    sizeColumnCross(&item, style, container, height: base)

    let hasAutomaticMinimum = style.minHeight == .auto && !style.overflow.isScrollContainer
    let needsContent =
      hasAutomaticMinimum
      || !(style.aspectRatio > 0)
        && (base.isNaN || style.minHeight.isContentKeyword || style.maxHeight.isContentKeyword)
    let contentHeight = needsContent ? itemContentHeight(item, container, wantsBaseline: false).contentHeight : 0
    var keywordHeight = contentHeight
    if style.aspectRatio > 0 {
      keywordHeight = heightByRatio(node, width: item.cross, inset: item.inset)
      item.isHeightDefinite = true
    }
    item.flexBaseSize = base.isNaN ? keywordHeight : base
    if style.maxHeight.isContentKeyword { item.maxMain = keywordHeight }
    if style.minHeight.isContentKeyword { item.minMain = keywordHeight }
    if hasAutomaticMinimum {
      var automatic = contentHeight
      if style.aspectRatio > 0 {
        automatic = automaticHeightByRatio(item, style, container, contentHeight: contentHeight)
      }
      if !specified.isNaN { automatic = min(automatic, specified) }
      item.minMain = max(insetHeight, min(automatic, item.maxMain))
    }
  }

  /// Returns the content-based minimum height of a column item with an aspect ratio. It is at least the height for the
  /// width that the item has when its height is open, within the range allowed by its width limits.
  private mutating func automaticHeightByRatio(
    _ item: FlexItem, _ style: BoxStyle, _ container: FlexContainer, contentHeight: Double
  ) -> Double {
    let node = Int(item.node)
    var open = item
    var content = contentHeight
    if !item.isCrossKnown {
      let fitting = fitContentWidth(
        node, available: container.innerWidth - item.margin.horizontal, height: .unknownLength,
        inset: item.inset.horizontal, isRightToLeft: item.isRightToLeft)
      open.cross = clamped(fitting, item.minCross, item.maxCross)
      content = itemContentHeight(open, container, wantsBaseline: false).contentHeight
    }
    // Chromium ignores the content if the height is a percentage of an indefinite height.
    if style.height.isPercent { content = 0 }
    let low = style.minWidth == .zero ? 0 : heightByRatio(node, width: item.minCross, inset: item.inset)
    let high =
      item.maxCross < .infinity ? heightByRatio(node, width: item.maxCross, inset: item.inset) : .infinity
    return clamped(max(content, heightByRatio(node, width: open.cross, inset: item.inset)), low, high)
  }

  /// Computes the width of a column item.
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
      } else {
        width = openWidth(&item, available: available, height: height)
        if style.aspectRatio > 0, !height.isNaN {
          item.minCross = automaticMinimum(node, limits, inset: inset, isRightToLeft: item.isRightToLeft)
        }
      }
    }
    item.cross = clamped(width, item.minCross, limits.high)
  }

  /// Returns the width of an item that is determined by neither its style nor its container.
  mutating func openWidth(_ item: inout FlexItem, available: Double, height: Double) -> Double {
    let node = Int(item.node)
    if styles[node].aspectRatio > 0 {
      item.isWidthByHeight = true
      if !height.isNaN {
        return widthByRatio(node, height: clamped(height, item.minMain, item.maxMain), inset: item.inset)
      }
    }
    let inset = item.inset.horizontal
    let most = inset + maxContentWidth(node, height: height, isRightToLeft: item.isRightToLeft)
    item.isWidthByHeight = item.isWidthByHeight || consultedHeight
    if most <= available { return most }
    let least = inset + minContentWidth(node, height: height, isRightToLeft: item.isRightToLeft)
    item.isWidthByHeight = item.isWidthByHeight || consultedHeight
    return max(least, min(most, available))
  }

  /// Returns the height of an item's content at the item's current width.
  mutating func itemContentHeight(
    _ item: FlexItem, _ container: FlexContainer, wantsBaseline: Bool
  ) -> MeasuredHeight {
    measure(
      Int(item.node),
      BoxConstraint(
        width: container.isRow ? item.main : item.cross, height: .unknownLength,
        minHeight: container.isRow ? item.minCross : item.minMain,
        maxHeight: container.isRow ? item.maxCross : item.maxMain,
        basisWidth: container.percentWidth, isHeightDefinite: false, isRightToLeft: item.isRightToLeft),
      wantsBaseline: wantsBaseline)
  }
}
