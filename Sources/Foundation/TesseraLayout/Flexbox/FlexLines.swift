extension LayoutPass {
  /// Collects the items into lines (CSS Flexbox 9.3).
  ///
  /// - Parameter breakAt: The available space along the main axis before a line breaks.
  mutating func breakLines(_ container: inout FlexContainer, at breakAt: Double) {
    let items = container.items
    let count = container.itemCount
    guard container.isMultiline, count > 0 else {
      container.lines[0] = FlexLine(start: 0, end: count)
      container.lineCount = 1
      return
    }
    // Sums of fractions have rounding errors, so an item that exceeds the space only by such an error stays on the
    // line.
    let limit = breakAt + 1e-4
    var lineCount = 0
    for isWriting in [false, true] {
      if isWriting { container.lines = scratch.allocate(lineCount, of: FlexLine.self) }
      lineCount = 0
      var start = 0
      while start < count {
        var sum = container.outerMain(items[start], items[start].hypotheticalMain)
        var end = start + 1
        while end < count {
          let next = sum + container.mainGap + container.outerMain(items[end], items[end].hypotheticalMain)
          if next > limit { break }
          sum = next
          end += 1
        }
        if isWriting { container.lines[lineCount] = FlexLine(start: start, end: end) }
        lineCount += 1
        start = end
      }
    }
    container.lineCount = lineCount
  }

  /// Returns the largest sum of the outer hypothetical main sizes of a line, including gaps.
  func hypotheticalMainSize(_ container: FlexContainer) -> Double {
    var largest = 0.0
    for index in 0..<container.lineCount {
      let line = container.lines[index]
      var sum = container.mainGap * Double(max(0, line.count - 1))
      for itemIndex in line.start..<line.end {
        sum += container.outerMain(container.items[itemIndex], container.items[itemIndex].hypotheticalMain)
      }
      largest = max(largest, sum)
    }
    return largest
  }

  /// Grows or shrinks the items of a line to fill `mainSize` (CSS Flexbox 9.7).
  func resolveFlexibleLengths(_ container: FlexContainer, _ line: FlexLine, mainSize: Double) {
    let items = container.items
    let gaps = container.mainGap * Double(max(0, line.count - 1))
    var hypothetical = gaps
    for itemIndex in line.start..<line.end {
      hypothetical += container.outerMain(items[itemIndex], items[itemIndex].hypotheticalMain)
    }
    let isGrowing = hypothetical < mainSize
    if hypothetical == mainSize { return }

    var unfrozen = 0
    var used = gaps
    for itemIndex in line.start..<line.end {
      let style = styles + Int(items[itemIndex].node)
      let factor = isGrowing ? style.pointee.flexGrow : style.pointee.flexShrink
      let base = items[itemIndex].flexBaseSize
      let target = items[itemIndex].hypotheticalMain
      items[itemIndex].isFrozen = factor == 0 || (isGrowing ? base > target : base < target)
      if !items[itemIndex].isFrozen { unfrozen += 1 }
      used += container.outerMain(items[itemIndex], items[itemIndex].isFrozen ? target : base)
    }
    if unfrozen == 0 { return }
    let initialFree = mainSize - used

    while unfrozen > 0 {
      var free = mainSize - gaps
      var factors = 0.0
      var weights = 0.0
      for itemIndex in line.start..<line.end {
        let item = items[itemIndex]
        free -= container.outerMain(item, item.isFrozen ? item.main : item.flexBaseSize)
        guard !item.isFrozen else { continue }
        let style = styles + Int(item.node)
        if isGrowing {
          factors += style.pointee.flexGrow
        } else {
          factors += style.pointee.flexShrink
          weights += style.pointee.flexShrink * max(0, item.flexBaseSize - container.mainInset(item))
        }
      }
      if factors < 1 {
        let part = initialFree * factors
        if abs(part) < abs(free) { free = part }
      }
      if isGrowing { weights = factors }
      var violation = 0.0
      for itemIndex in line.start..<line.end where !items[itemIndex].isFrozen {
        let item = items[itemIndex]
        var length = item.flexBaseSize
        if weights > 0 {
          let style = styles + Int(item.node)
          let weight =
            isGrowing
            ? style.pointee.flexGrow
            : style.pointee.flexShrink * max(0, item.flexBaseSize - container.mainInset(item))
          length += free * (weight / weights)
        }
        let target = max(clamped(length, item.minMain, item.maxMain), container.mainInset(item))
        violation += target - length
        items[itemIndex].main = target
        items[itemIndex].hypotheticalMain = length
      }
      // Freezes only the items whose violation has the same sign as the total violation.
      var isProgress = false
      for itemIndex in line.start..<line.end where !items[itemIndex].isFrozen {
        let difference = items[itemIndex].main - items[itemIndex].hypotheticalMain
        if violation == 0 || (violation > 0 ? difference > 0 : difference < 0) {
          items[itemIndex].isFrozen = true
          unfrozen -= 1
          isProgress = true
        }
      }
      // Rounding may leave a total violation without a violation of any single item.
      if !isProgress { return }
    }
  }
}
