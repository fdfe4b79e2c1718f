package import TesseraValues

/// Finding room for new tiles.
extension GridPage {
  /// Returns whether there is room for a rectangle. It may cover icons, which move out of the way, but no tile moves.
  package func fits(_ size: GridSize) -> Bool { origin(for: size) != nil }

  /// Returns whether the cells can be occupied: no tile occupies them, and there are enough other cells for the icons.
  package func fits(_ cells: some Collection<GridPosition>) -> Bool {
    fits(CellSet(cells, page: size), of: cells.count)
  }

  /// Returns whether the cells can be occupied.
  ///
  /// - Parameter own: The cells that are given up in exchange.
  func fits(_ wanted: CellSet, of count: Int, givingUp own: CellSet? = nil) -> Bool {
    guard wanted.count == count else { return false }
    let available = own.map(free.union) ?? free
    return count <= vacantCount + (own?.count ?? 0) && available.isSuperset(of: wanted)
  }

  private var vacantCount: Int { max(0, free.count - iconCount) }

  /// Returns the position for a rectangle: the first one that moves no icon, else the first one on the page.
  ///
  /// HSWidgets intends to look for such a position first, but examines all cells twice instead.
  package func origin(for size: GridSize) -> GridPosition? {
    guard !size.isEmpty, size.cellCount <= vacantCount else { return nil }
    return vacant.firstOrigin(of: size) ?? free.firstOrigin(of: size)
  }

  /// Returns the position for a rectangle, if possible around a specified cell.
  package func origin(for size: GridSize, near position: GridPosition) -> GridPosition? {
    guard let first = origin(for: size) else { return nil }
    if let origin = pulledBack(position, for: size), fits(GridFrame(origin: origin, size: size).positions) {
      return origin
    }
    return first
  }

  /// Returns the closest position at which a rectangle does not extend beyond the bottom or right edge. Returns nil if
  /// it is larger than the page, or if the position is above or to the left of the page. Other items on the page are
  /// not considered.
  package func pulledBack(_ origin: GridPosition, for size: GridSize) -> GridPosition? {
    guard !size.isEmpty, size.fits(in: self.size), origin.row >= 1, origin.column >= 1 else { return nil }
    return GridPosition(
      row: min(origin.row, self.size.rows - size.rows + 1),
      column: min(origin.column, self.size.columns - size.columns + 1))
  }
}
