package import TesseraLayout

/// Measures leaf nodes by their text.
package struct GridTextMeasuring: LeafMeasuring, Sendable {
  /// The texts of the leaf nodes; nodes without an entry are empty.
  package var texts: [NodeID: String]
  /// The grid that measures the texts.
  package var grid: CharacterGrid

  /// Creates a measurer for the given texts and grid.
  package init(texts: [NodeID: String], grid: CharacterGrid = CharacterGrid()) {
    self.texts = texts
    self.grid = grid
  }

  /// Returns the size of a leaf node's text.
  package func measure(_ node: NodeID, width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    grid.measure(texts[node] ?? "", width: width)
  }
}
