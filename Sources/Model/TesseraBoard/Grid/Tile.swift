/// A typed identifier. Identifiers for different kinds of things, such as tiles and icons, cannot be mixed up.
package struct Name<Thing>: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package init(stringLiteral text: String) { rawValue = text }
}

/// The identifier of a tile on a board, valid as long as the tile is placed.
package typealias TileID = Name<Tile>

/// The place of a widget on a page.
package struct Tile: Sendable, Hashable {
  package let id: TileID
  /// The rectangle in which the tile is shown.
  package private(set) var frame: GridFrame
  /// The occupied cells in reading order, if they differ from the frame.
  package private(set) var customCells: [GridPosition]?

  /// Creates a tile that occupies its whole frame.
  package init(id: TileID, frame: GridFrame) {
    self.id = id
    self.frame = frame
  }

  /// Creates a tile that occupies the given cells, with the smallest frame that contains them. Returns nil if there are
  /// no cells.
  package init?(id: TileID, cells: some Collection<GridPosition>) {
    guard let frame = GridFrame(around: cells) else { return nil }
    self.init(id: id, frame: frame)
    if Set(cells).count != frame.size.cellCount { customCells = Set(cells).sorted() }
  }

  /// The occupied cells in reading order.
  package var cells: [GridPosition] { customCells ?? frame.positions }

  /// Returns the tile at another position, in the same shape.
  package func moved(to origin: GridPosition) -> Tile {
    var tile = self
    let (rows, columns) = (origin.row &- frame.origin.row, origin.column &- frame.origin.column)
    tile.frame.origin = origin
    tile.customCells = customCells?.map { $0.moved(rows: rows, columns: columns) }
    return tile
  }

  /// Returns the tile with another identifier.
  package func renamed(_ id: TileID) -> Tile {
    var tile = Tile(id: id, frame: frame)
    tile.customCells = customCells
    return tile
  }

  /// Returns the tile as a rectangle.
  package func reshaped(to frame: GridFrame) -> Tile { Tile(id: id, frame: frame) }
}
