package import Foundation
import Synchronization
package import TesseraBoardService
import TesseraCrypto
package import TesseraPostgreSQL

/// The connection by which a host renews its lease, reads which boards it owns, and receives the notifications of other
/// hosts.
///
/// A thread of its own renews the lease each second, because a thread that has other work could come too late.
package final class HostSession: Sendable {
  /// The identity of the process.
  package let id: String
  /// The name of the host, for people.
  package let name: String
  /// What the host speaks with others.
  package let hostProtocol: HostProtocol
  private let database: PostgresAddress
  private let program: String
  private let send: @Sendable (Event) -> Void
  private let state: Mutex<State>

  private struct State {
    var lease = HostLease()
    var address = ""
    /// The epochs in which boards are served.
    var servedEpochs: [String: Int64] = [:]
    var isDraining = false
    var isStopped = false
    /// Why there is no connection; nil while there is one.
    var problem: PostgresError?
    /// Why the cluster does not admit the host; nil if it does, or has not said.
    var refusal: HostRefusal?
    var counts = Counts()
    var clock = ClusterClock()
  }

  /// What happened to a host.
  package enum Event: Sendable, Hashable {
    /// The host owns boards that it did not own, or not in the present epoch.
    case acquired(Set<String>)
    /// The host owns boards no longer. It may not write or serve them.
    case lost(Set<String>)
    /// Boards of this host are to be transferred to other hosts.
    case transferRequested([String: String])
    /// The database does not know yet that the host relinquished these boards, in these epochs.
    case releasePending([String: Int64])
    /// Another host did something, of which this is the notification's text.
    case notified(String)
    /// There is no connection, for the reason, which is for the log.
    case disconnected(String)
    /// There is a connection again, so notifications may have been missed.
    case connected
    /// An administrator drains the host.
    case drainRequested
    /// Another process has the host's name.
    case nameIsTaken
    /// The cluster does not admit the host, which asks again until it does.
    case refused(HostRefusal)
  }

  /// What happened since the process began.
  package struct Counts: Sendable, Hashable {
    package var renewals = 0
    package var failures = 0
    package var connections = 0
    /// The boards that the host acquired.
    package var takeovers = 0
    /// How long the last renewal took, in seconds.
    package var roundTrip = 0.0
  }

  /// How long connecting, and each statement of this connection, may take.
  private static let timeout: Duration = .milliseconds(1500)
  /// How long to wait before connecting again.
  private static let pause: Duration = .milliseconds(250)

  /// - Parameter send: Called with each event, on the thread of the connection. It must not block.
  package init(
    name: String, program: String, database: PostgresAddress, hostProtocol: HostProtocol,
    send: @escaping @Sendable (Event) -> Void
  ) {
    id = randomBytes(count: 12).hexadecimalText
    self.name = name
    self.hostProtocol = hostProtocol
    self.program = program
    self.database = database
    self.send = send
    state = Mutex(State())
  }

  // MARK: The lease

  /// Returns the epoch of a board and the end of its lease; nil without a valid lease.
  func lease(for board: String) -> (epoch: Int64, deadline: ContinuousClock.Instant)? {
    state.withLock { state in
      guard let epoch = state.lease.epoch(of: board, at: .now), let deadline = state.lease.deadline else { return nil }
      return (epoch, deadline)
    }
  }

  /// Returns the epoch in which the host serves a board now: its lease is valid, and its copy is of this epoch. Nil if
  /// it may not serve it.
  package func servedEpoch(of board: String) -> Int64? {
    state.withLock { state in
      guard let epoch = state.lease.epoch(of: board, at: .now), state.servedEpochs[board] == epoch else { return nil }
      return epoch
    }
  }

  /// Whether the host may serve a board and write to it now.
  package func owns(_ board: String) -> Bool { servedEpoch(of: board) != nil }

  /// The epochs of the boards that the host is ready to serve.
  var servedEpochs: [String: Int64] { state.withLock { $0.servedEpochs } }

  /// Records the epoch in which a board is served; nil for none.
  func setServed(_ board: String, _ epoch: Int64?) { state.withLock { $0.servedEpochs[board] = epoch } }

  /// Whether the lease is valid.
  package var isCurrent: Bool { state.withLock { $0.lease.isCurrent(at: .now) } }

  /// When the lease ends, unless it is renewed; nil before it begins.
  package var deadline: ContinuousClock.Instant? { state.withLock { $0.lease.deadline } }

  /// The boards of the host, also without a valid lease.
  package var boards: Set<String> { state.withLock { Set($0.lease.epochs.keys) } }

  /// Why there is no connection to the database; nil while there is one.
  package var problem: String? { state.withLock { $0.problem?.message } }

  /// Why the cluster does not admit the host; nil if it does, or has not said.
  package var refusal: HostRefusal? { state.withLock { $0.refusal } }

  package var counts: Counts { state.withLock { $0.counts } }

  /// Returns the date of the database's clock, so that dates mean the same at all hosts.
  package var now: @Sendable () -> Date {
    { [self] in state.withLock { $0.clock.date(at: .now, orElse: Date()) } }
  }

  /// The number of the latest reading of the leases, which is to be noted before acquiring a board.
  var latestReading: Int { state.withLock { $0.lease.latestReading } }

  /// Records a board that the host acquired. If the leases have been read since, the next reading decides.
  func acquire(_ board: String, epoch: Int64, since reading: Int) {
    state.withLock { state in
      state.lease.acquire(board, epoch: epoch, since: reading)
      state.counts.takeovers += 1
    }
  }

  /// Relinquishes a board: the host does not act in this epoch again.
  func relinquish(_ board: String) {
    state.withLock { state in
      state.lease.relinquish(board)
      state.servedEpochs[board] = nil
    }
  }

  /// Records that the host may have lost a board, or that its copy is unusable. If it still owns the board, it acquires
  /// it again.
  func invalidate(_ board: String) {
    let wasKnown = state.withLock { state in
      defer {
        state.lease.invalidate(board)
        state.servedEpochs[board] = nil
      }
      return state.lease.epochs[board] != nil
    }
    if wasKnown { send(.lost([board])) }
  }

  /// Whether the host transfers its boards to others and acquires none.
  package var isDraining: Bool {
    get { state.withLock { $0.isDraining } }
    set { state.withLock { $0.isDraining = newValue } }
  }

  // MARK: The thread

  /// Starts the thread.
  /// - Parameter address: The address at which other hosts reach this one, such as `10.0.0.1:8080`.
  package func start(at address: String) {
    state.withLock { $0.address = address }
    let thread = Thread { [self] in run() }
    thread.name = "tessera.lease"
    thread.start()
  }

  /// Ends the thread. The lease ends when its time has passed.
  package func stop() { state.withLock { $0.isStopped = true } }

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  private func run() {
    var (isRegistered, hasBegun) = (false, false)
    while !isStopped {
      do {
        let connection = try PostgresConnection(to: database, before: .now + Self.timeout)
        defer { connection.close() }
        if !isRegistered { try checkAdmission(connection) }
        let lock = try begin(connection, isAgain: hasBegun, isRegistered: &isRegistered)
        state.withLock { state in
          state.problem = nil
          state.counts.connections += 1
        }
        hasBegun = true
        var isNew = true
        while !isStopped {
          let sent = ContinuousClock.now
          if try !renew(connection, lock) {
            // The row was removed, because it was over for long.
            isRegistered = false
            break
          }
          if isNew {
            state.withLock { $0.refusal = nil }
            send(.connected)
          }
          isNew = false
          try listen(on: connection, until: sent + HostLease.interval)
        }
      } catch let refusal as HostRefusal {
        isRegistered = false
        record(refusal)
        Thread.sleep(forTimeInterval: HostLease.interval / .seconds(1))
      } catch {
        let error = error as? PostgresError
        let isNew = state.withLock { state in
          defer { state.problem = error ?? state.problem }
          // Without the connection, its lock is free, and other hosts may take the boards.
          state.lease.suspend()
          state.counts.failures += 1
          return state.problem == nil
        }
        if let error, isNew { send(.disconnected(error.message)) }
        if error == nil { return send(.nameIsTaken) }
        Thread.sleep(forTimeInterval: Self.pause / .seconds(1))
      }
    }
  }

  private struct NameIsTaken: Error {}

  /// - Throws: ``HostRefusal`` if the cluster does not admit the host.
  private func checkAdmission(_ connection: PostgresConnection) throws {
    let result = try connection.run(
      HostAdmission.query,
      [.text(id), .integer(Int64(hostProtocol.newest)), .integer(Int64(hostProtocol.oldest))],
      before: .now + Self.timeout)
    try checkAdmission(result.rows.first)
  }

  private func checkAdmission(_ row: PostgresRow?) throws {
    guard let row, let refusal = try HostAdmission(row).refusal(of: hostProtocol) else { return }
    throw refusal
  }

  /// Ends the lease of a host that the cluster does not admit any more.
  private func record(_ refusal: HostRefusal) {
    let (isNew, lost) = state.withLock { state in
      defer { state.refusal = refusal }
      let boards = Set(state.lease.epochs.keys)
      state.lease.suspend()
      for board in boards {
        state.lease.invalidate(board)
        state.servedEpochs[board] = nil
      }
      return (state.refusal != refusal, boards)
    }
    if !lost.isEmpty { send(.lost(lost)) }
    if isNew { send(.refused(refusal)) }
  }

  /// Takes the locks of a new connection, and begins to listen.
  /// - Parameter isAgain: Whether the host has had a connection before. Another process may have got its name since then,
  ///   and the host waits until that one ends.
  /// - Returns: The number of the lock that shows that the connection exists.
  private func begin(
    _ connection: PostgresConnection, isAgain: Bool, isRegistered: inout Bool
  ) throws -> Int64 {
    func run(_ sql: String, _ parameters: [PostgresValue]) throws -> PostgresResult {
      try connection.run(sql, parameters, before: .now + Self.timeout)
    }
    let named = try run(
      "SELECT pg_try_advisory_lock(\(ClusterSchema.nameLocks), hashtext($1)) AS taken", [.text(name)])
    // The database may not have noticed yet that an earlier connection of this process ended.
    if try named.rows.first?.bool("taken") == false, try isNameOfAnother(connection) {
      if isAgain { throw HostAdmission.nameIsTaken(name) }
      throw NameIsTaken()
    }
    var lock = Int64.random(in: 1...Int64(Int32.max))
    while try run("SELECT pg_try_advisory_lock(\(ClusterSchema.hostLocks), $1::int) AS taken", [.integer(lock)]).rows
      .first?.bool("taken") == false
    {
      lock = Int64.random(in: 1...Int64(Int32.max))
    }
    if !isRegistered {
      let address = state.withLock { $0.address }
      _ = try run(
        LeaseStatements.register,
        [
          .text(id), .text(name), .text(address), .text(program), .integer(lock), .integer(Int64(hostProtocol.newest)),
          .integer(Int64(hostProtocol.oldest)), .integer(Int64(ClusterSchema.version)),
        ])
      isRegistered = true
    }
    _ = try run("LISTEN \(ClusterSchema.channel)", [])
    return lock
  }

  private func isNameOfAnother(_ connection: PostgresConnection) throws -> Bool {
    let others = try connection.run(
      "SELECT 1 AS one FROM tessera.host WHERE name = $1 AND id <> $2 AND until > clock_timestamp()",
      [.text(name), .text(id)], before: .now + Self.timeout)
    return !others.rows.isEmpty
  }

  /// Renews the lease, and then reads which boards the host owns.
  /// - Returns: Whether the host is still registered.
  private func renew(_ connection: PostgresConnection, _ lock: Int64) throws -> Bool {
    let sent = ContinuousClock.now
    let renewed = try connection.run(
      LeaseStatements.renew, [.text(id), .integer(lock), .bool(isDraining)], before: sent + Self.timeout)
    guard let row = renewed.rows.first else { return false }
    do {
      try checkAdmission(row)
    } catch let refusal as HostRefusal {
      // Nothing is written from now on, and others may take the boards.
      record(refusal)
      _ = try connection.run(LeaseStatements.unregister, [.text(id)], before: .now + Self.timeout)
      throw refusal
    }
    if try row.bool("shall_drain"), !isDraining { send(.drainRequested) }
    let received = ContinuousClock.now
    let date = try row.double("now")
    let reading = state.withLock { $0.lease.beginReading() }
    let rows = try connection.run(LeaseStatements.owned, [.text(id)], before: sent + HostLease.duration).rows
    var epochs: [String: Int64] = [:]
    var transfers: [String: String] = [:]
    for row in rows {
      let board = try row.text("board")
      epochs[board] = try row.integer("epoch")
      if let host = try row.optionalText("wanted"), host != id { transfers[board] = host }
    }
    let change = state.withLock { state in
      state.counts.renewals += 1
      state.counts.roundTrip = (received - sent) / .seconds(1)
      state.clock.set(Date(timeIntervalSince1970: date), at: received)
      return state.lease.renew(sentAt: sent, reading: reading, epochs: epochs)
    }
    if !change.lost.isEmpty { send(.lost(change.lost)) }
    if !change.acquired.isEmpty { send(.acquired(change.acquired)) }
    if !change.releasePending.isEmpty { send(.releasePending(change.releasePending)) }
    transfers = transfers.filter { change.releasePending[$0.key] == nil }
    if !transfers.isEmpty { send(.transferRequested(transfers)) }
    return true
  }

  private func listen(on connection: PostgresConnection, until end: ContinuousClock.Instant) throws {
    while !isStopped, ContinuousClock.now < end {
      guard let notification = try connection.nextNotification(before: end) else { return }
      send(.notified(notification.payload))
    }
  }
}
