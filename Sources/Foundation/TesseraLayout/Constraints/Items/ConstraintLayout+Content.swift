extension ConstraintLayout {
  /// Sets the intrinsic size and baselines of the item's content.
  public mutating func setIntrinsicContent(_ content: IntrinsicContent, of item: LayoutItemID) {
    let index = checked(item)
    forgetFitting()
    applyContent(content, to: index)
  }

  /// Sets whether a `ConstraintMeasuring` measures the item's content. It measures the natural size first, and the
  /// height for a given width once the constraints make the item narrower.
  ///
  /// - Parameter atGreaterWidths: Whether the height is also measured once they make it wider. That of text does not
  ///   change then, unlike that of a box with a ratio in it.
  public mutating func setMeasured(_ isMeasured: Bool, atGreaterWidths: Bool = false, of item: LayoutItemID) {
    let index = checked(item)
    items[index].isMeasuredWider = atGreaterWidths
    guard items[index].isMeasured != isMeasured else { return }
    items[index].isMeasured = isMeasured
    measuredCount += isMeasured ? 1 : -1
    if isMeasured { markContentDirty(index) } else { applyContent(.none, to: index) }
    forgetFitting()
  }

  /// Marks the content of a measured item as changed.
  public mutating func markDirty(_ item: LayoutItemID) {
    let index = checked(item)
    if items[index].isMeasured { markContentDirty(index) }
  }

  /// Sets the priorities with which the item keeps the size of its content along an axis.
  public mutating func setContentPriorities(
    _ priorities: ContentPriorities, _ axis: LayoutAxis, of item: LayoutItemID
  ) {
    let index = checked(item)
    let own = items[index].contentConstraints
    switch axis {
    case .horizontal:
      items[index].horizontal = priorities
      if let own, own.huggingWidth >= 0 {
        changePriority(priorities.hugging, of: own.huggingWidth)
        changePriority(priorities.compressionResistance, of: own.compressionWidth)
      }
    case .vertical:
      items[index].vertical = priorities
      if let own, own.huggingHeight >= 0 {
        changePriority(priorities.hugging, of: own.huggingHeight)
        changePriority(priorities.compressionResistance, of: own.compressionHeight)
      }
    }
  }

  /// Returns the priorities with which the item keeps the size of its content along an axis.
  public func contentPriorities(_ axis: LayoutAxis, of item: LayoutItemID) -> ContentPriorities {
    axis == .horizontal ? items[checked(item)].horizontal : items[checked(item)].vertical
  }

  /// Returns the current intrinsic size and baselines of the item's content.
  public func intrinsicContent(of item: LayoutItemID) -> IntrinsicContent { items[checked(item)].content }

  // MARK: Frames

  /// Positions an item without author constraints, at a frame relative to its parent. The frame follows changes of the
  /// parent's size according to the mask. The difference is distributed among the flexible parts in proportion to their
  /// current lengths.
  ///
  /// - Parameter parentSize: The size of the parent to which the frame applies.
  public mutating func setFrame(
    _ frame: Rect, inParentOfSize parentSize: Size, resizing mask: AutoresizingMask = [], of item: LayoutItemID
  ) {
    let index = checked(item)
    guard index != 0, case .box = items[index].kind else { return }
    forgetFitting()
    clearFrame(index)
    let parent = itemIdentifier(items[index].parent)
    let horizontal = AutoresizingShare(
      start: frame.x, length: frame.width, parent: parentSize.width, isStart: mask.contains(.flexibleLeftMargin),
      isLength: mask.contains(.flexibleWidth), isEnd: mask.contains(.flexibleRightMargin))
    let vertical = AutoresizingShare(
      start: frame.y, length: frame.height, parent: parentSize.height, isStart: mask.contains(.flexibleTopMargin),
      isLength: mask.contains(.flexibleHeight), isEnd: mask.contains(.flexibleBottomMargin))
    // Positions are multiples of the parent's far edge, because the near edge is at 0 in the parent's coordinates.
    for (attribute, other, share) in [
      (LayoutAttribute.left, LayoutAttribute.right, horizontal.start), (.width, .width, horizontal.length),
      (.top, .bottom, vertical.start), (.height, .height, vertical.length),
    ] {
      _ = makeConstraint(
        LayoutConstraint(item, attribute, to: parent, other, multiplier: share.factor, constant: share.constant),
        origin: .frame)
    }
  }

  /// Removes the frame set with `setFrame(_:inParentOfSize:resizing:of:)`.
  public mutating func clearFrame(of item: LayoutItemID) {
    forgetFitting()
    clearFrame(checked(item))
  }

  private mutating func clearFrame(_ index: Int) {
    var found: [Int32] = []
    for position in 0..<uses.count(index) {
      let use = uses[index, position]
      if constraints[Int(use)].origin == .frame, constraints[Int(use)].constraint.item.index == Int32(index) {
        found.append(use)
      }
    }
    for use in found { releaseConstraint(use) }
  }

  // MARK: Implementation

  /// Discards the answers about the size of the root.
  mutating func forgetFitting() {
    fittingCache.removeAll()
    fittingPriorityCache.removeAll()
  }

  mutating func markContentDirty(_ index: Int) {
    isSettled = false
    fittingCache.removeAll()
    guard !items[index].isContentDirty else { return }
    items[index].isContentDirty = true
    dirtyContent.append(Int32(index))
  }

  /// Updates the constraints that represent an item's content.
  mutating func applyContent(_ content: IntrinsicContent, to index: Int) {
    let old = items[index].content
    guard content != old else { return }
    items[index].content = content
    var own = items[index].contentConstraints ?? ContentConstraints()
    let item = itemIdentifier(Int32(index))
    let record = items[index]
    applyLength(content.width, item, .width, record.horizontal, &own.huggingWidth, &own.compressionWidth)
    applyLength(content.height, item, .height, record.vertical, &own.huggingHeight, &own.compressionHeight)
    items[index].contentConstraints = own
    if content.firstBaseline != old.firstBaseline || content.lastBaselineFromBottom != old.lastBaselineFromBottom {
      let isNew = (content.firstBaseline == nil) != (old.firstBaseline == nil)
      invalidateConstraints(of: index, replacing: isNew) { $0 == .firstBaseline || $0 == .lastBaseline }
    }
  }

  private mutating func applyLength(
    _ length: Double?, _ item: LayoutItemID, _ attribute: LayoutAttribute, _ priorities: ContentPriorities,
    _ hugging: inout Int32, _ compression: inout Int32
  ) {
    guard let length else {
      if hugging >= 0 { releaseConstraint(hugging) }
      if compression >= 0 { releaseConstraint(compression) }
      hugging = -1
      compression = -1
      return
    }
    if hugging >= 0 {
      changeConstant(length, of: hugging)
      changeConstant(length, of: compression)
      return
    }
    hugging = makeConstraint(
      LayoutConstraint(item, attribute, .lessThanOrEqual, constant: length, priority: priorities.hugging),
      origin: .hugging)
    compression = makeConstraint(
      LayoutConstraint(
        item, attribute, .greaterThanOrEqual, constant: length, priority: priorities.compressionResistance),
      origin: .compressionResistance)
  }
}

/// The relation of a part of a frame to the parent's length: `factor · parent + constant`.
struct AutoresizingShare {
  var start: (factor: Double, constant: Double)
  var length: (factor: Double, constant: Double)

  init(start: Double, length: Double, parent: Double, isStart: Bool, isLength: Bool, isEnd: Bool) {
    func limited(_ value: Double) -> Double {
      value.isFinite ? min(max(-ConstraintSolver.constantLimit / 4, value), ConstraintSolver.constantLimit / 4) : 0
    }
    let start = limited(start)
    let length = max(0, limited(length))
    let parent = max(0, limited(parent))
    let end = parent - start - length
    var parts = (isStart ? max(0, start) : 0, isLength ? length : 0, isEnd ? max(0, end) : 0)
    var sum = parts.0 + parts.1 + parts.2
    if sum <= 0 {
      // The lengths give no proportion, so the flexible parts get equal shares.
      parts = (isStart ? 1 : 0, isLength ? 1 : 0, isEnd ? 1 : 0)
      sum = max(1, parts.0 + parts.1 + parts.2)
    }
    let startFactor = parts.0 / sum
    let lengthFactor = parts.1 / sum
    self.start = (startFactor, start - startFactor * parent)
    self.length = (lengthFactor, length - lengthFactor * parent)
  }
}
