import TesseraBoard
import TesseraValues

/// A page of a board, and a query about it.
struct GridQuestion {
  /// The kinds of queries.
  private enum Question {
    /// Where a widget would be placed with another size.
    case resize(Tile, to: GridSize)
    /// Whether a widget can be moved to a position.
    case move(Tile, to: GridPosition)
    /// Where a new widget fits, as near to a cell as possible.
    case fit(GridSize, near: GridPosition?)
    /// The cells of the icons.
    case iconCells
  }

  private let page: GridPage
  private let question: Question
  /// Whether other widgets may be moved to make room.
  private let makesRoom: Bool

  /// Decodes a query.
  init(_ node: JSONNode) throws(Diagnostic) {
    let reader = GridReader()
    try reader.check(node, "a question", ["page", "icons", "widgets", "ask"])
    guard let pageSize = node["page"] else { throw GridReader.wrong(node, "The question has no 'page'") }
    let (rows, columns) = try reader.pair(pageSize, "'page'")
    let icons = try node["icons"].map { (icons) throws(Diagnostic) in try reader.number(icons, "'icons'") } ?? 0
    guard icons >= 0 else { throw GridReader.wrong(node, "'icons' cannot be negative") }
    var page: GridPage
    do throws(GridPage.Refusal) {
      page = try GridPage(size: GridSize(columns: columns, rows: rows), iconCount: icons)
    } catch {
      throw GridReader.wrong(pageSize, error.description)
    }
    for widget in try reader.list(node["widgets"], "'widgets'") { try Self.add(widget, to: &page, reader) }
    guard icons <= page.iconCapacity else {
      throw GridReader.wrong(
        node["icons"] ?? node, "\(icons) icons do not fit: there is room for \(page.iconCapacity)")
    }
    self.page = page
    guard let ask = node["ask"] else { throw GridReader.wrong(node, "The question has no 'ask'") }
    (question, makesRoom) = try Self.question(ask, page, reader)
  }

  private static func add(_ widget: JSONNode, to page: inout GridPage, _ reader: GridReader) throws(Diagnostic) {
    try reader.check(widget, "a widget", ["id", "frame"])
    guard let id = widget["id"] else { throw GridReader.wrong(widget, "The widget has no 'id'") }
    guard let frame = widget["frame"] else { throw GridReader.wrong(widget, "The widget has no 'frame'") }
    let numbers = try reader.numbers(frame, 4, "'frame', [row, column, rows, columns]")
    let tile = Tile(
      id: TileID(rawValue: try reader.name(id)),
      frame: GridFrame(
        origin: GridPosition(row: numbers[0], column: numbers[1]),
        size: GridSize(columns: numbers[3], rows: numbers[2])))
    do throws(GridPage.Refusal) {
      try page.add(tile)
    } catch {
      throw GridReader.wrong(frame, "Widget '\(tile.id.rawValue)': \(error.description)")
    }
  }

  private static func question(
    _ ask: JSONNode, _ page: GridPage, _ reader: GridReader
  ) throws(Diagnostic) -> (Question, makesRoom: Bool) {
    let keys = ["resize": ["to", "makeRoom"], "move": ["to", "makeRoom"], "fit": ["near"], "iconCells": []]
    try reader.check(ask, "'ask'", ["resize", "move", "fit", "iconCells", "to", "near", "makeRoom"])
    let questions = keys.keys.filter { ask[$0] != nil }
    guard questions.count == 1, let name = questions.first else {
      throw GridReader.wrong(ask, "'ask' needs one of 'resize', 'move', 'fit' and 'iconCells'")
    }
    try reader.check(ask, "'\(name)'", [name] + (keys[name] ?? []))
    func tile(_ name: JSONNode) throws(Diagnostic) -> Tile {
      let id = try reader.name(name)
      if let tile = page.tile(TileID(rawValue: id)) { return tile }
      throw Diagnostic(
        rule: "grid-question", range: name.range, message: "The page has no widget '\(id)'",
        fix: SpellingSuggestion.fix(for: id, in: page.tiles.map(\.id.rawValue)))
    }
    func target() throws(Diagnostic) -> (Int, Int) {
      guard let target = ask["to"] else { throw GridReader.wrong(ask, "'ask' has no 'to'") }
      return try reader.pair(target, "'to'")
    }
    let makesRoom = try reader.isTrue(ask["makeRoom"], "'makeRoom'")
    if let name = ask["resize"] {
      let (rows, columns) = try target()
      return (.resize(try tile(name), to: GridSize(columns: columns, rows: rows)), makesRoom)
    }
    if let name = ask["move"] {
      let (row, column) = try target()
      return (.move(try tile(name), to: GridPosition(row: row, column: column)), makesRoom)
    }
    if let size = ask["fit"] {
      let (rows, columns) = try reader.pair(size, "'fit'")
      let near = try ask["near"].map { (near) throws(Diagnostic) in try reader.pair(near, "'near'") }
      return (
        .fit(GridSize(columns: columns, rows: rows), near: near.map { GridPosition(row: $0.0, column: $0.1) }),
        makesRoom
      )
    }
    guard try reader.isTrue(ask["iconCells"], "'iconCells'") else {
      throw GridReader.wrong(ask, "'iconCells' takes true")
    }
    return (.iconCells, makesRoom)
  }

  /// The answer as JSON.
  var answer: Value {
    switch question {
    case .resize(let tile, let size):
      if let origin = page.originForResizing(tile, to: size) { return Self.value(origin) }
      guard makesRoom, size != tile.frame.size,
        let origin = page.pulledBack(tile.frame.origin, for: size)
      else { return Self.value(nil) }
      return answer(makingRoomFor: tile.reshaped(to: GridFrame(origin: origin, size: size)))
    case .move(let tile, let origin):
      if page.canMove(tile, to: origin) { return Self.value(origin) }
      return makesRoom ? answer(makingRoomFor: tile.moved(to: origin)) : Self.value(nil)
    case .fit(let size, let near):
      return Self.value(near.map { page.origin(for: size, near: $0) } ?? page.origin(for: size))
    case .iconCells: return ["cells": .array(page.iconCells.map(Self.cell))]
    }
  }

  private func answer(makingRoomFor tile: Tile) -> Value {
    guard let room = page.makingRoom(for: tile) else { return Self.value(nil) }
    return [
      "origin": Self.cell(tile.frame.origin),
      "moved": .dictionary(
        Dictionary(uniqueKeysWithValues: room.moved.map { ($0.key.rawValue, Self.cell($0.value)) })),
    ]
  }

  private static func value(_ origin: GridPosition?) -> Value { ["origin": origin.map(cell) ?? .null] }

  private static func cell(_ position: GridPosition) -> Value {
    [.integer(Int64(position.row)), .integer(Int64(position.column))]
  }
}

/// Decodes the parts of queries.
private struct GridReader {
  static func wrong(_ node: JSONNode, _ message: String) -> Diagnostic {
    Diagnostic(rule: "grid-question", range: node.range, message: message)
  }

  /// The maximum row or column in the input of `tessera grid`. A greater one is refused. No page has larger ones, and
  /// arithmetic on numbers up to it cannot overflow.
  private static let greatestNumber: UInt64 = 1_000_000

  func check(_ node: JSONNode, _ name: String, _ keys: [String]) throws(Diagnostic) {
    guard let members = node.members else { throw Self.wrong(node, "Found \(node.typeName) where \(name) is expected") }
    if let unknown = members.first(where: { !keys.contains($0.name) }) {
      throw Diagnostic(
        rule: "unknown-key", range: unknown.nameRange, message: "Unknown key '\(unknown.name)' of \(name)",
        fix: SpellingSuggestion.fix(for: unknown.name, in: keys))
    }
  }

  func number(_ node: JSONNode, _ name: String) throws(Diagnostic) -> Int {
    guard case .integer(let number) = node.content, number.magnitude <= Self.greatestNumber else {
      throw Self.wrong(node, "\(name) takes whole numbers of up to a million")
    }
    return Int(number)
  }

  func numbers(_ node: JSONNode, _ count: Int, _ name: String) throws(Diagnostic) -> [Int] {
    guard let elements = node.elements, elements.count == count else {
      throw Self.wrong(node, "\(name) takes \(count) numbers")
    }
    var numbers: [Int] = []
    for element in elements { numbers.append(try number(element, name)) }
    return numbers
  }

  func pair(_ node: JSONNode, _ name: String) throws(Diagnostic) -> (Int, Int) {
    let numbers = try numbers(node, 2, name)
    return (numbers[0], numbers[1])
  }

  func isTrue(_ node: JSONNode?, _ name: String) throws(Diagnostic) -> Bool {
    guard let node else { return false }
    guard case .bool(let isTrue) = node.content else { throw Self.wrong(node, "\(name) takes true or false") }
    return isTrue
  }

  func list(_ node: JSONNode?, _ name: String) throws(Diagnostic) -> [JSONNode] {
    guard let node else { return [] }
    guard let elements = node.elements else { throw Self.wrong(node, "\(name) takes a list") }
    return elements
  }

  /// Returns a name. A number is accepted as its text.
  func name(_ node: JSONNode) throws(Diagnostic) -> String {
    switch node.content {
    case .string(let text): return text
    case .integer(let number): return String(number)
    default: throw Self.wrong(node, "A widget is named by a text")
    }
  }
}

extension GridPage.Refusal: CustomStringConvertible {
  /// The message for the user.
  package var description: String {
    switch self {
    case .pageSize: "A page has from 1 to \(GridSize.greatest.rows) rows and columns"
    case .outside: "The frame has no cells, or some that are not on the page"
    case .occupied(let id): "Widget '\(id.rawValue)' is already there"
    case .duplicate: "A widget of that name already exists"
    }
  }
}
