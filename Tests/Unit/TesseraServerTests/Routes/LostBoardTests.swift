import Foundation
import HTTPTypes
import NIOCore
import Synchronization
import TesseraAccess
import TesseraBoard
import TesseraBundles
import TesseraData
import TesseraForwarding
import TesseraLayout
import TesseraRuntime
import TesseraTestSupport
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraBoardService
@testable import TesseraServer

/// A cluster of one host, which can lose its board while a widget stores a change, and gets it back at once.
private final class LosingCluster: BoardCluster, BoardLocator, StoreReplication {
  private struct State {
    var epoch: Int64? = 1
    var isLosing = false
    var changes = 0
  }

  private let state = Mutex(State())

  /// The number of changes that widgets stored.
  var changes: Int { state.withLock { $0.changes } }

  /// The next change finds that the host does not have the board any more.
  func lose() { state.withLock { $0.isLosing = true } }

  /// The host may not serve the board any more.
  func expire() { state.withLock { $0.epoch = nil } }

  // The other hosts.
  var boards: [(id: String, name: String)] { [("home", "Home")] }
  func addBoard(_ id: String, named name: String, leaving reserve: Int) -> Int64 { 1 }
  func removeBoard(_ id: String) {}
  func publish(_ board: String, named name: String, tiles: Set<String>) {}
  func willAdopt(_ board: String) {}
  func didAdopt(_ board: String, epoch: Int64) {}
  func epoch(of board: String) -> Int64? { state.withLock { $0.epoch } }

  // Where boards are.
  func location(ofBoard id: String, isFresh: Bool) async -> BoardLocation { .local }
  func board(ofTile id: String) async -> BoardOfTile { .board("home") }
  func otherHosts() async -> [OtherHost] { [] }
  var refusal: String? { nil }
  var problem: String? { nil }

  // What is kept.
  func journal(of file: URL) -> any StoreJournal {
    Journal(cluster: self, isOfWidget: file.path.contains("/instances/"))
  }
  func remove(_ file: URL) {}

  private struct Journal: StoreJournal {
    let cluster: LosingCluster
    let isOfWidget: Bool

    var isEmpty: Bool { false }
    var isLeaseValid: Bool { true }
    var wantsContent: Bool { false }
    func append(_ changes: [UInt8]) throws(StoreError) {
      guard isOfWidget else { return }
      try cluster.state.withLock { state throws(StoreError) in
        if state.isLosing {
          state.isLosing = false
          state.epoch = state.epoch.map { $0 + 1 }
          throw .ownedElsewhere
        }
        state.changes += 1
      }
    }
    func invalidateCopy() {}
    func abandonCopy() {}
    func persist(_ content: [UInt8]) {}
  }
}

@Suite("Requests to a host that loses its board")
struct LostBoardTests {
  private static let adding = """
    {"type": "insert", "entity": "Item", "values": {"title": "x"}}
    """
  private static let widget = [
    "widget.json": #"{"format": 1, "id": "org.example.counter", "name": "Counter", "main": "Main"}"#,
    "model.json": #"{"entities": {"Item": {"attributes": {"title": "string"}}}}"#,
    "screens/Main.json": """
    {"view": {"type": "container", "children": [
      {"type": "button", "id": "add", "text": "Add", "onPress": \(adding)},
      {"type": "filePicker", "id": "file", "text": "File", "onChange": \(adding)}]}}
    """,
  ]
  private static let proof = ForwardedProof(key: Array(repeating: 7, count: 32))

  /// A server with the widget on a board of a cluster.
  private func serving(
    lookingFor timeout: Duration = .seconds(8),
    _ test: @escaping @Sendable (Page, LosingCluster) async throws -> Void
  ) async throws {
    let cluster = LosingCluster()
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["boards", "updates", "instances"] {
      try FileManager.default.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
    }
    var environment = RuntimeEnvironment(textMeasuring: FixedWidthTextMeasuring())
    environment.storeReplication = cluster
    let library = WidgetLibrary(environment: environment, folder: folder)
    library.add(WidgetDefinition(bundle: WidgetBundle(texts: Self.widget)))
    let boards = BoardHost(files: BoardFiles(folder: folder, cluster: cluster, replication: cluster), library: library)
    #expect(try await boards.adopt("home", named: "Home", epoch: 1).isEmpty)
    _ = try await boards.edit(
      .add(TileID(rawValue: "1"), BoardTile(widget: "org.example.counter"), size: nil, page: nil, near: nil))
    var hosts = ServerCluster(locator: cluster, proof: Self.proof)
    hosts.timeout = timeout
    let server = try WidgetServer(
      boards: boards, library: library, access: .open(), cluster: hosts, fonts: .find())
    try await server.listening { port in
      try await test(Page(client: RouteClient(port: port), boards: boards), cluster)
    }
    await boards.stop()
  }

  private struct Page: Sendable {
    let client: RouteClient
    let boards: BoardHost

    /// Creates a presentation of the tile, and returns its path and the number of a view.
    func open(_ identifier: String) async throws -> (path: String, view: Int) {
      let path = try await client.makePresentation(of: "1")
      // The views of all presentations of the same size have the same numbers.
      let widget = try #require(await boards.widget("1"))
      let presentation = try await widget.makePresentation(DrawingWindow(size: Size(width: 375, height: 667)))
      var updates = await presentation.updates(after: nil).makeAsyncIterator()
      guard case .tree(let tree, _) = await updates.next() else { throw ScriptedWidget.Failure() }
      let node = try #require(tree.preorder().first { $0.identifier == identifier })
      await presentation.close()
      return (path, node.id.rawValue)
    }
  }

  @Test func `what a host says of a board that it lost meanwhile is no answer`() async throws {
    try await serving(lookingFor: .zero) { page, cluster in
      cluster.expire()
      let refused = try await page.client.get("/widgets/x/presentations/y")
      #expect(refused.status == .serviceUnavailable && refused.rule == "board-unavailable")
      #expect(refused.headers[.retryAfter] == "1" && refused.text.contains("The board moves to another host"))
      let shown = try await page.client.get("/boards/home/export")
      #expect(shown.status == .ok)
    }
  }

  @Test func `a press that is not stored is not answered with success, and counts once when it is sent again`()
    async throws
  {
    try await serving { page, cluster in
      let first = try await page.open("add")
      cluster.lose()
      let refused = try await page.client.post(
        "\(first.path)/events", #"{"page":"p","batch":1,"events":[["press",\#(first.view)]]}"#)
      // The presentation saw the press, so that the page sends it to another one.
      #expect(refused.status == .notFound && refused.rule == "unknown-presentation")
      #expect(cluster.changes == 0)
      for batch in 2...3 {
        let next = try await page.open("add")
        let answer = try await page.client.post(
          "\(next.path)/events",
          #"{"page":"p","batch":\#(batch),"events":[["press",\#(next.view)]],"repeats":{"batch":1,"first":0}}"#)
        #expect(answer.status == .noContent)
        #expect(cluster.changes == 1)
      }
    }
  }

  @Test func `a host that forwarded a press learns that it has to look for the board again`() async throws {
    try await serving { page, cluster in
      let opened = try await page.open("add")
      cluster.lose()
      let path = "\(opened.path)/events"
      let request = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: path)
      var fields = jsonHeaders
      fields[ForwardedProof.fieldName] = Self.proof.field(for: request, from: "127.0.0.1", scheme: .http)
      let answer = try await page.client.post(
        path, #"{"page":"p","batch":1,"events":[["press",\#(opened.view)]]}"#, headers: fields)
      #expect(answer.status == .misdirectedRequest && answer.rule == "misdirected")
    }
  }

  @Test func `what cannot be sent to another host by this one is sent again by the page`() async throws {
    try await serving { page, cluster in
      let opened = try await page.open("file")
      cluster.lose()
      let answer = try await page.client.execute(
        uri: "\(opened.path)/files/\(opened.view)?name=a.txt&type=text/plain", method: .post,
        headers: [.contentType: "application/octet-stream"], body: ByteBuffer(string: "x"))
      #expect(answer.status == .serviceUnavailable && answer.rule == "board-unavailable")
      #expect(answer.headers[.retryAfter] == "1")
    }
  }
}
