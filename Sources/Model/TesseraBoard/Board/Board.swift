package import TesseraValues

/// A home screen: widgets, icons and their positions.
///
/// The items of a board are the same on all screens, but their positions depend on the grid. A board therefore stores
/// an ``Arrangement`` for each grid on which it was arranged. For other grids, an arrangement is derived from the
/// nearest stored one. A board that returns to a grid appears as it was arranged there.
package struct Board: Sendable, Hashable {
  /// The identifier in addresses and files.
  package let id: String
  /// The display name.
  package internal(set) var name: String
  package internal(set) var appearance = BoardAppearance()
  /// The widgets by identifier.
  package internal(set) var tiles: [TileID: BoardTile] = [:]
  /// The icons by identifier, including those in folders.
  package internal(set) var icons: [IconID: BoardIcon] = [:]
  /// The arrangements, most recently changed last. No two have the same size.
  package internal(set) var arrangements: [Arrangement] = []

  /// The maximum number of stored arrangements of a board. The one that has been unchanged the longest is dropped.
  package static let maximumArrangements = 32
  /// The maximum number of widgets on a board, and also of icons. A further one is refused.
  package static let maximumTiles = 1_000
  /// The maximum number of pages in an arrangement of a board. A further one is refused.
  package static let maximumPages = 64

  /// Creates an empty board.
  package init(id: String, name: String) {
    self.id = id
    self.name = name
  }

  /// Returns the arrangement for a grid: the stored one, or one derived from the arrangement with the most similar
  /// grid.
  package func arrangement(for size: GridSize, limits: TileLimits) -> Arrangement {
    if let own = arrangements.first(where: { $0.size == size }) { return own }
    let nearest = arrangements.reversed().min { $0.size.distance(to: size) < $1.size.distance(to: size) }
    guard let nearest else { return Arrangement(size: size) }
    return nearest.derived(for: size) { limits(tiles[$0]) }
  }

  /// Returns whether one more widget of a kind may be added to a page.
  package func allows(oneMore widget: String, on page: BoardPage, rules: TileRules) -> Bool {
    guard let maximum = rules.allowedInstancesPerPage else { return true }
    let ids = page.grid.tiles.flatMap { page.members(of: $0.id) }
    return ids.count { tiles[$0]?.widget == widget } < maximum
  }

  /// Returns the board with another widget in place of a tile.
  package func replacing(_ id: TileID, with tile: BoardTile) -> Board {
    guard tiles[id] != nil else { return self }
    var board = self
    board.tiles[id] = tile
    return board
  }

  /// The board without what people let its widgets reach: a document from elsewhere cannot allow it.
  package var withoutGrants: Board {
    var board = self
    for id in tiles.keys { board.tiles[id]?.grants = HostGrants() }
    return board
  }

  /// Returns the board with another identifier, and with other identifiers for its widgets.
  package func renamed(_ id: String, tiles name: (TileID) -> TileID) -> Board {
    let names = Dictionary(tiles.keys.map { ($0, name($0)) }, uniquingKeysWith: { first, _ in first })
    var board = Board(id: id, name: self.name)
    board.appearance = appearance
    board.icons = icons
    board.tiles = Dictionary(tiles.map { (names[$0.key] ?? $0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    board.arrangements = arrangements.map { $0.renamed(names) }
    return board
  }

  /// Returns the rules of a widget. Nil stands for an unknown widget.
  package typealias TileLimits = @Sendable (BoardTile?) -> TileRules
}

extension GridSize {
  /// Returns the dissimilarity of two grids. Columns weigh more than rows, because widths determine the appearance.
  fileprivate func distance(to other: GridSize) -> Int {
    4 * abs(columns - other.columns) + abs(rows - other.rows)
  }
}

/// A placed widget. Its identifier on the board identifies the widget instance.
package struct BoardTile: Sendable, Hashable {
  /// The identifier of the widget's bundle. The tile stays even if that bundle is not installed.
  package let widget: String
  /// The option values that the person set, by option name.
  package var options: [String: Value]
  /// The version of the widget's definition for which the options were set, or nil for the first version.
  package var version: Int?
  /// The names of the options that were secret when they were set, for use while the widget is not installed. Nil if
  /// unknown.
  package var secrets: Set<String>?
  /// What a person let the widget do with single hosts.
  package var grants = HostGrants()

  package init(
    widget: String, options: [String: Value] = [:], version: Int? = nil, secrets: Set<String>? = nil
  ) {
    self.widget = widget
    self.options = options
    self.version = version
    self.secrets = secrets
  }
}

/// What a board may do with a widget: its sizes in cells, and how many of it may be on a page.
package struct TileRules: Sendable, Hashable {
  package var preferred: GridSize
  package var minimum: GridSize
  /// The maximum size, or nil if only the page limits it.
  package var maximum: GridSize?
  package var canChangeColumns: Bool
  package var canChangeRows: Bool
  /// The maximum number of these widgets on a page up to which more can be added to it; nil for any number. Moving
  /// them is not limited.
  package var allowedInstancesPerPage: Int?

  package init(
    preferred: GridSize, minimum: GridSize, maximum: GridSize? = nil, canChangeColumns: Bool = true,
    canChangeRows: Bool = true, allowedInstancesPerPage: Int? = nil
  ) {
    self.preferred = preferred
    self.minimum = minimum
    self.maximum = maximum
    self.canChangeColumns = canChangeColumns
    self.canChangeRows = canChangeRows
    self.allowedInstancesPerPage = allowedInstancesPerPage
  }

  /// The rules of an unknown widget: any size, any number.
  package static let any = TileRules(
    preferred: GridSize(columns: 2, rows: 2), minimum: GridSize(columns: 1, rows: 1))

  /// Returns whether a person may resize a widget to a size.
  package func allow(_ size: GridSize, from current: GridSize) -> Bool {
    guard canChangeColumns || size.columns == current.columns, canChangeRows || size.rows == current.rows else {
      return false
    }
    return minimum.fits(in: size) && maximum.map(size.fits) ?? true
  }

  /// Returns the size of a widget on a page that may be too small for the wanted size.
  package func size(_ wanted: GridSize, on page: GridSize) -> GridSize {
    GridSize(columns: min(wanted.columns, page.columns), rows: min(wanted.rows, page.rows))
  }

  /// Returns the size of a widget that shares a page with another large one: about half of the page along its longer
  /// side, but not less than the minimum. A widget that covers less keeps its size.
  package func half(_ wanted: GridSize, on page: GridSize) -> GridSize {
    let fitting = size(wanted, on: page)
    guard 2 * fitting.cellCount > page.cellCount else { return fitting }
    if page.rows >= page.columns {
      let rows = canChangeRows ? max(minimum.rows, page.rows / 2) : fitting.rows
      return GridSize(columns: fitting.columns, rows: min(fitting.rows, rows))
    }
    let columns = canChangeColumns ? max(minimum.columns, page.columns / 2) : fitting.columns
    return GridSize(columns: min(fitting.columns, columns), rows: fitting.rows)
  }

  /// Returns the next larger or smaller sizes in order of preference: in both directions first, then in one.
  package func steps(from size: GridSize, growing: Bool) -> [GridSize] {
    let step = growing ? 1 : -1
    let all = [(step, step), (0, step), (step, 0)].map { size.adding(rows: $0.0, columns: $0.1) }
    return all.filter { allow($0, from: size) }
  }
}

/// The identifier of an icon on a board.
package typealias IconID = Name<BoardIcon>

/// A link to an address, or a folder of links.
package struct BoardIcon: Sendable, Hashable {
  package var name: String
  /// The address, with the scheme `https`, `http`, `mailto` or `tel`. Empty for a folder.
  package var address: String
  /// The name of a symbol in the icon font. If nil, the first letter of the name is drawn.
  package var symbol: String?
  /// The colour as `#rrggbb`, or nil for a colour derived from the name.
  package var color: String?
  /// The name of a stored picture, which is shown in place of the symbol.
  package var picture: String?
  /// The icons in a folder, in order, or nil if the icon is not a folder.
  package var members: [IconID]?

  package init(
    name: String, address: String = "", symbol: String? = nil, color: String? = nil, picture: String? = nil,
    members: [IconID]? = nil
  ) {
    self.name = name
    self.address = address
    self.symbol = symbol
    self.color = color
    self.picture = picture
    self.members = members
  }

  /// Returns whether a text is a valid symbol name.
  package static func isSymbol(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { $0 != 0x7F && $0 > 0x20 }
  }

  /// Returns whether a text can be the name of a stored picture.
  package static func isPicture(_ text: String) -> Bool { BoardAppearance.isPictureName(text) }

  /// Returns whether the board may open an address.
  package static func isAllowed(address: String) -> Bool {
    guard let scheme = address.split(separator: ":", maxSplits: 1).first?.lowercased(), address.contains(":") else {
      return false
    }
    return LinkSchemes.all.contains(scheme) && address.utf8.count <= 2_048
      && !address.unicodeScalars.contains { $0.value <= 0x20 || $0.value == 0x7F }
  }
}

/// The appearance of a board.
package struct BoardAppearance: Sendable, Hashable {
  /// The background: the name of a predefined background, `picture:` followed by the name of a stored picture, or a
  /// colour as `#rrggbb`.
  package var background: String?
  /// The accent colour of controls, as `#rrggbb`.
  package var accent: String?
  /// Whether the board is dark or light for all people, or nil to follow each person's system setting.
  package var isDark: Bool?

  /// Returns whether a text is a colour in the form `#rrggbb`.
  package static func isColor(_ text: String) -> Bool {
    text.utf8.count == 7 && text.hasPrefix("#") && text.dropFirst().allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  /// The names of the predefined backgrounds. board/layout/appearance.js and styles/board.css define the same names.
  package static let backgrounds: Set<String> = ["dawn", "ocean", "forest", "dusk", "sand", "graphite"]

  /// The names of the predefined backgrounds as a comma-separated list.
  package static var backgroundNames: String { backgrounds.sorted().joined(separator: ", ") }

  /// Returns whether a text is a valid background: a predefined name, a colour, or the name of a picture.
  package static func isBackground(_ text: String) -> Bool {
    backgrounds.contains(text) || isColor(text)
      || text.hasPrefix(picturePrefix) && isPictureName(text.dropFirst(picturePrefix.count))
  }

  /// Returns whether a text can be the name of a stored picture: a checksum.
  static func isPictureName(_ text: some StringProtocol) -> Bool {
    (1...64).contains(text.utf8.count) && text.allSatisfy { $0.isHexDigit && !$0.isUppercase && $0.isASCII }
  }

  /// The prefix of a picture name.
  package static let picturePrefix = "picture:"

  /// The name of the background picture, or nil if there is none.
  package var pictureName: String? {
    background.flatMap { $0.hasPrefix(Self.picturePrefix) ? String($0.dropFirst(Self.picturePrefix.count)) : nil }
  }

  package init(background: String? = nil, accent: String? = nil, isDark: Bool? = nil) {
    self.background = background
    self.accent = accent
    self.isDark = isDark
  }
}
