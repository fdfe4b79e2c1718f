/// Values for the edges of a box. `start` and `end` follow the direction of the node's parent for margins and insets, and
/// the node's own for padding and borders; where set, they win over `left` and `right`.
public struct Edges: Sendable, Hashable, BitwiseCopyable {
  public var left: Dimension
  public var top: Dimension
  public var right: Dimension
  public var bottom: Dimension
  public var start: Dimension
  public var end: Dimension

  public static let zero = Edges(0)
  public static let auto = Edges(.auto)

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

  public init(_ all: Dimension) {
    self.init(left: all, top: all, right: all, bottom: all)
  }

  public init(horizontal: Dimension = 0, vertical: Dimension = 0) {
    self.init(left: horizontal, top: vertical, right: horizontal, bottom: vertical)
  }
}
