/// The values for the four edges of a box. `start` and `end` follow the node's own direction, like the logical
/// properties of CSS. If set, they override `left` and `right`.
public struct Edges: Sendable, Hashable, BitwiseCopyable {
  /// The left edge.
  public var left: Dimension
  /// The top edge.
  public var top: Dimension
  /// The right edge.
  public var right: Dimension
  /// The bottom edge.
  public var bottom: Dimension
  /// The edge at the start of text, or `unset`.
  public var start: Dimension
  /// The edge at the end of text, or `unset`.
  public var end: Dimension

  /// Zero at every edge.
  public static let zero = Edges(0)
  /// `auto` at every edge.
  public static let auto = Edges(.auto)

  /// Creates edges with individual values.
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

  /// Creates edges with the same value at every edge.
  public init(_ all: Dimension) {
    self.init(left: all, top: all, right: all, bottom: all)
  }

  /// Creates edges with one value for left and right, and one for top and bottom.
  public init(horizontal: Dimension = 0, vertical: Dimension = 0) {
    self.init(left: horizontal, top: vertical, right: horizontal, bottom: vertical)
  }
}
