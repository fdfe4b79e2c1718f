package import TesseraValues

/// Resizing and moving tiles. Other tiles stay in place unless room is made explicitly.
extension GridPage {
  /// Returns whether a tile can occupy other cells in place of its own: they differ from its current cells, no other
  /// tile occupies them, and there is room for the icons.
  package func canReshape(_ tile: Tile, to cells: some Collection<GridPosition>) -> Bool {
    canReshape(own: CellSet(tile.cells, page: size), to: CellSet(cells, page: size), of: cells.count)
  }

  private func canReshape(own: CellSet, to wanted: CellSet, of count: Int) -> Bool {
    guard count > 0, wanted.count == count, wanted != own else { return false }
    // Giving up cells needs no room.
    return own.isSuperset(of: wanted) || fits(wanted, of: count, givingUp: own)
  }

  /// Returns the position of a tile after resizing, or nil if it does not fit or already has the size.
  ///
  /// A tile grows to the right and down if possible, else around its centre, else to the left and up, to the left, or
  /// up. At an edge it is moved back onto the page. A tile that only shrinks keeps its top-left cell.
  ///
  /// - Parameters:
  ///   - tile: The tile.
  ///   - newSize: The new size.
  ///   - isCentred: Whether a tile that grows by an even number of rows and an odd number of columns also tries to keep
  ///     its middle row. HSWidgets does not.
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

  /// Returns the candidate positions on the page in order of preference, without duplicates.
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

  /// Returns whether a tile can move to a position in its current shape. It can always stay where it is.
  package func canMove(_ tile: Tile, to origin: GridPosition) -> Bool {
    guard GridFrame(origin: origin, size: tile.frame.size).lies(in: size) else { return false }
    let cells = tile.moved(to: origin).cells
    return fits(CellSet(cells, page: size), of: cells.count, givingUp: CellSet(tile.cells, page: size))
  }
}
