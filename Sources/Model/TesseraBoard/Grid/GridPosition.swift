/// A cell of a page by its row and its column. Both count from 1, at the top and at the left; right-to-left layouts mirror what
/// is shown, not what is counted.
package struct GridPosition: Sendable, Hashable, Comparable {
  package var row: Int
  package var column: Int

  package init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }

  /// In the order of reading: rows from the top, each from the left.
  package static func < (left: GridPosition, right: GridPosition) -> Bool {
    (left.row, left.column) < (right.row, right.column)
  }

  /// So many cells further down and to the right; it may lie outside of any page.
  package func moved(rows: Int, columns: Int) -> GridPosition {
    GridPosition(row: row &+ rows, column: column &+ columns)
  }

  /// The neighbour in a direction; with two perpendicular directions the diagonal one. Of opposite directions right and down
  /// count.
  package func neighbour(in direction: GridDirection) -> GridPosition {
    moved(
      rows: direction.contains(.down) ? 1 : direction.contains(.up) ? -1 : 0,
      columns: direction.contains(.right) ? 1 : direction.contains(.left) ? -1 : 0)
  }

  /// Whether another cell is the neighbour in a direction. One direction counts: the first of left, up, right and down.
  package func isAdjacent(to other: GridPosition, in direction: GridDirection) -> Bool {
    let all: [GridDirection] = [.left, .up, .right, .down]
    guard let first = all.first(where: { direction.contains($0) }) else { return false }
    return neighbour(in: first) == other
  }
}
