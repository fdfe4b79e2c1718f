package import TesseraValues

/// A rectangle of cells, given by its first cell and its number of rows and columns.
package struct GridFrame: Sendable, Hashable {
  package var origin: GridPosition
  package var size: GridSize

  package init(origin: GridPosition, size: GridSize) {
    self.origin = origin
    self.size = size
  }

  /// Returns whether the frame is entirely on a page of a size. A frame without cells never is.
  package func lies(in page: GridSize) -> Bool {
    !size.isEmpty && size.fits(in: page) && (1...page.rows - size.rows + 1).contains(origin.row)
      && (1...page.columns - size.columns + 1).contains(origin.column)
  }

  /// The cells of the frame in reading order. Empty if there are no rows or no columns.
  ///
  /// - Complexity: O(*n*) in the number of cells. For a frame from an untrusted source, check ``lies(in:)`` first.
  package var positions: [GridPosition] {
    guard !size.isEmpty else { return [] }
    return (0..<size.rows).flatMap { row in
      (0..<size.columns).map { origin.moved(rows: row, columns: $0) }
    }
  }

  /// Creates the smallest frame that contains the cells. Returns nil if there are none.
  package init?(around positions: some Collection<GridPosition>) {
    guard let top = positions.map(\.row).min(), let left = positions.map(\.column).min(),
      let bottom = positions.map(\.row).max(), let right = positions.map(\.column).max()
    else { return nil }
    self.init(
      origin: GridPosition(row: top, column: left),
      size: GridSize(columns: right &- left &+ 1, rows: bottom &- top &+ 1))
    // The distance between the cells overflows an integer.
    if size.isEmpty { return nil }
  }
}
