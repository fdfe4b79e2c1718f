import CPostgreSQL
import Dispatch

/// A message that another connection sent with `NOTIFY`.
package struct PostgresNotification: Sendable, Hashable {
  package let channel: String
  package let payload: String
}

/// A connection to a database. Its calls wait on the calling thread, but never beyond their deadlines.
///
/// Calls of several threads take turns. A call whose turn does not come before its deadline fails without an effect on
/// the connection. A call whose deadline passes while the server works closes the connection; the server may still
/// carry out the statement.
package final class PostgresConnection: @unchecked Sendable {
  /// Guards `link` and `statements`. Unlike a mutex, it can be waited for with a deadline.
  private let turn = DispatchSemaphore(value: 1)
  private let link: PostgresLink
  private var statements = PreparedStatements()
  private let socket: LinkSocket

  /// Connects and signs in.
  /// - Throws: ``PostgresError`` of the kind `connection` or `deadline`.
  package init(to address: PostgresAddress, before deadline: ContinuousClock.Instant) throws(PostgresError) {
    link = try PostgresLink.open(address, before: deadline)
    socket = link.socket
  }

  /// Whether the connection is open, as far as calls have noticed.
  package var isUsable: Bool { socket.isOpen }

  /// Closes the connection. A call of another thread that waits for the server fails.
  package func close() {
    guard turn.wait(timeout: .now()) == .success else { return socket.shutDown() }
    link.close()
    turn.signal()
  }

  // MARK: Statements

  /// Runs one statement. It is prepared when it is first used, and kept for the next time.
  /// - Parameters:
  ///   - sql: The statement, with `$1`, `$2`… in place of the parameters.
  ///   - parameters: The parameters, with the types that ``PostgresValue`` names.
  /// - Throws: ``PostgresError``. A result with a column whose type is not supported fails after the statement was
  ///   carried out.
  @discardableResult
  package func run(
    _ sql: String, _ parameters: [PostgresValue] = [], before deadline: ContinuousClock.Instant
  ) throws(PostgresError) -> PostgresResult {
    try checkText(sql)
    let parameters = try PostgresParameters(parameters)
    try takeTurn(before: deadline)
    defer { turn.signal() }
    try link.check(before: deadline)
    return try runPrepared(sql, parameters, before: deadline)
  }

  /// Runs statements that are separated by semicolons, in one transaction unless they contain others. Their rows are
  /// dropped.
  /// - Throws: ``PostgresError`` of the first statement that fails. The rest is not run.
  package func execute(script: String, before deadline: ContinuousClock.Instant) throws(PostgresError) {
    try checkText(script)
    try takeTurn(before: deadline)
    defer { turn.signal() }
    try link.check(before: deadline)
    for response in try link.exchange(before: deadline, isUnsent: false, { PQsendQuery($0, script) }) {
      if let error = link.error(of: response) { throw error }
    }
  }

  /// Waits for a notification of a channel that the connection listens to. Statements of other threads have to wait
  /// meanwhile.
  /// - Returns: Nil if none arrived before the deadline. The connection remains usable.
  /// - Throws: ``PostgresError`` if the connection is closed, or breaks.
  package func nextNotification(
    before deadline: ContinuousClock.Instant
  ) throws(PostgresError) -> PostgresNotification? {
    guard turn.take(before: deadline) else { return nil }
    defer { turn.signal() }
    return try link.nextNotification(before: deadline)
  }

  /// Whether the connection is open and has no transaction. Call this only while no other thread uses the connection.
  var isIdle: Bool {
    guard turn.wait(timeout: .now()) == .success else { return false }
    defer { turn.signal() }
    return link.isIdle
  }

  /// Whether the connection is open, and the server has not closed it as far as the system knows.
  func isAlive(before deadline: ContinuousClock.Instant) -> Bool {
    guard turn.wait(timeout: .now()) == .success else { return false }
    defer { turn.signal() }
    do throws(PostgresError) {
      try link.check(before: deadline)
      return link.isIdle
    } catch {
      return false
    }
  }

  // MARK: During a turn

  /// C's functions would see a shorter text.
  private func checkText(_ sql: String) throws(PostgresError) {
    if sql.utf8.contains(0) { throw PostgresError(.unexpected, "The statement has a null character", isUnsent: true) }
  }

  private func takeTurn(before deadline: ContinuousClock.Instant) throws(PostgresError) {
    guard !deadline.isPast, turn.take(before: deadline) else {
      throw PostgresError(.deadline, "The deadline passed before the statement could begin", isUnsent: true)
    }
    guard socket.isOpen else {
      turn.signal()
      throw PostgresError(.connection, "The connection is closed", isUnsent: true)
    }
  }

  private func runPrepared(
    _ sql: String, _ parameters: PostgresParameters, before deadline: ContinuousClock.Instant, isRepeated: Bool = false
  ) throws(PostgresError) -> PostgresResult {
    let key = PreparedStatements.Key(sql: sql, types: parameters.types)
    let (name, isNew) = try prepare(key, before: deadline)
    let responses = try link.exchange(before: deadline, isUnsent: false) { connection in
      parameters.withPointers { PQsendQueryPrepared(connection, name, $0, $1, $2, $3, 1) }
    }
    guard let response = responses.first(where: \.isFailure) ?? responses.last else {
      throw PostgresError(.unexpected, "The server gave no answer to the statement")
    }
    if response.isStaleStatement, !isNew {
      try forget(key, name, before: deadline)
      // A transaction has failed with the statement.
      if link.isIdle, !isRepeated { return try runPrepared(sql, parameters, before: deadline, isRepeated: true) }
    }
    if let error = link.error(of: response) { throw error }
    return try response.decoded()
  }

  /// Returns the name of a prepared statement, and whether it was prepared just now.
  private func prepare(
    _ key: PreparedStatements.Key, before deadline: ContinuousClock.Instant
  ) throws(PostgresError) -> (name: String, isNew: Bool) {
    if let name = statements.name(of: key) { return (name, false) }
    if let superfluous = statements.superfluous {
      try forget(superfluous.key, superfluous.name, before: deadline)
    }
    let name = statements.newName()
    let responses = try link.exchange(before: deadline, isUnsent: true) {
      PQsendPrepare($0, name, key.sql, Int32(key.types.count), key.types)
    }
    for response in responses {
      if let error = link.error(of: response, isUnsent: true) { throw error }
    }
    statements.add(key, name: name)
    return (name, true)
  }

  /// Frees a prepared statement. A failed transaction refuses that, and the statement then remains with the server.
  private func forget(
    _ key: PreparedStatements.Key, _ name: String, before deadline: ContinuousClock.Instant
  ) throws(PostgresError) {
    statements.remove(key)
    _ = try link.exchange(before: deadline, isUnsent: true) { PQsendQuery($0, "DEALLOCATE \(name)") }
  }
}
