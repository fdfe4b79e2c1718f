/// A size found before, and the question.
struct FittingAnswer: Sendable {
  var target: Size
  var horizontal: LayoutPriority
  var vertical: LayoutPriority
  var naturalWidth: AvailableSpace
  var size: Size
}

extension ConstraintLayout {
  /// Asks `systemLayoutSizeFitting` for the smallest size.
  public static let compressedSize = Size.zero

  /// Asks `systemLayoutSizeFitting` for the largest size that the content likes.
  public static let expandedSize = Size(width: 10_000, height: 10_000)

  /// The size of the root that satisfies the constraints and comes as close to `target` as the priorities allow.
  ///
  /// Frames stay as they are. Answers are kept until something changes.
  ///
  /// - Parameters:
  ///   - target: The size to aim at, often `compressedSize`.
  ///   - horizontalFittingPriority: How much the target's width matters against the constraints inside; `required`
  ///     fixes it.
  ///   - verticalFittingPriority: How much the target's height matters.
  ///   - measuring: Answers for the content of measured items.
  public mutating func systemLayoutSizeFitting(
    _ target: Size, horizontalFittingPriority: LayoutPriority = .fittingSizeLevel,
    verticalFittingPriority: LayoutPriority = .fittingSizeLevel,
    measuring: some ConstraintMeasuring = NoConstraintMeasuring()
  ) -> Size {
    fittingSize(target, horizontalFittingPriority, verticalFittingPriority, .maxContent, measuring)
  }

  /// The size of the root as a measured leaf of a flex tree: an implementation of `LeafMeasuring` may return it.
  ///
  /// A definite width or height is kept to; otherwise the answer is the smallest size that the content likes, or, for
  /// `minContent`, can bear.
  public mutating func measuredSize(
    width: AvailableSpace, height: AvailableSpace, measuring: some ConstraintMeasuring = NoConstraintMeasuring()
  ) -> MeasuredSize {
    let target = Size(width: width.points ?? 0, height: height.points ?? 0)
    let size = fittingSize(
      target, width.points == nil ? .fittingSizeLevel : .required,
      height.points == nil ? .fittingSizeLevel : .required, width == .minContent ? .minContent : .maxContent, measuring)
    return MeasuredSize(size: size)
  }

  private mutating func fittingSize(
    _ target: Size, _ horizontal: LayoutPriority, _ vertical: LayoutPriority, _ naturalWidth: AvailableSpace,
    _ measuring: some ConstraintMeasuring
  ) -> Size {
    for answer in fittingCache
    where answer.target == target && answer.horizontal == horizontal && answer.vertical == vertical
      && answer.naturalWidth == naturalWidth
    {
      return answer.size
    }
    // What is new is brought to the solver once, for this question and for those that follow.
    solve(naturalWidth: .maxContent, measuring)
    // A copy leaves the real size, and the steps back to it, out of the way.
    var trial = self
    if naturalWidth == .minContent {
      for index in trial.items.indices where trial.items[index].isUsed && trial.items[index].isMeasured {
        trial.markContentDirty(index)
      }
    }
    trial.setRootSize(target, horizontalPriority: horizontal, verticalPriority: vertical)
    trial.solve(naturalWidth: naturalWidth, measuring)
    let record = trial.items[0]
    let size = Size(
      width: record.width.map { trial.solver.value(of: $0) } ?? 0,
      height: record.height.map { trial.solver.value(of: $0) } ?? 0)
    if fittingCache.count == 8 { fittingCache.removeFirst() }
    fittingCache.append(
      FittingAnswer(
        target: target, horizontal: horizontal, vertical: vertical, naturalWidth: naturalWidth, size: size))
    return size
  }
}

extension LayoutTree {
  /// The size of a flex tree as the content of an item of a `ConstraintLayout`: an implementation of
  /// `ConstraintMeasuring` may return it.
  ///
  /// The tree itself stays as it is; a copy is laid out.
  public func intrinsicContent(
    of root: NodeID, width: AvailableSpace, height: AvailableSpace, direction: Direction = .ltr,
    measuring: some LeafMeasuring
  ) -> IntrinsicContent {
    var copy = self
    copy.compute(root: root, width: width, height: height, direction: direction, scale: 0, measuring: measuring)
    return IntrinsicContent(
      MeasuredSize(size: copy.frame(of: root).size, firstBaseline: copy.firstBaseline(of: root)))
  }
}
