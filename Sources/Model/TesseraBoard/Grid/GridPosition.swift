/// The row and column of a cell on a page. Both count from 1, starting at the top left. Right-to-left layouts mirror
/// the display, not the numbering.
package struct GridPosition: Sendable, Hashable, Comparable {
  package var row: Int
  package var column: Int

  package init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }

  /// Compares in reading order: by row from the top, then by column from the left.
  package static func < (left: GridPosition, right: GridPosition) -> Bool {
    (left.row, left.column) < (right.row, right.column)
  }

  /// Returns the position moved down and to the right by a number of cells. It may be outside any page.
  package func moved(rows: Int, columns: Int) -> GridPosition {
    GridPosition(row: row &+ rows, column: column &+ columns)
  }
}
