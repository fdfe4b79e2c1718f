import Dispatch
import Synchronization
import TesseraValues

/// Connections to one database that are opened when they are needed, and kept for the next statement.
///
/// A statement that leaves a transaction open loses its connection, and so the transaction. Other settings of a
/// connection, such as `SET` and `LISTEN`, must not be changed, because the connection's next user is another one.
package final class PostgresPool: Sendable {
  private struct State {
    /// The connection that was used last is the last one.
    var idle: [PostgresConnection] = []
    var isClosed = false
  }

  private let address: PostgresAddress
  private let preparation: String?
  /// One unit for each connection that may be in use in addition.
  private let permits: DispatchSemaphore
  private let state = Mutex(State())

  /// Creates a pool, which connects with its first statement.
  /// - Parameters:
  ///   - maximumCount: How many connections there are at most. Further statements wait.
  ///   - preparation: Statements that each connection begins with, such as settings; nil for none.
  package init(to address: PostgresAddress, maximumCount: Int = 4, preparation: String? = nil) {
    self.address = address
    self.preparation = preparation
    permits = DispatchSemaphore(value: 0)
    // A semaphore that begins with units could not be freed while one is taken.
    for _ in 0..<max(maximumCount, 1) { permits.signal() }
  }

  deinit { close() }

  /// Closes the connections, those in use when their statements have ended. Further statements fail.
  package func close() {
    let idle = state.withLock { state in
      state.isClosed = true
      defer { state.idle = [] }
      return state.idle
    }
    for connection in idle { connection.close() }
  }

  // MARK: On the calling thread

  /// Runs one statement on any connection, as ``PostgresConnection/run(_:_:before:)`` does.
  ///
  /// If a kept connection turns out to be dead before the statement was sent, the statement is sent on a new one.
  @discardableResult
  package func run(
    _ sql: String, _ parameters: [PostgresValue] = [], before deadline: ContinuousClock.Instant
  ) throws(PostgresError) -> PostgresResult {
    try takePermit(before: deadline)
    defer { permits.signal() }
    if let connection = try idleConnection() {
      do throws(PostgresError) {
        defer { giveBack(connection) }
        return try connection.run(sql, parameters, before: deadline)
      } catch {
        guard error.isUnsent, error.kind == .connection else { throw error }
      }
    }
    let connection = try newConnection(before: deadline)
    defer { giveBack(connection) }
    return try connection.run(sql, parameters, before: deadline)
  }

  /// Lends a connection for several statements, such as those of a transaction. A transaction that the body leaves open
  /// is rolled back.
  /// - Throws: ``PostgresError`` if there is no connection before the deadline, or the body's error.
  package func perform<Result>(
    before deadline: ContinuousClock.Instant, _ body: (PostgresConnection) throws -> Result
  ) throws -> Result {
    try takePermit(before: deadline)
    defer { permits.signal() }
    let connection = try liveConnection(before: deadline) ?? newConnection(before: deadline)
    defer { giveBack(connection) }
    return try body(connection)
  }

  private func newConnection(before deadline: ContinuousClock.Instant) throws(PostgresError) -> PostgresConnection {
    let connection = try PostgresConnection(to: address, before: deadline)
    guard let preparation else { return connection }
    do throws(PostgresError) {
      try connection.execute(script: preparation, before: deadline)
    } catch {
      connection.close()
      throw PostgresError(error.kind, error.message, isUnsent: true)
    }
    return connection
  }

  private func takePermit(before deadline: ContinuousClock.Instant) throws(PostgresError) {
    guard permits.take(before: deadline) else {
      throw PostgresError(.deadline, "No connection to the database was free before the deadline", isUnsent: true)
    }
  }

  private func idleConnection() throws(PostgresError) -> PostgresConnection? {
    let (connection, isClosed) = state.withLock { ($0.idle.popLast(), $0.isClosed) }
    if isClosed { throw PostgresError(.connection, "The connections to the database are closed", isUnsent: true) }
    return connection
  }

  /// Returns a kept connection that is not known to be dead, and drops those that are.
  private func liveConnection(
    before deadline: ContinuousClock.Instant
  ) throws(PostgresError) -> PostgresConnection? {
    while let connection = try idleConnection() {
      if connection.isAlive(before: deadline) { return connection }
    }
    return nil
  }

  private func giveBack(_ connection: PostgresConnection) {
    let isKept =
      connection.isIdle
      && state.withLock { state in
        if !state.isClosed { state.idle.append(connection) }
        return !state.isClosed
      }
    if !isKept { connection.close() }
  }

  // MARK: For tasks

  /// Runs one statement on any connection. Another thread waits for it, and the task's thread is free.
  ///
  /// Cancelling the task does not end the statement.
  @discardableResult
  package func run(
    _ sql: String, _ parameters: [PostgresValue] = [], before deadline: ContinuousClock.Instant
  ) async throws(PostgresError) -> PostgresResult {
    try await onOwnThread { () throws(PostgresError) in try self.run(sql, parameters, before: deadline) }
  }

  /// Lends a connection to a body that runs on another thread.
  package func perform<Output: Sendable>(
    before deadline: ContinuousClock.Instant, _ body: @escaping @Sendable (PostgresConnection) throws -> Output
  ) async throws -> Output {
    try await onOwnThread { try self.perform(before: deadline, body) }
  }
}
