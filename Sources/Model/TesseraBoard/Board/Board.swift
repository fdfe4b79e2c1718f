package import TesseraValues

/// A home screen: widgets and icons, and where they stand.
///
/// What is on a board is the same on every screen; where it stands depends on the grid. So a board has an ``Arrangement`` for each
/// grid on which somebody arranged it, and for others one is derived from the nearest of these. A board that comes back to a grid
/// finds its arrangement as it was.
package struct Board: Sendable, Hashable {
  /// The identity in addresses and files.
  package let id: String
  /// The name for people.
  package internal(set) var name: String
  package internal(set) var appearance = BoardAppearance()
  /// The widgets by their names.
  package internal(set) var tiles: [TileID: BoardTile] = [:]
  /// The icons by their names, those in folders too.
  package internal(set) var icons: [IconID: BoardIcon] = [:]
  /// Where things stand, the arrangement that was changed last at the end. No two have one size.
  package internal(set) var arrangements: [Arrangement] = []

  /// The most arrangements that are kept; the one that nobody changed for the longest time makes room.
  package static let maximumArrangements = 32
  /// The most widgets, and the most icons.
  package static let maximumTiles = 1_000
  /// The most pages of one arrangement.
  package static let maximumPages = 64

  /// An empty board.
  package init(id: String, name: String) {
    self.id = id
    self.name = name
  }

  /// Where everything stands on a grid: as it was arranged there, or derived from the arrangement whose pages are most alike.
  package func arrangement(for size: GridSize, limits: TileLimits) -> Arrangement {
    if let own = arrangements.first(where: { $0.size == size }) { return own }
    let nearest = arrangements.reversed().min { $0.size.distance(to: size) < $1.size.distance(to: size) }
    guard let nearest else { return Arrangement(size: size) }
    return nearest.derived(for: size) { limits(tiles[$0]) }
  }

  /// The board with something else behind the name of a tile.
  package func replacing(_ id: TileID, with tile: BoardTile) -> Board {
    guard tiles[id] != nil else { return self }
    var board = self
    board.tiles[id] = tile
    return board
  }

  /// The board under another identity, with other names for some of its widgets.
  package func renamed(_ id: String, tiles name: (TileID) -> TileID) -> Board {
    let names = Dictionary(tiles.keys.map { ($0, name($0)) }, uniquingKeysWith: { first, _ in first })
    var board = Board(id: id, name: self.name)
    board.appearance = appearance
    board.icons = icons
    board.tiles = Dictionary(tiles.map { (names[$0.key] ?? $0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    board.arrangements = arrangements.map { $0.renamed(names) }
    return board
  }

  /// Asks how large a widget may be; nil stands for one that is not known.
  package typealias TileLimits = @Sendable (BoardTile?) -> TileSizes
}

extension GridSize {
  /// How unlike two grids are: a column counts more than a row, because widths decide how things look.
  fileprivate func distance(to other: GridSize) -> Int {
    4 * abs(columns - other.columns) + abs(rows - other.rows)
  }
}

/// A placed widget. Its name on the board is the identity of its instance.
package struct BoardTile: Sendable, Hashable {
  /// What it is an instance of: the identity of a bundle. It may be one that is not there (any more): the tile stays.
  package let widget: String
  /// What the person set, by the names of the options.
  package var options: [String: Value]
  /// The version of the widget's definition that the options are meant for, where there are several; nil for the first.
  package var version: Int?
  /// The options that were secret when they were set, for when the widget is not installed; nil if unknown.
  package var secrets: Set<String>?

  package init(
    widget: String, options: [String: Value] = [:], version: Int? = nil, secrets: Set<String>? = nil
  ) {
    self.widget = widget
    self.options = options
    self.version = version
    self.secrets = secrets
  }
}

/// How large a widget may be, in cells.
package struct TileSizes: Sendable, Hashable {
  package var preferred: GridSize
  package var minimum: GridSize
  /// Nil where only the page limits it.
  package var maximum: GridSize?
  package var canChangeColumns: Bool
  package var canChangeRows: Bool

  package init(
    preferred: GridSize, minimum: GridSize, maximum: GridSize? = nil, canChangeColumns: Bool = true,
    canChangeRows: Bool = true
  ) {
    self.preferred = preferred
    self.minimum = minimum
    self.maximum = maximum
    self.canChangeColumns = canChangeColumns
    self.canChangeRows = canChangeRows
  }

  /// Any size: for what is not known.
  package static let any = TileSizes(
    preferred: GridSize(rows: 2, columns: 2), minimum: GridSize(rows: 1, columns: 1))

  /// Whether a person may give a widget a size.
  package func allow(_ size: GridSize, from current: GridSize) -> Bool {
    guard canChangeColumns || size.columns == current.columns, canChangeRows || size.rows == current.rows else {
      return false
    }
    return minimum.fits(in: size) && maximum.map(size.fits) ?? true
  }

  /// The size that a widget has on a page which may be too small for the one that it had.
  package func size(_ wanted: GridSize, on page: GridSize) -> GridSize {
    GridSize(rows: min(wanted.rows, page.rows), columns: min(wanted.columns, page.columns))
  }

  /// The next larger sizes, or the next smaller ones, the first choice first: by both directions, then by one.
  package func steps(from size: GridSize, growing: Bool) -> [GridSize] {
    let step = growing ? 1 : -1
    let all = [(step, step), (0, step), (step, 0)].map { size.adding(rows: $0.0, columns: $0.1) }
    return all.filter { allow($0, from: size) }
  }
}

/// Names an icon on a board.
package typealias IconID = Name<BoardIcon>

/// What leads somewhere, or holds icons that do.
package struct BoardIcon: Sendable, Hashable {
  package var name: String
  /// Where it leads: an address with the scheme `https`, `http`, `mailto` or `tel`. Empty for a folder.
  package var address: String
  /// What is drawn: the name of a symbol of the icon font. Without one the first letter of the name.
  package var symbol: String?
  /// Its colour, as `#rrggbb`; nil for one that follows from the name.
  package var color: String?
  /// What a folder holds, in order; nil for an icon that is none.
  package var members: [IconID]?

  package init(
    name: String, address: String = "", symbol: String? = nil, color: String? = nil, members: [IconID]? = nil
  ) {
    self.name = name
    self.address = address
    self.symbol = symbol
    self.color = color
    self.members = members
  }

  /// Whether a text can be the name of a symbol.
  package static func isSymbol(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { $0 != 0x7F && $0 > 0x20 }
  }

  /// Whether an address may be opened from the board.
  package static func isAllowed(address: String) -> Bool {
    guard let scheme = address.split(separator: ":", maxSplits: 1).first?.lowercased(), address.contains(":") else {
      return false
    }
    return LinkSchemes.all.contains(scheme) && address.utf8.count <= 2_048
      && !address.unicodeScalars.contains { $0.value <= 0x20 || $0.value == 0x7F }
  }
}

/// How a board looks.
package struct BoardAppearance: Sendable, Hashable {
  /// What is behind the tiles: the name of a background that the host knows, `picture:` with the name of a picture that it has, or
  /// a colour as `#rrggbb`.
  package var background: String?
  /// The colour of what can be pressed, as `#rrggbb`.
  package var accent: String?
  /// Light or dark for everybody; nil where each follows their system.
  package var isDark: Bool?

  /// Whether a text is a colour that boards know: `#rrggbb`.
  package static func isColor(_ text: String) -> Bool {
    text.utf8.count == 7 && text.hasPrefix("#") && text.dropFirst().allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  /// The names of backgrounds that pages know; boardAppearance.js and board.css have the same.
  package static let backgrounds: Set<String> = ["dawn", "ocean", "forest", "dusk", "sand", "graphite"]

  /// These names in words.
  package static var backgroundNames: String { backgrounds.sorted().joined(separator: ", ") }

  /// Whether a text is a background: a name that pages know, a colour, or a picture by its name.
  package static func isBackground(_ text: String) -> Bool {
    backgrounds.contains(text) || isColor(text) || text.wholeMatch(of: /picture:[0-9a-f]{1,64}/) != nil
  }

  /// What the name of a picture follows.
  package static let picturePrefix = "picture:"

  /// The name of the picture behind the tiles; nil where there is none.
  package var pictureName: String? {
    background.flatMap { $0.hasPrefix(Self.picturePrefix) ? String($0.dropFirst(Self.picturePrefix.count)) : nil }
  }

  package init(background: String? = nil, accent: String? = nil, isDark: Bool? = nil) {
    self.background = background
    self.accent = accent
    self.isDark = isDark
  }
}
