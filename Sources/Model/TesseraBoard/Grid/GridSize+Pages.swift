package import TesseraValues

// Sizes of pages and tiles.
extension GridSize {
  /// The maximum number of columns and rows of a page. A larger one is refused.
  package static let greatest = GridSize(columns: 100, rows: 100)

  /// Whether there are no cells.
  package var isEmpty: Bool { rows < 1 || columns < 1 }

  /// The number of cells.
  package var cellCount: Int {
    isEmpty ? 0 : rows.multipliedReportingOverflow(by: columns).overflow ? .max : rows * columns
  }

  /// Returns the size with rows and columns added or, for negative numbers, removed.
  package func adding(rows: Int, columns: Int) -> GridSize {
    GridSize(columns: self.columns &+ columns, rows: self.rows &+ rows)
  }

  /// Returns whether a cell is on a page of this size.
  package func contains(_ position: GridPosition) -> Bool {
    (1...max(1, rows)).contains(position.row) && (1...max(1, columns)).contains(position.column) && !isEmpty
  }
}
