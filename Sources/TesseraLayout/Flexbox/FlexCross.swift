extension LayoutPass {
  /// The sizes across the main axis of items and lines, before lines are stretched (CSS Flexbox 9.4).
  mutating func sizeCross(_ container: inout FlexContainer) {
    for index in 0..<container.lineCount {
      var line = container.lines[index]
      var largest = 0.0
      var ascent = -Double.infinity
      var descent = -Double.infinity
      for place in line.start..<line.end {
        if container.isRow {
          sizeRowItemCross(&container.items[place], container)
        } else {
          sizeColumnItemCross(&container.items[place])
        }
        let item = container.items[place]
        let outer = container.outerCross(item)
        if isBaselineAligned(item, container) {
          let above = item.margin.top + baselineOrBottom(item)
          ascent = max(ascent, above)
          descent = max(descent, outer - above)
        } else {
          largest = max(largest, outer)
        }
      }
      if ascent > -.infinity {
        line.ascent = ascent
        largest = max(largest, ascent + descent)
      }
      line.cross = largest
      container.lines[index] = line
    }
    if !container.isMultiline {
      let inner = container.isRow ? container.innerHeight : container.innerWidth
      if !inner.isNaN { container.lines[0].cross = inner }
    }
  }

  private mutating func sizeRowItemCross(_ item: inout FlexItem, _ container: FlexContainer) {
    let wantsBaseline = isBaselineAligned(item, container)
    let style = styles + Int(item.node)
    if item.cross.isNaN {
      if style.pointee.aspectRatio > 0, !style.pointee.height.isContentKeyword {
        let height = heightByRatio(Int(item.node), width: item.main, inset: item.inset)
        item.cross = clamped(height, item.minCross, item.maxCross)
      } else {
        let measured = itemContentHeight(item, container, wantsBaseline: wantsBaseline)
        item.cross = measured.height
        item.baseline = measured.baseline
        return
      }
    } else if !item.isCrossKnown {
      let content = itemContentHeight(item, container, wantsBaseline: false).contentHeight
      if style.pointee.maxHeight.isContentKeyword { item.maxCross = content }
      if style.pointee.minHeight.isContentKeyword { item.minCross = content }
      item.cross = clamped(item.cross, item.minCross, item.maxCross)
    }
    if wantsBaseline {
      item.baseline = measure(Int(item.node), placement(item, container), wantsBaseline: true).baseline
    }
  }

  /// An item of a column whose width follows from its height by an aspect ratio gets it from its flexed height.
  private mutating func sizeColumnItemCross(_ item: inout FlexItem) {
    let style = styles + Int(item.node)
    if !item.isCrossKnown, style.pointee.aspectRatio > 0, item.isHeightDefinite {
      let width = widthByRatio(Int(item.node), height: item.main, inset: item.inset)
      item.cross = clamped(width, item.minCross, item.maxCross)
    }
  }

  func isBaselineAligned(_ item: FlexItem, _ container: FlexContainer) -> Bool {
    item.align == .baseline && container.isRow && !container.hasAutoCrossMargin(item)
  }

  /// The item's baseline, or what stands for it: its bottom.
  func baselineOrBottom(_ item: FlexItem) -> Double {
    item.baseline.isNaN ? item.cross : item.baseline
  }

  /// What an item is laid out for in the end.
  func placement(_ item: FlexItem, _ container: FlexContainer) -> BoxConstraint {
    if container.isRow {
      return BoxConstraint(
        width: item.main,
        height: item.isHeightDefinite || styles[Int(item.node)].aspectRatio > 0 ? item.cross : unknown,
        minHeight: item.minCross, maxHeight: item.maxCross, basisWidth: container.innerWidth,
        isHeightDefinite: item.isHeightDefinite, isRightToLeft: item.isRightToLeft)
    }
    return BoxConstraint(
      width: item.cross, height: item.main, basisWidth: container.innerWidth, isHeightDefinite: item.isHeightDefinite,
      isRightToLeft: item.isRightToLeft)
  }
}
