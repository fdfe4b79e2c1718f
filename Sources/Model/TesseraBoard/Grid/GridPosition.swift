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

  /// Returns the neighbour in a direction, or the diagonal neighbour for two perpendicular directions. Of opposite
  /// directions, right and down take precedence.
  package func neighbour(in direction: GridDirection) -> GridPosition {
    moved(
      rows: direction.contains(.down) ? 1 : direction.contains(.up) ? -1 : 0,
      columns: direction.contains(.right) ? 1 : direction.contains(.left) ? -1 : 0)
  }

  /// Returns whether another cell is the neighbour in a direction. Only one direction counts: the first of left, up,
  /// right and down.
  package func isAdjacent(to other: GridPosition, in direction: GridDirection) -> Bool {
    let all: [GridDirection] = [.left, .up, .right, .down]
    guard let first = all.first(where: { direction.contains($0) }) else { return false }
    return neighbour(in: first) == other
  }
}
