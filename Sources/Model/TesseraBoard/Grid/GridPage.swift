package import TesseraValues

/// A page of a board: its size, its tiles, and the number of icons that flow around them.
///
/// All results depend only on the page itself. Icons have no positions of their own: they fill the cells without tiles
/// in reading order, without gaps.
package struct GridPage: Sendable, Hashable {
  /// The number of rows and columns, from 1 to ``GridSize/greatest``.
  package let size: GridSize
  /// The tiles in the order of placement. No two share a cell.
  package private(set) var tiles: [Tile] = []
  /// The number of icons on the page. Icons without a cell are not shown.
  package private(set) var iconCount: Int
  /// The cells that are not occupied by tiles.
  package private(set) var free: CellSet

  /// The reason why a tile or a page is rejected.
  package enum Refusal: Error, Hashable {
    /// The page has no cells or exceeds the maximum size.
    case pageSize
    /// The tile has no cells or extends beyond the page.
    case outside
    /// Another tile occupies one of the cells.
    case occupied(by: TileID)
    /// The page already has a tile with this identifier.
    case duplicate
  }

  /// Creates an empty page.
  package init(size: GridSize, iconCount: Int = 0) throws(Refusal) {
    guard !size.isEmpty, size.fits(in: .greatest) else { throw .pageSize }
    self.size = size
    self.iconCount = max(0, iconCount)
    free = .all(of: size)
  }

  /// Returns the tile with an identifier.
  package func tile(_ id: TileID) -> Tile? { tiles.first { $0.id == id } }

  /// Adds a tile, or replaces the tile with the same identifier. If the tile is rejected, the page stays unchanged.
  package mutating func put(_ tile: Tile) throws(Refusal) {
    guard tile.frame.lies(in: size), tile.cells.allSatisfy(size.contains) else { throw .outside }
    let cells = CellSet(tile.cells, page: size)
    let index = tiles.firstIndex { $0.id == tile.id }
    let available = index.map { free.union(CellSet(tiles[$0].cells, page: size)) } ?? free
    guard available.isSuperset(of: cells) else {
      let others = tiles.filter { $0.id != tile.id && !cells.isDisjoint(with: CellSet($0.cells, page: size)) }
      throw others.first.map { .occupied(by: $0.id) } ?? .outside
    }
    if let index { tiles[index] = tile } else { tiles.append(tile) }
    free = available.subtracting(cells)
  }

  /// Adds a tile that is not on the page yet.
  package mutating func add(_ tile: Tile) throws(Refusal) {
    guard self.tile(tile.id) == nil else { throw .duplicate }
    try put(tile)
  }

  /// Removes a tile. Other tiles stay in place.
  @discardableResult
  package mutating func remove(_ id: TileID) -> Tile? {
    guard let index = tiles.firstIndex(where: { $0.id == id }) else { return nil }
    let tile = tiles.remove(at: index)
    free = free.union(CellSet(tile.cells, page: size))
    return tile
  }

  /// Returns the page with another number of icons.
  package func withIcons(_ count: Int) -> GridPage {
    var page = self
    page.iconCount = max(0, count)
    return page
  }
}
