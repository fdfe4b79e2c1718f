public import TesseraLayout

/// Measures leaves by their texts.
public struct GridTextMeasuring: LeafMeasuring, Sendable {
  /// The leaves' texts; others are empty.
  public var texts: [NodeID: String]
  /// What the texts are set in.
  public var grid: CharacterGrid

  /// Measures the given texts on a grid of characters.
  public init(texts: [NodeID: String], grid: CharacterGrid = CharacterGrid()) {
    self.texts = texts
    self.grid = grid
  }

  /// The size of a leaf's text.
  public func measure(_ node: NodeID, width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    grid.measure(texts[node] ?? "", width: width)
  }
}
