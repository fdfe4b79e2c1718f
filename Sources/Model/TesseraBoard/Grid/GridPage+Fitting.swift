/// Where something new finds room.
extension GridPage {
  /// Whether a rectangle finds room. It may lie on icons, which move out of the way, but no tile moves.
  package func fits(_ size: GridSize) -> Bool { origin(for: size) != nil }

  /// Whether some cells can be taken: no tile occupies them, and the icons find other cells.
  package func fits(_ cells: some Collection<GridPosition>) -> Bool {
    fits(CellSet(cells, page: size), of: cells.count)
  }

  /// - Parameter own: the cells that are given up for them.
  func fits(_ wanted: CellSet, of count: Int, givingUp own: CellSet? = nil) -> Bool {
    guard wanted.count == count else { return false }
    let available = own.map(free.union) ?? free
    return count <= vacantCount + (own?.count ?? 0) && available.isSuperset(of: wanted)
  }

  private var vacantCount: Int { max(0, free.count - iconCount) }

  /// Where a rectangle finds room: the first place that moves no icon, else the first place on the page.
  ///
  /// The original means to look for such a place first and looks at all cells twice.
  package func origin(for size: GridSize) -> GridPosition? {
    guard !size.isEmpty, size.cellCount <= vacantCount else { return nil }
    return vacant.firstOrigin(of: size) ?? free.firstOrigin(of: size)
  }

  /// Where a rectangle finds room, if possible around a cell that was pointed at.
  package func origin(for size: GridSize, near position: GridPosition) -> GridPosition? {
    guard let first = origin(for: size) else { return nil }
    if let origin = pulledBack(position, for: size), fits(GridFrame(origin: origin, size: size).positions) {
      return origin
    }
    return first
  }

  /// The place nearest to a wanted one from which a rectangle does not stick out below or to the right; nil where it is larger than
  /// the page, and where the wanted place is above the page or to the left of it. What is on the page has no part in it.
  package func pulledBack(_ origin: GridPosition, for size: GridSize) -> GridPosition? {
    guard !size.isEmpty, size.fits(in: self.size), origin.row >= 1, origin.column >= 1 else { return nil }
    return GridPosition(
      row: min(origin.row, self.size.rows - size.rows + 1),
      column: min(origin.column, self.size.columns - size.columns + 1))
  }

  /// The place nearest to a wanted one from which a rectangle is on the page; nil where it is larger than the page.
  package func clamped(_ origin: GridPosition, for size: GridSize) -> GridPosition? {
    pulledBack(GridPosition(row: max(1, origin.row), column: max(1, origin.column)), for: size)
  }
}
