extension ConstraintLayout {
  /// Sets the size of the root and computes all frames.
  ///
  /// The natural size of each measured item is requested once. If the constraints make the item narrower, its height
  /// for that width is requested, and the constraints are solved a second time. If that changes widths again, they are
  /// solved a third and last time.
  ///
  /// - Parameters:
  ///   - width: The root's width in points; negative numbers and NaN mean 0.
  ///   - height: The root's height in points; negative numbers and NaN mean 0.
  ///   - scale: The number of device pixels per point. Frames are rounded to whole pixels without gaps between
  ///     neighbours. 0 disables rounding.
  ///   - measuring: Measures the content of measured items.
  public mutating func layout(
    width: Double, height: Double, scale: Double = 1, measuring: some ConstraintMeasuring = NoConstraintMeasuring()
  ) {
    setRootSize(
      Size(width: width, height: height), horizontalPriority: .required, verticalPriority: .required)
    solve(naturalWidth: .maxContent, measuring)
    collectFrames(scale: scale > 0 && scale.isFinite && scale < 1e6 ? scale : 0)
  }

  mutating func setRootSize(_ size: Size, horizontalPriority: LayoutPriority, verticalPriority: LayoutPriority) {
    func limited(_ value: Double) -> Double { value.isNaN ? 0 : min(max(0, value), ConstraintSolver.constantLimit) }
    if rootWidth < 0 {
      rootWidth = makeConstraint(
        LayoutConstraint(root, .width, constant: limited(size.width), priority: horizontalPriority),
        origin: .rootSize)
      rootHeight = makeConstraint(
        LayoutConstraint(root, .height, constant: limited(size.height), priority: verticalPriority),
        origin: .rootSize)
      return
    }
    changePriority(horizontalPriority, of: rootWidth)
    changePriority(verticalPriority, of: rootHeight)
    changeConstant(limited(size.width), of: rootWidth)
    changeConstant(limited(size.height), of: rootHeight)
  }

  /// Computes all values for the current size of the root.
  mutating func solve(naturalWidth: AvailableSpace, _ measuring: some ConstraintMeasuring) {
    for index in dirtyContent {
      let index = Int(index)
      guard items[index].isUsed, items[index].isContentDirty else { continue }
      items[index].isContentDirty = false
      guard items[index].isMeasured else { continue }
      let natural = measuring.measure(itemIdentifier(Int32(index)), width: naturalWidth, height: .maxContent)
      if natural != items[index].naturalContent { fittingPriorityCache.removeAll() }
      items[index].naturalContent = natural
      items[index].measuredWidth = .nan
      applyContent(natural, to: index)
    }
    dirtyContent.removeAll(keepingCapacity: true)
    if axisConnectionCount > 0 {
      if isSettled, !isRebuildNeeded { return }
      returnToNaturalContent()
    }
    update()
    defer { isSettled = true }
    guard measuredCount > 0 else { return }
    for _ in 0..<2 {
      guard measureHeights(measuring) else { return }
      update()
    }
  }

  /// Discards the heights measured for narrow widths. If heights affect widths, each solution starts from the natural
  /// sizes: starting from the heights of the previous one could lead to a different result than solving from scratch.
  private mutating func returnToNaturalContent() {
    for index in items.indices where items[index].isMeasured && items[index].isUsed {
      items[index].measuredWidth = .nan
      applyContent(items[index].naturalContent, to: index)
    }
  }

  /// Requests the height of measured items that are narrower than their natural width, or have another one.
  ///
  /// - Returns: Whether any height changed.
  private mutating func measureHeights(_ measuring: some ConstraintMeasuring) -> Bool {
    var isChanged = false
    for index in items.indices where items[index].isMeasured && items[index].isUsed {
      let natural = items[index].naturalContent
      guard let variable = items[index].width, let naturalWidth = natural.width else { continue }
      let width = solver.value(of: variable)
      if abs(width - items[index].measuredWidth) <= 1e-6 { continue }
      items[index].measuredWidth = width
      var content = natural
      if width < naturalWidth - 1e-6 || items[index].isMeasuredWider && width > naturalWidth + 1e-6 {
        content = measuring.measure(itemIdentifier(Int32(index)), width: .definite(width), height: .maxContent)
        content.width = naturalWidth
        if let first = natural.firstBaseline, let height = natural.height, content.lastBaselineFromBottom == nil {
          content.lastBaselineFromBottom = natural.lastBaselineFromBottom ?? max(0, height - first)
        }
      }
      guard content != items[index].content else { continue }
      applyContent(content, to: index)
      isChanged = true
    }
    return isChanged
  }

  // MARK: Frames

  private mutating func collectFrames(scale: Double) {
    for variable in solver.removeChangedVariables() {
      let item = itemOfVariable[Int(variable.index)]
      if item >= 0, items[Int(item)].isUsed { mark(item) }
    }
    changedItems.removeAll(keepingCapacity: true)
    if scale != lastScale {
      lastScale = scale
      for index in items.indices where items[index].isUsed { mark(Int32(index)) }
    }
    // Parents come before their children. Items may be appended during the loop, but only at deeper levels.
    var levels: [[Int32]] = []
    func add(_ index: Int32, _ levels: inout [[Int32]]) {
      let depth = Int(items[Int(index)].depth)
      while levels.count <= depth { levels.append([]) }
      levels[depth].append(index)
    }
    for index in markedItems where items[Int(index)].isUsed && items[Int(index)].isMarked { add(index, &levels) }
    markedItems.removeAll(keepingCapacity: true)
    var depth = 0
    let grid = PixelGrid(scale: scale)
    while depth < levels.count {
      for index in levels[depth].sorted() {
        let (isMoved, isResized) = place(Int(index), grid)
        guard isMoved || isResized else { continue }
        for position in 0..<children.count(Int(index)) {
          let child = children[Int(index), position]
          guard !items[Int(child)].isMarked else { continue }
          if !isMoved, case .box = items[Int(child)].kind { continue }
          items[Int(child)].isMarked = true
          add(child, &levels)
        }
      }
      depth += 1
    }
  }

  /// Sets the frame of one item.
  ///
  /// - Returns: Whether the subpixel offset of the origin from the grid changed, and whether the size changed.
  private mutating func place(_ index: Int, _ grid: PixelGrid) -> (isMoved: Bool, isResized: Bool) {
    items[index].isMarked = false
    let item = items[index]
    let parent = item.parent < 0 ? nil : items[Int(item.parent)]
    var rect: Rect
    switch item.kind {
    case .box:
      func value(_ variable: SolverVariable?) -> Double {
        let value = variable.map { solver.value(of: $0) } ?? 0
        return min(max(-ConstraintSolver.constantLimit, value), ConstraintSolver.constantLimit)
      }
      rect = Rect(x: value(item.x), y: value(item.y), width: value(item.width), height: value(item.height))
    case .inset(let insets, let isDirectional):
      let size = parent?.unrounded.size ?? .zero
      rect = Rect(
        x: left(insets, isDirectional), y: insets.top, width: max(0, size.width - insets.horizontal),
        height: max(0, size.height - insets.vertical))
    }
    let isResized = rect.size != item.unrounded.size
    items[index].unrounded = rect
    var subpixel = Point.zero
    if grid.scale > 0 {
      (rect, subpixel) = grid.frame(rect, parentSubpixel: parent?.subpixel ?? .zero, isMeasured: item.isMeasured)
    }
    if rect != item.frame {
      items[index].frame = rect
      changedItems.append(itemIdentifier(Int32(index)))
    }
    items[index].subpixel = subpixel
    return (subpixel != item.subpixel, isResized)
  }
}
