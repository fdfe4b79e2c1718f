import TesseraBoardService
import TesseraPostgreSQL
package import TesseraValues

/// Why a cluster does not admit a host.
package struct HostRefusal: Error, Sendable, Hashable {
  /// What administrators learn.
  package var diagnostic: Diagnostic
  /// What clients learn: no names of hosts.
  package var reason: String
}

/// Whether a host suits the tables of a cluster and the hosts that live, as the database says.
struct HostAdmission {
  /// The version of tables for which a program must be made.
  private let oldestTables: Int
  /// The names of living hosts with which the host has no number of the protocol in common; nil without any.
  private let strangers: String?
  /// Whether one of these speaks only later numbers.
  private let isTooOld: Bool

  /// The maximum number of hosts that a refusal names.
  private static let maximumNames = 8

  /// The columns of the answer. The hosts that began before the one that asks decide.
  /// - Parameters:
  ///   - newest, oldest: SQL for the numbers of the protocol of the host.
  ///   - others: SQL for the condition of a host `o` that decides.
  static func columns(newest: String, oldest: String, others: String) -> String {
    let strangers = """
      FROM tessera.host o WHERE o.until > clock_timestamp() AND \(others)
        AND (o.protocol < \(oldest) OR o.oldest_protocol > \(newest))
      """
    return """
      (SELECT oldest FROM tessera.format) AS tables,
      (SELECT string_agg(s.name, ', ') FROM (SELECT o.name \(strangers) ORDER BY o.name LIMIT \(maximumNames)) s)
        AS strangers,
      EXISTS (SELECT 1 \(strangers) AND o.oldest_protocol > \(newest)) AS is_too_old
      """
  }

  /// Asks for a host that has not begun. Parameters: identity, newest and oldest number of the protocol.
  static let query = "SELECT " + columns(newest: "$2", oldest: "$3", others: "o.id <> $1")

  init(_ row: PostgresRow) throws(PostgresError) {
    oldestTables = Int(try row.integer("tables"))
    strangers = try row.optionalText("strangers")
    isTooOld = try row.bool("is_too_old")
  }

  /// Returns why a host is not admitted; nil if it is.
  func refusal(of numbers: HostProtocol) -> HostRefusal? {
    let tooOld = "This host has too old a version for its cluster"
    if oldestTables > ClusterSchema.version {
      return HostRefusal(diagnostic: Self.laterTables(oldestTables), reason: tooOld)
    }
    guard let strangers else { return nil }
    if isTooOld {
      return HostRefusal(
        diagnostic: Diagnostic(
          rule: "cluster-protocol",
          message: "This host is too old for the cluster: it speaks the hosts' protocol \(numbers), and these "
            + "hosts only later ones: \(strangers)", fix: "Upgrade this host"), reason: tooOld)
    }
    return HostRefusal(
      diagnostic: Diagnostic(
        rule: "cluster-protocol",
        message: "This host is too new for the cluster: it speaks the hosts' protocol \(numbers), and these hosts only "
          + "earlier ones: \(strangers)", fix: "Upgrade these hosts to a version between, or stop them"),
      reason: "This host waits until hosts of earlier versions have ended")
  }

  static func nameIsTaken(_ name: String) -> HostRefusal {
    HostRefusal(
      diagnostic: Diagnostic(
        rule: "cluster-name",
        message: "Another process got the name '\(name)' while this one did not reach the database of the cluster",
        fix: "Stop one of them, or give this one another name with '--cluster-name'"),
      reason: "Another host has the name of this one")
  }

  static func laterTables(_ version: Int) -> Diagnostic {
    Diagnostic(
      rule: "cluster-schema",
      message: "The tables of the cluster need a later version of Tessera: one for tables of version \(version)",
      fix: "Upgrade this host")
  }
}
