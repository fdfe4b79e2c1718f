import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Synchronization
import TesseraAccess
import TesseraBundles
import TesseraData
import TesseraGraphics
import TesseraLayout
import TesseraTestSupport
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraBoard
@testable import TesseraBoardService
@testable import TesseraProtocol
@testable import TesseraRuntime
@testable import TesseraServer

private let note = BoardTile(widget: "org.example.note")

@Suite("Stored boards")
struct BoardHostTests {
  @Test func `a reopened board is unchanged, including its undo history`() async throws {
    let folder = BoardFolder()
    var boards = try folder.open()
    _ = try await boards.edit(.add("a", note, size: nil, page: nil, near: nil))
    _ = try await boards.edit(.move("a", page: nil, to: GridPosition(row: 3, column: 3), makesRoom: false))
    let last = try await boards.edit(.rename("Work"))
    _ = try await boards.back()
    boards = try folder.open()
    var update = try await boards.main
    #expect(update.board.name == "Home" && update.canUndo && update.canRedo)
    #expect(update.arrangement.pages[0].grid.tile("a")?.frame.origin == GridPosition(row: 3, column: 3))
    #expect(try await boards.back(isUndo: false).board == last.board)
    _ = try await boards.back()
    _ = try await boards.back()
    update = try await boards.back()
    #expect(update.board.tiles.isEmpty && !update.canUndo)
  }

  @Test func `a widget that is not installed keeps its place and its options, and returns with them`() async throws {
    let folder = BoardFolder()
    var boards = try folder.open()
    _ = try await boards.edit(.add("a", note, size: nil, page: nil, near: nil))
    _ = try await boards.edit(.setOptions("a", ["mode": "custom"]))
    boards = try folder.open(folder.library([]))
    #expect(try await boards.main.kinds["a"]?.isMissing == true)
    #expect(await boards.widget("a") == nil)
    _ = try await boards.edit(.move("a", page: nil, to: GridPosition(row: 2, column: 2), makesRoom: false))
    boards = try folder.open()
    let widget = try #require(await boards.widget("a") as? InstanceWidget)
    #expect(try await boards.main.kinds["a"]?.isMissing == false)
    #expect(widget.instance.options.value.value(at: "mode") == "custom")
  }

  @Test func `options reach the running instance, and invalid values are not passed on`() async throws {
    let boards = try BoardFolder().open()
    _ = try await boards.edit(.add("a", note, size: nil, page: nil, near: nil))
    let instance = try #require(await boards.widget("a") as? InstanceWidget).instance
    _ = try await boards.edit(.setOptions("a", ["size": 5]))
    #expect(instance.options.value.value(at: "size") == 5)
    _ = try await boards.back()
    #expect(instance.options.value.value(at: "size") == 2)
    for values in [["size": 10], ["mode": "none"], ["sise": 1], ["password": 1]] as [[String: Value]] {
      let error = await #expect(throws: Diagnostic.self) { try await boards.edit(.setOptions("a", values)) }
      #expect(["option-value", "unknown-option"].contains(error?.rule))
    }
    #expect(try await boards.main.board.tiles["a"]?.options == [:])
  }

  @Test func `a removed widget returns with its data, as long as it can be undone`() async throws {
    let folder = BoardFolder()
    let boards = try folder.open()
    _ = try await boards.edit(.add("a", note, size: nil, page: nil, near: nil))
    _ = await boards.widget("a")
    let file = folder.url.appending(path: "instances/a.sqlite").path
    #expect(FileManager.default.fileExists(atPath: file))
    _ = try await boards.edit(.remove("a"))
    #expect(FileManager.default.fileExists(atPath: file))
    #expect(await boards.widget("a") == nil)
    _ = try await boards.back()
    #expect(await boards.widget("a") != nil)
    _ = try await boards.edit(.remove("a"))
    for number in 0...BoardHistory.maximumCount { _ = try await boards.edit(.rename("Board \(number)")) }
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test func `a widget finds its data from before there were boards`() async throws {
    let folder = BoardFolder()
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    let former = folder.url.appending(path: "org.example.note.sqlite")
    try DatabaseQueue(path: former.path).close()
    let boards = try folder.open()
    _ = try await boards.edit(.add("a", note, size: nil, page: nil, near: nil))
    _ = await boards.widget("a")
    #expect(!FileManager.default.fileExists(atPath: former.path))
  }

  @Test(arguments: [true, false])
  func `a damaged file is set aside, and its readable parts are recovered`(isBeginning: Bool) async throws {
    let folder = BoardFolder()
    do {
      let boards = try folder.open()
      _ = try await boards.edit(.add("a", note, size: nil, page: nil, near: nil))
    }
    try? FileManager.default.removeItem(atPath: folder.file.path + "-wal")
    var bytes = try Data(contentsOf: folder.file)
    let place = isBeginning ? 0 : 4096
    bytes.replaceSubrange(place..<place + 1024, with: Data(repeating: 0xFF, count: 1024))
    try bytes.write(to: folder.file)
    let store = try BoardStore(location: .file(folder.file))
    let aside = try #require(store.recovery).damagedFile
    #expect(try Data(contentsOf: aside)[place..<place + 1024] == bytes[place..<place + 1024])
    let boards = try BoardHost(store: store, library: folder.library())
    #expect(await boards.boards.map(\.id) == ["home"])
    _ = try await boards.edit(.add("b", note, size: nil, page: nil, near: nil))
  }

  @Test func `an edit that cannot be written is rejected, and nothing changes`() async throws {
    let folder = BoardFolder()
    let boards = try folder.open()
    _ = try await boards.edit(.add("a", note, size: nil, page: nil, near: nil))
    // Another process locks the file: SQLite fails as it does if the disk is full.
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: folder.file.path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    await #expect(throws: StoreError.self) { try await boards.edit(.remove("a")) }
    #expect(try await boards.main.board.tiles.keys.contains("a"))
    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    #expect(try await boards.edit(.remove("a")).board.tiles.isEmpty)
  }

  @Test func `an empty file is left over from another one, and counts as damaged`() throws {
    let folder = BoardFolder()
    _ = try folder.open()
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: folder.file.path + suffix) }
    try Data().write(to: folder.file)
    #expect(try BoardStore(location: .file(folder.file)).recovery != nil)
    #expect(try BoardStore(location: .file(folder.file)).recovery == nil)
  }

  @Test func `a read-only file is shown as it is, and no edit is accepted`() async throws {
    let folder = BoardFolder()
    let before = try folder.open()
    _ = try await before.edit(.add("a", note, size: nil, page: nil, near: nil))
    let problem = StoreError.database(code: 8, message: "the folder is read-only")
    let store = try BoardStore(showing: folder.file, because: problem)
    let boards = try BoardHost(store: store, library: folder.library())
    store.seal()
    #expect(try await boards.main.board.tiles.keys.contains("a"))
    await #expect(throws: StoreError.self) { try await boards.edit(.remove("a")) }
    #expect(try await boards.main.board.tiles.keys.contains("a"))
    let update = try await boards.update(of: "home", on: GridSize(columns: 8, rows: 6))
    #expect(update.problem?.contains("read-only") == true)
  }

  @Test func `a restored instance is the same as before its removal, in memory too`() async throws {
    let library = BoardFolder().library()
    let boards = try BoardHost(store: BoardStore(location: .memory), library: library)
    _ = try await boards.edit(.add("a", note, size: nil, page: nil, near: nil))
    let instance = try #require(await boards.widget("a") as? InstanceWidget)
    _ = try await boards.edit(.remove("a"))
    #expect(await boards.widget("a") == nil)
    _ = try await boards.back()
    #expect(try #require(await boards.widget("a") as? InstanceWidget) === instance)
  }

  @Test func `an import does not take over the data of another widget`() async throws {
    var other = BoardFolder.note
    other["widget.json"] = #"{"id": "org.example.other", "name": "Other"}"#
    other["screens/Main.json"] = #"{"view": {"type": "text", "text": "x"}}"#
    let folder = BoardFolder()
    let boards = try folder.open(folder.library([BoardFolder.note, other]))
    _ = try await boards.edit(.add("1", note, size: nil, page: nil, near: nil))
    var document = Board(id: "x", name: "X")
    document = try document.applying(
      .add("1", BoardTile(widget: "org.example.other"), size: nil, page: nil, near: nil),
      on: BoardGrid.standard.size, limits: { _ in .any })
    let update = try await boards.replace(BoardHost.mainBoard, with: document)
    #expect(update.board.tiles.count == 1 && update.board.tiles["1"] == nil)
    #expect(try await boards.back().board.tiles["1"] == note)
  }

  @Test func `secrets stay on the server: an export has none, and an import keeps the present ones`() async throws {
    let boards = try BoardFolder().open()
    _ = try await boards.edit(.add("a", note, size: nil, page: nil, near: nil))
    _ = try await boards.edit(.setOptions("a", ["password": "hunter2", "mode": "custom"]))
    let exported = try await boards.exported(BoardHost.mainBoard)
    #expect(exported.tiles["a"]?.options == ["mode": "custom"])
    let update = try await boards.replace(BoardHost.mainBoard, with: exported)
    #expect(update.board.tiles["a"]?.options == ["password": "hunter2", "mode": "custom"])
  }

  private static let house = [
    "widget.json": """
    {"id": "org.example.house", "name": "House", "options": [
      {"name": "server", "type": "url", "reach": true}, {"name": "token", "type": "string", "secret": true},
      {"name": "count", "type": "number"}]}
    """,
    "screens/Main.json": #"{"view": {"type": "text", "text": "x"}}"#,
  ]

  @Test(arguments: [true, false])
  func `a secret does not follow an address to another host, by an edit or by an import`(isImport: Bool) async throws {
    let folder = BoardFolder()
    let boards = try folder.open(folder.library([Self.house]))
    _ = try await boards.edit(.add("a", BoardTile(widget: "org.example.house"), size: nil, page: nil, near: nil))
    // The first address may come after the token.
    _ = try await boards.edit(.setOptions("a", ["token": "s3cret"]))
    _ = try await boards.edit(.setOptions("a", ["server": "https://house.example.org/"]))
    _ = try await boards.edit(.setOptions("a", ["server": "https://house.example.org/other", "count": 5]))
    #expect(try await boards.main.board.tiles["a"]?.options["token"] == "s3cret")
    if isImport {
      var document = try await boards.exported(BoardHost.mainBoard)
      _ = try await boards.replace(BoardHost.mainBoard, with: document)
      #expect(try await boards.main.board.tiles["a"]?.options["token"] == "s3cret")
      document.tiles["a"]?.options["server"] = "https://evil.example/"
      _ = try await boards.replace(BoardHost.mainBoard, with: document)
    } else {
      _ = try await boards.edit(.setOptions("a", ["server": "https://evil.example/"]))
    }
    #expect(try await boards.main.board.tiles["a"]?.options["token"] == nil)
    _ = try await boards.edit(.setOptions("a", ["server": "https://new.example.org/", "token": "mine"]))
    #expect(try await boards.main.board.tiles["a"]?.options["token"] == "mine")
  }

  @Test func `a secret of a missing widget does not go with other options`() async throws {
    let folder = BoardFolder()
    do {
      let boards = try folder.open(folder.library([Self.house]))
      _ = try await boards.edit(.add("a", BoardTile(widget: "org.example.house"), size: nil, page: nil, near: nil))
      _ = try await boards.edit(.setOptions("a", ["token": "s3cret", "server": "https://house.example.org/"]))
    }
    let boards = try folder.open(folder.library([]))
    var document = try await boards.exported(BoardHost.mainBoard)
    document.tiles["a"]?.options["server"] = "https://evil.example/"
    _ = try await boards.replace(BoardHost.mainBoard, with: document)
    #expect(try await boards.document(of: BoardHost.mainBoard).tiles["a"]?.options["token"] == nil)
  }

  @Test func `an export keeps the options of a missing widget, except those that were secret when set`() async throws {
    let folder = BoardFolder()
    do {
      let boards = try folder.open()
      _ = try await boards.edit(.add("a", note, size: nil, page: nil, near: nil))
      _ = try await boards.edit(.setOptions("a", ["password": "hunter2", "mode": "custom"]))
    }
    let boards = try folder.open(folder.library([]))
    let exported = try await boards.exported(BoardHost.mainBoard)
    #expect(exported.tiles["a"]?.options == ["mode": "custom"])
    // A document cannot declare which options are secret.
    var forged = exported
    forged.tiles["a"]?.secrets = []
    _ = try await boards.replace(BoardHost.mainBoard, with: forged)
    #expect(try await boards.exported(BoardHost.mainBoard).tiles["a"]?.options == ["mode": "custom"])
    #expect(exported.tiles["a"]?.secrets == nil)
    #expect(try await boards.document(of: BoardHost.mainBoard).tiles["a"]?.options["password"] == "hunter2")
  }

  @Test func `a board of a later version stays unchanged, and the server reports it`() async throws {
    let folder = BoardFolder()
    _ = try folder.open()
    let queue = try DatabaseQueue(path: folder.file.path)
    let text = #"{"format": 7, "id": "home", "tiles": {}, "arrangements": []}"#
    try await queue.write { try $0.execute(sql: "UPDATE board SET document = ?", arguments: [Data(text.utf8)]) }
    let error = #expect(throws: Diagnostic.self) { try folder.open() }
    #expect(error?.rule == "board-format")
    let kept = try await queue.read { try Data.fetchOne($0, sql: "SELECT document FROM board") }
    #expect(kept == Data(text.utf8))
  }

  @Test func `a repaired board is stored, and the previous document next to it`() async throws {
    let folder = BoardFolder()
    _ = try folder.open()
    let queue = try DatabaseQueue(path: folder.file.path)
    let text = #"{"id": "home", "tiles": {"a": {"widget": "x"}}, "arrangements": [{"size": [6, 8], "pages": []}]}"#
    try await queue.write { try $0.execute(sql: "UPDATE board SET document = ?", arguments: [Data(text.utf8)]) }
    #expect(try folder.open().problems.map(\.rule) == ["board-tile"])
    #expect(try folder.open().problems == [])
    let aside = try await queue.read { try Data.fetchAll($0, sql: "SELECT document FROM setAside") }
    #expect(aside == [Data(text.utf8)])
  }

  @Test func `a second server does not open a data folder until the first one ends`() throws {
    let folder = BoardFolder()
    var first: DataFolderLock? = try DataFolderLock(folder.url)
    #expect(first != nil)
    let error = #expect(throws: Diagnostic.self) { try DataFolderLock(folder.url) }
    #expect(error?.rule == "data-in-use")
    first = nil
    #expect(try DataFolderLock(folder.url) != nil)
  }

  @Test func `a lock ends with its owner, though a process that is being started has its file open`() throws {
    let folder = BoardFolder()
    var lock: DataFolderLock? = try DataFolderLock(folder.url)
    #expect(lock != nil)
    let file = folder.url.appending(path: ".lock").resolvingSymlinksInPath().path
    let own = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
    let locked = try #require(
      own.first { (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == file })
    // What such a process has between its fork and its program.
    let copy = dup(locked)
    defer { close(copy) }
    lock = nil
    #expect(try DataFolderLock(folder.url) != nil)
  }

  @Test func `a lock that fails closes no file of others`() async throws {
    let folder = BoardFolder()
    let lock = try DataFolderLock(folder.url)
    let isOver = Mutex(false)
    let others = Task.detached {
      var closedByOthers = 0
      while !isOver.withLock(\.self) {
        let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
        sched_yield()
        if close(file) != 0 { closedByOthers += 1 }
      }
      return closedByOthers
    }
    for _ in 0..<2000 { #expect(throws: Diagnostic.self) { try DataFolderLock(folder.url) } }
    isOver.withLock { $0 = true }
    #expect(await others.value == 0)
    withExtendedLifetime(lock) {}
  }

  @Test func `a placement at a later start can be undone, and earlier content cannot`() async throws {
    let folder = BoardFolder()
    var boards = try folder.open()
    #expect(await boards.isFresh)
    _ = try await boards.place("org.example.note", isStep: false)
    boards = try folder.open()
    #expect(await !boards.isFresh)
    let second = try await boards.place("org.example.note", isStep: true)
    #expect(second == "2")
    #expect(try await boards.back().board.tiles.keys.map(\.rawValue) == ["1"])
    #expect(try await boards.main.canUndo == false)
  }

  @Test func `a board's followers receive each edit, on their own grid`() async throws {
    let boards = try BoardFolder().open()
    let phone = GridSize(columns: 4, rows: 6)
    var updates = await boards.updates(of: BoardHost.mainBoard, on: phone).makeAsyncIterator()
    #expect(await updates.next()?.board.tiles.isEmpty == true)
    _ = try await boards.edit(.add("a", note, size: nil, page: nil, near: nil))
    let update = try #require(await updates.next())
    #expect(update.arrangement.size == phone && update.arrangement.place(of: "a" as TileID) != nil)
  }

  @Test func `several boards have names, and the last one stays`() async throws {
    let folder = BoardFolder()
    var boards = try folder.open()
    let id = try await boards.addBoard(named: "Work")
    boards = try folder.open()
    #expect(await boards.boards.map(\.name) == ["Home", "Work"])
    try await boards.removeBoard("home")
    await #expect(throws: Diagnostic.self) { try await boards.removeBoard(id) }
    #expect(await boards.boards.map(\.id) == [id])
  }

  @Test func `the last boards are for administrators`() async throws {
    let boards = try BoardFolder().open()
    let maximum = BoardRepository.maximumBoards
    while (try? await boards.addBoard(named: "A", usesReserve: false)) != nil {}
    #expect(await boards.boards.count == maximum - BoardRepository.reservedBoards)
    while (try? await boards.addBoard(named: "B")) != nil {}
    #expect(await boards.boards.count == maximum)
  }

  @Test func `an export is imported elsewhere, under new unique names`() async throws {
    let boards = try BoardFolder().open()
    _ = try await boards.edit(.add("a", note, size: nil, page: nil, near: nil))
    let document = try await boards.document(of: BoardHost.mainBoard)
    let other = try await boards.addBoard(named: "Copy")
    let copy = try await boards.replace(other, with: document)
    #expect(copy.board.id == other && copy.board.tiles.count == 1 && copy.board.tiles["a"] == nil)
  }
}

@Suite("Routes: boards")
struct BoardRouteTests {
  private func withBoards(
    _ widgets: [[String: String]] = [BoardFolder.note],
    _ test: @escaping @Sendable (RouteClient, BoardHost) async throws -> Void
  ) async throws {
    let folder = BoardFolder()
    let library = folder.library(widgets)
    let boards = try folder.open(library)
    let server = try WidgetServer(boards: boards, library: library, access: .open(), fonts: .find())
    try await server.listening { port in try await test(RouteClient(port: port), boards) }
  }

  private func value(_ response: RouteResponse) throws -> Value {
    try Value.parseJSON(response.body.readableBytesView)
  }

  @Test func `an edit is applied, and its result returned`() async throws {
    try await withBoards { client, _ in
      let edit = #"{"grid": [6, 8], "edit": {"type": "add", "widget": "org.example.note", "near": [3, 3]}}"#
      let added = try await client.post("/boards/home/edits", edit)
      #expect(added.status == .ok)
      let board = try value(added)
      let place = try #require(board.value(at: "pages").array?.first?.value(at: "places").array?.first)
      #expect(place.value(at: "frame") == [1, 1, 2, 2])
      let tile = try #require(place.value(at: "id").string)
      let moved = try await client.post(
        "/boards/home/edits",
        #"{"grid": [6, 8], "preview": true, "edit": {"type": "move", "tile": "\#(tile)", "to": [5, 7]}}"#)
      #expect(
        try value(moved).value(at: "pages").array?.first?.value(at: "places").array?.first?.value(at: "frame") == [
          5, 7, 2, 2,
        ])
      let refused = try await client.post(
        "/boards/home/edits",
        #"{"grid": [6, 8], "preview": true, "edit": {"type": "move", "tile": "\#(tile)", "to": [6, 8]}}"#)
      #expect(refused.status == .ok)
      #expect(try value(refused).value(at: "refused.rule") == "no-room")
      let undone = try await client.post("/boards/home/edits", #"{"grid": [6, 8], "edit": {"type": "undo"}}"#)
      #expect(try value(undone).value(at: "tiles") == [:])
    }
  }

  @Test func `a page is told which stacks have tabs`() async throws {
    try await withBoards { client, boards in
      for id: TileID in ["a", "b"] { _ = try await boards.edit(.add(id, note, size: nil, page: nil, near: nil)) }
      _ = try await boards.edit(.stack("a", onto: "b"))
      func tabs(afterEdit edit: String) async throws -> Value? {
        let response = try await client.post("/boards/home/edits", #"{"grid": [6, 8], "edit": \#(edit)}"#)
        #expect(response.status == .ok)
        return try value(response).value(at: "pages").array?.first?.value(at: "places").array?.first?.value(at: "tabs")
      }
      #expect(try await tabs(afterEdit: #"{"type": "tabs", "tile": "a", "isOn": true}"#) == true)
      #expect(try await tabs(afterEdit: #"{"type": "turn", "tile": "b"}"#) == true)
      #expect(try await tabs(afterEdit: #"{"type": "undo"}"#)?.isNull == true)
    }
  }

  @Test(arguments: [
    ("{}", "wire-format"), (#"{"grid": [6, 8], "edit": {"type": "explode"}}"#, "wire-format"),
    (#"{"grid": [0, 8], "edit": {"type": "undo"}}"#, "wire-format"),
    (#"{"grid": [6, 900], "edit": {"type": "undo"}}"#, "wire-format"),
    (#"{"grid": [-9223372036854775808, 8], "edit": {"type": "undo"}}"#, "wire-format"),
    (#"{"grid": [6, 8], "edit": {"type": "move", "tile": "a", "to": [-9223372036854775808, 1]}}"#, "wire-format"),
    (#"{"grid": [6, 8], "edit": {"type": "remove", "tile": "none"}}"#, "unknown-tile"),
    (#"{"grid": [6, 8], "edit": {"type": "add", "widget": "none"}}"#, "unknown-widget"),
    (#"{"grid": [6, 8], "edit": {"type": "tabs", "tile": "none", "isOn": true}}"#, "unknown-tile"),
    (#"{"grid": [6, 8], "edit": {"type": "tabs", "tile": "a", "tabs": true}}"#, "wire-format"),
    (#"{"grid": [6, 8], "edit": {"type": "move", "tile": "a", "to": [1]}}"#, "wire-format"),
    (#"{"grid": [6, 8], "edit": {"type": "remove", "tile": "a", "page": "b"}}"#, "wire-format"),
    (
      #"{"grid": [6, 8], "edit": {"type": "addIcon", "name": "X", "address": "javascript:alert(1)"}}"#, "icon-address"
    ),
    (#"{"grid": [6, 8], "edit": {"type": "rename", "name": "  "}}"#, "name"),
    (#"{"grid": [6, 8], "edit": {"type": "appearance", "accent": "red"}}"#, "color"),
    (#"{"grid": [6, 8], "edit": {"type": "movePage", "page": "none", "index": 0}}"#, "unknown-page"),
  ])
  func `an invalid edit is rejected`(body: String, rule: String) async throws {
    try await withBoards { client, _ in
      let response = try await client.post("/boards/home/edits", body)
      #expect(response.rule == rule && (400..<500).contains(response.status.code))
    }
  }

  @Test func `a secret is sent to the server and never back, and an option without its condition is hidden`()
    async throws
  {
    try await withBoards { client, boards in
      _ = try await boards.edit(.add("a", note, size: nil, page: nil, near: nil))
      let body = #"{"grid": [6, 8], "edit": {"type": "options", "tile": "a", "values": {"password": "hunter2"}}}"#
      let edited = try await client.post("/boards/home/edits", body)
      var answer = try await client.get("/tiles/a/settings")
      for text in [edited.text, answer.text] { #expect(!text.contains("hunter2")) }
      var options = try #require(try value(answer).value(at: "options").array)
      #expect(options[2].value(at: "isSet") == true && options[2].value(at: "value").isNull)
      #expect(options[1].value(at: "isHidden") == true)
      _ = try await boards.edit(.setOptions("a", ["mode": "custom"]))
      answer = try await client.get("/tiles/a/settings")
      options = try #require(try value(answer).value(at: "options").array)
      #expect(options[1].value(at: "isHidden").isNull)
    }
  }

  @Test func `an export is imported; an invalid board is not`() async throws {
    try await withBoards { client, boards in
      _ = try await boards.edit(.add("a", note, size: nil, page: nil, near: nil))
      let exported = try await client.get("/boards/home/export")
      _ = try await boards.edit(.remove("a"))
      let imported = try await client.post("/boards/home/import", exported.text)
      #expect(imported.status == .ok)
      #expect(try await boards.main.board.tiles["a"] == note)
      #expect(try await client.post("/boards/home/import", "[1]").rule == "board-document")
      #expect(
        try await client.post("/boards/none/edits", #"{"grid": [6, 8], "edit": {"type": "undo"}}"#).status == .notFound)
    }
  }

  @Test
  func
    `a bundle is installed and stored, its running instances reload, and one with errors is rejected with all of them`()
    async throws
  {
    let folder = BoardFolder()
    let library = folder.library()
    let boards = try folder.open(library)
    _ = try await boards.edit(.add("a", note, size: nil, page: nil, near: nil))
    let instance = try #require(await boards.widget("a") as? InstanceWidget)
    let server = try WidgetServer(boards: boards, library: library, access: .open(), fonts: .find())
    @Sendable func body(_ files: [String: String]) -> String {
      JSONText.text(of: ["files": .dictionary(files.mapValues { .string(Data($0.utf8).base64EncodedString()) })])
    }
    var files = BoardFolder.note
    files["widget.json"] = files["widget.json"]?.replacing("\"name\": \"Note\"", with: "\"name\": \"Better\"")
    files["../../outside.json"] = "{}"
    files["/etc/outside"] = "x"
    let better = files
    try await server.listening { port in
      let client = RouteClient(port: port)
      // Paths that lead out of a bundle are errors.
      let hostile = try await client.post("/library", body(better))
      #expect(hostile.status == .unprocessableContent && hostile.rule == "bundle-errors")
      let good = better.filter { !$0.key.contains("outside") }
      #expect(try await client.post("/library", body(good)).status == .created)
      var broken = good
      broken["screens/Main.json"] = #"{"view": {"type": "txt"}}"#
      let refused = try await client.post("/library", body(broken))
      #expect(refused.text.contains("did you mean 'text'?"))
      for text in ["{}", #"{"files": {"widget.json": 5}}"#, #"{"files": {"widget.json": "%"}}"#] {
        #expect(try await client.post("/library", text).rule == "wire-format")
      }
    }
    #expect(instance.name == "Better")
    let again = folder.library([])
    again.loadInstalled()
    #expect(again.all.map { $0.definition.bundle.manifest.name } == ["Better"])
    let written = try FileManager.default.subpathsOfDirectory(atPath: folder.url.appending(path: "widgets").path)
    #expect(
      Set(written) == [
        "org.example.note.widget", "org.example.note.widget/widget.json", "org.example.note.widget/screens",
        "org.example.note.widget/screens/Main.json", ".origins", ".origins/org.example.note.json", ".next", ".previous",
        ".lock",
      ])
  }

  static let banner = [
    "widget.json": """
    {"id": "org.example.banner", "name": "Banner", "sizes": {"default": "2×2", "minimum": "1×1"},
     "modes": ["compact", "expanded"], "options": [
      {"name": "words", "type": "string", "ask": true}, {"name": "loud", "type": "bool"}],
     "board": {"allowedInstancesPerPage": 1, "cornerRadius": 9, "settings": "Settings"}}
    """,
    "screens/Main.json": #"{"view": {"type": "text", "text": "@{options.words}"}}"#,
    "screens/Settings.json": #"{"view": {"type": "textInput", "id": "field", "bind": "options.words"}}"#,
  ]
  static let hidden = [
    "widget.json": #"{"id": "org.example.hidden", "name": "Hidden", "board": {"isAvailable": false}}"#,
    "screens/Main.json": #"{"view": {"type": "text", "text": "a"}}"#,
  ]

  @Test func `the gallery knows what to ask for, which pages have enough of a widget, and what it must not offer`()
    async throws
  {
    try await withBoards([Self.banner, Self.hidden]) { client, boards in
      func add(_ more: String) async throws -> RouteResponse {
        try await client.post(
          "/boards/home/edits", #"{"grid": [6, 8], "edit": {"type": "add", "widget": "org.example.banner"\#(more)}}"#)
      }
      let widgets = try value(try await client.get("/library?board=home&grid=6x8")).array ?? []
      #expect(widgets.map { $0.value(at: "id") } == ["org.example.banner"])
      let asked = widgets.first?.value(at: "options").array ?? []
      #expect(asked.map { $0.value(at: "name") } == ["words"] && asked.first?.value(at: "isAsked") == true)
      let added = try value(try await add(#", "options": {"words": "Hello"}"#))
      let page = try #require(added.value(at: "pages.0.id").string)
      let place = added.value(at: "pages.0.places.0")
      #expect(place.value(at: "mode") == "compact" && place.value(at: "otherMode") == [4, 2])
      let kind = added.value(at: "tiles").dictionary?.values.first
      #expect(kind?.value(at: "cornerRadius") == 9 && kind?.value(at: "hasOwnSettings") == true)
      #expect(try await boards.main.board.tiles.values.map(\.options) == [["words": "Hello"]])
      let again = try value(try await client.get("/library?board=home&grid=6x8&page=\(page)")).array
      #expect(again?.first?.value(at: "fits") == false)
      for options in [#"{"words": 1}"#, #"{"color": "red"}"#, "[]"] {
        let refused = try await add(#", "options": \#(options)"#)
        #expect([.badRequest, .notFound].contains(refused.status), "\(options)")
      }
      // A widget that is not offered can still be placed by who knows its name.
      let known = try await client.post(
        "/boards/home/edits", #"{"grid": [6, 8], "edit": {"type": "add", "widget": "org.example.hidden"}}"#)
      #expect(known.status == .ok)
    }
  }

  @Test func `the screen for settings writes options, which the widget shows`() async throws {
    try await withBoards([Self.banner]) { client, boards in
      _ = try await boards.edit(
        .add("a", BoardTile(widget: "org.example.banner"), size: nil, page: nil, near: nil))
      let widget = try #require(await boards.widget("a") as? InstanceWidget)
      var window = DrawingWindow(size: Size(width: 300, height: 200))
      let shown = try #require(try await widget.makePresentation(window) as? Presentation)
      window.isForSettings = true
      let settings = try #require(try await widget.makePresentation(window) as? Presentation)
      let field = try #require(await settings.tree().tree.nodes.values.first { $0.identifier == "field" })
      await settings.send([.input(field.id, text: "Good evening")])
      // Presentations share the options, and follow each other.
      func shows(_ text: Value) async -> Bool {
        for await _ in await shown.updates(after: nil) {
          if await shown.tree().tree.nodes.values.contains(where: { $0[.text] == text }) { return true }
        }
        return false
      }
      #expect(await shows("Good evening"))
      #expect(await widget.ownOptions() == ["words": "Good evening"])
      // What a person sets in another way counts from then on.
      _ = try await boards.edit(.setOptions("a", ["words": "Bye"]))
      #expect(await shows("Bye"))
    }
  }

  @Test func `the gallery has each widget with an image, and shows which ones fit`() async throws {
    try await withBoards { client, _ in
      let widgets = try value(try await client.get("/library?board=home&grid=6x8&page=page1")).array
      #expect(widgets?.map { $0.value(at: "id") } == ["org.example.note"] && widgets?[0].value(at: "fits") == true)
      let picture = try await client.get("/library/org.example.note/preview")
      #expect(picture.status == .ok && picture.headers[.contentType] == "image/png")
      #expect(try await client.get("/library/none/preview").status == .notFound)
      for style in ["size=3x3", "scheme=dark"] {
        let other = try await client.get("/library/org.example.note/preview?\(style)")
        #expect(other.status == .ok && other.body != picture.body)
      }
      // No page has so many rows.
      let large = try await client.get("/library/org.example.note/preview?size=99x2")
      #expect(large.body == picture.body)
    }
  }
}
