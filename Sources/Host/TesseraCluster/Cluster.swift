package import Foundation
import Synchronization
package import TesseraBoardService
package import TesseraData
package import TesseraPostgreSQL
package import TesseraValues

/// The cluster as one of its hosts sees it.
package final class Cluster: Sendable {
  package let session: HostSession
  package let journals: JournalConnection
  package let replication: ClusterReplication
  package let key: ClusterKey
  let directory: BoardDirectory
  /// The reading of the directory that is under way.
  private let reading = Mutex<Task<Result<Void, PostgresError>, Never>?>(nil)
  let events: AsyncStream<HostSession.Event>
  private let pool: PostgresPool
  /// What was published of the boards of this host.
  private let published = Mutex<[String: Published]>([:])
  private let onNotification: Mutex<[@Sendable (String) async -> Void]> = Mutex([])

  /// The maximum number of boards of a cluster. A further one is refused.
  package static let maximumBoards = 1024
  /// How many connections a host has besides the one of its session.
  private static let connections = 4
  /// What a host no longer waits for ends in the database, too.
  private static let settings = "SET statement_timeout = '15s'; SET client_connection_check_interval = '2s'"
  /// How long a statement may take that no lease bounds.
  private static let timeout: Duration = .seconds(2)

  private struct Published: Hashable {
    var name: String
    var tiles: Set<String>
    /// Another owner may have published something else since.
    var epoch: Int64?
  }

  /// How a host takes part in a cluster.
  package struct Configuration: Sendable {
    /// The database.
    package var database: PostgresAddress
    package var key: ClusterKey
    /// The name of the host, for people.
    package var name: String
    /// The version of the program.
    package var program: String
    /// The folder of the working copies.
    package var folder: URL
    /// What the host speaks with others.
    package var hostProtocol: HostProtocol

    /// - Parameter hostProtocol: What the host speaks with others. Tests let hosts of other versions speak by it.
    package init(
      database: PostgresAddress, key: ClusterKey, name: String, program: String, folder: URL,
      hostProtocol: HostProtocol = .current
    ) {
      self.database = database
      self.key = key
      self.name = name
      self.program = program
      self.folder = folder
      self.hostProtocol = hostProtocol
    }
  }

  /// Connects to a cluster.
  /// - Parameter report: Called with problems of what is persisted.
  /// - Throws: A diagnostic if the database cannot be reached, or if its tables do not suit this program. Blocks the thread.
  package init(_ configuration: Configuration, report: @escaping @Sendable (Diagnostic) -> Void) throws(Diagnostic) {
    try ClusterSetup(database: configuration.database).checkTables()
    guard let cipher = ContentCipher(configuration.key) else {
      throw Diagnostic(rule: "cluster-key", message: "The key of the cluster is damaged")
    }
    key = configuration.key
    let (stream, continuation) = AsyncStream.makeStream(of: HostSession.Event.self)
    events = stream
    session = HostSession(
      name: configuration.name, program: configuration.program,
      database: configuration.database, hostProtocol: configuration.hostProtocol
    ) { continuation.yield($0) }
    pool = PostgresPool(to: configuration.database, maximumCount: Self.connections, preparation: Self.settings)
    journals = JournalConnection(session: session, pool: pool, cipher: cipher)
    replication = ClusterReplication(folder: configuration.folder, connection: journals, report: report)
    directory = BoardDirectory(pool)
  }

  /// Makes the working copy of a database that all hosts write, and returns its journal. Blocks the thread.
  /// - Parameter maximumChanges: The number of changes after which all content is persisted.
  package func sharedJournal(
    _ store: String, maximumChanges: Int64 = 4096
  ) throws(StoreError) -> (file: URL, journal: SharedJournal) {
    let file = replication.folder.appending(path: "\(store).sqlite")
    let restored = try Restoration(store: store, connection: journals).restore(to: file)
    if let damage = restored.damage { throw .notPersisted(reason: "in the cluster, of '\(store)' \(damage)") }
    guard restored.hasContent else { throw .notPersisted(reason: "the cluster has no '\(store)'") }
    let journal = SharedJournal(
      store, restored: restored, connection: journals, maximumChanges: maximumChanges)
    return (file, journal)
  }

  /// The name of the database of the accounts.
  package static let accounts = "access"

  // MARK: Statements without blocking the thread

  func run(_ sql: String, _ parameters: [PostgresValue] = []) async throws(PostgresError) -> PostgresResult {
    try await pool.run(sql, parameters, before: .now + Self.timeout)
  }

  /// Notifies all hosts that something changed.
  package func notify(_ text: String) async throws(PostgresError) {
    _ = try await run(BoardStatements.notify, [.text(text)])
  }

  /// Calls a closure with each notification of other hosts, and with `all` when some may have been missed.
  package func observeNotifications(_ body: @escaping @Sendable (String) async -> Void) {
    onNotification.withLock { $0.append(body) }
  }

  func notified(_ text: String) async {
    for body in onNotification.withLock({ $0 }) { await body(text) }
  }

  /// Reads which boards there are, and who owns them.
  package func reloadDirectory() async throws(PostgresError) {
    try await onOwnThread { [directory] () throws(PostgresError) in try directory.reload() }
  }

  /// Returns a board as the database says now.
  func freshEntry(_ board: String) async throws(PostgresError) -> BoardDirectory.Entry? {
    try await reloadDirectory()
    return directory[board]
  }

  /// Returns a board as the database said a moment ago. All who ask at the same time wait for the same answer.
  func recentEntry(_ board: String) async throws(PostgresError) -> BoardDirectory.Entry? {
    if !directory.isRecent {
      let (task, isNew) = sharedReading()
      try await task.value.get()
      // What others began to read may be older than a change of which this host was notified.
      if !isNew, !directory.isRecent { try await sharedReading().task.value.get() }
    }
    if let entry = directory[board] { return entry }
    // It may have been made since.
    let (task, isNew) = sharedReading()
    try await task.value.get()
    if !isNew { try await sharedReading().task.value.get() }
    return directory[board]
  }

  private func sharedReading() -> (task: Task<Result<Void, PostgresError>, Never>, isNew: Bool) {
    reading.withLock { reading in
      if let reading { return (reading, false) }
      let task = Task { [self] () -> Result<Void, PostgresError> in
        defer { self.reading.withLock { $0 = nil } }
        do throws(PostgresError) {
          return .success(try await reloadDirectory())
        } catch {
          return .failure(error)
        }
      }
      reading = task
      return (task, true)
    }
  }

  func board(ofTile id: String) async throws(PostgresError) -> String? {
    try await onOwnThread { [directory] () throws(PostgresError) in try directory.board(ofTile: id) }
  }

  /// The hosts of the last hour.
  package func hosts() async throws(PostgresError) -> [ClusterMember] {
    try await run(LeaseStatements.hosts).rows.map { row throws(PostgresError) in try ClusterMember(row) }
  }
}

/// A host of a cluster, as all hosts see it.
package struct ClusterMember: Sendable, Hashable {
  package var id: String
  package var name: String
  package var address: String
  package var program: String
  package var isDraining: Bool
  /// What it speaks with others.
  package var hostProtocol: HostProtocol
  /// When the process began, in seconds since 1970.
  package var began: Double
  /// How long its lease lasts unless it is renewed, in seconds; negative if it is over.
  package var leaseRemaining: Double
  /// The number of its boards.
  package var boards: Int

  package var isAlive: Bool { leaseRemaining > 0 }

  init(_ row: PostgresRow) throws(PostgresError) {
    id = try row.text("id")
    name = try row.text("name")
    address = try row.text("address")
    program = try row.text("program")
    isDraining = try row.bool("is_draining")
    hostProtocol = try HostProtocol(row) ?? .current
    began = try row.double("began")
    leaseRemaining = try row.double("rest")
    boards = Int(try row.integer("boards"))
  }
}

extension Cluster: BoardCluster {
  package var boards: [(id: String, name: String)] { directory.entries.map { ($0.id, $0.name) } }

  package func willAdopt(_ board: String) { replication.close(board) }

  package func didAdopt(_ board: String, epoch: Int64) { session.setServed(board, epoch) }

  package func epoch(of board: String) -> Int64? { session.servedEpoch(of: board) }

  package func addBoard(_ id: String, named name: String, leaving reserve: Int) throws -> Int64 {
    let maximum = Self.maximumBoards - reserve
    let parameters: [PostgresValue] = [.text(id), .text(name), .integer(Int64(maximum))]
    do {
      let added = try pool.run(BoardStatements.add, parameters, before: .now + Self.timeout)
      guard added.count == 1 else {
        throw Diagnostic(
          rule: "too-many-boards", message: "There are \(maximum) boards, the most that you can add in a cluster",
          fix: "Remove boards first")
      }
      let reading = (number: session.latestReading, time: ContinuousClock.now)
      let taken = try pool.run(
        LeaseStatements.acquireUnowned, [.text(id), .integer(0), .text(session.id)], before: .now + Self.timeout)
      guard let row = taken.rows.first else { throw StoreError.notPersisted(reason: "another host was faster") }
      let epoch = try row.integer("epoch")
      session.acquire(id, epoch: epoch, since: reading.number)
      // If the leases were read meanwhile, the next reading shows the board.
      while session.lease(for: id) == nil, ContinuousClock.now < reading.time + HostLease.duration {
        Thread.sleep(forTimeInterval: JournalConnection.pause)
      }
      try directory.reload()
      _ = try pool.run(BoardStatements.notify, [.text(ClusterNotification.lease)], before: .now + Self.timeout)
      return epoch
    } catch let error as PostgresError {
      // Another host may have added the board.
      try? directory.reload()
      throw StoreError.notPersisted(reason: error.reason)
    }
  }

  package func removeBoard(_ id: String) throws {
    try own(BoardStatements.remove, id, [])
    session.relinquish(id)
    replication.close(id)
    try? directory.reload()
    _ = try? pool.run(BoardStatements.notify, [.text(ClusterNotification.lease)], before: .now + Self.timeout)
  }

  package func publish(_ board: String, named name: String, tiles: Set<String>) throws {
    replication.setTiles(tiles, of: board)
    let next = Published(name: name, tiles: tiles, epoch: session.lease(for: board)?.epoch)
    guard published.withLock({ $0[board] }) != next else { return }
    try own(BoardStatements.publish, board, [.text(name), .texts(tiles.sorted())])
    published.withLock { $0[board] = next }
    guard directory[board]?.name != name else { return }
    try? directory.reload()
    _ = try? pool.run(BoardStatements.notify, [.text(ClusterNotification.lease)], before: .now + Self.timeout)
  }

  /// Performs a statement as the owner of a board.
  private func own(_ sql: String, _ board: String, _ parameters: [PostgresValue]) throws {
    guard let lease = session.lease(for: board) else {
      throw journals.refusal(of: board)
    }
    do {
      let result = try pool.run(
        sql, [.text(board), .text(session.id), .integer(lease.epoch)] + parameters, before: lease.deadline)
      guard result.count == 1 else { throw StoreError.ownedElsewhere }
    } catch let error as PostgresError {
      throw StoreError.notPersisted(reason: error.reason)
    }
  }
}
