/// Names one of the things of a kind, such as tiles: names of different kinds cannot be mixed up.
package struct Name<Thing>: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package init(stringLiteral text: String) { rawValue = text }
}

/// Names a tile on a board, for as long as it is placed.
package typealias TileID = Name<Tile>

/// A widget's place on a page.
package struct Tile: Sendable, Hashable {
  package let id: TileID
  /// The rectangle that it is shown in.
  package private(set) var frame: GridFrame
  /// The cells that it occupies where those are not all of its frame, in the order of reading.
  package private(set) var customCells: [GridPosition]?

  /// A tile that occupies all of a frame.
  package init(id: TileID, frame: GridFrame) {
    self.id = id
    self.frame = frame
  }

  /// A tile that occupies some cells, within the smallest frame around them; nil where there are none.
  package init?(id: TileID, cells: some Collection<GridPosition>) {
    guard let frame = GridFrame(around: cells) else { return nil }
    self.init(id: id, frame: frame)
    if Set(cells).count != frame.size.cellCount { customCells = Set(cells).sorted() }
  }

  /// The cells that it occupies, in the order of reading.
  package var cells: [GridPosition] { customCells ?? frame.positions }

  /// The tile elsewhere, in its shape.
  package func moved(to origin: GridPosition) -> Tile {
    var tile = self
    let (rows, columns) = (origin.row &- frame.origin.row, origin.column &- frame.origin.column)
    tile.frame.origin = origin
    tile.customCells = customCells?.map { $0.moved(rows: rows, columns: columns) }
    return tile
  }

  /// The tile under another name.
  package func renamed(_ id: TileID) -> Tile {
    var tile = Tile(id: id, frame: frame)
    tile.customCells = customCells
    return tile
  }

  /// The tile as a rectangle.
  package func reshaped(to frame: GridFrame) -> Tile { Tile(id: id, frame: frame) }
}
