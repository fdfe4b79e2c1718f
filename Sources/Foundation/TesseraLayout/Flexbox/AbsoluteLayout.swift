/// The containing block of absolutely positioned boxes.
private struct ContainingBlock {
  var node: Int
  /// The padding box, in the coordinates of the containing block's border box.
  var padding: Rect
  var isRightToLeft: Bool
}

/// One axis of an absolutely positioned box in physical coordinates: `near` is left or top.
private struct AbsoluteAxis {
  /// The position and length of the containing block's padding box.
  var start: Double
  var length: Double
  /// The insets; NaN if `auto`.
  var near: Double
  var far: Double
  var marginNear: Double
  var marginFar: Double
  var isNearMarginAuto: Bool
  var isFarMarginAuto: Bool
  /// The content box of the flex container of which the box would be an item, and the share of free space that would
  /// precede the box if it were the only item.
  var staticStart: Double
  var staticLength: Double
  var staticShare: Double
  /// The share of free space that precedes the box between two insets; NaN if the box fills the space.
  var alignment = Double.unknownLength

  var hasBothInsets: Bool { !near.isNaN && !far.isNaN }

  /// The space available to the margin box.
  var room: Double {
    if hasBothInsets { return max(0, length - near - far) }
    if !near.isNaN { return length - near }
    if !far.isNaN { return length - far }
    let before = staticStart - start
    let after = length - before
    switch staticShare {
    case 0: return after
    case 1: return before + staticLength
    default: return 2 * min(before + staticLength / 2, after - staticLength / 2)
    }
  }

  /// The space available to the border box.
  var available: Double { room - marginNear - marginFar }

  /// Returns the position of a border box of the given size. `startsFar` is true if the containing block's inline start
  /// is on the far side.
  func position(_ size: Double, startsFar: Bool) -> Double {
    if hasBothInsets {
      let free = length - near - far - size - marginNear - marginFar
      switch (isNearMarginAuto, isFarMarginAuto) {
      case (true, true):
        return start + near + marginNear + (free >= 0 ? free / 2 : (startsFar ? free : 0))
      case (true, false): return start + near + free
      case (false, true): return start + near + marginNear
      case (false, false) where !alignment.isNaN: return aligned(size, free: available - size)
      // If the box is overconstrained, the inset at the end is ignored.
      case (false, false): return start + near + marginNear + (startsFar ? free : 0)
      }
    }
    if !near.isNaN { return start + near + marginNear }
    if !far.isNaN { return start + length - far - marginFar - size }
    return staticStart + staticShare * (staticLength - size - marginNear - marginFar) + marginNear
  }

  /// Returns the aligned position. A box too large for the space between its insets is shifted to stay inside the
  /// containing block where possible.
  private func aligned(_ size: Double, free: Double) -> Double {
    let wanted = start + near + marginNear + free * alignment
    guard free < 0 else { return wanted }
    let first = start + min(0, near)
    let last = start + length + max(0, -far)
    return max(first + marginNear, min(wanted, last - size - marginFar))
  }
}

extension LayoutPass {
  /// Lays out the absolutely positioned nodes whose containing block is the padding box of `node`. These are its
  /// children and the descendants of its static children.
  ///
  /// - Returns: The extent of the nodes in the coordinates of the node's border box: the largest right and bottom
  ///   edges, and the smallest left edge.
  mutating func placeOutOfFlow(in node: Int, isRightToLeft: Bool) -> OutOfFlowReach {
    let border = borderInsets(node, isRightToLeft)
    let size = results[node].unrounded.size
    let block = ContainingBlock(
      node: node, padding: Rect(origin: .zero, size: size).inset(by: border), isRightToLeft: isRightToLeft)
    var reach = OutOfFlowReach()
    var child = Int(links[node].firstChild)
    while child >= 0 {
      let style = styles[child]
      if style.display == .flex, style.positionType == .absolute {
        placeAbsolute(child, block, &reach)
      }
      let isTransparent =
        style.display == .contents
        || style.display == .flex && style.positionType == .static && !links[child].isMeasured
      if isTransparent, links[child].firstChild >= 0 {
        child = Int(links[child].firstChild)
      } else {
        child = nextBox(after: child, in: node)
      }
    }
    return reach
  }

  /// Returns the nearest ancestor that has a box.
  private func boxParent(_ node: Int) -> Int {
    var parent = Int(links[node].parent)
    while styles[parent].display == .contents, links[parent].parent >= 0 { parent = Int(links[parent].parent) }
    return parent
  }

  private mutating func placeAbsolute(_ node: Int, _ block: ContainingBlock, _ reach: inout OutOfFlowReach) {
    let style = styles[node]
    let parent = boxParent(node)
    let parentIsRightToLeft = parent == block.node ? block.isRightToLeft : results[parent].constraint.isRightToLeft
    let isRightToLeft = itemIsRightToLeft(node, in: parent, containerIsRightToLeft: parentIsRightToLeft)
    var offset = Point.zero
    var above = parent
    while above != block.node {
      offset.x += results[above].unrounded.x
      offset.y += results[above].unrounded.y
      above = boxParent(above)
    }
    // Frames change below nodes that were not laid out again themselves.
    var touched = Int(links[node].parent)
    while touched != block.node {
      results[touched].stamp = stamp
      touched = Int(links[touched].parent)
    }
    let inset = boxInsets(node, block.padding.width, isRightToLeft)
    let (horizontal, vertical) = absoluteAxes(node, parent, offset, block, isRightToLeft, parentIsRightToLeft)

    var height = resolveHeight(
      style.height, node, basis: block.padding.height, available: vertical.available, inset: inset.vertical)
    let minHeight = resolveMinHeight(
      node, basis: block.padding.height, available: vertical.available, inset: inset.vertical)
    let maxHeight = resolveMaxHeight(
      node, basis: block.padding.height, available: vertical.available, inset: inset.vertical)
    if height.isNaN, style.height == .auto, vertical.hasBothInsets, vertical.alignment.isNaN,
      !(style.aspectRatio > 0 && hasFixedWidth(style, horizontal))
    {
      height = max(inset.vertical, vertical.available)
    }
    if !height.isNaN { height = clamped(height, minHeight, maxHeight) }

    var limits = widthLimits(
      node, basis: block.padding.width, available: horizontal.available, height: height, inset: inset.horizontal,
      isRightToLeft: isRightToLeft)
    var width = resolveWidth(
      style.width, node, basis: block.padding.width, available: horizontal.available, height: height,
      inset: inset.horizontal, isRightToLeft: isRightToLeft)
    let isWidthOpen = width.isNaN
    if isWidthOpen {
      if style.aspectRatio > 0, !height.isNaN {
        width = widthByRatio(node, height: height, inset: inset)
        limits.low = automaticMinimum(node, limits, inset: inset.horizontal, isRightToLeft: isRightToLeft)
      } else if horizontal.hasBothInsets {
        width = max(inset.horizontal, horizontal.available)
      } else {
        width = fitContentWidth(
          node, available: horizontal.available, height: height, inset: inset.horizontal,
          isRightToLeft: isRightToLeft)
      }
    }
    if style.aspectRatio > 0, isWidthOpen, height.isNaN {
      transferHeightLimits(node, to: &limits, inset: inset, basis: block.padding.height)
    }
    width = clamped(width, limits.low, limits.high)
    if height.isNaN, style.aspectRatio > 0 {
      height = heightByRatio(node, width: width, inset: inset)
      var low = minHeight
      if style.minHeight == .auto, !style.overflow.isScrollContainer {
        let content = contentHeightByRatio(
          node, width: width, height: height, basisWidth: block.padding.width, isRightToLeft: isRightToLeft)
        low = max(low, min(maxHeight, content))
      }
      height = clamped(height, low, maxHeight)
    }

    var constraint = BoxConstraint(
      width: width, height: height, minHeight: minHeight, maxHeight: maxHeight, basisWidth: block.padding.width,
      isHeightDefinite: !height.isNaN, isRightToLeft: isRightToLeft)
    if style.minHeight.isContentKeyword || style.maxHeight.isContentKeyword, !height.isNaN {
      constraint.height = .unknownLength
      let content =
        style.aspectRatio > 0
        ? heightByRatio(node, width: width, inset: inset)
        : measure(node, constraint, wantsBaseline: false).contentHeight
      if style.maxHeight.isContentKeyword { height = min(height, content) }
      if style.minHeight.isContentKeyword { height = max(height, content) }
      constraint.height = height
    }
    place(node, constraint)
    let placed = results[node].unrounded.size
    let x = horizontal.position(placed.width, startsFar: block.isRightToLeft)
    let y = vertical.position(placed.height, startsFar: false)
    results[node].unrounded.x = x - offset.x
    results[node].unrounded.y = y - offset.y
    reach.add(x, y, Self.reach(of: results[node], style.overflow))
  }

  private func hasFixedWidth(_ style: BoxStyle, _ axis: AbsoluteAxis) -> Bool {
    style.width != .auto || axis.hasBothInsets
  }

  /// Returns the size of a box, including any visible overflow.
  static func reach(of result: NodeResult, _ overflow: Overflow) -> Size {
    guard overflow == .visible else { return result.unrounded.size }
    return Size(
      width: max(result.unrounded.width, result.contentSize.width),
      height: max(result.unrounded.height, result.contentSize.height))
  }

  private mutating func absoluteAxes(
    _ node: Int, _ parent: Int, _ offset: Point, _ block: ContainingBlock, _ isRightToLeft: Bool,
    _ parentIsRightToLeft: Bool
  ) -> (horizontal: AbsoluteAxis, vertical: AbsoluteAxis) {
    let position = styles[node].edges >= 0 ? edges[Int(styles[node].edges)].position : .auto
    let margin = margins(node, block.padding.width, isRightToLeft)
    let edge = styles[node].edges >= 0 ? edges[Int(styles[node].edges)].margin : .zero
    let parentInset = boxInsets(parent, results[parent].constraint.basisWidth, parentIsRightToLeft)
    let content = Rect(origin: offset, size: results[parent].unrounded.size).inset(by: parentInset)
    let share = staticShares(node, parent, isRightToLeft, parentIsRightToLeft)
    return (
      AbsoluteAxis(
        start: block.padding.x, length: block.padding.width,
        near: position.physicalLeft(isRightToLeft).resolved(block.padding.width),
        far: position.physicalRight(isRightToLeft).resolved(block.padding.width),
        marginNear: margin.left, marginFar: margin.right,
        isNearMarginAuto: edge.physicalLeft(isRightToLeft) == .auto,
        isFarMarginAuto: edge.physicalRight(isRightToLeft) == .auto,
        staticStart: content.x, staticLength: content.width, staticShare: share.x),
      AbsoluteAxis(
        start: block.padding.y, length: block.padding.height,
        near: position.top.resolved(block.padding.height), far: position.bottom.resolved(block.padding.height),
        marginNear: margin.top, marginFar: margin.bottom,
        isNearMarginAuto: edge.top == .auto, isFarMarginAuto: edge.bottom == .auto,
        staticStart: content.y, staticLength: content.height, staticShare: share.y,
        alignment: insetAlignment(styles[node].alignSelf))
    )
  }

  /// Returns the share of free space between the vertical insets that `alignSelf` puts before a box (CSS Positioned
  /// Layout 4.3).
  private func insetAlignment(_ align: AlignItems?) -> Double {
    switch align {
    case nil, .normal, .stretch: .unknownLength
    case .flexStart, .start, .selfStart, .baseline: 0
    case .flexEnd, .end, .selfEnd: 1
    case .center: 0.5
    }
  }

  /// Returns the shares of free space to the left of and above a box, as if it were the only item of `parent`.
  private mutating func staticShares(
    _ node: Int, _ parent: Int, _ isRightToLeft: Bool, _ parentIsRightToLeft: Bool
  ) -> Point {
    let mark = scratch.mark
    defer { scratch.release(to: mark) }
    let container = emptyContainer(
      parent,
      BoxConstraint(
        width: 0, height: 0, basisWidth: 0, isHeightDefinite: true, isRightToLeft: parentIsRightToLeft))
    // With a free space of 1, the offset equals the share.
    var main: Double
    switch container.justifyContent {
    case .spaceAround, .spaceEvenly: main = 0.5
    case .spaceBetween: main = 0
    default: main = justification(container, free: 1, count: 1).offset
    }
    if container.isMainFlipped { main = 1 - main }
    let align = Self.alignment(styles[node].alignSelf, container.alignItems)
    var cross = crossShare(align == .baseline ? .start : align, isRightToLeft, container)
    if container.isCrossFlipped { cross = 1 - cross }
    return container.isRow ? Point(x: main, y: cross) : Point(x: cross, y: main)
  }
}

/// The extent of boxes, in the coordinates of their containing block's border box.
struct OutOfFlowReach {
  var left = Double.infinity
  var right = -Double.infinity
  var bottom = -Double.infinity

  mutating func add(_ x: Double, _ y: Double, _ size: Size) {
    left = min(left, x)
    right = max(right, x + size.width)
    bottom = max(bottom, y + size.height)
  }
}
