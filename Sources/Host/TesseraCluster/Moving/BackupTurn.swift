package import Foundation
package import TesseraPostgreSQL
package import TesseraValues

/// Lets one host of a cluster at a time make a backup, and knows of when the last one is.
///
/// The turn is a lock of a connection, so it is free when the host that had it ends. Calls block the thread.
package struct BackupTurn: Sendable {
  private let database: PostgresAddress
  private let host: String

  /// What came of an attempt to make a backup.
  package enum Outcome<Made: Sendable>: Sendable {
    /// This host made it.
    case made(Made)
    /// None is due: the last one is of a date.
    case done(Date)
    /// Another host makes one now.
    case taken
  }

  /// How long connecting, and each statement, may take.
  private static let timeout: Duration = .seconds(5)

  /// - Parameter host: The name of the host.
  package init(database: PostgresAddress, host: String) {
    self.database = database
    self.host = host
  }

  /// Returns the date of the last backup; nil if there was none.
  /// - Throws: A diagnostic if the database does not answer.
  package func lastDate() throws(Diagnostic) -> Date? {
    try withConnection { connection in try Self.lastDate(connection) }
  }

  /// Makes a backup, unless another host makes one or has made it.
  /// - Parameters:
  ///   - date: The date of the backup. Hosts must agree about dates.
  ///   - isDue: Whether a backup is due after the last one.
  ///   - body: Makes it, and may take long.
  /// - Throws: A diagnostic of the body, or if the database does not answer.
  package func take<Made: Sendable>(
    at date: Date, ifDue isDue: (_ last: Date) -> Bool, _ body: () throws(Diagnostic) -> Made
  ) throws(Diagnostic) -> Outcome<Made> {
    try withConnection { connection in
      let lock = "SELECT pg_try_advisory_lock(\(ClusterSchema.backupLocks), 0) AS taken"
      let result = try connection.run(lock, [], before: .now + Self.timeout)
      guard try result.rows.first?.bool("taken") == true else { return .taken }
      if let last = try Self.lastDate(connection), !isDue(last) { return .done(last) }
      let made = try body()
      _ = try connection.run(
        "WITH former AS (DELETE FROM tessera.backup) INSERT INTO tessera.backup (host, at) "
          + "VALUES ($1, to_timestamp($2))",
        [.text(host), .double(date.timeIntervalSince1970)], before: .now + Self.timeout)
      return .made(made)
    }
  }

  private static func lastDate(_ connection: PostgresConnection) throws -> Date? {
    let seconds = try connection.run(
      "SELECT extract(epoch FROM max(at))::float8 AS seconds FROM tessera.backup", [], before: .now + timeout
    ).rows.first?.optionalDouble("seconds")
    return seconds.map { Date(timeIntervalSince1970: $0) }
  }

  private func withConnection<Result>(_ body: (PostgresConnection) throws -> Result) throws(Diagnostic) -> Result {
    do {
      let connection = try PostgresConnection(to: database, before: .now + Self.timeout)
      // With the connection, the lock ends.
      defer { connection.close() }
      return try body(connection)
    } catch let error as Diagnostic {
      throw error
    } catch {
      throw ClusterSetup.diagnostic(of: error, at: database)
    }
  }
}
