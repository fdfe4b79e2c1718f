package import TesseraLayout

/// Measures leaves by their texts.
package struct GridTextMeasuring: LeafMeasuring, Sendable {
  /// The leaves' texts; others are empty.
  package var texts: [NodeID: String]
  /// What the texts are set in.
  package var grid: CharacterGrid

  /// Measures the given texts on a grid of characters.
  package init(texts: [NodeID: String], grid: CharacterGrid = CharacterGrid()) {
    self.texts = texts
    self.grid = grid
  }

  /// The size of a leaf's text.
  package func measure(_ node: NodeID, width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    grid.measure(texts[node] ?? "", width: width)
  }
}
