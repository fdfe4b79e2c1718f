/// The space available to a box along one axis.
public enum AvailableSpace: Sendable, Hashable, BitwiseCopyable {
  /// A definite number of points.
  case definite(Double)
  /// The minimum size of the content; text breaks at every opportunity.
  case minContent
  /// The preferred size of the content; text does not break.
  case maxContent

  /// The number of points, or nil if the space is not definite.
  public var points: Double? {
    if case .definite(let points) = self { points } else { nil }
  }
}

/// The size of a measured leaf's content, in points.
public struct MeasuredSize: Sendable, Hashable, BitwiseCopyable {
  /// The width and height of the content.
  public var size: Size
  /// The distance from the top of the content to the baseline of the first line, or nil if the content has no text.
  public var firstBaseline: Double?

  /// Creates a measured size. Pass a baseline if the content has text.
  public init(size: Size, firstBaseline: Double? = nil) {
    self.size = size
    self.firstBaseline = firstBaseline
  }

  /// Creates a measured size from a width and a height. Pass a baseline if the content has text.
  public init(width: Double, height: Double, firstBaseline: Double? = nil) {
    self.init(size: Size(width: width, height: height), firstBaseline: firstBaseline)
  }
}

/// Measures the content of leaves, such as text, images or native views.
///
/// Layout measures only nodes marked with `LayoutTree.setMeasured(_:for:)`. Sizes are those of the content box, without
/// padding and border. Results must depend only on the arguments and the content, because layout caches them until
/// `LayoutTree.markDirty(_:)` reports that the content changed. Negative and non-finite sizes count as 0.
///
/// Layout of a very deeply nested tree continues on a second thread with a larger stack while the calling thread waits.
/// An implementation must not require to be called on the thread that called `compute`.
public protocol LeafMeasuring {
  /// Returns the size of the content of `node`.
  ///
  /// - Parameters:
  ///   - width: The width of the content box, or the kind of width to compute. The content may be narrower than a
  ///     definite width, and wider if it cannot be broken.
  ///   - height: The height of the content box if it is already known, otherwise `maxContent`.
  func measure(_ node: NodeID, width: AvailableSpace, height: AvailableSpace) -> MeasuredSize
}

/// A `LeafMeasuring` for trees without measured leaves; all content is empty.
public struct NoMeasuring: LeafMeasuring, Sendable {
  /// Creates an instance.
  public init() {}

  /// Returns an empty size.
  public func measure(_ node: NodeID, width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    MeasuredSize(size: .zero)
  }
}
