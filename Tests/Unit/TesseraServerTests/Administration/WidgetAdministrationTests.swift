import HTTPTypes
import Hummingbird
import NIOCore
import TesseraBoard
import TesseraLayout
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraBoardService
@testable import TesseraRuntime
@testable import TesseraServer

/// A board with one tile, `a`, in a data folder.
private struct OneTile {
  let folder = BoardFolder()
  let library: WidgetLibrary
  let boards: BoardHost

  init(_ files: [String: String] = BoardFolder.note) async throws {
    library = folder.library([files])
    boards = try folder.open(library)
    _ = try await boards.edit(.add("a", BoardTile(widget: "org.example.note"), size: nil, page: nil, near: nil))
  }

  /// Returns the texts that a new presentation of the tile's widget shows first.
  func texts() async throws -> [String] {
    let widget = try #require(await boards.widget("a"))
    let presentation = try await widget.makePresentation(DrawingWindow(size: Size(width: 200, height: 100)))
    defer { Task { await presentation.close() } }
    for await update in await presentation.updates(after: nil) {
      guard case .tree(let tree, _) = update else { continue }
      return tree.nodes.values.compactMap { $0[.text].string }
    }
    return []
  }
}

@Suite("Administration of widgets")
struct WidgetAdministrationTests {
  @Test func `a widget that is not shown yet is idle, and its data has a size`() async throws {
    let tile = try await OneTile()
    let idle = try #require(await tile.boards.statuses().first)
    #expect(idle.state == .idle && idle.storeSize == 0 && idle.process == nil && idle.outage == nil)
    #expect(idle.name == "Note" && idle.boardName == "Home" && idle.kind == "org.example.note")
    _ = try await tile.texts()
    let running = try #require(await tile.boards.statuses().first)
    #expect(running.state == .server)
    #expect((running.storeSize ?? 0) > 0)
  }

  @Test func `a stopped widget has a sign in its place until it is started`() async throws {
    let tile = try await OneTile()
    _ = try await tile.boards.edit(.setOptions("a", ["mode": "plain"]))
    #expect(try await tile.texts() == ["plain"])
    let count = await tile.boards.changeCount(of: "a")
    try await tile.boards.stopWidget("a")
    #expect(try await tile.texts() == ["Stopped by an administrator"])
    let stopped = try #require(await tile.boards.statuses().first)
    #expect(stopped.state == .stopped && stopped.outage == "Stopped by an administrator" && stopped.name == "Note")
    #expect(await tile.boards.changeCount(of: "a") == count + 1)
    // What a person sets meanwhile counts.
    _ = try await tile.boards.edit(.setOptions("a", ["mode": "custom"]))
    try await tile.boards.startWidget("a")
    #expect(try await tile.texts() == ["custom"])
    #expect(await tile.boards.statuses().map(\.outage) == [nil])
    #expect(
      tile.library.log.entries(of: "a").map(\.text) == ["Stopped by an administrator", "Started by an administrator"])
  }

  @Test func `a widget can be stopped before it runs, and restarting starts it`() async throws {
    let tile = try await OneTile()
    try await tile.boards.stopWidget("a")
    try await tile.boards.stopWidget("a")
    #expect(try await tile.texts() == ["Stopped by an administrator"])
    _ = try await tile.boards.edit(.setOptions("a", ["mode": "plain"]))
    try await tile.boards.restartWidget("a")
    #expect(try await tile.texts() == ["plain"])
    await #expect(throws: Diagnostic.self) { try await tile.boards.stopWidget("unknown") }
    await #expect(throws: Diagnostic.self) { try await tile.boards.startWidget("unknown") }
    await #expect(throws: Diagnostic.self) { try await tile.boards.restartWidget("unknown") }
  }

  @Test func `a restarted widget begins anew, and its open presentations with it`() async throws {
    let tile = try await OneTile([
      "widget.json": #"{"id": "org.example.note", "name": "Note"}"#,
      "screens/Main.json": """
      {"context": {"id": "count", "value": 0}, "view": {"type": "container", "children": [
        {"type": "text", "id": "text", "text": "@{count} and @{global.total}"},
        {"type": "button", "id": "more", "text": "More", "onPress": [
          {"type": "setContext", "context": "count", "value": "@{sum(count, 1)}"},
          {"type": "setContext", "context": "global", "path": "total", "value": 7}]}]}}
      """,
    ])
    let widget = try #require(await tile.boards.widget("a") as? InstanceWidget)
    let former = widget.instance
    let presentation = await widget.makePresentation(
      DrawingWindow(size: Size(width: 200, height: 100)), numberingAfter: 0)
    let button = try #require(
      await presentation.tree().tree.nodes.values.first { $0.identifier == "more" })
    try await presentation.send([.press(button.id)])
    func text() async -> String? {
      await presentation.tree().tree.nodes.values.first { $0.identifier == "text" }?[.text].string
    }
    #expect(await text() == "1 and 7")
    try await tile.boards.restartWidget("a")
    #expect(await text() == "0 and ")
    #expect(widget.instance !== former)
    await presentation.close()
  }

  @Test func `errors of widgets in the server are recorded by tile`() async throws {
    let tile = try await OneTile()
    let widget = try #require(await tile.boards.widget("a") as? InstanceWidget)
    widget.instance.environment.log?(
      LogEntry(level: .error, category: .widget, instance: "Note", message: "It is broken"))
    widget.instance.environment.log?(
      LogEntry(level: .info, category: .navigation, instance: "Note", message: "The screen opens"))
    #expect(tile.library.log.entries(of: "a").map(\.text) == ["It is broken"])
    #expect(tile.library.log.lastError(of: "a")?.text == "It is broken")
  }

  @Test func `administrators see all widgets, but of the personal boards of others only figures`() async throws {
    let guarded = try await GuardedServer()
    let fields = try await guarded.fields(of: "administer")
    let personal = guarded.personal
    try await guarded.server.listening { port in
      let client = RouteClient(port: port)
      let response = try await client.get("/admin/widgets?log=a&log=b", headers: fields)
      #expect(response.status == .ok)
      let rows = try Value.parseJSON(response.body.readableBytesView).value(at: "widgets").array ?? []
      #expect(rows.map { $0.value(at: "id").string } == ["a", "b"])
      #expect(rows.first?.value(at: "name").string == "Note")
      #expect(rows.first?.value(at: "board").string == "Home")
      #expect(rows.first?.value(at: "kind").string == "org.example.note")
      #expect(rows.first?.value(at: "state").string == "idle")
      #expect(rows.first?.value(at: "log").array?.isEmpty == true)
      #expect(rows.last?.value(at: "storeSize").integer == 0)
      #expect(Set(rows.last?.dictionary?.keys.map { $0 } ?? []) == ["id", "state", "storeSize"])
      #expect(!response.text.contains(personal))
    }
  }

  @Test func `stopping a widget closes its presentations, and so does starting it`() async throws {
    let guarded = try await GuardedServer()
    let fields = try await guarded.fields(of: "administer")
    try await guarded.server.listening { port in
      let client = RouteClient(port: port)
      @Sendable func open() async throws -> String {
        let opened = try await client.post(
          "/widgets/a/presentations", #"{"width": 100, "height": 100}"#, headers: fields)
        let id = try #require(try Value.parseJSON(opened.body.readableBytesView).value(at: "id").string)
        return "/widgets/a/presentations/\(id)"
      }
      let first = try await open()
      #expect(try await client.post("/admin/widgets/a/restart", "{}", headers: fields).status == .noContent)
      #expect(try await client.get(first, headers: fields).status == .noContent)
      #expect(try await client.post("/admin/widgets/a/stop", "{}", headers: fields).status == .noContent)
      #expect(try await client.get(first, headers: fields).status == .notFound)
      let second = try await open()
      let stopped = try await client.get("/admin/widgets?log=a", headers: fields).text
      #expect(stopped.contains(#""state":"stopped""#) && stopped.contains(#""text":"Stopped by an administrator""#))
      #expect(try await client.post("/admin/widgets/a/start", "{}", headers: fields).status == .noContent)
      #expect(try await client.get(second, headers: fields).status == .notFound)
      #expect(try await client.get("/admin/widgets", headers: fields).text.contains(#""state":"server""#))
      let unknown = try await client.post("/admin/widgets/x/stop", "{}", headers: fields)
      #expect(unknown.status == .notFound && unknown.rule == "unknown-tile")
    }
  }

  @Test func `a widget of the server's own program can be stopped, but not restarted`() async throws {
    let widget = ScriptedWidget(ends: false)
    let server = try WidgetServer(widgets: [widget], fonts: .find())
    try await server.listening { port in
      let client = RouteClient(port: port)
      let refused = try await client.post("/admin/widgets/feed/restart", "{}")
      #expect(refused.status == .conflict && refused.rule == "fixed-widget")
      #expect(try await client.post("/admin/widgets/feed/stop", "{}").status == .noContent)
      #expect(try await client.post("/widgets/feed/presentations", #"{"width": 1, "height": 1}"#).status == .created)
      #expect(widget.presentations.isEmpty)
      #expect(try await client.post("/admin/widgets/feed/start", "{}").status == .noContent)
      #expect(try await client.post("/widgets/feed/presentations", #"{"width": 1, "height": 1}"#).status == .created)
      #expect(widget.presentations.count == 1)
    }
  }
}
