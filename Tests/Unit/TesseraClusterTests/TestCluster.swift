import Foundation
import TesseraAccess
import TesseraBoard
import TesseraBundles
import TesseraData
import TesseraPostgreSQL
import TesseraPostgresServer
import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraBoardService
@testable import TesseraCluster
@testable import TesseraRuntime

/// Why tests that need a database are skipped.
let absence: Comment = "PostgreSQL is not on this machine"

/// A cluster in a database of its own, with hosts in this process.
final class TestCluster: Sendable {
  let database: PostgresAddress
  let key = ClusterKey()
  let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")

  /// - Parameter accounts: The file of the accounts; nil for none.
  init(accounts: [UInt8]? = nil) throws {
    database = try PostgresAddress(PostgresServer.shared().makeDatabase())
    try ClusterSetup(database: database).makeTables(
      key, shared: [Cluster.accounts: accounts ?? AccessStore.emptyContent()])
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A host that has begun.
  struct Host: Sendable {
    let cluster: Cluster
    let boards: BoardHost
    let host: ClusterHost
    let library: WidgetLibrary

    /// Waits until the host has a board.
    func waitUntilItHas(_ board: String) async throws {
      try await eventually { await self.boards.has(board) && self.cluster.session.owns(board) }
    }
  }

  /// Makes a host and begins with it.
  func makeHost(_ name: String, speaking hostProtocol: HostProtocol = .current) async throws -> Host {
    let host = try prepareHost(name, speaking: hostProtocol)
    try await host.host.start(host.boards, at: "\(name):80")
    return host
  }

  /// Makes a host that has not begun.
  func prepareHost(_ name: String, speaking hostProtocol: HostProtocol = .current) throws -> Host {
    let problems = ProblemList()
    let cluster = try Cluster(
      Cluster.Configuration(
        database: database, key: key, name: name, program: "1",
        folder: folder.appending(path: name), hostProtocol: hostProtocol)
    ) { problems.add($0) }
    var environment = RuntimeEnvironment(textMeasuring: FixedWidthTextMeasuring())
    environment.storeReplication = cluster.replication
    let library = WidgetLibrary(environment: environment, folder: folder.appending(path: name))
    for bundle in [Self.counter, Self.button] { library.add(WidgetDefinition(bundle: bundle)) }
    let files = BoardFiles(
      folder: folder.appending(path: name), cluster: cluster, replication: cluster.replication)
    let boards = BoardHost(files: files, library: library)
    let host = ClusterHost(cluster) { problems.add($0) }
    return Host(cluster: cluster, boards: boards, host: host, library: library)
  }

  /// Runs a statement as an administrator would.
  @discardableResult
  func sql(_ text: String, _ parameters: [PostgresValue] = []) throws -> PostgresResult {
    let connection = try PostgresConnection(to: database, before: .now + .seconds(300))
    defer { connection.close() }
    return try connection.run(text, parameters, before: .now + .seconds(300))
  }

  /// A widget with data.
  static let counter = WidgetBundle(
    texts: [
      "widget.json": #"{"id": "org.example.counter", "name": "Counter", "formatVersion": 1}"#,
      "model.json":
        #"{"entities": {"Item": {"identityAttribute": "name", "attributes": {"name": "string", "count": "integer"}}}}"#,
      "main.json": #"{"type": "label", "text": "A"}"#,
    ])

  /// A widget whose button stores something.
  static let button = WidgetBundle(
    texts: [
      "widget.json": #"{"format": 1, "id": "org.example.button", "name": "Button", "main": "Main"}"#,
      "model.json": #"{"entities": {"Item": {"attributes": {"title": "string"}}}}"#,
      "screens/Main.json": """
      {"view": {"type": "button", "id": "add", "text": "Add", "onPress":
        {"type": "insert", "entity": "Item", "values": {"title": "x"}}}}
      """,
    ])
}

/// The problems that a host reported.
final class ProblemList: @unchecked Sendable {
  private let lock = NSLock()
  private var problems: [Diagnostic] = []

  func add(_ problem: Diagnostic) { lock.withLock { problems.append(problem) } }
  var all: [Diagnostic] { lock.withLock { problems } }
}

/// Waits until a condition holds, and fails if that takes long.
func eventually(
  within time: Duration = .seconds(300), _ condition: @Sendable () async throws -> Bool,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let end = ContinuousClock.now + time
  while ContinuousClock.now < end {
    if try await condition() { return }
    try await Task.sleep(for: .milliseconds(20))
  }
  Issue.record("The condition did not become true", sourceLocation: sourceLocation)
}
