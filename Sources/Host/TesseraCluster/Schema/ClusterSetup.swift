import Foundation
package import TesseraBoardService
import TesseraCrypto
import TesseraData
package import TesseraPostgreSQL
package import TesseraValues

/// Makes the tables of a cluster, checks them, and brings them to the version of this program.
package struct ClusterSetup: Sendable {
  private let database: PostgresAddress

  /// How long connecting may take.
  private static let connectionTime: Duration = .seconds(5)
  /// How long a change of the tables may take.
  private static let changeTime: Duration = .seconds(600)

  package init(database: PostgresAddress) { self.database = database }

  /// The versions of the tables in a database.
  package struct Format: Sendable, Hashable {
    /// The version of the tables.
    package var version: Int
    /// The version of tables that a program must know to write these.
    package var oldest: Int
  }

  /// What a database has of a cluster.
  package enum State: Sendable, Hashable {
    /// No tables.
    case empty
    /// Another program uses the schema `tessera`.
    case foreign
    case tables(Format)
  }

  /// Returns what the database has.
  /// - Throws: A diagnostic if it cannot be reached or read.
  package func state() throws(Diagnostic) -> State {
    try withConnection { connection in try Self.state(connection) }
  }

  private static func state(_ connection: PostgresConnection) throws(PostgresError) -> State {
    let deadline = ContinuousClock.now + connectionTime
    let tables = try connection.run(
      """
      SELECT (SELECT count(*) FROM pg_namespace WHERE nspname = 'tessera') AS schemas,
        (SELECT count(*) FROM pg_tables WHERE schemaname = 'tessera' AND tablename = 'format') AS formats
      """, [], before: deadline)
    guard let row = tables.rows.first, try row.integer("schemas") > 0 else { return .empty }
    guard try row.integer("formats") > 0 else { return .foreign }
    let format = try connection.run("SELECT version, oldest FROM tessera.format", [], before: deadline)
    guard let row = format.rows.first else { return .foreign }
    return .tables(Format(version: Int(try row.integer("version")), oldest: Int(try row.integer("oldest"))))
  }

  /// Makes the tables, a first board, and databases that all hosts write.
  /// - Parameter shared: The contents of these databases, by name.
  /// - Throws: A diagnostic if there are tables already, or if they cannot be made. Nothing has changed then.
  package func makeTables(_ key: ClusterKey, shared: [String: [UInt8]]) throws(Diagnostic) {
    guard let cipher = ContentCipher(key) else {
      throw Diagnostic(rule: "cluster-key", message: "The key of the cluster is damaged")
    }
    try withConnection { connection in
      switch try Self.state(connection) {
      case .empty: break
      case .tables:
        throw Problem.diagnostic(
          Diagnostic(rule: "cluster-exists", message: "The database has the tables of a cluster already"))
      case .foreign:
        throw Problem.diagnostic(
          Diagnostic(
            rule: "cluster-schema", message: "The database has a schema 'tessera' that belongs to another program",
            fix: "Use another database"))
      }
      let contents = shared.sorted { $0.key < $1.key }.map { name, content in
        let sealed = cipher.seal(content, as: JournalConnection.context(of: name, content: 0, part: 0, of: 1))
        return """
          INSERT INTO tessera.store (name) VALUES ('\(name)');
          INSERT INTO tessera.content (store, seq, part, parts, bytes)
            VALUES ('\(name)', 0, 0, 1, '\\x\(sealed.hexadecimalText)');
          """
      }
      let board = "INSERT INTO tessera.board (id, name) VALUES ('home', 'Home');"
      let lease = "INSERT INTO tessera.lease (board) VALUES ('home');"
      // Several statements at once are one transaction.
      try connection.execute(
        script: (ClusterSchema.steps + [board, lease] + contents).joined(separator: "\n"),
        before: .now + Self.changeTime)
    }
  }

  /// Brings the tables to the version of this program. Hosts of the version before it can go on.
  /// - Returns: The versions before and after it.
  package func upgrade() throws(Diagnostic) -> (from: Int, to: Int) { try upgrade(by: ClusterSchema.steps) }

  func upgrade(by steps: [String]) throws(Diagnostic) -> (from: Int, to: Int) {
    try withConnection { connection in
      let format = try Self.format(connection)
      let missing = steps.dropFirst(format.version)
      if !missing.isEmpty {
        let script = [Self.beforeUpgrade] + missing + [Self.afterUpgrade]
        try connection.execute(script: script.joined(separator: "\n"), before: .now + Self.changeTime)
      }
      return (format.version, max(format.version, steps.count))
    }
  }

  /// Hosts renew their leases each second. What waits for a lock makes them wait behind it.
  private static let beforeUpgrade = "SET lock_timeout = '1s';"

  /// Refuses tables that living hosts cannot write. None begins meanwhile.
  private static let afterUpgrade = """
    DO $$ BEGIN
      LOCK TABLE tessera.host IN SHARE ROW EXCLUSIVE MODE;
      IF EXISTS (SELECT 1 FROM tessera.host, tessera.format f WHERE until > clock_timestamp() AND tables < f.oldest) THEN
        RAISE EXCEPTION 'hosts are running that cannot use the new tables' USING ERRCODE = '\(hostsAreTooOld)';
      END IF;
    END $$;
    """

  /// The SQLSTATE of tables that living hosts cannot write.
  private static let hostsAreTooOld = "TS001"
  /// The SQLSTATE of a lock that another program has.
  private static let lockNotAvailable = "55P03"

  /// Checks that this program can use the tables.
  /// - Throws: A diagnostic that says what to do.
  package func checkTables() throws(Diagnostic) {
    try withConnection { connection in try Self.check(connection) }
  }

  private static func check(_ connection: PostgresConnection) throws {
    let format = try format(connection)
    if format.version < ClusterSchema.oldestVersion {
      throw Problem.diagnostic(
        Diagnostic(
          rule: "cluster-schema", message: "The tables of the cluster are of an older version, \(format.version)",
          fix: "Run 'tessera cluster upgrade'"))
    }
    if format.oldest > ClusterSchema.version {
      throw Problem.diagnostic(HostAdmission.laterTables(format.oldest))
    }
  }

  /// Returns why a host cannot begin now, although it may be able to later without a person; nil if it can begin.
  /// - Parameter hostProtocol: What the host speaks with others.
  /// - Throws: A diagnostic of what a person has to mend, such as a wrong password, or tables of a later version.
  package func reasonToWait(
    speaking hostProtocol: HostProtocol = .current
  ) throws(Diagnostic) -> String? {
    do {
      let connection = try PostgresConnection(to: database, before: .now + Self.connectionTime)
      defer { connection.close() }
      try Self.check(connection)
      let answer = try connection.run(
        HostAdmission.query,
        [.text(""), .integer(Int64(hostProtocol.newest)), .integer(Int64(hostProtocol.oldest))],
        before: .now + Self.connectionTime)
      guard let refusal = try answer.rows.first.map(HostAdmission.init)?.refusal(of: hostProtocol) else { return nil }
      return refusal.diagnostic.message + (refusal.diagnostic.fix.map { ". \($0)" } ?? "")
    } catch Problem.diagnostic(let diagnostic) {
      throw diagnostic
    } catch {
      guard let failure = error as? PostgresError, failure.isTransient else {
        throw Self.diagnostic(of: error, at: database)
      }
      return "The database of the cluster cannot be used now: \(failure.message)"
    }
  }

  private static func format(_ connection: PostgresConnection) throws -> Format {
    switch try state(connection) {
    case .tables(let format): return format
    case .empty:
      throw Problem.diagnostic(
        Diagnostic(
          rule: "cluster-schema", message: "The database has no tables of a cluster",
          fix: "Run 'tessera cluster init'"))
    case .foreign:
      throw Problem.diagnostic(
        Diagnostic(
          rule: "cluster-schema", message: "The database has a schema 'tessera' that belongs to another program",
          fix: "Use another database"))
    }
  }

  private enum Problem: Error { case diagnostic(Diagnostic) }

  private func withConnection<Result>(_ body: (PostgresConnection) throws -> Result) throws(Diagnostic) -> Result {
    do {
      let connection = try PostgresConnection(to: database, before: .now + Self.connectionTime)
      defer { connection.close() }
      return try body(connection)
    } catch Problem.diagnostic(let diagnostic) {
      throw diagnostic
    } catch {
      throw Self.diagnostic(of: error, at: database)
    }
  }

  /// Returns what is wrong with a database, for the person who named it.
  package static func diagnostic(of error: any Error, at database: PostgresAddress) -> Diagnostic {
    guard let error = error as? PostgresError else { return Diagnostic(rule: databaseRule, message: "\(error)") }
    let fix: String? =
      switch error.sqlState {
      case PostgresError.insufficientPrivilege: "Give the user the right to create schemas, or let its owner run this"
      case hostsAreTooOld: "Stop the hosts of earlier versions, wait 3 seconds, and run this again"
      case lockNotAvailable: "Another program uses the tables, such as a backup: run this again when it has ended"
      default: nil
      }
    return Diagnostic(
      rule: databaseRule, message: "The database \(database) cannot be used: \(error.message)", fix: fix)
  }

  /// The rule of diagnostics about a database that cannot be used.
  static let databaseRule = "cluster-database"
}
