import Foundation
import HTTPTypes
import TesseraAccess
import TesseraBoardService
import TesseraCluster
import TesseraForwarding
import TesseraHTTPClient
import TesseraLayout
import TesseraRuntime
import TesseraServer
import TesseraServices
import TesseraTestSupport
import TesseraValues
import TesseraViews
import Testing

/// A host of a cluster that answers requests on a port of the loopback interface.
struct HostServer: Sendable {
  let host: TestCluster.Host
  let port: Int

  private static let client = CurlHTTPClient()

  /// Runs a test with a host that listens, and stops it. It begins to take boards only in ``begin()``.
  static func run(
    _ host: TestCluster.Host, _ test: @escaping @Sendable (HostServer) async throws -> Void
  ) async throws {
    var configuration = ServerConfiguration()
    configuration.port = 0
    configuration.stopsAtSignals = false
    let (key, numbers) = (Array(repeating: UInt8(7), count: 32), host.cluster.session.hostProtocol)
    let server = try WidgetServer(
      boards: host.boards, library: host.library, access: .open(),
      cluster: ServerCluster(
        locator: host.host, proof: ForwardedProof(key: key, numbers: numbers.oldest...numbers.newest),
        beforeSharedChange: {}, afterSharedChange: {}
      ) { await host.host.drain() }, fonts: .find(), configuration: configuration)
    let (ports, announce) = AsyncStream.makeStream(of: Int.self)
    let running = Task {
      defer { announce.finish() }
      try await server.run { address in announce.yield(URL(string: address)?.port ?? 0) }
    }
    let outcome: Result<Void, any Error>
    do {
      var iterator = ports.makeAsyncIterator()
      let port = try #require(await iterator.next())
      outcome = .success(try await test(HostServer(host: host, port: port)))
    } catch {
      outcome = .failure(error)
    }
    running.cancel()
    _ = await running.result
    try outcome.get()
  }

  /// Begins to take boards, as soon as the cluster admits the host.
  func begin() async throws { try await host.host.start(host.boards, at: "127.0.0.1:\(port)") }

  func get(_ path: String) async throws -> Answer { try await send(.get, path, nil) }

  func post(_ path: String, _ body: String) async throws -> Answer { try await send(.post, path, body) }

  /// Names the first board.
  func rename(_ name: String) async throws -> Answer {
    try await post(
      "/boards/home/edits", #"{"grid": [6, 4], "edit": {"type": "rename", "name": "\#(name)"}}"#)
  }

  /// Presses the button of a tile, as a page does that this host served.
  /// - Parameter owner: The host with the board.
  func press(_ tile: String, at owner: TestCluster.Host) async throws -> Answer {
    let made = try await post("/widgets/\(tile)/presentations", #"{"width":375,"height":667}"#)
    #expect(made.status == 201, "\(made.text)")
    let id = try #require(try Value.parseJSON(Array(made.text.utf8)).value(at: "id").string)
    // The views of all presentations of the same size have the same numbers.
    let widget = try #require(await owner.boards.widget(tile))
    let presentation = try await widget.makePresentation(DrawingWindow(size: Size(width: 375, height: 667)))
    var updates = await presentation.updates(after: nil).makeAsyncIterator()
    var view: Int?
    if case .tree(let tree, _) = await updates.next() {
      view = tree.preorder().first { $0.identifier == "add" }?.id.rawValue
    }
    await presentation.close()
    return try await post(
      "/widgets/\(tile)/presentations/\(id)/events",
      #"{"page":"\#(UUID().uuidString)","batch":1,"events":[["press",\#(try #require(view))]]}"#)
  }

  struct Answer: Sendable {
    var status: Int
    var text: String

    var rule: String? { try? Value.parseJSON(Array(text.utf8)).value(at: "error.rule").string }
    var message: String? { try? Value.parseJSON(Array(text.utf8)).value(at: "error.message").string }
  }

  private func send(_ method: HTTPRequest.Method, _ path: String, _ body: String?) async throws -> Answer {
    let response = try await Self.client.send(
      HTTPClientRequest(
        method: method, url: "http://localhost\(path)", address: try #require(NetworkAddress("127.0.0.1")), port: port,
        fields: body == nil ? [:] : [.contentType: "application/json"], body: body.map { Array($0.utf8) }))
    var bytes: [UInt8] = []
    for try await chunk in response.body { bytes += chunk }
    return Answer(status: response.status, text: String(decoding: bytes, as: UTF8.self))
  }
}
