import TesseraValues

/// Placing a tile where other tiles are, which move out of the way.
extension GridPage {
  /// Returns the page with the tile in its frame, and the new positions of the tiles that made room. Returns nil if not
  /// all of them fit.
  ///
  /// Overlapping tiles are moved by the shortest possible distance, largest first. Other tiles stay in place. The icons
  /// flow around all tiles and must still have cells.
  package func makingRoom(for tile: Tile) -> (page: GridPage, moved: [TileID: GridPosition])? {
    guard let (cleared, inTheWay) = replacingTiles(by: tile) else { return nil }
    var page = cleared
    var moved: [TileID: GridPosition] = [:]
    for other in inTheWay.sorted(by: { $0.cells.count > $1.cells.count }) {
      guard let origin = page.nearestOrigin(for: other), (try? page.put(other.moved(to: origin))) != nil else {
        return nil
      }
      moved[other.id] = origin
    }
    guard page.iconCapacity >= min(iconCount, iconCapacity) else { return nil }
    return (page, moved)
  }

  /// Returns the page with the tile in its frame, and the tiles that it took the place of. Returns nil if its frame is not
  /// on the page.
  func replacingTiles(by tile: Tile) -> (page: GridPage, replaced: [Tile])? {
    guard tile.frame.lies(in: size) else { return nil }
    var page = self
    page.remove(tile.id)
    let wanted = CellSet(tile.cells, page: size)
    let replaced = page.tiles.filter { !wanted.isDisjoint(with: CellSet($0.cells, page: size)) }
    for other in replaced { page.remove(other.id) }
    guard (try? page.put(tile)) != nil else { return nil }
    return (page, replaced)
  }

  /// Returns the free position for a tile's shape that is closest to its current one. If several are equally close, the
  /// first in reading order is used.
  private func nearestOrigin(for tile: Tile) -> GridPosition? {
    guard tile.frame.size.fits(in: size) else { return nil }
    let last = GridPosition(
      row: size.rows - tile.frame.size.rows + 1, column: size.columns - tile.frame.size.columns + 1)
    let shape = tile.cells.map { (rows: $0.row - tile.frame.origin.row, columns: $0.column - tile.frame.origin.column) }
    var nearest: (origin: GridPosition, way: Int)?
    for row in 1...last.row {
      for column in 1...last.column {
        let way = abs(row - tile.frame.origin.row) + abs(column - tile.frame.origin.column)
        // Examining cells is the most expensive part, so only closer positions are examined.
        if let nearest, way >= nearest.way { continue }
        let origin = GridPosition(row: row, column: column)
        if shape.allSatisfy({ free.contains(origin.moved(rows: $0.rows, columns: $0.columns)) }) {
          nearest = (origin, way)
        }
      }
    }
    return nearest?.origin
  }
}
