/// A cached result of a fitting-size request, with the request's parameters.
struct FittingSizeResult: Sendable {
  var target: Size
  var horizontal: LayoutPriority
  var vertical: LayoutPriority
  var naturalWidth: AvailableSpace
  var size: Size
}

extension ConstraintLayout {
  /// The target with which `systemLayoutSizeFitting` returns the smallest size.
  public static let compressedSize = Size.zero

  /// The target with which `systemLayoutSizeFitting` returns the largest size that the content prefers.
  public static let expandedSize = Size(width: 10_000, height: 10_000)

  /// Returns the size of the root that satisfies the constraints and comes as close to `target` as the priorities
  /// allow.
  ///
  /// Frames remain unchanged. Results are cached until the layout changes.
  ///
  /// - Parameters:
  ///   - target: The target size, often `compressedSize`.
  ///   - horizontalFittingPriority: The priority of the target's width relative to the constraints inside; `required`
  ///     fixes the width.
  ///   - verticalFittingPriority: The priority of the target's height.
  ///   - measuring: Measures the content of measured items.
  public mutating func systemLayoutSizeFitting(
    _ target: Size, horizontalFittingPriority: LayoutPriority = .fittingSizeLevel,
    verticalFittingPriority: LayoutPriority = .fittingSizeLevel,
    measuring: some ConstraintMeasuring = NoConstraintMeasuring()
  ) -> Size {
    fittingSize(target, horizontalFittingPriority, verticalFittingPriority, .maxContent, measuring)
  }

  /// Returns the size of the root as a measured leaf of a flex tree. An implementation of `LeafMeasuring` may return
  /// it.
  ///
  /// A definite width or height is respected. Otherwise the result is the smallest size at which the content keeps its
  /// preferred size, or its minimum size for `minContent`.
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
    // Pending changes are passed to the solver once, for this request and later ones.
    solve(naturalWidth: .maxContent, measuring)
    // Working on a copy avoids changing the real size and restoring it.
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
      FittingSizeResult(
        target: target, horizontal: horizontal, vertical: vertical, naturalWidth: naturalWidth, size: size))
    return size
  }
}

extension LayoutTree {
  /// Returns the size of a flex tree as the content of an item of a `ConstraintLayout`. An implementation of
  /// `ConstraintMeasuring` may return it.
  ///
  /// The tree itself is not modified; the method lays out a copy.
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
