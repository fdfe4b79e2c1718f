/// One page of a board: its size, the tiles on it, and how many icons flow around them.
///
/// Every question has one answer that follows from the page alone. Icons have no places of their own: they fill the cells that no
/// tile occupies, in the order of reading, without a gap.
package struct GridPage: Sendable, Hashable {
  /// How many rows and columns it has: at least one, at most ``GridSize/greatest``.
  package let size: GridSize
  /// The tiles in the order in which they were placed. No two share a cell.
  package private(set) var tiles: [Tile] = []
  /// How many icons are on it. Those that find no cell are not shown.
  package private(set) var iconCount: Int
  /// The cells that no tile occupies.
  package private(set) var free: CellSet

  /// Why something cannot be on a page.
  package enum Refusal: Error, Hashable {
    /// The page has no cells, or more than pages may have.
    case pageSize
    /// The tile has no cells, or some that are not on the page.
    case outside
    /// Another tile occupies one of the cells.
    case occupied(by: TileID)
    /// There is a tile of that name already.
    case duplicate
  }

  /// An empty page.
  package init(size: GridSize, iconCount: Int = 0) throws(Refusal) {
    guard !size.isEmpty, size.fits(in: .greatest) else { throw .pageSize }
    self.size = size
    self.iconCount = max(0, iconCount)
    free = .all(of: size)
  }

  /// The tile of a name.
  package func tile(_ id: TileID) -> Tile? { tiles.first { $0.id == id } }

  /// Puts a tile on the page, or puts the one of its name elsewhere. Nothing happens where it cannot be.
  package mutating func put(_ tile: Tile) throws(Refusal) {
    guard tile.frame.lies(in: size), tile.cells.allSatisfy(size.contains) else { throw .outside }
    let cells = CellSet(tile.cells, page: size)
    let place = tiles.firstIndex { $0.id == tile.id }
    let available = place.map { free.union(CellSet(tiles[$0].cells, page: size)) } ?? free
    guard available.isSuperset(of: cells) else {
      let others = tiles.filter { $0.id != tile.id && !cells.isDisjoint(with: CellSet($0.cells, page: size)) }
      throw others.first.map { .occupied(by: $0.id) } ?? .outside
    }
    if let place { tiles[place] = tile } else { tiles.append(tile) }
    free = available.subtracting(cells)
  }

  /// Puts a tile on the page that is not on it yet.
  package mutating func add(_ tile: Tile) throws(Refusal) {
    guard self.tile(tile.id) == nil else { throw .duplicate }
    try put(tile)
  }

  /// Takes a tile from the page. No other moves.
  @discardableResult
  package mutating func remove(_ id: TileID) -> Tile? {
    guard let index = tiles.firstIndex(where: { $0.id == id }) else { return nil }
    let tile = tiles.remove(at: index)
    free = free.union(CellSet(tile.cells, page: size))
    return tile
  }

  /// The page with another number of icons.
  package func withIcons(_ count: Int) -> GridPage {
    var page = self
    page.iconCount = max(0, count)
    return page
  }
}
