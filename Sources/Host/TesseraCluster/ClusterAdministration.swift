import Foundation
package import TesseraPostgreSQL
package import TesseraValues

/// What administrators see of a cluster, and do with it, without being one of its hosts. Calls block the thread.
package final class ClusterAdministration: Sendable {
  private let database: PostgresAddress
  private let pool: PostgresPool

  /// How long a statement may take.
  private static let timeout: Duration = .seconds(5)

  /// - Throws: A diagnostic if the database cannot be reached or has no cluster.
  package init(database: PostgresAddress) throws(Diagnostic) {
    self.database = database
    pool = PostgresPool(to: database, maximumCount: 1)
    try ClusterSetup(database: database).checkTables()
  }

  private func rows(_ sql: String, _ parameters: [PostgresValue] = []) throws(Diagnostic) -> [PostgresRow] {
    do {
      return try pool.run(sql, parameters, before: .now + Self.timeout).rows
    } catch {
      throw ClusterSetup.diagnostic(of: error, at: database)
    }
  }

  private func reading<Result>(_ body: () throws(PostgresError) -> Result) throws(Diagnostic) -> Result {
    do {
      return try body()
    } catch {
      throw ClusterSetup.diagnostic(of: error, at: database)
    }
  }

  /// The hosts of the last hour.
  package func hosts() throws(Diagnostic) -> [ClusterMember] {
    let rows = try rows(LeaseStatements.hosts)
    return try reading { () throws(PostgresError) in
      try rows.map { row throws(PostgresError) in try ClusterMember(row) }
    }
  }

  /// A board with the host that has it.
  package struct Board: Sendable, Hashable {
    package var id: String
    package var name: String
    /// The name of the host; nil without one.
    package var host: String?
    /// The identity of the host, also of one that is not known any more; nil without one.
    var hostID: String?
    package var epoch: Int64
  }

  /// All boards in the order in which they were made.
  package func boards() throws(Diagnostic) -> [Board] {
    let rows = try rows(
      """
      SELECT b.id, b.name, h.name AS host, l.host AS host_id, l.epoch
      FROM tessera.board b JOIN tessera.lease l ON l.board = b.id
      LEFT JOIN tessera.host h ON h.id = l.host ORDER BY b.number
      """)
    return try reading { () throws(PostgresError) in
      try rows.map { row throws(PostgresError) in
        Board(
          id: try row.text("id"), name: try row.text("name"), host: try row.optionalText("host"),
          hostID: try row.optionalText("host_id"), epoch: try row.integer("epoch"))
      }
    }
  }

  /// Lets a host give its boards to the others.
  /// - Throws: A diagnostic if there is no such host, or no other one that takes boards.
  @discardableResult
  package func drain(_ host: String) throws(Diagnostic) -> HostDrain {
    let living = try hosts().filter(\.isAlive)
    let drained = try Self.host(host, among: living)
    guard living.contains(where: { $0.id != drained.id && !$0.isDraining }) else {
      throw Diagnostic(
        rule: "no-other-host", message: "The cluster has no other host that could take the boards of '\(host)'",
        fix: "Start another host first")
    }
    let boards = try boards().filter { $0.hostID == drained.id }.map(\.id)
    _ = try rows(LeaseStatements.drain, [.text(drained.id)])
    return HostDrain(host: host, id: drained.id, boards: Set(boards))
  }

  /// Lets the owner of a board give it to another host.
  /// - Throws: A diagnostic if there is no such board or host, or if the host takes no boards.
  @discardableResult
  package func move(_ board: String, to host: String) throws(Diagnostic) -> BoardMove {
    let known = try boards()
    guard let present = known.first(where: { $0.id == board }) else {
      throw Diagnostic(
        rule: "unknown-board", message: "The cluster has no board '\(board)'",
        fix: SpellingSuggestion.fix(for: board, in: known.map(\.id)))
    }
    let target = try Self.host(host, among: hosts().filter(\.isAlive))
    var move = BoardMove(board: board, host: host, hostID: target.id, epoch: present.epoch)
    if present.hostID == target.id { return move }
    guard !target.isDraining else {
      throw Diagnostic(
        rule: "host-draining", message: "The host '\(host)' gives its boards away, and takes none",
        fix: "Restart it first")
    }
    let rows = try rows(LeaseStatements.requestTransfer, [.text(board), .text(target.id)])
    if let row = rows.first { move.epoch = try reading { () throws(PostgresError) in try row.integer("epoch") } }
    _ = try self.rows(BoardStatements.notify, [.text(ClusterNotification.lease)])
    return move
  }

  private static func host(_ name: String, among living: [ClusterMember]) throws(Diagnostic) -> ClusterMember {
    guard let host = living.first(where: { $0.name == name }) else {
      throw Diagnostic(
        rule: "unknown-host", message: "The cluster has no living host '\(name)'",
        fix: SpellingSuggestion.fix(for: name, in: living.map(\.name)))
    }
    return host
  }

  /// Returns how far a move is. If another host was faster to take the board, that one is asked for it.
  /// - Throws: A diagnostic if the board does not get to the host any more.
  package func progress(of move: inout BoardMove) throws(Diagnostic) -> MoveProgress {
    let isAlive = try hosts().contains { $0.id == move.hostID && $0.isAlive }
    let present = try boards().first { $0.id == move.board }
    do throws(Diagnostic) {
      return try move.progress(present, isHostAlive: isAlive)
    } catch {
      guard error.rule == BoardMove.elsewhereRule, move.attempts < BoardMove.maximumAttempts else { throw error }
      let attempts = move.attempts + 1
      move = try self.move(move.board, to: move.host)
      move.attempts = attempts
      return .waiting(error.message)
    }
  }

  /// Returns how far a host is with giving its boards away.
  package func progress(of drain: HostDrain) throws(Diagnostic) -> MoveProgress {
    let hosts = try hosts()
    let living = hosts.filter(\.isAlive)
    return drain.progress(
      try boards(), living: Set(living.map(\.id)),
      hasBegun: !living.contains { $0.id == drain.id && !$0.isDraining })
  }

  // MARK: Checks

  /// Returns what is wrong with the database, or could go wrong.
  /// - Parameter key: The cluster's key, with which something that is persisted is opened; nil checks no key.
  package func findings(key: ClusterKey?) throws(Diagnostic) -> [Diagnostic] {
    var findings: [Diagnostic] = []
    let settings = try rows(
      """
      SELECT current_setting('server_version_num')::int8 AS version, current_setting('synchronous_commit') AS commit,
        current_setting('fsync') AS fsync, pg_is_in_recovery() AS standby,
        abs(extract(epoch FROM clock_timestamp())::float8 - $1) AS skew
      """, [.double(Date().timeIntervalSince1970)])
    guard let row = settings.first else { return [] }
    let (version, commit, fsync, isStandby, skew) = try reading { () throws(PostgresError) in
      (
        try row.integer("version"), try row.text("commit"), try row.text("fsync"), try row.bool("standby"),
        try row.double("skew")
      )
    }
    if version < Self.oldestServer {
      findings.append(
        Diagnostic(rule: "cluster-version", message: "The database is older than PostgreSQL 15", fix: "Upgrade it"))
    }
    if isStandby {
      findings.append(
        Diagnostic(
          rule: "cluster-standby", message: "The database is a standby, which takes no changes",
          fix: "Name the primary, or several hosts with 'target_session_attrs=read-write'"))
    }
    if commit == "off" || fsync == "off" {
      findings.append(
        Diagnostic(
          rule: "cluster-durability",
          message: "The database acknowledges changes that a power failure loses: synchronous_commit is \(commit), "
            + "fsync is \(fsync)",
          fix: "Set both to 'on'"))
    }
    if commit == "local", fsync != "off" {
      findings.append(
        Diagnostic(
          .warning, rule: "cluster-durability",
          message:
            "The database does not wait for its standby, because synchronous_commit is local: if the standby takes "
            + "its place, acknowledged changes are lost", fix: "Set it to 'on', unless the database has no standby"))
    }
    if skew > Self.maximumSkew {
      findings.append(
        Diagnostic(
          .warning, rule: "cluster-clock",
          message: "The clocks of this machine and of the database differ by \(Int(skew)) seconds: logs are "
            + "hard to compare, and certificates may be refused", fix: "Let both machines set their clocks by NTP"))
    }
    findings += try rightsFindings()
    if let key { findings += try keyFindings(key) }
    return findings
  }

  private static let oldestServer: Int64 = 150_000
  /// The difference of clocks that needs no attention, in seconds.
  private static let maximumSkew = 5.0

  /// The size of the database, in bytes.
  package func size() throws(Diagnostic) -> Int64 {
    let rows = try rows("SELECT pg_database_size(current_database()) AS size")
    return try reading { () throws(PostgresError) in try rows.first?.integer("size") ?? 0 }
  }

  /// Hosts need the usual rights to all tables, which a user other than their owner may lack.
  private func rightsFindings() throws(Diagnostic) -> [Diagnostic] {
    let rows = try rows(
      """
      SELECT c.relname::text AS name, current_user::text AS person FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'tessera' AND c.relkind IN ('r', 'p')
        AND NOT (has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT')
          AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE'))
      ORDER BY c.relname
      """)
    guard let first = rows.first else { return [] }
    return try reading { () throws(PostgresError) in
      let names = try rows.map { row throws(PostgresError) in try row.text("name") }.joined(separator: ", ")
      return [
        Diagnostic(
          rule: "cluster-rights",
          message: "The user '\(try first.text("person"))' may not read and write these tables: \(names)",
          fix: "Connect as their owner, or grant SELECT, INSERT, UPDATE and DELETE")
      ]
    }
  }

  private func keyFindings(_ key: ClusterKey) throws(Diagnostic) -> [Diagnostic] {
    let rows = try rows("SELECT store, seq, part, parts, bytes FROM tessera.content ORDER BY length(bytes) LIMIT 1")
    guard let row = rows.first else { return [] }
    let isRight = try reading { () throws(PostgresError) in
      let context = JournalConnection.context(
        of: try row.text("store"), content: try row.integer("seq"), part: Int(try row.integer("part")),
        of: Int(try row.integer("parts")))
      return ContentCipher(key)?.open(try row.bytes("bytes"), as: context) != nil
    }
    guard !isRight else { return [] }
    return [
      Diagnostic(
        rule: "cluster-key", message: "The key is not the one with which the cluster was made",
        fix: "Copy the key from another host")
    ]
  }
}
