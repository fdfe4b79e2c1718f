import Foundation
import HTTPTypes
import Hummingbird
import TesseraAccess
import TesseraBoardService
import TesseraComponents
import TesseraData
import TesseraForwarding
import TesseraValues
import Testing

@testable import TesseraServer

@Suite("Requests to hosts of a cluster")
struct BoardForwardingTests {
  /// A cluster of which a host knows the same of each board and each tile.
  private struct Locator: BoardLocator {
    var location: BoardLocation
    var tile = BoardOfTile.board("home")

    func location(ofBoard id: String, isFresh: Bool) -> BoardLocation { location }
    func board(ofTile id: String) -> BoardOfTile { tile }
    func otherHosts() -> [OtherHost] { hosts }
    var refusal: String?
    var hosts: [OtherHost] = []
    var problem: String? { nil }
  }

  private static func withHost(
    _ locator: Locator, components: ComponentRegistry = .standard,
    _ test: @escaping @Sendable (RouteClient) async throws -> Void
  ) async throws {
    let folder = BoardFolder()
    let library = folder.library()
    var cluster = ServerCluster(locator: locator, proof: ForwardedProof(key: Array(repeating: 7, count: 32)))
    cluster.timeout = .zero
    let server = try WidgetServer(
      boards: folder.open(library), library: library, access: .open(), cluster: cluster, components: components,
      fonts: .find())
    try await server.listening { port in try await test(RouteClient(port: port)) }
  }

  private static func expect(
    _ response: RouteResponse, _ status: HTTPResponse.Status, _ rule: String, _ message: String
  ) throws {
    #expect(response.status == status && response.rule == rule)
    #expect(response.headers[.retryAfter].flatMap { Int($0) } ?? 0 > 0)
    let text = try Value.parseJSON(response.body.readableBytesView).value(at: "error.message").string
    #expect(text == message)
  }

  @Test func `what is not known is not called missing`() async throws {
    try await Self.withHost(Locator(location: .unknown("It moves"), tile: .unknown("No answer"))) { client in
      try await Self.expect(client.get("/boards/home/export"), .serviceUnavailable, "board-unavailable", "It moves")
      try await Self.expect(
        client.get("/widgets/x/presentations/y"), .serviceUnavailable, "board-unavailable", "No answer")
    }
  }

  @Test func `a board for which no host has room is refused with the reason`() async throws {
    try await Self.withHost(Locator(location: .diskFull)) { client in
      try await Self.expect(client.get("/boards/home/export"), .insufficientStorage, "disk-full", "The disk is full")
    }
  }

  @Test func `what the database does not have is missing`() async throws {
    try await Self.withHost(Locator(location: .notFound, tile: .notFound)) { client in
      let board = try await client.get("/boards/other/export")
      let tile = try await client.get("/widgets/x/presentations/y")
      #expect(board.status == .notFound && tile.status == .notFound)
    }
  }

  @Test func `a host that the cluster does not admit answers nothing but how it is`() async throws {
    try await Self.withHost(Locator(location: .local, refusal: "Too old")) { client in
      for path in ["/", "/boards", "/boards/home/export", "/client/theme.css"] {
        try await Self.expect(client.get(path), .serviceUnavailable, "host-refused", "Too old")
      }
      #expect(try await client.get("/healthz").status == .ok)
    }
  }

  @Test func `a file of the page of another version is found at a host of that version`() async throws {
    // Its components are others, and so are its styles.
    try await Self.withHost(Locator(location: .local), components: ComponentRegistry()) { other in
      let page = try await other.get("/").text
      let match = try #require(page.firstMatch(of: #/client/page-[^"]+\.css/#))
      let path = "/\(match.output)"
      let styles = try await other.get(path)
      #expect(styles.status == .ok)
      try await Self.withHost(Locator(location: .local)) { client in
        let missing = try await client.get(path)
        #expect(missing.status == .notFound)
      }
      let hosts = [OtherHost(address: "127.0.0.1:\(other.port)", protocolNumber: 1)]
      try await Self.withHost(Locator(location: .local, hosts: hosts)) { client in
        let found = try await client.get(path)
        #expect(found.status == .ok && found.text == styles.text)
        let missing = try await client.get("/client/none.js")
        #expect(missing.rule == "unknown-file")
      }
    }
  }

  @Test
  func `a request that was forwarded in an unknown number of the protocol is refused, and not taken for a visitor's`()
    async throws
  {
    let key = Array(repeating: UInt8(7), count: 32)
    try await Self.withHost(Locator(location: .local)) { client in
      let request = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/boards")
      for (number, status) in [(1, HTTPResponse.Status.ok), (2, .serviceUnavailable)] {
        let field = ForwardedProof(key: key, numbers: 1...2).field(
          for: request, from: "192.0.2.1", scheme: .http, number: number)
        let fields: HTTPFields = [ForwardedProof.fieldName: try #require(field)]
        let answer = try await client.get("/boards", headers: fields)
        #expect(answer.status == status && (number == 1 || answer.rule == "host-protocol"))
      }
    }
  }

  @Test func `a host that cannot be reached is not named to clients`() async throws {
    // Nothing listens on this port.
    let owner = BoardOwner(address: "127.0.0.1:1", epoch: 1, until: .now + .seconds(3600))
    try await Self.withHost(Locator(location: .remote(owner))) { client in
      let message = "The host of the board cannot be reached"
      try await Self.expect(client.get("/boards/home/export"), .serviceUnavailable, "board-unavailable", message)
    }
  }
}
