package import TesseraValues

/// The size of cells and the gaps between them, in points.
package struct GridMetrics: Sendable, Hashable {
  /// The width and height of a cell.
  package var cellWidth: Double
  package var cellHeight: Double
  /// The gap between two columns, and between two rows.
  package var columnGap: Double
  package var rowGap: Double

  package init(cellWidth: Double, cellHeight: Double, columnGap: Double, rowGap: Double) {
    self.cellWidth = cellWidth
    self.cellHeight = cellHeight
    self.columnGap = columnGap
    self.rowGap = rowGap
  }

  /// Returns the width and height of a number of cells, including the gaps between them.
  package func extent(of size: GridSize) -> (width: Double, height: Double) {
    guard !size.isEmpty else { return (0, 0) }
    return (
      cellWidth * Double(size.columns) + columnGap * Double(size.columns - 1),
      cellHeight * Double(size.rows) + rowGap * Double(size.rows - 1)
    )
  }

  /// Returns the offset of a cell's top-left corner from that of the page.
  package func offset(of position: GridPosition) -> (x: Double, y: Double) {
    ((cellWidth + columnGap) * Double(position.column - 1), (cellHeight + rowGap) * Double(position.row - 1))
  }
}
