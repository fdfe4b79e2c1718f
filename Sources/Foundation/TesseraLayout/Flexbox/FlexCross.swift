extension LayoutPass {
  /// Computes the cross sizes of items and lines before lines are stretched (CSS Flexbox 9.4).
  mutating func sizeCross(_ container: inout FlexContainer) {
    for index in 0..<container.lineCount {
      var line = container.lines[index]
      var largest = 0.0
      var ascent = -Double.infinity
      var descent = -Double.infinity
      for itemIndex in line.start..<line.end {
        if container.isRow {
          sizeRowItemCross(&container.items[itemIndex], container)
        } else {
          sizeColumnItemCross(&container.items[itemIndex], container)
        }
        let item = container.items[itemIndex]
        let outer = container.outerCross(item)
        if isBaselineAligned(item, container) {
          let above = ascentFromCrossStart(item, container)
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
      if style.pointee.aspectRatio > 0 {
        let height = heightByRatio(Int(item.node), width: item.main, inset: item.inset)
        limitCrossByContent(&item, container)
        item.cross = clamped(height, item.minCross, item.maxCross)
        item.isHeightDefinite = true
        item.isHeightByRatio = true
      } else {
        let measured = itemContentHeight(item, container, wantsBaseline: wantsBaseline)
        limitCrossByContent(&item, container)
        item.cross = clamped(measured.contentHeight, item.minCross, item.maxCross)
        item.baseline = measured.baseline
        return
      }
    } else {
      limitCrossByContent(&item, container)
      item.cross = clamped(item.cross, item.minCross, item.maxCross)
    }
    if wantsBaseline {
      item.baseline = measure(Int(item.node), placement(item, container), wantsBaseline: true).baseline
    }
  }

  /// Applies content-based height limits, which can be computed only once the width is known.
  private mutating func limitCrossByContent(_ item: inout FlexItem, _ container: FlexContainer) {
    let style = styles + Int(item.node)
    let isMaximum = style.pointee.maxHeight.isContentKeyword
    let isMinimum = style.pointee.minHeight.isContentKeyword
    if style.pointee.aspectRatio > 0, style.pointee.minHeight == .auto, item.cross.isNaN,
      !style.pointee.overflow.isScrollContainer
    {
      // The automatic minimum size of a box whose height is derived from an aspect ratio.
      let content = contentHeightByRatio(
        Int(item.node), width: item.main, height: heightByRatio(Int(item.node), width: item.main, inset: item.inset),
        basisWidth: container.percentWidth, isRightToLeft: item.isRightToLeft)
      item.minCross = max(item.minCross, min(content, item.maxCross))
    }
    guard isMaximum || isMinimum else { return }
    let content =
      style.pointee.aspectRatio > 0
      ? heightByRatio(Int(item.node), width: item.main, inset: item.inset)
      : itemContentHeight(item, container, wantsBaseline: false).contentHeight
    if isMaximum { item.maxCross = content }
    if isMinimum { item.minCross = content }
  }

  /// Computes the width of a column item from its flexed height if the width depends on it.
  private mutating func sizeColumnItemCross(_ item: inout FlexItem, _ container: FlexContainer) {
    guard item.isHeightDefinite else { return }
    let node = Int(item.node)
    let available = container.innerWidth - item.margin.horizontal
    let style = styles[node]
    if style.aspectRatio > 0, item.main != item.flexBaseSize,
      style.width.isContentKeyword || style.minWidth.isContentKeyword || style.maxWidth.isContentKeyword
    {
      // The content of such a box has the width derived from its height.
      let limits = widthLimits(
        node, basis: container.innerWidth, available: available, height: item.main, inset: item.inset.horizontal,
        isRightToLeft: item.isRightToLeft)
      item.minCross = limits.low
      item.maxCross = limits.high
      let width = resolveWidth(
        style.width, node, basis: container.innerWidth, available: available, height: item.main,
        inset: item.inset.horizontal, isRightToLeft: item.isRightToLeft)
      if !width.isNaN {
        item.cross = clamped(width, limits.low, limits.high)
      } else if item.isCrossKnown {
        item.cross = clamped(max(item.inset.horizontal, available), limits.low, limits.high)
      }
    }
    if !item.isCrossKnown, item.isWidthByHeight {
      item.cross = clamped(
        openWidth(&item, available: available, height: item.main), item.minCross, item.maxCross)
    }
  }

  func isBaselineAligned(_ item: FlexItem, _ container: FlexContainer) -> Bool {
    item.align == .baseline && !container.hasAutoCrossMargin(item)
  }

  /// Returns the distance from the cross start edge of the item's margin box to its baseline. In a column, where text
  /// runs along the cross axis, the left edge serves as the baseline.
  func ascentFromCrossStart(_ item: FlexItem, _ container: FlexContainer) -> Double {
    if container.isRow {
      let baseline = baselineOrBottom(item)
      return container.isCrossFlipped ? item.margin.bottom + item.cross - baseline : item.margin.top + baseline
    }
    return container.isCrossFlipped ? item.margin.right + item.cross : item.margin.left
  }

  /// Returns the item's baseline, or its bottom edge if it has none.
  func baselineOrBottom(_ item: FlexItem) -> Double {
    item.baseline.isNaN ? item.cross : item.baseline
  }

  /// Returns the constraint for the final layout of an item.
  func placement(_ item: FlexItem, _ container: FlexContainer) -> BoxConstraint {
    if container.isRow {
      return BoxConstraint(
        width: item.main,
        height: item.isHeightDefinite ? item.cross : .unknownLength,
        minHeight: item.minCross, maxHeight: item.maxCross, basisWidth: container.percentWidth,
        isHeightDefinite: item.isHeightDefinite, isRightToLeft: item.isRightToLeft)
    }
    return BoxConstraint(
      width: item.cross, height: item.main, basisWidth: container.percentWidth, isHeightDefinite: item.isHeightDefinite,
      isRightToLeft: item.isRightToLeft)
  }
}
