import Foundation
import Synchronization
import TesseraBundles
import TesseraData
import TesseraServices
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

/// Records the methods of requests, and answers all of them.
private final class RecordingClient: NetworkClient {
  let methods = Mutex<[String]>([])

  func send(_ request: NetworkRequest) async throws -> NetworkResponse {
    methods.withLock { $0.append(request.method) }
    return NetworkResponse(status: 200, headers: ["Content-Type": "application/json"], body: Array("{}".utf8))
  }
}

/// Persists nothing, and can lose the lease.
private final class LostReplication: StoreReplication {
  let isLeaseValid = Mutex(true)

  func journal(of file: URL) -> any StoreJournal { Journal(replication: self) }
  func remove(_ file: URL) {}

  private struct Journal: StoreJournal {
    let replication: LostReplication

    var isEmpty: Bool { false }
    var isLeaseValid: Bool { replication.isLeaseValid.withLock { $0 } }
    var wantsContent: Bool { false }
    func append(_ changes: [UInt8]) {}
    func invalidateCopy() {}
    func abandonCopy() {}
    func persist(_ content: [UInt8]) {}
  }
}

@Suite("Events that a page sends again")
struct RepeatedEventTests {
  private static func button(_ id: String, _ action: String) -> String {
    component("button", id, #""text": "x", "onPress": \#(action)"#)
  }

  private static func insert(_ number: Int) -> String {
    #"{"type": "insert", "entity": "Item", "values": {"identifier": \#(number)}}"#
  }

  /// Sends batch 1 of a page, as the server does.
  private func send(_ ids: [String], to host: TestHost, isRepeated: Bool) async throws {
    var events: [ViewEvent] = []
    for id in ids { events.append(.press(try await host.node(id).id)) }
    await EventMark.$current.withValue(EventMark(page: "p", batch: 1, isRepeated: isRepeated)) {
      await host.presentation.send(events)
    }
    await host.clock.settle()
  }

  private func identifiers(of widget: TestWidget) throws -> [Value] {
    try widget.instance.store.fetch(FetchRequest("Item")).map { $0.value(forKey: "identifier") ?? .null }
  }

  @Test func `count once, and go on with the first one that was not handled`() async throws {
    let widget = try TestWidget(
      view: container(Self.button("one", Self.insert(1)), Self.button("two", Self.insert(2))), model: itemModel)
    #expect(widget.problems.isEmpty, "\(widget.problems)")
    try await send(["one"], to: await widget.open(), isRepeated: false)
    #expect(try identifiers(of: widget) == [1])
    let object = try #require(try widget.instance.store.fetch(FetchRequest("Item")).first)
    try widget.instance.store.delete([object])
    try await send(["one", "two"], to: await widget.open(), isRepeated: true)
    #expect(try identifiers(of: widget) == [2])
    try await send(["one", "two"], to: await widget.open(), isRepeated: true)
    #expect(try identifiers(of: widget) == [2])
  }

  @Test func `make no second request that must not reach a server twice`() async throws {
    let client = RecordingClient()
    let files = [
      "widget.json":
        #"{"format": 1, "id": "org.example.test", "name": "Test", "main": "Main", "hosts": ["api.example.org"]}"#,
      "screens/Main.json":
        #"{"view": \#(container(Self.button("read", Self.perform("read")), Self.button("write", Self.perform("write"))))}"#,
      "service.json": """
      {"defaults": {"baseUrl": "https://api.example.org"},
       "actions": {"read": {"path": "/a"}, "write": {"path": "/a", "httpMethod": "POST"}}}
      """,
    ]
    let widget = try TestWidget(
      WidgetDefinition(bundle: WidgetBundle(texts: files)), adapt: { $0.networkClient = client })
    #expect(widget.problems.isEmpty, "\(widget.problems)")
    try await send(["read"], to: await widget.open(), isRepeated: false)
    try await send(["read", "write"], to: await widget.open(), isRepeated: true)
    // Requests of one batch are under way at the same time; which is sent first is not fixed.
    #expect(client.methods.withLock { $0.sorted() } == ["GET", "GET", "POST"])
    try await send(["read", "write"], to: await widget.open(), isRepeated: true)
    #expect(client.methods.withLock { $0.sorted() } == ["GET", "GET", "GET", "POST"])
  }

  @Test func `count once in an embedded widget as well, and later ones there are handled`() async throws {
    let manifest = #"{"format": 1, "id": "org.example.test", "name": "Test", "main": "Main"}"#
    let files = [
      "widget.json": manifest,
      "screens/Main.json": """
      {"view": {"type": "widgetView", "id": "place", "autoload": true, "resourceName": "Inner", "scaled": false,
                "style": {"height": 200}}}
      """,
      "widgets/Inner.widget/widget.json": manifest.replacing("org.example.test", with: "org.example.inner"),
      "widgets/Inner.widget/model.json": itemModel,
      "widgets/Inner.widget/screens/Main.json": """
      {"view": \(Self.button("add", #"{"type": "insert", "entity": "Category", "values": {"title": "x"}}"#))}
      """,
    ]
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let widget = try TestWidget(
      WidgetDefinition(bundle: WidgetBundle(texts: files)), at: .file(folder.appending(path: "1.sqlite")))
    #expect(widget.problems.isEmpty, "\(widget.problems)")
    func count() throws -> Int {
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "1.sqlite.widgets").path)
      let name = try #require(files.first { $0.hasSuffix(".sqlite") })
      let file = folder.appending(path: "1.sqlite.widgets/\(name)")
      return try Store(model: EntityModel(json: itemModel), location: .file(file)).fetch(FetchRequest("Category")).count
    }
    try await send(["add"], to: await widget.open(), isRepeated: false)
    #expect(try count() == 1)
    let next = await widget.open()
    try await send(["add"], to: next, isRepeated: true)
    #expect(try count() == 1)
    try await next.press("add")
    #expect(try count() == 2)
  }

  @Test func `no request is sent by a host that may not act for the widget`() async throws {
    let client = RecordingClient()
    let replication = LostReplication()
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = [
      "widget.json":
        #"{"format": 1, "id": "org.example.test", "name": "Test", "main": "Main", "hosts": ["api.example.org"]}"#,
      "screens/Main.json": #"{"view": \#(container(Self.button("read", Self.perform("read"))))}"#,
      "service.json":
        #"{"defaults": {"baseUrl": "https://api.example.org"}, "actions": {"read": {"path": "/a"}}}"#,
    ]
    let widget = try TestWidget(
      WidgetDefinition(bundle: WidgetBundle(texts: files)), at: .file(folder.appending(path: "1.sqlite")),
      adapt: {
        $0.networkClient = client
        $0.storeReplication = replication
      })
    let host = await widget.open()
    try await host.press("read")
    #expect(client.methods.withLock { $0 } == ["GET"])
    replication.isLeaseValid.withLock { $0 = false }
    try await host.press("read")
    await host.clock.advance(by: .seconds(2))
    #expect(client.methods.withLock { $0 } == ["GET"])
    #expect(await host.presentation.actionFailure == "Another host shows the widget now")
  }

  private static func perform(_ action: String) -> String { #"{"type": "perform", "action": "\#(action)"}"# }
}
