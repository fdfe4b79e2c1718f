import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraBoard

private let desktop = GridSize(columns: 8, rows: 6)
private let phone = GridSize(columns: 4, rows: 6)

private let sizes: Board.TileLimits = { tile in
  switch tile?.widget {
  case "large": TileRules(preferred: GridSize(columns: 4, rows: 4), minimum: GridSize(columns: 3, rows: 3))
  case "wide":
    TileRules(
      preferred: GridSize(columns: 4, rows: 2), minimum: GridSize(columns: 2, rows: 2),
      maximum: GridSize(columns: 6, rows: 2), canChangeRows: false)
  case "fixed":
    TileRules(
      preferred: GridSize(columns: 2, rows: 2), minimum: GridSize(columns: 2, rows: 2),
      maximum: GridSize(columns: 2, rows: 2), canChangeColumns: false, canChangeRows: false)
  case "pair":
    TileRules(
      preferred: GridSize(columns: 2, rows: 2), minimum: GridSize(columns: 1, rows: 1), allowedInstancesPerPage: 2)
  default: .any
  }
}

extension Board {
  fileprivate func after(_ edits: BoardEdit..., on size: GridSize = desktop) throws -> Board {
    var board = self
    for edit in edits { board = try board.applying(edit, on: size, limits: sizes) }
    return board
  }

  fileprivate func frame(of tile: TileID, on size: GridSize = desktop) -> (page: Int, frame: GridFrame)? {
    let arrangement = arrangement(for: size, limits: sizes)
    guard let (page, place) = arrangement.place(of: tile) else { return nil }
    return arrangement.pages[page].grid.tile(place).map { (page, $0.frame) }
  }
}

private func frame(_ row: Int, _ column: Int, _ rows: Int, _ columns: Int) -> GridFrame {
  GridFrame(origin: GridPosition(row: row, column: column), size: GridSize(columns: columns, rows: rows))
}

private func add(_ id: TileID, _ widget: String, near: GridPosition? = nil, page: PageID? = nil) -> BoardEdit {
  .add(id, BoardTile(widget: widget), size: nil, page: page, near: near)
}

private func icon(_ id: IconID, page: PageID? = nil) -> BoardEdit {
  .addIcon(id, BoardIcon(name: id.rawValue, address: "https://example.org/"), page: page, index: nil)
}

private let empty = Board(id: "home", name: "Home")

@Suite("Boards: widgets")
struct BoardTests {
  @Test func `a widget takes the first free place in its size, or a new page`() throws {
    let board = try empty.after(add("a", "large"), add("b", "large"), add("c", "large"))
    #expect(try #require(board.frame(of: "a")) == (0, frame(1, 1, 4, 4)))
    #expect(try #require(board.frame(of: "b")) == (0, frame(1, 5, 4, 4)))
    #expect(try #require(board.frame(of: "c")) == (1, frame(1, 1, 4, 4)))
  }

  @Test func `a page takes only as many widgets of a kind as they allow, those in stacks too`() throws {
    var board = try empty.after(add("a", "pair"), add("b", "pair"), add("other", "fixed"))
    #expect(["a", "b", "other"].allSatisfy { board.frame(of: $0)?.page == 0 })
    board = try board.after(.stack("a", onto: "b"))
    let page = try #require(board.arrangement(for: desktop, limits: sizes).pages.first)
    #expect(!board.allows(oneMore: "pair", on: page, rules: sizes(BoardTile(widget: "pair"))))
    board = try board.after(add("c", "pair", page: page.id), add("d", "fixed", page: page.id))
    #expect(board.frame(of: "c")?.page == 1 && board.frame(of: "d")?.page == 0)
    // Moving is not limited.
    board = try board.after(.move("c", page: page.id, to: GridPosition(row: 5, column: 1), makesRoom: true))
    #expect(board.frame(of: "c")?.page == 0)
    board = try board.after(.remove("c"), .remove("a"), add("e", "pair", page: page.id))
    #expect(board.frame(of: "e")?.page == 0)
  }

  @Test func `a widget is placed near the given cell`() throws {
    let board = try empty.after(
      add("a", "fixed"), add("b", "fixed", near: GridPosition(row: 6, column: 8), page: "page1"))
    #expect(try #require(board.frame(of: "b")) == (0, frame(5, 7, 2, 2)))
  }

  @Test func `another grid has the same widgets, as large as possible, and the first grid is restored`() throws {
    let board = try empty.after(add("a", "large"), add("b", "wide"))
    let derived = board.arrangement(for: phone, limits: sizes)
    #expect(derived.size == phone)
    #expect(try #require(board.frame(of: "a", on: phone)) == (0, frame(1, 1, 4, 4)))
    #expect(try #require(board.frame(of: "b", on: phone)) == (0, frame(5, 1, 2, 4)))
    #expect(board.arrangements.map(\.size) == [desktop])
    // Moving a widget on the phone does not move it on the desktop.
    let moved = try board.after(.move("b", page: nil, to: GridPosition(row: 1, column: 1), makesRoom: true), on: phone)
    #expect(try #require(moved.frame(of: "b", on: phone)).frame == frame(1, 1, 2, 4))
    #expect(try #require(moved.frame(of: "a", on: phone)).frame == frame(3, 1, 4, 4))
    #expect(try #require(moved.frame(of: "b")) == (0, frame(1, 5, 2, 4)))
    // A new widget is placed on both.
    let more = try moved.after(add("c", "fixed"), on: phone)
    #expect(more.frame(of: "c") != nil && more.frame(of: "c", on: phone) != nil)
    let less = try more.after(.remove("a"), on: desktop)
    #expect(less.frame(of: "a", on: phone) == nil)
  }

  @Test(arguments: [
    ("large", GridSize(columns: 4, rows: 2)), ("wide", GridSize(columns: 4, rows: 3)),
    ("wide", GridSize(columns: 7, rows: 2)), ("fixed", GridSize(columns: 3, rows: 2)),
  ])
  func `a size that a widget does not support is rejected`(widget: String, size: GridSize) throws {
    let board = try empty.after(add("a", widget))
    #expect(throws: BoardRefusal.self) { try board.after(.resize("a", to: size)) }
    #expect(throws: BoardRefusal.self) {
      try board.after(
        .reshape("a", to: GridFrame(origin: GridPosition(row: 1, column: 1), size: size), makesRoom: true))
    }
  }

  @Test func `the next larger size is the first that fits: both ways, wider, higher`() throws {
    var board = try empty.after(
      .add("a", BoardTile(widget: "any"), size: GridSize(columns: 7, rows: 1), page: nil, near: nil))
    board = try board.after(.expand("a"))
    #expect(board.frame(of: "a")?.frame == frame(1, 1, 2, 8))
    board = try board.after(.expand("a"))
    #expect(board.frame(of: "a")?.frame == frame(1, 1, 3, 8))
    board = try board.after(.shrink("a"))
    #expect(board.frame(of: "a")?.frame == frame(1, 1, 2, 7))
  }

  @Test func `a missing size has a reason: smallest, largest, or no room`() throws {
    let fixed = try empty.after(add("a", "fixed"))
    #expect(throws: BoardRefusal.largest) { try fixed.after(.expand("a")) }
    #expect(throws: BoardRefusal.smallest) { try fixed.after(.shrink("a")) }
    let cell = try empty.after(
      .add("a", BoardTile(widget: "any"), size: GridSize(columns: 1, rows: 1), page: nil, near: nil))
    #expect(throws: BoardRefusal.smallest) { try cell.after(.shrink("a")) }
  }

  @Test(arguments: ["", "Dawn", "red", "#12", "url(x)", "picture:", "picture:../x"])
  func `a background that no page can show is rejected`(text: String) throws {
    #expect(throws: BoardRefusal.background(text)) {
      try empty.after(.setAppearance(BoardAppearance(background: text)))
    }
    for text in ["dawn", "graphite", "#a1b2c3", "picture:0f"] {
      let board = try empty.after(.setAppearance(BoardAppearance(background: text)))
      #expect(board.appearance.background == text)
    }
  }

  @Test func `a widget moves to another page, where others make room`() throws {
    let board = try empty.after(add("a", "large"), .addPage("p", index: nil), add("b", "wide", page: "p"))
    #expect(board.frame(of: "b")?.page == 1)
    let moved = try board.after(.move("a", page: "p", to: GridPosition(row: 1, column: 1), makesRoom: true))
    // The first page was removed together with its last widget.
    #expect(try #require(moved.frame(of: "a")) == (0, frame(1, 1, 4, 4)))
    #expect(try #require(moved.frame(of: "b")) == (0, frame(1, 5, 2, 4)))
    #expect(throws: BoardRefusal.noRoom) {
      try board.after(.move("a", page: "p", to: GridPosition(row: 1, column: 1), makesRoom: false))
    }
  }

  @Test func `a moved page keeps its name, and a removed one takes its content with it`() throws {
    let board = try empty.after(add("a", "large"), .addPage("p", index: 0), add("b", "large", page: "p"))
    #expect(board.arrangements[0].pages.map(\.id) == ["p", "page1"])
    let moved = try board.after(.movePage("p", index: 1))
    #expect(moved.arrangements[0].pages.map(\.id) == ["page1", "p"])
    #expect(moved.frame(of: "b")?.page == 1)
    let removed = try moved.after(.removePage("p"))
    #expect(removed.arrangements[0].pages.map(\.id) == ["page1"])
    #expect(Array(removed.tiles.keys) == ["a"])
  }

  @Test func `several widgets share one place, as large as all of them allow`() throws {
    let board = try empty.after(add("a", "fixed"), add("b", "fixed"), add("c", "large"))
    var stacked = try board.after(.stack("a", onto: "b"))
    var page = stacked.arrangements[0].pages[0]
    #expect(page.members(of: "b") == ["b", "a"] && page.front(of: "b") == "a")
    #expect(stacked.frame(of: "a")?.frame == stacked.frame(of: "b")?.frame)
    #expect(throws: BoardRefusal.self) { try board.after(.stack("c", onto: "a")) }
    stacked = try stacked.after(.turn("b"))
    #expect(stacked.arrangements[0].pages[0].front(of: "b") == "b")
    // The place outlives the widget that gave it its name.
    let rest = try stacked.after(.remove("b"))
    page = rest.arrangements[0].pages[0]
    #expect(page.members(of: "a") == ["a"] && page.stacks.isEmpty && rest.frame(of: "b") == nil)
    let apart = try stacked.after(.unstack("a"))
    #expect(apart.frame(of: "a")?.frame != apart.frame(of: "b")?.frame)
  }

  @Test func `a stack keeps its tabs while widgets come and go, until that is undone`() throws {
    func hasTabs(_ board: Board, on size: GridSize = desktop) -> Bool? {
      board.arrangement(for: size, limits: sizes).pages[0].stacks.values.first?.hasTabs
    }
    let stacked = try empty.after(add("a", "fixed"), add("b", "fixed"), add("c", "fixed"), .stack("a", onto: "b"))
    #expect(hasTabs(stacked) == false)
    var history = BoardHistory(board: stacked)
    history.replace(with: try stacked.after(.setTabs("a", true)))
    #expect(hasTabs(history.board) == true && hasTabs(history.board, on: phone) == true)
    let other = try history.board.after(.turn("b"), .stack("c", onto: "a"), .remove("b"))
    #expect(hasTabs(other) == true)
    #expect(try hasTabs(other.after(.setTabs("c", false))) == false)
    let isUndone = history.undo()
    #expect(isUndone && history.board == stacked)
  }

  @Test func `a widget by itself has no tabs`() throws {
    let board = try empty.after(add("a", "fixed"), add("b", "fixed"))
    #expect(try board.after(.setTabs("a", true)) == board)
    #expect(throws: BoardRefusal.unknownTile("c")) { try board.after(.setTabs("c", true)) }
    let apart = try board.after(.stack("a", onto: "b"), .setTabs("a", true), .unstack("a"))
    #expect(apart.arrangements[0].pages[0].stacks.isEmpty)
  }

  @Test func `a widget is taken out of its stack to a place where others make room`() throws {
    let board = try empty.after(add("a", "fixed"), add("b", "fixed"), .stack("a", onto: "b"), add("c", "fixed"))
    let place = try #require(board.frame(of: "c"))
    let apart = try board.after(.unstack("a", page: nil, to: place.frame.origin))
    #expect(apart.frame(of: "a")?.frame == place.frame)
    #expect(Set(["a", "b", "c"].map { apart.frame(of: $0)?.frame }).count == 3)
    #expect(throws: BoardRefusal.noRoom) {
      try board.after(.unstack("a", page: nil, to: GridPosition(row: 99, column: 1)))
    }
  }

  @Test func `a widget that is put on a full page pushes others and icons on to the next pages`() throws {
    let size = GridSize(columns: 4, rows: 6)
    func after(_ board: Board, _ edits: BoardEdit...) throws -> Board {
      try edits.reduce(board) { try $0.applying($1, on: size, limits: sizes) }
    }
    func tile(_ id: TileID, page: PageID?) -> BoardEdit {
      .add(id, BoardTile(widget: "any"), size: size, page: page, near: nil)
    }
    // Two pages that one widget each fills, and one that is full of icons.
    var board = try after(Board(id: "b", name: "B"), tile("a", page: nil), .addPage("two", index: nil))
    board = try after(board, tile("b", page: "two"), .addPage("icons", index: nil))
    for number in 0..<24 {
      board = try after(
        board,
        .addIcon(
          IconID(rawValue: "i\(number)"), BoardIcon(name: "I", address: "https://example.org/"), page: "icons",
          index: number))
    }
    let moved = try after(
      board, .move("a", page: "two", to: GridPosition(row: 1, column: 1), makesRoom: true),
      .add("c", BoardTile(widget: "any"), size: GridSize(columns: 2, rows: 2), page: "icons", near: nil),
      .move("c", page: "icons", to: GridPosition(row: 1, column: 1), makesRoom: true))
    let arrangement = try #require(moved.arrangements.first { $0.size == size })
    #expect(arrangement.pages.first { $0.id == "two" }?.grid.tiles.map(\.id) == ["a"])
    #expect(arrangement.place(of: "b" as TileID)?.page == arrangement.index(of: "two").map { $0 + 1 })
    let full = try #require(arrangement.pages.first { $0.id == "icons" })
    #expect(full.grid.tiles.map(\.id) == ["c"] && full.icons == (0..<20).map { IconID(rawValue: "i\($0)") })
    let next = try #require(arrangement.place(of: IconID(rawValue: "i20")))
    #expect(arrangement.pages[next.page].icons == (20..<24).map { IconID(rawValue: "i\($0)") })
    #expect(next.page == arrangement.index(of: "icons").map { $0 + 1 })
  }

  @Test func `pages have names and can be hidden, but for the last, and new things do not go to hidden ones`() throws {
    let board = try empty.after(
      add("a", "fixed"), .addPage("p", index: 0), .renamePage("p", "  Living \n room "), .hidePage("p", true))
    let read = try BoardDocument.read(JSONText.text(of: BoardDocument.value(of: board)).utf8)
    #expect(read.board == board && read.problems == [])
    let pages = board.arrangements[0].pages
    #expect(pages.map(\.name) == ["Living room", nil] && pages.map(\.isHidden) == [true, false])
    let more = try board.after(add("b", "fixed"))
    #expect(more.arrangements[0].place(of: "b" as TileID)?.page == 1)
    #expect(throws: BoardRefusal.lastPage) { try board.after(.hidePage(pages[1].id, true)) }
    #expect(throws: BoardRefusal.name) { try board.after(.renamePage("p", String(repeating: "n", count: 101))) }
    let plain = try board.after(.renamePage("p", " "), .hidePage("p", false))
    #expect(plain.arrangements[0].pages[0].name == nil && !plain.arrangements[0].pages[0].isHidden)
    let derived = board.arrangement(for: phone, limits: sizes)
    #expect(derived.pages.first?.name == "Living room" && derived.pages.first?.isHidden == true)
  }

  @Test func `a page with a name stays when it becomes empty`() throws {
    let board = try empty.after(
      add("a", "fixed"), .addPage("p", index: nil), add("b", "fixed", page: "p"), .renamePage("p", "Work"), .remove("b")
    )
    #expect(board.arrangements[0].pages.map(\.name) == [nil, "Work"])
  }

  @Test func `a shape that is not a rectangle survives moves and the document`() throws {
    let cells = [(1, 1), (2, 1), (2, 2)].map { GridPosition(row: $0.0, column: $0.1) }
    let board = try empty.after(add("a", "any"), .occupy("a", cells), icon("i"))
    let page = board.arrangements[0].pages[0]
    #expect(page.grid.iconCells == [GridPosition(row: 1, column: 2)])
    let moved = try board.after(.move("a", page: nil, to: GridPosition(row: 3, column: 3), makesRoom: false))
    let read = try BoardDocument.read(JSONText.text(of: BoardDocument.value(of: moved)).utf8)
    #expect(read.board == moved && read.problems == [])
    #expect(
      read.board.arrangements[0].pages[0].grid.tile("a")?.cells
        == [(3, 3), (4, 3), (4, 4)].map { GridPosition(row: $0.0, column: $0.1) })
  }

  @Test func `a page disappears with its last content; one that was added empty stays`() throws {
    let board = try empty.after(
      add("a", "large"), .addPage("p", index: nil), add("b", "fixed", page: "p"), .addPage("q", index: nil))
    let moved = try board.after(.move("b", page: "page1", to: GridPosition(row: 5, column: 1), makesRoom: false))
    #expect(moved.arrangements[0].pages.map(\.id) == ["page1", "q"])
  }

  @Test func `derived pages have unique names, however often they are derived`() throws {
    var board = empty
    for number in 0..<6 { board = try board.after(add(TileID(rawValue: "t\(number)"), "wide")) }
    let tablet = GridSize(columns: 5, rows: 8)
    board = try board.after(.move("t0", page: nil, to: GridPosition(row: 1, column: 2), makesRoom: true), on: tablet)
    let derived = board.arrangement(for: GridSize(columns: 4, rows: 4), limits: sizes)
    let names = derived.pages.map(\.id)
    #expect(names.count > 2 && Set(names).count == names.count)
  }

  /// Widgets for the pages of a desktop, and their frames on another grid.
  struct Derivation: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var grid = phone
    /// For each page, names of widgets, `large` if they begin with `l`, and their frames.
    let pages: [[TileID: GridFrame]]
    let expected: [[TileID: GridFrame]]
  }

  @Test(arguments: [
    Derivation(
      testDescription: "what does not fit goes to the next page with room",
      pages: [["a": frame(1, 1, 6, 3), "b": frame(1, 4, 2, 2)], ["c": frame(1, 1, 2, 4)]],
      expected: [["a": frame(1, 1, 6, 3)], ["c": frame(1, 1, 2, 4), "b": frame(3, 1, 2, 2)]]),
    Derivation(
      testDescription: "large widgets share a page if that saves one",
      pages: [["l1": frame(1, 1, 6, 4), "l2": frame(1, 5, 6, 4)]],
      expected: [["l1": frame(1, 1, 3, 4), "l2": frame(4, 1, 3, 4)]]),
    Derivation(
      testDescription: "a widget on a page of its own stays large",
      pages: [["l1": frame(1, 1, 6, 4)], ["l2": frame(1, 1, 6, 4)]],
      expected: [["l1": frame(1, 1, 6, 4)], ["l2": frame(1, 1, 6, 4)]]),
    Derivation(
      testDescription: "no widget becomes smaller than its minimum", grid: GridSize(columns: 4, rows: 4),
      pages: [["l1": frame(1, 1, 4, 4), "l2": frame(1, 5, 4, 4)]],
      expected: [["l1": frame(1, 1, 4, 4)], ["l2": frame(1, 1, 4, 4)]]),
    Derivation(
      testDescription: "pages of about the same size stay apart", grid: GridSize(columns: 8, rows: 8),
      pages: [["a": frame(1, 1, 2, 2)], ["b": frame(1, 1, 2, 2)]],
      expected: [["a": frame(1, 1, 2, 2)], ["b": frame(1, 1, 2, 2)]]),
    Derivation(
      testDescription: "a much larger page takes several", grid: GridSize(columns: 16, rows: 8),
      pages: [["a": frame(1, 1, 6, 8)], ["b": frame(1, 1, 6, 8)]],
      expected: [["a": frame(1, 1, 6, 8), "b": frame(1, 9, 6, 8)]]),
  ])
  func `a derived arrangement has no more pages than necessary`(_ derivation: Derivation) throws {
    var arrangement = Arrangement(size: desktop)
    for (number, tiles) in derivation.pages.enumerated() {
      var page = try #require(BoardPage(id: PageID(rawValue: "p\(number)"), size: desktop))
      for (id, frame) in tiles { try page.grid.add(Tile(id: id, frame: frame)) }
      arrangement.pages.append(page)
    }
    let derived = arrangement.derived(for: derivation.grid) { id in
      sizes(BoardTile(widget: id.rawValue.hasPrefix("l") ? "large" : "any"))
    }
    let frames = derived.pages.map { page in
      Dictionary(uniqueKeysWithValues: page.grid.tiles.map { ($0.id, $0.frame) })
    }
    #expect(frames == derivation.expected)
  }

  @Test func `icons of pages that are combined stay in order`() throws {
    var board = try empty.after(.addPage("p", index: nil), .addPage("q", index: nil), icon("i", page: "p"))
    board = try board.after(icon("j", page: "q"), icon("k", page: "p"))
    let derived = board.arrangement(for: GridSize(columns: 16, rows: 8), limits: sizes)
    #expect(derived.pages.map(\.icons) == [["i", "k", "j"]])
  }

  @Test func `a removal alone does not give a grid its own arrangement`() throws {
    let board = try empty.after(add("a", "large"), add("b", "fixed"), icon("i"))
    let less = try board.after(.remove("b"), .removeIcon("i"), on: phone)
    #expect(less.arrangements.map(\.size) == [desktop] && less.tiles.count == 1)
  }

  @Test func `options are set, and reset by null`() throws {
    let board = try empty.after(add("a", "any"), .setOptions("a", ["x": 1, "y": 2]), .setOptions("a", ["x": nil]))
    #expect(board.tiles["a"]?.options == ["y": 2])
  }

  @Test func `every edit is undone and redone`() throws {
    var history = BoardHistory(board: empty)
    let edits: [BoardEdit] = [
      add("a", "large"), icon("i"), .resize("a", to: GridSize(columns: 5, rows: 5)), .remove("a"), .rename("Work"),
    ]
    var boards = [empty]
    for edit in edits {
      boards.append(try history.board.after(edit))
      history.replace(with: boards[boards.count - 1])
    }
    for board in boards.dropLast().reversed() {
      let isBack = history.undo()
      #expect(isBack)
      #expect(history.board == board)
    }
    let more = history.undo()
    #expect(!more)
    for board in boards.dropFirst() {
      let isAgain = history.redo()
      #expect(isAgain)
      #expect(history.board == board)
    }
    #expect(history.tiles == ["a"])
    // A new edit clears the redo history.
    _ = history.undo()
    history.replace(with: try history.board.after(.rename("Play")))
    let again = history.redo()
    #expect(!again)
  }
}

@Suite("Boards: icons")
struct BoardIconTests {
  @Test func `icons flow around widgets in order`() throws {
    let board = try empty.after(icon("i"), icon("k"), icon("l"), add("a", "fixed"))
    let page = board.arrangements[0].pages[0]
    #expect(page.icons == ["i", "k", "l"])
    // The first position that moves no icon.
    #expect(page.grid.tiles[0].frame.origin == GridPosition(row: 1, column: 4))
    let moved = try board.after(.moveIcon("l", page: "page1", index: 0))
    #expect(moved.arrangements[0].pages[0].icons == ["l", "i", "k"])
  }

  @Test func `an icon on another makes a folder, which disappears with its last icon`() throws {
    var board = try empty.after(icon("i"), icon("k"), icon("l"), .collect("i", into: "k", folder: "f"))
    #expect(board.arrangements[0].pages[0].icons == ["f", "l"])
    #expect(board.icons["f"]?.members == ["k", "i"])
    board = try board.after(.collect("l", into: "f", folder: "g"))
    #expect(board.icons["f"]?.members == ["k", "i", "l"] && board.icons["g"] == nil)
    board = try board.after(
      .moveIcon("k", page: "page1", index: 5), .moveIcon("i", page: "page1", index: 0), .removeIcon("l"))
    #expect(board.arrangements[0].pages[0].icons == ["i", "k"] && Set(board.icons.keys) == ["i", "k"])
    let both = try board.after(
      .collect("i", into: "k", folder: "f"), icon("l"), icon("m"), .collect("l", into: "m", folder: "g"))
    #expect(throws: BoardRefusal.folderInFolder) { try both.after(.collect("f", into: "g", folder: "h")) }
    #expect(try both.after(.removeIcon("f")).icons.count == 3)
  }

  @Test(arguments: [
    ("https://example.org/a?b#c", true), ("http://10.0.0.1:8080/", true), ("mailto:a@example.org", true),
    ("tel:+4930123", true), ("javascript:alert(1)", false), (" javascript:alert(1)", false),
    ("JaVaScript:alert(1)", false), ("data:text/html,x", false), ("file:///etc/passwd", false), ("", false),
    ("example.org", false), ("https://example.org/\u{0A}x", false), ("vbscript:x", false),
  ])
  func `an icon leads only to addresses that a page may open`(address: String, isAllowed: Bool) {
    let edit = BoardEdit.addIcon("i", BoardIcon(name: "I", address: address), page: nil, index: nil)
    let board = try? empty.after(edit)
    #expect((board != nil) == isAllowed)
  }
}

@Suite("Boards: documents")
struct BoardDocumentTests {
  /// Checks that every widget and every icon occurs once on each grid, and that the document contains everything.
  private func check(_ board: Board) throws {
    for arrangement in board.arrangements {
      let placed = arrangement.pages.flatMap { page in page.grid.tiles.flatMap { page.members(of: $0.id) } }
      #expect(placed.count == Set(placed).count && Set(placed) == Set(board.tiles.keys))
      let shown = arrangement.pages.flatMap(\.icons) + board.icons.values.flatMap { $0.members ?? [] }
      #expect(shown.count == Set(shown).count && Set(shown) == Set(board.icons.keys))
      for page in arrangement.pages {
        #expect(page.icons.count <= page.grid.iconCapacity && page.grid.iconCount == page.icons.count)
        for (place, stack) in page.stacks {
          #expect(stack.members.count > 1 && stack.members.contains(stack.front) && page.grid.tile(place) != nil)
        }
      }
    }
    let reading = try BoardDocument.read(JSONText.text(of: BoardDocument.value(of: board)).utf8)
    #expect(reading.board == board && reading.problems == [])
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `a board stays consistent after any edits, and reads as it was written`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var history = BoardHistory(board: empty)
    var taken = 0
    for step in 0..<120 {
      let size = [desktop, phone, GridSize(columns: 6, rows: 8)].randomElement(using: &random) ?? desktop
      let edit = edit(step, history.board, size, &random)
      if let board = try? history.board.applying(edit, on: size, limits: sizes) {
        history.replace(with: board)
        taken += 1
      }
      if Int.random(in: 0..<12, using: &random) == 0 { _ = history.undo() }
      if Int.random(in: 0..<12, using: &random) == 0 { _ = history.redo() }
      if step.isMultiple(of: 8) { try check(history.board) }
    }
    #expect(taken > 40)
  }

  private func edit(_ step: Int, _ board: Board, _ size: GridSize, _ random: inout SeededGenerator) -> BoardEdit {
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    let tiles = board.tiles.keys.sorted { $0.rawValue < $1.rawValue }
    let icons = board.icons.keys.sorted { $0.rawValue < $1.rawValue }
    let tile = tiles.randomElement(using: &random) ?? "none"
    let other = tiles.randomElement(using: &random) ?? "none"
    let icon = icons.randomElement(using: &random) ?? "none"
    let pages = board.arrangement(for: size, limits: sizes).pages.map(\.id)
    let page = pages.randomElement(using: &random) ?? "page1"
    let position = GridPosition(row: number(0...8), column: number(0...9))
    let extent = GridSize(columns: number(0...9), rows: number(0...7))
    switch number(0...19) {
    case 0...3:
      let widget = ["large", "wide", "fixed", "any"].randomElement(using: &random) ?? "any"
      return .add(TileID(rawValue: "t\(step)"), BoardTile(widget: widget), size: nil, page: nil, near: position)
    case 4...6: return .move(tile, page: page, to: position, makesRoom: number(0...1) == 0)
    case 7: return .resize(tile, to: extent)
    case 8: return .reshape(tile, to: GridFrame(origin: position, size: extent), makesRoom: true)
    case 9: return number(0...1) == 0 ? .expand(tile) : .shrink(tile)
    case 10: return .remove(tile)
    case 11: return .stack(tile, onto: other)
    case 12:
      switch number(0...3) {
      case 0: return .unstack(tile)
      case 1: return .unstack(tile, page: page, to: position)
      case 2: return .turn(tile)
      default: return .setTabs(tile, number(0...2) > 0)
      }
    case 13...15:
      return .addIcon(
        IconID(rawValue: "i\(step)"), BoardIcon(name: "I", address: "https://example.org/"), page: page,
        index: number(0...4))
    case 16: return .moveIcon(icon, page: page, index: number(0...9))
    case 17:
      return .collect(icon, into: icons.randomElement(using: &random) ?? "none", folder: IconID(rawValue: "f\(step)"))
    case 18:
      return number(0...2) == 0 ? .removeIcon(icon) : .addPage(PageID(rawValue: "p\(step)"), index: number(0...2))
    default:
      switch number(0...5) {
      case 0: return .removePage(page)
      case 1: return .renamePage(page, ["", "Work", "Home"].randomElement(using: &random) ?? "")
      case 2: return .hidePage(page, number(0...1) == 0)
      default: return .movePage(page, index: number(0...3))
      }
    }
  }

  @Test func `only a stack with tabs has these in its document, also under other names`() throws {
    let without = try empty.after(add("a", "fixed"), add("b", "fixed"), .stack("a", onto: "b"))
    #expect(!JSONText.text(of: BoardDocument.value(of: without)).contains("tabs"))
    let with = try without.after(.setTabs("b", true))
    #expect(JSONText.text(of: BoardDocument.value(of: with)).contains(#""tabs""#))
    try check(with)
    let copy = with.renamed("copy") { TileID(rawValue: "\($0.rawValue)2") }
    #expect(copy.arrangements[0].pages[0].stacks["b2"]?.hasTabs == true)
    #expect(try without.after(.setTabs("a", true), .setTabs("b", false)) == without)
  }

  @Test func `conflicting items move to other places, and nothing is lost`() throws {
    let text = """
      {"format": 1, "id": "home", "name": "Home",
       "tiles": {"a": {"widget": "w"}, "b": {"widget": "gone"}, "c": {"widget": "w"}, "d": {"widget": "w"}, "e": {"widget": "w"},
                 "f": {"widget": "w"}, "no": 5},
       "icons": {"i": {"name": "I", "address": "https://example.org"}, "bad": {"name": "B", "address": "javascript:x"},
                 "k": {"name": "K", "address": "https://example.org"}},
       "arrangements": [
         {"size": [6, 4], "pages": [
           {"id": "p", "tiles": [
             {"tile": "a", "frame": [1, 1, 2, 2]}, {"tile": "b", "frame": [2, 2, 2, 2]}, {"tile": "c", "frame": [6, 4, 2, 2]},
             {"tile": "d", "frame": [1, 1, 0, 2]}, {"tile": "e", "frame": [1, 1, 9000000000000000000, 1]}, {"tile": "a", "frame": [5, 1, 1, 1]},
             {"tile": "ghost", "frame": [5, 1, 1, 1]}], "icons": ["i", "i", "ghost"]}]},
         {"size": [0, 4], "pages": []}]}
      """
    let reading = try BoardDocument.read(text.utf8)
    try check(reading.board)
    #expect(Set(reading.board.tiles.keys) == ["a", "b", "c", "d", "e", "f"])
    #expect(reading.board.tiles["b"]?.widget == "gone")
    #expect(reading.board.arrangements[0].pages[0].grid.tile("a")?.frame == frame(1, 1, 2, 2))
    let rules = Set(reading.problems.map(\.rule))
    #expect(rules == ["board-tile", "board-icon", "board-frame", "board-size"])
    #expect(reading.problems.allSatisfy { $0.range != nil })
  }

  @Test(arguments: [
    (#"{"format": 2, "tiles": {}, "arrangements": []}"#, "board-format"),
    (#"{"format": 1e300, "tiles": {}}"#, "board-format"), (#"{"x": 1}"#, "board-document"),
    ("[]", "board-document"),
    ("{", "json-syntax"),
  ])
  func `a board of a later version and an invalid board are rejected`(text: String, rule: String) {
    let error = #expect(throws: Diagnostic.self) { try BoardDocument.read(text.utf8) }
    #expect(error?.rule == rule)
  }
}
