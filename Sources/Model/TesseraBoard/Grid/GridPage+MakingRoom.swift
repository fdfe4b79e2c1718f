/// Placing a tile where others stand: those move away.
extension GridPage {
  /// The page after a tile took a frame, and where those stand now that made room; nil where not all find a place.
  ///
  /// Who stands in the way moves as short a way as possible, the largest first; those beside the way stay. Icons flow around all of
  /// it, and have to find cells.
  package func makingRoom(for tile: Tile) -> (page: GridPage, moved: [TileID: GridPosition])? {
    guard tile.frame.lies(in: size) else { return nil }
    var page = self
    page.remove(tile.id)
    let wanted = CellSet(tile.cells, page: size)
    let inTheWay = page.tiles.filter { !wanted.isDisjoint(with: CellSet($0.cells, page: size)) }
    for other in inTheWay { page.remove(other.id) }
    guard (try? page.put(tile)) != nil else { return nil }
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

  /// The free place of a tile's shape with the shortest way from where it was; of equal ways the first in the order of reading.
  private func nearestOrigin(for tile: Tile) -> GridPosition? {
    guard tile.frame.size.fits(in: size) else { return nil }
    let last = GridPosition(
      row: size.rows - tile.frame.size.rows + 1, column: size.columns - tile.frame.size.columns + 1)
    let shape = tile.cells.map { (rows: $0.row - tile.frame.origin.row, columns: $0.column - tile.frame.origin.column) }
    var nearest: (origin: GridPosition, way: Int)?
    for row in 1...last.row {
      for column in 1...last.column {
        let way = abs(row - tile.frame.origin.row) + abs(column - tile.frame.origin.column)
        // Looking at cells costs most: only at those of places that are nearer.
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
