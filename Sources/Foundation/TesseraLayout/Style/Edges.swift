/// Values for the edges of a box. `start` and `end` follow the node's own direction, as CSS's logical properties do;
/// where set, they win over `left` and `right`.
public struct Edges: Sendable, Hashable, BitwiseCopyable {
  /// The left edge.
  public var left: Dimension
  /// The top edge.
  public var top: Dimension
  /// The right edge.
  public var right: Dimension
  /// The bottom edge.
  public var bottom: Dimension
  /// The edge where text begins, or `unset`.
  public var start: Dimension
  /// The edge where text ends, or `unset`.
  public var end: Dimension

  /// No length at any edge.
  public static let zero = Edges(0)
  /// Automatic at every edge.
  public static let auto = Edges(.auto)

  /// Edges one by one.
  public init(
    left: Dimension = 0, top: Dimension = 0, right: Dimension = 0, bottom: Dimension = 0,
    start: Dimension = .unset, end: Dimension = .unset
  ) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
    self.start = start
    self.end = end
  }

  /// The same at every edge.
  public init(_ all: Dimension) {
    self.init(left: all, top: all, right: all, bottom: all)
  }

  /// The same left and right, and the same at top and bottom.
  public init(horizontal: Dimension = 0, vertical: Dimension = 0) {
    self.init(left: horizontal, top: vertical, right: horizontal, bottom: vertical)
  }
}
