package import TesseraValues

/// The JSON representation of a board, for storage and export.
///
/// ```json
/// {"format": 1, "id": "home", "name": "Home",
///  "tiles": {"feed1": {"widget": "org.example.feed", "options": {"count": 5}}},
///  "icons": {"news": {"name": "News", "address": "https://example.org/"}},
///  "arrangements": [{"size": [6, 4], "pages": [{"id": "page1", "tiles": [{"tile": "feed1", "frame": [1, 1, 4, 4]}],
///  "icons": ["news"]}]}]}
/// ```
///
/// Sizes are `[rows, columns]` and frames `[row, column, rows, columns]`; rows and columns count from 1. A stack has
/// the identifiers of its widgets in `stack`, and `front`. A nonrectangular shape has `cells`. Reading repairs
/// inconsistencies without losing placed items, and reports the repairs.
package enum BoardDocument {
  /// The version of the format that is written.
  package static let format = 1

  /// The limits for reading the document of a board. A larger one is refused.
  package static let limits = JSONLimits(bytes: 8 << 20, depth: 32, nodes: 4_000_000)

  /// The result of reading a document.
  package struct Reading: Sendable {
    package let board: Board
    /// The inconsistencies that were repaired.
    package let problems: [Diagnostic]
  }

  // MARK: Writing

  /// Returns the document of a board.
  package static func value(of board: Board) -> Value {
    var members: [String: Value] = [
      "format": .integer(Int64(format)), "id": .string(board.id), "name": .string(board.name),
      "tiles": .dictionary(named(board.tiles, value)),
      "icons": .dictionary(named(board.icons, value)),
      "arrangements": .array(board.arrangements.map(value)),
    ]
    let appearance = value(of: board.appearance)
    if appearance.dictionary?.isEmpty == false { members["appearance"] = appearance }
    return .dictionary(members)
  }

  private static func named<ID: RawRepresentable<String>, Thing>(
    _ things: [ID: Thing], _ value: (Thing) -> Value
  ) -> [String: Value] {
    Dictionary(things.map { ($0.key.rawValue, value($0.value)) }, uniquingKeysWith: { first, _ in first })
  }

  /// `{"widget", "options", "version"?, "secrets"?, "privateHosts"?, "serverKeys"?}`.
  private static func value(of tile: BoardTile) -> Value {
    var members: [String: Value] = ["widget": .string(tile.widget), "options": .dictionary(tile.options)]
    members["version"] = tile.version.map { .integer(Int64($0)) }
    members["secrets"] = tile.secrets.map { .array($0.sorted().map(Value.string)) }
    let grants = tile.grants
    if !grants.privateHosts.isEmpty { members["privateHosts"] = .array(grants.privateHosts.sorted().map(Value.string)) }
    if !grants.serverKeys.isEmpty { members["serverKeys"] = .dictionary(grants.serverKeys.mapValues(Value.string)) }
    return .dictionary(members)
  }

  /// `{"name", "address", "symbol"?, "color"?, "picture"?}`, or with `members` in place of the address.
  package static func value(of icon: BoardIcon) -> Value {
    var members: [String: Value] = ["name": .string(icon.name)]
    if let inside = icon.members {
      members["members"] = .array(inside.map { .string($0.rawValue) })
    } else {
      members["address"] = .string(icon.address)
    }
    members["symbol"] = icon.symbol.map(Value.string)
    members["color"] = icon.color.map(Value.string)
    members["picture"] = icon.picture.map(Value.string)
    return .dictionary(members)
  }

  /// `{"background"?, "accent"?, "isDark"?}`.
  package static func value(of appearance: BoardAppearance) -> Value {
    var members: [String: Value] = [:]
    members["background"] = appearance.background.map(Value.string)
    members["accent"] = appearance.accent.map(Value.string)
    members["isDark"] = appearance.isDark.map(Value.bool)
    return .dictionary(members)
  }

  /// `{"size": [rows, columns], "pages": […]}`.
  package static func value(of arrangement: Arrangement) -> Value {
    ["size": value(of: arrangement.size), "pages": .array(arrangement.pages.map(value))]
  }

  private static func value(of size: GridSize) -> Value {
    [.integer(Int64(size.rows)), .integer(Int64(size.columns))]
  }

  private static func value(of page: BoardPage) -> Value {
    let tiles = page.grid.tiles.map { tile -> Value in
      var members: [String: Value] = ["tile": .string(tile.id.rawValue)]
      members["frame"] = .array(
        [tile.frame.origin.row, tile.frame.origin.column, tile.frame.size.rows, tile.frame.size.columns]
          .map { .integer(Int64($0)) })
      if let cells = tile.customCells {
        members["cells"] = .array(cells.map { [.integer(Int64($0.row)), .integer(Int64($0.column))] })
      }
      if let stack = page.stacks[tile.id] {
        members["stack"] = .array(stack.members.map { .string($0.rawValue) })
        members["front"] = .string(stack.front.rawValue)
        if stack.rotates { members["rotates"] = true }
        if stack.hasTabs { members["tabs"] = true }
      }
      return .dictionary(members)
    }
    var members: [String: Value] = [
      "id": .string(page.id.rawValue), "tiles": .array(tiles),
      "icons": .array(page.icons.map { .string($0.rawValue) }),
    ]
    members["name"] = page.name.map(Value.string)
    if page.isHidden { members["isHidden"] = true }
    return .dictionary(members)
  }

  /// Returns whether a text is a valid identifier, which is used in file names and addresses.
  package static func isName(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      }
  }

  // MARK: Reading

  /// Reads a board.
  ///
  /// - Throws: A ``Diagnostic`` if the document is not a board or has a later format version.
  package static func read(_ bytes: some Sequence<UInt8>) throws(Diagnostic) -> Reading {
    try read(try JSONNode.parse(Array(bytes), limits: limits))
  }

  /// Reads a board.
  ///
  /// - Throws: A ``Diagnostic`` if the document is not a board or has a later format version.
  package static func read(_ node: JSONNode) throws(Diagnostic) -> Reading {
    guard node.members != nil, node["arrangements"] != nil || node["tiles"] != nil else {
      throw Diagnostic(rule: "board-document", range: node.range, message: "This is not a board: it has no 'tiles'")
    }
    if let format = node["format"]?.number, format > Double(Self.format) {
      throw Diagnostic(
        rule: "board-format", range: node["format"]?.range,
        message: "The board was written by a newer version (format \(Value.double(format)))",
        fix: "Use a version of Tessera that supports this format")
    }
    var reader = BoardReader()
    let board = reader.board(node)
    return Reading(board: board, problems: reader.problems)
  }
}

/// Reads a board and repairs inconsistencies.
private struct BoardReader {
  var problems: [Diagnostic] = []

  /// The maximum number of problems reported for the document of a board. Further ones are not reported.
  private static let maximumProblems = 100
  /// The maximum number of pages that are read of the document of a board. Further ones are ignored. A valid board
  /// cannot have more pages than items.
  private static let maximumPages = 2 * Board.maximumTiles

  private mutating func complain(_ rule: String, _ node: JSONNode, _ message: String) {
    guard problems.count < Self.maximumProblems else { return }
    problems.append(Diagnostic(.warning, rule: rule, range: node.range, message: message))
  }

  mutating func board(_ node: JSONNode) -> Board {
    var board = Board(
      id: node["id"]?.string.flatMap { BoardDocument.isName($0) ? $0 : nil } ?? "home",
      name: node["name"].flatMap { name($0) } ?? "Home")
    let tiles = node["tiles"]?.members ?? []
    let icons = node["icons"]?.members ?? []
    if tiles.count > Board.maximumTiles || icons.count > Board.maximumTiles {
      complain(
        "board-size", node,
        "A board has at most \(Board.maximumTiles) widgets and as many icons; the others are left out")
    }
    for member in tiles.prefix(Board.maximumTiles) {
      guard let widget = member.value["widget"]?.string, BoardDocument.isName(member.name), widget.utf8.count <= 256
      else {
        complain(
          "board-tile", member.value, "'\(member.name.prefix(80))' is not a widget or has an invalid name")
        continue
      }
      var tile = BoardTile(
        widget: widget, options: member.value["options"]?.value.dictionary ?? [:],
        version: member.value["version"]?.value.integer.flatMap { $0 > 0 ? Int(clamping: $0) : nil },
        secrets: (member.value["secrets"]?.elements?.compactMap(\.string)).map(Set.init))
      tile.grants = grants(of: member.value)
      board.tiles[TileID(rawValue: member.name)] = tile
    }
    for member in icons.prefix(Board.maximumTiles) {
      guard BoardDocument.isName(member.name), let icon = icon(member.value) else {
        complain(
          "board-icon", member.value,
          "'\(member.name.prefix(80))' is not an icon: it has no 'name' or no allowed 'address'")
        continue
      }
      board.icons[IconID(rawValue: member.name)] = icon
    }
    if mendFolders(&board) {
      complain(
        "board-icon", node["icons"] ?? node,
        "An icon can be in only one folder, and a folder must be neither nested nor empty")
    }
    if let appearance = node["appearance"] { board.appearance = self.appearance(appearance) }
    for arrangement in (node["arrangements"]?.elements ?? []).suffix(Board.maximumArrangements) {
      guard let read = self.arrangement(arrangement, of: board) else { continue }
      if board.arrangements.contains(where: { $0.size == read.size }) {
        complain("board-size", arrangement, "An arrangement of this size already exists")
      } else {
        board.arrangements.append(read)
      }
    }
    return board
  }

  private func grants(of tile: JSONNode) -> HostGrants {
    var grants = HostGrants()
    let hosts = (tile["privateHosts"]?.elements ?? []).compactMap(\.string)
    grants.privateHosts = Set(hosts.prefix(HostGrants.maximumHosts))
    for member in (tile["serverKeys"]?.members ?? []).prefix(HostGrants.maximumHosts) {
      if let key = member.value.string, HostGrants.isServerKey(key) { grants.serverKeys[member.name] = key }
    }
    return grants
  }

  private mutating func icon(_ node: JSONNode) -> BoardIcon? {
    let members = node["members"]?.elements?.compactMap(\.string).map { IconID(rawValue: $0) }
    let address = node["address"]?.string ?? ""
    guard let name = node["name"].flatMap({ name($0) }), members != nil || BoardIcon.isAllowed(address: address)
    else { return nil }
    let symbol = node["symbol"]?.string
    if let symbol, !BoardIcon.isSymbol(symbol) { complain("board-icon", node, "The 'symbol' is invalid") }
    let picture = node["picture"]?.string
    if let picture, !BoardIcon.isPicture(picture) { complain("board-icon", node, "The 'picture' is invalid") }
    return BoardIcon(
      name: name, address: members == nil ? address : "", symbol: symbol.flatMap { BoardIcon.isSymbol($0) ? $0 : nil },
      color: node["color"].flatMap { color($0) }, picture: picture.flatMap { BoardIcon.isPicture($0) ? $0 : nil },
      members: members)
  }

  /// Returns a display name, shortened to the maximum length.
  private mutating func name(_ node: JSONNode) -> String? {
    guard let text = node.string, !text.allSatisfy(\.isWhitespace) else { return nil }
    if let name = DisplayName.normalized(text) { return name }
    let maximum = DisplayName.maximumLength
    complain("board-name", node, "A name has 1 to \(maximum) letters in one line; others are left out")
    return DisplayName.normalized(String(text.prefix(DisplayName.maximumLength)))
  }

  private mutating func color(_ node: JSONNode) -> String? {
    guard let text = node.string, BoardAppearance.isColor(text) else {
      complain("board-color", node, "A colour is '#rrggbb'")
      return nil
    }
    return text
  }

  /// Repairs the folders, so that each icon is in at most one folder and no folder is in another.
  ///
  /// - Returns: Whether anything was repaired.
  private func mendFolders(_ board: inout Board) -> Bool {
    let before = board.icons
    var seen: Set<IconID> = []
    let folders = Set(board.icons.filter { $0.value.members != nil }.keys)
    let known = Set(board.icons.keys)
    for id in folders.sorted(by: { $0.rawValue < $1.rawValue }) {
      board.icons[id]?.members?.removeAll { member in
        !known.contains(member) || folders.contains(member) || !seen.insert(member).inserted
      }
      if board.icons[id]?.members?.isEmpty == true { board.icons[id] = nil }
    }
    return board.icons != before
  }

  private mutating func appearance(_ node: JSONNode) -> BoardAppearance {
    var background: String?
    if let written = node["background"] {
      if let text = written.string, BoardAppearance.isBackground(text) {
        background = text
      } else {
        complain(
          "board-background", written, "A background is \(BoardAppearance.backgroundNames), '#rrggbb' or a picture")
      }
    }
    return BoardAppearance(
      background: background, accent: node["accent"].flatMap { color($0) }, isDark: node["isDark"]?.bool)
  }

  private mutating func arrangement(_ node: JSONNode, of board: Board) -> Arrangement? {
    guard let numbers = Self.numbers(node["size"], 2),
      (try? GridPage(size: GridSize(columns: numbers[1], rows: numbers[0]))) != nil
    else {
      complain("board-size", node, "The arrangement has no valid 'size'")
      return nil
    }
    var result = Arrangement(size: GridSize(columns: numbers[1], rows: numbers[0]))
    var unplaced: [(TileStack, GridSize, page: Int)] = []
    var placed: Set<TileID> = []
    var shown = Set(board.icons.values.flatMap { $0.members ?? [] })
    for page in (node["pages"]?.elements ?? []).prefix(Self.maximumPages) {
      let name = page["id"]?.string.flatMap { BoardDocument.isName($0) ? PageID(rawValue: $0) : nil }
      let id = name.flatMap { result.index(of: $0) == nil ? $0 : nil } ?? result.newPageName
      if let written = page["id"], id.rawValue != written.string {
        complain("board-page", written, "The page is given another 'id'")
      }
      guard var read = BoardPage(id: id, size: result.size) else { continue }
      read.name = page["name"].flatMap { self.name($0) }
      read.isHidden = page["isHidden"]?.bool == true
      for tile in page["tiles"]?.elements ?? [] {
        guard let stack = stack(tile, of: board, &placed) else { continue }
        if let place = place(tile, named: stack.members[0]), (try? read.grid.add(place)) != nil {
          read.setStack(stack.members.count > 1 ? stack : nil, of: place.id, namedAfter: place.id)
        } else {
          complain(
            "board-frame", tile, "'\(stack.members[0].rawValue)' does not fit there and is moved to another place")
          let frame = Self.numbers(tile["frame"], 4) ?? [1, 1, 2, 2]
          unplaced.append(
            (stack, GridSize(columns: max(1, frame[3]), rows: max(1, frame[2])), result.pages.count))
        }
      }
      for icon in page["icons"]?.elements ?? [] {
        let name = IconID(rawValue: icon.string ?? "")
        if board.icons[name] != nil, shown.insert(name).inserted {
          read.icons.append(name)
        } else {
          complain(
            "board-icon", icon, "'\(name.rawValue.prefix(80))' is not an icon of the board or has already been placed")
        }
      }
      result.pages.append(read)
    }
    if mendIcons(&result) { complain("board-icon", node, "More icons than cells: some are moved to another page") }
    for (stack, size, page) in unplaced {
      try? result.add(stack.members[0], size, page: page)
      if stack.members.count > 1, let (page, place) = result.place(of: stack.members[0]) {
        result.pages[page].setStack(stack, of: place, namedAfter: place)
      }
    }
    for id in board.tiles.keys.sorted(by: { $0.rawValue < $1.rawValue }) where !placed.contains(id) {
      complain("board-tile", node, "'\(id.rawValue)' has no place and is given one")
      try? result.add(id, TileRules.any.preferred)
    }
    for id in board.icons.keys.sorted(by: { $0.rawValue < $1.rawValue }) where !shown.contains(id) {
      complain("board-icon", node, "'\(id.rawValue)' has no place and is given one")
      try? result.add(id)
    }
    return result
  }

  /// Moves icons that exceed the number of free cells to other pages.
  ///
  /// - Returns: Whether there were any.
  private func mendIcons(_ arrangement: inout Arrangement) -> Bool {
    var isMended = false
    for index in arrangement.pages.indices {
      let capacity = arrangement.pages[index].grid.iconCapacity
      guard arrangement.pages[index].icons.count > capacity else { continue }
      let surplus = arrangement.pages[index].icons.suffix(from: capacity)
      arrangement.pages[index].icons.removeLast(surplus.count)
      for icon in surplus { try? arrangement.add(icon) }
      isMended = true
    }
    return isMended
  }

  /// Returns the widgets of a place that belong to the board and have not been placed yet.
  private mutating func stack(_ node: JSONNode, of board: Board, _ placed: inout Set<TileID>) -> TileStack? {
    let names = node["stack"]?.elements?.compactMap(\.string) ?? [node["tile"]?.string].compactMap(\.self)
    let members = names.map { TileID(rawValue: $0) }.filter { board.tiles[$0] != nil && placed.insert($0).inserted }
    guard let first = members.first else {
      complain("board-tile", node, "The place holds no widget of the board")
      return nil
    }
    let front = node["front"]?.string.map { TileID(rawValue: $0) }
    return TileStack(
      members: members, front: front.flatMap { members.contains($0) ? $0 : nil } ?? first,
      rotates: node["rotates"]?.bool == true, hasTabs: node["tabs"]?.bool == true)
  }

  private func place(_ node: JSONNode, named name: TileID) -> Tile? {
    guard let frame = Self.numbers(node["frame"], 4) else { return nil }
    if let cells = node["cells"]?.elements, cells.count <= GridSize.greatest.cellCount {
      let positions = cells.compactMap { Self.numbers($0, 2) }.map { GridPosition(row: $0[0], column: $0[1]) }
      if let tile = Tile(id: name, cells: positions) { return tile }
    }
    return Tile(
      id: name,
      frame: GridFrame(
        origin: GridPosition(row: frame[0], column: frame[1]), size: GridSize(columns: frame[3], rows: frame[2])))
  }

  private static func numbers(_ node: JSONNode?, _ count: Int) -> [Int]? {
    let numbers = node?.elements?.compactMap { node -> Int? in
      if case .integer(let number) = node.content { Int(exactly: number) } else { nil }
    }
    return numbers?.count == count && node?.elements?.count == count ? numbers : nil
  }
}
