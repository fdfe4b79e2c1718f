/// Growing, shrinking and moving of tiles. Other tiles stay where they are, unless room is made.
extension GridPage {
  /// Whether a tile can take other cells in place of its own: they differ from its own, no other tile occupies them, and the icons
  /// find room.
  package func canReshape(_ tile: Tile, to cells: some Collection<GridPosition>) -> Bool {
    canReshape(own: CellSet(tile.cells, page: size), to: CellSet(cells, page: size), of: cells.count)
  }

  private func canReshape(own: CellSet, to wanted: CellSet, of count: Int) -> Bool {
    guard count > 0, wanted.count == count, wanted != own else { return false }
    // What is only given up needs no room.
    return own.isSuperset(of: wanted) || fits(wanted, of: count, givingUp: own)
  }

  /// Where a tile would stand in another size; nil where it finds no room, and where it has that size.
  ///
  /// It grows to the right and down if it can, else around its middle, else to the left and up, to the left, or up; a tile at the
  /// edge is pulled back. What only shrinks keeps its top left cell.
  /// - Parameter isCentred: whether a tile that grows by an even number of rows and an odd one of columns also tries to keep its
  ///   middle row, which the original does not.
  package func originForResizing(_ tile: Tile, to newSize: GridSize, isCentred: Bool = false) -> GridPosition? {
    guard newSize.fits(in: size) else { return nil }
    let own = CellSet(tile.cells, page: size)
    return candidates(for: tile, newSize, isCentred).first { origin in
      canReshape(own: own, to: cells(origin, newSize), of: newSize.cellCount)
    }
  }

  private func cells(_ origin: GridPosition, _ size: GridSize) -> CellSet {
    CellSet(GridFrame(origin: origin, size: size).positions, page: self.size)
  }

  /// The places that are tried, the best first, each on the page, and each once.
  private func candidates(for tile: Tile, _ newSize: GridSize, _ isCentred: Bool) -> [GridPosition] {
    guard !newSize.isEmpty, newSize.fits(in: size) else { return [] }
    let rows = newSize.rows - tile.frame.size.rows
    let columns = newSize.columns - tile.frame.size.columns
    var shifts = [(rows: 0, columns: 0)]
    if rows.isMultiple(of: 2), columns.isMultiple(of: 2) {
      shifts.append((-rows / 2, -columns / 2))
    } else if rows.isMultiple(of: 2) || columns.isMultiple(of: 2) {
      shifts += [(0, -columns / 2), (-rows, -columns / 2)]
    }
    if isCentred, rows.isMultiple(of: 2), !columns.isMultiple(of: 2) {
      shifts += [(-rows / 2, 0), (-rows / 2, -columns)]
    }
    shifts += [(-rows, -columns), (0, -columns), (-rows, 0)]
    var seen: Set<GridPosition> = []
    return shifts.compactMap { shift in
      let wanted = tile.frame.origin.moved(rows: shift.rows, columns: shift.columns)
      return pulledBack(wanted, for: newSize).flatMap { seen.insert($0).inserted ? $0 : nil }
    }
  }

  /// Whether a tile can stand elsewhere in its shape. Where it stands it can.
  package func canMove(_ tile: Tile, to origin: GridPosition) -> Bool {
    guard GridFrame(origin: origin, size: tile.frame.size).lies(in: size) else { return false }
    let cells = tile.moved(to: origin).cells
    return fits(CellSet(cells, page: size), of: cells.count, givingUp: CellSet(tile.cells, page: size))
  }
}
