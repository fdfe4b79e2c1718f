/// A rectangle of cells: its first one and how many rows and columns it has.
package struct GridFrame: Sendable, Hashable {
  package var origin: GridPosition
  package var size: GridSize

  package init(origin: GridPosition, size: GridSize) {
    self.origin = origin
    self.size = size
  }

  /// Whether a cell is in it.
  package func contains(_ position: GridPosition) -> Bool {
    size.contains(position.moved(rows: 1 &- origin.row, columns: 1 &- origin.column))
  }

  /// Whether all of it is on a page of a size. A frame without cells is on none.
  package func lies(in page: GridSize) -> Bool {
    !size.isEmpty && size.fits(in: page) && (1...page.rows - size.rows + 1).contains(origin.row)
      && (1...page.columns - size.columns + 1).contains(origin.column)
  }

  /// Its cells in the order of reading; none where it has no rows or no columns.
  /// - Complexity: linear in the number of cells: who has a frame from outside asks first whether it ``lies(in:)`` a page.
  package var positions: [GridPosition] {
    guard !size.isEmpty else { return [] }
    return (0..<size.rows).flatMap { row in
      (0..<size.columns).map { origin.moved(rows: row, columns: $0) }
    }
  }

  /// The smallest frame around cells; nil where there are none.
  package init?(around positions: some Collection<GridPosition>) {
    guard let top = positions.map(\.row).min(), let left = positions.map(\.column).min(),
      let bottom = positions.map(\.row).max(), let right = positions.map(\.column).max()
    else { return nil }
    self.init(
      origin: GridPosition(row: top, column: left),
      size: GridSize(rows: bottom &- top &+ 1, columns: right &- left &+ 1))
    // Cells that are further from each other than numbers reach.
    if size.isEmpty { return nil }
  }
}
