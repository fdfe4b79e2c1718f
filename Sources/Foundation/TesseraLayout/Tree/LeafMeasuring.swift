/// The room that a box may take along one axis.
public enum AvailableSpace: Sendable, Hashable, BitwiseCopyable {
  /// Exactly so many points.
  case definite(Double)
  /// As little as the content can bear: text breaks wherever it may.
  case minContent
  /// As much as the content likes: text does not break.
  case maxContent

  /// The points, or nil where the space is not definite.
  public var points: Double? {
    if case .definite(let points) = self { points } else { nil }
  }
}

/// The size of a measured leaf's content, in points.
public struct MeasuredSize: Sendable, Hashable, BitwiseCopyable {
  /// The width and the height of the content.
  public var size: Size
  /// The distance of the first line's baseline from the top of the content, or nil where the content has no text.
  public var firstBaseline: Double?

  /// A size, with a baseline for content that has text.
  public init(size: Size, firstBaseline: Double? = nil) {
    self.size = size
    self.firstBaseline = firstBaseline
  }

  /// A size from its extents, with a baseline for content that has text.
  public init(width: Double, height: Double, firstBaseline: Double? = nil) {
    self.init(size: Size(width: width, height: height), firstBaseline: firstBaseline)
  }
}

/// Measures the content of leaves: text, images, a native view.
///
/// Layout asks only for nodes that were declared measured with `LayoutTree.setMeasured(_:for:)`. Sizes are those of the
/// content box, without padding and border. Answers must depend on nothing but the arguments and the content: layout
/// keeps them until `LayoutTree.markDirty(_:)` says that the content changed. Sizes that are negative or not finite
/// count as 0.
///
/// Layout of a tree that is nested very deeply goes on in a second thread with a larger stack, while the calling thread
/// waits: an implementation must not insist on being called on the thread that called `compute`.
public protocol LeafMeasuring {
  /// The size of the content of `node`.
  ///
  /// - Parameters:
  ///   - width: The width of the content box, or the kind of width that is wanted. The content may come out narrower
  ///     than a definite width, and, if it cannot be broken, wider.
  ///   - height: The height of the content box where it is known already, otherwise `maxContent`.
  func measure(_ node: NodeID, width: AvailableSpace, height: AvailableSpace) -> MeasuredSize
}

/// For trees without measured leaves: all content is empty.
public struct NoMeasuring: LeafMeasuring, Sendable {
  /// Measures nothing.
  public init() {}

  /// An empty size.
  public func measure(_ node: NodeID, width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    MeasuredSize(size: .zero)
  }
}
