/// The offset of the first box in a sequence, and the space between adjacent boxes.
struct Distribution {
  var offset = 0.0
  var between = 0.0
}

extension LayoutPass {
  // MARK: Lines

  /// Positions the lines of a multi-line container and distributes the free space among them (CSS Flexbox 9.4 step 9
  /// and 9.6 step 16). Positions are relative to the cross start edge.
  func placeLines(_ container: FlexContainer, crossSize: Double) {
    let count = Double(container.lineCount)
    var free = crossSize - container.crossGap * (count - 1)
    for index in 0..<container.lineCount { free -= container.lines[index].cross }
    var distribution = Distribution()
    if container.isMultiline {
      switch container.alignContent {
      case .normal, .stretch:
        if free > 0 {
          for index in 0..<container.lineCount { container.lines[index].cross += free / count }
        }
      case .flexStart, .baseline: break
      case .flexEnd: distribution.offset = free
      case .start: distribution.offset = container.isCrossFlipped != isCrossStartFar(container) ? free : 0
      case .end: distribution.offset = container.isCrossFlipped != isCrossStartFar(container) ? 0 : free
      case .center: distribution.offset = free / 2
      case .spaceBetween:
        if count > 1 { distribution.between = max(0, free) / (count - 1) }
      case .spaceAround: distribution = spread(free, count, outer: 0.5, isReversed: container.isWrapReverse)
      case .spaceEvenly: distribution = spread(free, count, outer: 1, isReversed: container.isWrapReverse)
      }
    }
    var position = distribution.offset
    for index in 0..<container.lineCount {
      container.lines[index].crossPosition = position
      position += container.lines[index].cross + container.crossGap + distribution.between
    }
  }

  /// Returns whether the writing mode's start of the cross axis is at the physical far end.
  private func isCrossStartFar(_ container: FlexContainer) -> Bool {
    !container.isRow && container.isRightToLeft
  }

  /// Distributes free space around and between boxes. `outer` is the ratio of the space at each end to the space
  /// between two boxes. Without free space, the boxes are aligned to the start.
  private func spread(_ free: Double, _ count: Double, outer: Double, isReversed: Bool) -> Distribution {
    guard free > 0, count > 0 else { return Distribution(offset: isReversed ? free : 0) }
    let between = free / (count - 1 + 2 * outer)
    return Distribution(offset: between * outer, between: between)
  }

  // MARK: Items along the main axis

  /// Computes the positions of the items' border boxes relative to the main start edge.
  func placeMain(_ container: FlexContainer, _ line: FlexLine, mainSize: Double) {
    let items = container.items
    var free = mainSize - container.mainGap * Double(max(0, line.count - 1))
    var autoCount = 0
    for itemIndex in line.start..<line.end {
      free -= container.outerMain(items[itemIndex], items[itemIndex].main)
      let margins = items[itemIndex].autoMargins
      if !margins.isEmpty {
        if margins.contains(container.isRow ? .left : .top) { autoCount += 1 }
        if margins.contains(container.isRow ? .right : .bottom) { autoCount += 1 }
      }
    }
    var distribution = Distribution()
    var autoMargin = 0.0
    if autoCount > 0, free > 0 {
      autoMargin = free / Double(autoCount)
    } else {
      distribution = justification(container, free: free, count: Double(line.count))
    }
    var position = distribution.offset
    let isFlipped = container.isMainFlipped
    for itemIndex in line.start..<line.end {
      let item = items[itemIndex]
      var near = container.isRow ? item.margin.left : item.margin.top
      var far = container.isRow ? item.margin.right : item.margin.bottom
      if autoMargin > 0 {
        if item.autoMargins.contains(container.isRow ? .left : .top) { near += autoMargin }
        if item.autoMargins.contains(container.isRow ? .right : .bottom) { far += autoMargin }
      }
      let before = isFlipped ? far : near
      let after = isFlipped ? near : far
      items[itemIndex].mainPosition = position + before
      position += before + item.main + after + container.mainGap + distribution.between
    }
  }

  /// Returns the distribution of the free space according to `justifyContent`.
  func justification(_ container: FlexContainer, free: Double, count: Double) -> Distribution {
    let isReverse = container.isReverse
    switch container.justifyContent {
    case .normal, .flexStart, .stretch: return Distribution()
    case .flexEnd: return Distribution(offset: free)
    case .start: return Distribution(offset: isReverse ? free : 0)
    case .end: return Distribution(offset: isReverse ? 0 : free)
    case .left, .right:
      // In a column, both mean `start`.
      guard container.isRow else { return Distribution(offset: isReverse ? free : 0) }
      return Distribution(offset: (container.justifyContent == .right) == container.isMainFlipped ? 0 : free)
    case .center: return Distribution(offset: free / 2)
    case .spaceBetween:
      guard free > 0, count > 1 else { return Distribution() }
      return Distribution(between: free / (count - 1))
    case .spaceAround: return spread(free, count, outer: 0.5, isReversed: isReverse)
    case .spaceEvenly: return spread(free, count, outer: 1, isReversed: isReverse)
    }
  }

  // MARK: Items along the cross axis

  /// Returns the position of an item's border box relative to the cross start edge of its line.
  func crossOffset(_ item: FlexItem, _ container: FlexContainer, _ line: FlexLine) -> Double {
    let isFlipped = container.isCrossFlipped
    let near = container.isRow ? item.margin.top : item.margin.left
    let far = container.isRow ? item.margin.bottom : item.margin.right
    let before = isFlipped ? far : near
    let free = line.cross - item.cross - near - far
    if container.hasAutoCrossMargin(item) {
      let isNearAuto = item.autoMargins.contains(container.isRow ? .top : .left)
      let isFarAuto = item.autoMargins.contains(container.isRow ? .bottom : .right)
      let isBeforeAuto = isFlipped ? isFarAuto : isNearAuto
      let isAfterAuto = isFlipped ? isNearAuto : isFarAuto
      guard free > 0 else {
        return before
      }
      if isBeforeAuto { return before + (isAfterAuto ? free / 2 : free) }
      return before
    }
    if isBaselineAligned(item, container) {
      return before + line.ascent - ascentFromCrossStart(item, container)
    }
    return before + crossShare(item.align, item.isRightToLeft, container) * free
  }

  /// Returns the share of the free space that precedes an item, relative to the cross start edge.
  func crossShare(_ align: AlignItems, _ itemIsRightToLeft: Bool, _ container: FlexContainer) -> Double {
    let startsFar = isCrossStartFar(container)
    switch align {
    case .normal, .stretch, .flexStart, .baseline: return 0
    case .flexEnd: return 1
    case .center: return 0.5
    case .start: return container.isCrossFlipped == startsFar ? 0 : 1
    case .end: return container.isCrossFlipped == startsFar ? 1 : 0
    case .selfStart: return container.isCrossFlipped == (!container.isRow && itemIsRightToLeft) ? 0 : 1
    case .selfEnd: return container.isCrossFlipped == (!container.isRow && itemIsRightToLeft) ? 1 : 0
    }
  }
}
