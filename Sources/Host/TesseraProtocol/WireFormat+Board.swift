import Foundation
package import TesseraBoard
import TesseraBundles
package import TesseraValues
import TesseraViews

/// A client's request to change a board, or to preview a change.
package struct BoardRequest: Sendable {
  /// The grid that the client shows.
  package var grid: GridSize
  /// Whether to return the result without changing the board.
  package var isPreview: Bool
  /// The name of the change; nil if the client gave none.
  package var name: String?
  package var action: Action

  package enum Action: Sendable {
    case edit(BoardEdit)
    case undo, redo
  }
}

// Boards as JSON, as `docs/reference/protocol.md` describes them. Sizes are `[rows, columns]`, frames are `[row,
// column, rows, columns]`.
extension WireFormat {
  /// Decodes `{"grid": [rows, columns], "edit": {"type", …}, "preview"?, "name"?}`.
  package static func boardRequest(from bytes: some Sequence<UInt8>) throws(Diagnostic) -> BoardRequest {
    let members = try object(from: bytes, names: ["grid", "edit", "preview", "name"], nodes: 4_000)
    guard let grid = members["grid"].flatMap(gridSize) else { throw wrong("'grid' must be [rows, columns]") }
    guard let edit = members["edit"]?.dictionary else { throw wrong("'edit' must be an object") }
    if let name = members["name"], name.string.map({ $0.isEmpty || $0.utf8.count > maximumName }) ?? true {
      throw wrong("'name' must be a text of 1 to \(maximumName) bytes")
    }
    return BoardRequest(
      grid: grid, isPreview: members["preview"]?.bool == true, name: members["name"]?.string,
      action: try EditReader(members: edit).action())
  }

  /// The maximum length of the name of a change, in bytes. A longer one is refused.
  private static var maximumName: Int { 64 }

  /// Decodes `[rows, columns]`; returns nil if pages cannot have that size.
  package static func gridSize(from value: Value) -> GridSize? {
    guard let numbers = integers(value, 2) else { return nil }
    let size = GridSize(columns: numbers[1], rows: numbers[0])
    return !size.isEmpty && size.fits(in: maximumGrid) ? size : nil
  }

  /// Decodes `6x4`: rows, then columns.
  package static func gridSize(from text: Substring) -> GridSize? {
    let numbers = text.split(separator: "x", omittingEmptySubsequences: false).compactMap { Int64($0) }
    return numbers.count == 2 ? gridSize(from: .array(numbers.map(Value.integer))) : nil
  }

  /// The maximum number of columns and rows of a browser's grid. A larger one is answered with 400.
  private static var maximumGrid: GridSize { GridSize(columns: 24, rows: 24) }

  fileprivate static func integers(_ value: Value, _ count: Int) -> [Int]? {
    let numbers = value.array?.compactMap { value -> Int? in
      guard case .integer(let number) = value, (-1_000_000...1_000_000).contains(number) else { return nil }
      return Int(number)
    }
    return numbers?.count == count && value.array?.count == count ? numbers : nil
  }

  // MARK: Encoding

  /// Encodes a board on a grid.
  package static func value(of update: BoardUpdate) -> Value {
    let arrangement = update.arrangement
    var members: [String: Value] = [
      "id": .string(update.board.id), "name": .string(update.board.name), "revision": .integer(Int64(update.revision)),
      "canUndo": .bool(update.canUndo), "canRedo": .bool(update.canRedo),
      "grid": [.integer(Int64(arrangement.size.rows)), .integer(Int64(arrangement.size.columns))],
      "appearance": BoardDocument.value(of: update.board.appearance),
    ]
    members["problem"] = update.problem.map(Value.string)
    members["pages"] = .array(
      arrangement.pages.map { page in
        var entry: [String: Value] = [
          "id": .string(page.id.rawValue),
          "places": .array(page.grid.tiles.map { value(of: $0, on: page, update) }),
          "icons": .array(
            zip(page.icons, page.grid.iconCells).map { id, cell in value(of: id, at: cell, update.board) }),
        ]
        entry["name"] = page.name.map(Value.string)
        if page.isHidden { entry["isHidden"] = true }
        return .dictionary(entry)
      })
    members["tiles"] = .dictionary(
      Dictionary(update.kinds.map { ($0.key.rawValue, value(of: $0.value)) }, uniquingKeysWith: { first, _ in first }))
    return .dictionary(members)
  }

  private static func value(of tile: Tile, on page: BoardPage, _ update: BoardUpdate) -> Value {
    func rules(_ id: TileID) -> TileRules { update.kinds[id]?.rules ?? .any }
    func canStep(growing: Bool) -> Bool {
      page.frame(of: tile, firstOf: page.steps(of: tile, growing: growing, sizes: rules)) != nil
    }
    let frame = tile.frame
    var members: [String: Value] = [
      "id": .string(tile.id.rawValue),
      "frame": .array(
        [frame.origin.row, frame.origin.column, frame.size.rows, frame.size.columns].map { .integer(Int64($0)) }),
      "members": .array(page.members(of: tile.id).map { .string($0.rawValue) }),
      "front": .string(page.front(of: tile.id).rawValue),
      "canExpand": .bool(canStep(growing: true)),
      "canShrink": .bool(canStep(growing: false)),
    ]
    if page.stacks[tile.id]?.rotates == true { members["rotates"] = true }
    if page.stacks[tile.id]?.hasTabs == true { members["tabs"] = true }
    if update.kinds[page.front(of: tile.id)]?.decidesSize == true {
      members["fitting"] = .array(
        fitting(tile, on: page, rules).map { [.integer(Int64($0.columns)), .integer(Int64($0.rows))] })
    }
    if let manifest = update.kinds[page.front(of: tile.id)]?.manifest, Set(manifest.modes).count > 1 {
      let mode = manifest.mode(at: frame.size)
      members["mode"] = .string(mode.rawValue)
      let other = manifest.sizes(for: mode == .compact ? .expanded : .compact, on: page.grid.size)
      let allRules = page.members(of: tile.id).map(rules)
      let size = other.first { size in
        allRules.allSatisfy { $0.allow(size, from: frame.size) } && page.grid.originForResizing(tile, to: size) != nil
      }
      members["otherMode"] = size.map { [.integer(Int64($0.rows)), .integer(Int64($0.columns))] }
    }
    if let cells = tile.customCells {
      members["cells"] = .array(cells.map { [.integer(Int64($0.row)), .integer(Int64($0.column))] })
    }
    return .dictionary(members)
  }

  /// Returns the sizes to which a tile can be resized, up to 20 rows and columns.
  private static func fitting(_ tile: Tile, on page: BoardPage, _ limits: (TileID) -> TileRules) -> [GridSize] {
    let grid = page.grid
    let limits = page.members(of: tile.id).map(limits)
    let sizes = (1...min(grid.size.rows, 20)).flatMap { rows in
      (1...min(grid.size.columns, 20)).map { GridSize(columns: $0, rows: rows) }
    }
    return sizes.filter { size in
      limits.allSatisfy { $0.allow(size, from: tile.frame.size) } && grid.originForResizing(tile, to: size) != nil
    }
  }

  private static func value(of id: IconID, at cell: GridPosition, _ board: Board) -> Value {
    var members = icon(id, of: board)
    members["cell"] = [.integer(Int64(cell.row)), .integer(Int64(cell.column))]
    return .dictionary(members)
  }

  private static func icon(_ id: IconID, of board: Board) -> [String: Value] {
    guard let icon = board.icons[id] else { return [:] }
    var members = BoardDocument.value(of: icon).dictionary ?? [:]
    members["id"] = .string(id.rawValue)
    members["letter"] = icon.symbol.flatMap { IconNames.scalar(named: $0) }.map { .string(String($0)) }
    if let inside = icon.members { members["members"] = .array(inside.map { .dictionary(self.icon($0, of: board)) }) }
    return members
  }

  private static func value(of kind: BoardUpdate.Kind) -> Value {
    var members: [String: Value] = ["name": .string(kind.name)]
    if kind.hasOptions { members["hasOptions"] = true }
    if kind.isMissing { members["isMissing"] = true }
    members["sizes"] = value(of: kind.rules)
    members["cornerRadius"] = kind.manifest?.board.cornerRadius.map(Value.double)
    if kind.manifest?.board.settings != nil { members["hasOwnSettings"] = true }
    if kind.isCustom { members["isCustom"] = true }
    return .dictionary(members)
  }

  package static func value(of rules: TileRules) -> Value {
    func pair(_ size: GridSize) -> Value { [.integer(Int64(size.rows)), .integer(Int64(size.columns))] }
    var members: [String: Value] = [
      "preferred": pair(rules.preferred), "minimum": pair(rules.minimum),
      "canChangeRows": .bool(rules.canChangeRows), "canChangeColumns": .bool(rules.canChangeColumns),
    ]
    members["maximum"] = rules.maximum.map(pair)
    return .dictionary(members)
  }
}

/// Decodes one edit.
private struct EditReader {
  let members: [String: Value]

  func action() throws(Diagnostic) -> BoardRequest.Action {
    switch try text("type") {
    case "undo":
      try only([])
      return .undo
    case "redo":
      try only([])
      return .redo
    case let type: return .edit(try edit(type))
    }
  }

  private func edit(_ type: String) throws(Diagnostic) -> BoardEdit {
    switch type {
    case "add":
      try only(["widget", "options", "size", "page", "near"])
      return .add(
        TileID(rawValue: BoardNames.make()),
        BoardTile(widget: try text("widget"), options: try optionalObject("options")), size: try optionalSize("size"),
        page: page("page"), near: try optionalPosition("near"))
    case "move":
      try only(["tile", "page", "to", "makeRoom"])
      return .move(try tile("tile"), page: page("page"), to: try position("to"), makesRoom: flag("makeRoom"))
    case "resize":
      try only(["tile", "to"])
      return .resize(try tile("tile"), to: try size("to"))
    case "reshape":
      try only(["tile", "frame", "makeRoom"])
      return .reshape(try tile("tile"), to: try frame("frame"), makesRoom: flag("makeRoom"))
    case "occupy":
      try only(["tile", "cells"])
      return .occupy(try tile("tile"), try positions("cells"))
    case "unstack":
      try only(["tile", "page", "to"])
      return .unstack(try tile("tile"), page: page("page"), to: try optionalPosition("to"))
    case "expand", "shrink", "remove", "turn":
      try only(["tile"])
      let tile = try tile("tile")
      switch type {
      case "expand": return .expand(tile)
      case "shrink": return .shrink(tile)
      case "remove": return .remove(tile)
      default: return .turn(tile)
      }
    case "rotate":
      try only(["tile", "isOn"])
      return .rotate(try tile("tile"), flag("isOn"))
    case "tabs":
      try only(["tile", "isOn"])
      return .setTabs(try tile("tile"), flag("isOn"))
    case "options":
      try only(["tile", "values"])
      guard members["values"] != nil else { throw wrong("'values' must be an object") }
      return .setOptions(try tile("tile"), try optionalObject("values"))
    case "allowHost":
      try only(["tile", "host", "isAllowed"])
      return .allowHost(try tile("tile"), try text("host"), flag("isAllowed"))
    case "trustServer":
      try only(["tile", "host", "key"])
      return .trustServer(try tile("tile"), try text("host"), key: members["key"] == nil ? nil : try text("key"))
    case "stack":
      try only(["tile", "onto"])
      return .stack(try tile("tile"), onto: try tile("onto"))
    default: return try iconOrBoardEdit(type)
    }
  }

  private func iconOrBoardEdit(_ type: String) throws(Diagnostic) -> BoardEdit {
    switch type {
    case "addIcon":
      try only(["name", "address", "symbol", "color", "picture", "page", "index"])
      return .addIcon(IconID(rawValue: BoardNames.make()), try icon(), page: page("page"), index: try optionalIndex())
    case "changeIcon":
      try only(["icon", "name", "address", "symbol", "color", "picture"])
      return .changeIcon(try iconID("icon"), try icon())
    case "moveIcon":
      try only(["icon", "page", "index"])
      return .moveIcon(
        try iconID("icon"), page: PageID(rawValue: try text("page")), index: try optionalIndex() ?? 0)
    case "removeIcon":
      try only(["icon"])
      return .removeIcon(try iconID("icon"))
    case "collect":
      try only(["icon", "into"])
      return .collect(try iconID("icon"), into: try iconID("into"), folder: IconID(rawValue: BoardNames.make()))
    case "addPage":
      try only(["index"])
      return .addPage(PageID(rawValue: BoardNames.make()), index: try optionalIndex())
    case "removePage":
      try only(["page"])
      return .removePage(PageID(rawValue: try text("page")))
    case "movePage":
      try only(["page", "index"])
      return .movePage(PageID(rawValue: try text("page")), index: try optionalIndex() ?? 0)
    case "renamePage":
      try only(["page", "name"])
      return .renamePage(PageID(rawValue: try text("page")), members["name"]?.string ?? "")
    case "hidePage":
      try only(["page", "isHidden"])
      return .hidePage(PageID(rawValue: try text("page")), flag("isHidden"))
    case "rename":
      try only(["name"])
      return .rename(try text("name"))
    case "appearance":
      try only(["background", "accent", "isDark"])
      return .setAppearance(
        BoardAppearance(
          background: members["background"]?.string, accent: members["accent"]?.string,
          isDark: members["isDark"]?.bool))
    default: throw wrong("Unknown edit '\(type.prefix(40))'")
    }
  }

  // MARK: Members

  private func wrong(_ message: String) -> Diagnostic { WireFormat.wrong(message) }

  private func only(_ names: Set<String>) throws(Diagnostic) {
    if let unknown = members.keys.filter({ $0 != "type" && !names.contains($0) }).min() {
      throw wrong("Unknown member '\(unknown.prefix(40))' of this edit")
    }
  }

  private func text(_ name: String) throws(Diagnostic) -> String {
    guard let text = members[name]?.string, text.utf8.count <= 4_096 else {
      throw wrong("'\(name)' must be a string of at most 4096 bytes")
    }
    return text
  }

  private func flag(_ name: String) -> Bool { members[name]?.bool == true }

  private func tile(_ name: String) throws(Diagnostic) -> TileID { TileID(rawValue: try text(name)) }

  private func iconID(_ name: String) throws(Diagnostic) -> IconID { IconID(rawValue: try text(name)) }

  private func page(_ name: String) -> PageID? { members[name]?.string.map { PageID(rawValue: $0) } }

  private func icon() throws(Diagnostic) -> BoardIcon {
    BoardIcon(
      name: try text("name"), address: members["address"]?.string ?? "", symbol: members["symbol"]?.string,
      color: members["color"]?.string, picture: members["picture"]?.string)
  }

  private func numbers(_ name: String, _ count: Int, _ words: String) throws(Diagnostic) -> [Int] {
    guard let numbers = members[name].flatMap({ WireFormat.integers($0, count) }) else {
      throw wrong("'\(name)' must be \(words)")
    }
    return numbers
  }

  private func size(_ name: String) throws(Diagnostic) -> GridSize {
    let numbers = try numbers(name, 2, "[rows, columns]")
    return GridSize(columns: numbers[1], rows: numbers[0])
  }

  private func optionalObject(_ name: String) throws(Diagnostic) -> [String: Value] {
    guard let value = members[name] else { return [:] }
    guard let object = value.dictionary else { throw wrong("'\(name)' must be an object") }
    return object
  }

  private func optionalSize(_ name: String) throws(Diagnostic) -> GridSize? {
    members[name] == nil ? nil : try size(name)
  }

  private func position(_ name: String) throws(Diagnostic) -> GridPosition {
    let numbers = try numbers(name, 2, "[row, column]")
    return GridPosition(row: numbers[0], column: numbers[1])
  }

  private func optionalPosition(_ name: String) throws(Diagnostic) -> GridPosition? {
    members[name] == nil ? nil : try position(name)
  }

  private func frame(_ name: String) throws(Diagnostic) -> GridFrame {
    let numbers = try numbers(name, 4, "[row, column, rows, columns]")
    return GridFrame(
      origin: GridPosition(row: numbers[0], column: numbers[1]), size: GridSize(columns: numbers[3], rows: numbers[2]))
  }

  private func positions(_ name: String) throws(Diagnostic) -> [GridPosition] {
    guard let list = members[name]?.array, (1...576).contains(list.count) else {
      throw wrong("'\(name)' must be a list of [row, column]")
    }
    var positions: [GridPosition] = []
    for item in list {
      guard let numbers = WireFormat.integers(item, 2) else { throw wrong("'\(name)' must be a list of [row, column]") }
      positions.append(GridPosition(row: numbers[0], column: numbers[1]))
    }
    return positions
  }

  private func optionalIndex() throws(Diagnostic) -> Int? {
    guard let value = members["index"] else { return nil }
    guard case .integer(let index) = value, (0...10_000).contains(index) else {
      throw wrong("'index' must be an integer from 0 to 10000")
    }
    return Int(index)
  }
}
