/// A number of rows and columns.
package struct GridSize: Sendable, Hashable {
  package var rows: Int
  package var columns: Int

  package init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
  }

  /// The most rows and columns that a page may have.
  package static let greatest = GridSize(rows: 100, columns: 100)

  /// Whether it has no cell.
  package var isEmpty: Bool { rows < 1 || columns < 1 }

  /// How many cells it has.
  package var cellCount: Int {
    isEmpty ? 0 : rows.multipliedReportingOverflow(by: columns).overflow ? .max : rows * columns
  }

  /// So many rows and columns more, or less.
  package func adding(rows: Int, columns: Int) -> GridSize {
    GridSize(rows: self.rows &+ rows, columns: self.columns &+ columns)
  }

  /// Whether it is no larger than another one in either direction.
  package func fits(in other: GridSize) -> Bool { rows <= other.rows && columns <= other.columns }

  /// Whether a cell is one of a page of this size.
  package func contains(_ position: GridPosition) -> Bool {
    (1...max(1, rows)).contains(position.row) && (1...max(1, columns)).contains(position.column) && !isEmpty
  }

  /// What a tile that may have any size grows to, the first choice first: by both directions, by a column, by a row, in the
  /// order of how many cells they have.
  package var expansions: [GridSize] {
    let steps = [adding(rows: 1, columns: 1), adding(rows: 0, columns: 1), adding(rows: 1, columns: 0)]
    return steps.enumerated()
      .sorted { ($1.element.cellCount, $0.offset) < ($0.element.cellCount, $1.offset) }
      .map(\.element)
  }
}
