import Foundation
import TesseraCluster
import TesseraPostgreSQL
import TesseraValues

/// Checks the database of a cluster: its version, its settings, the rights of the user, its clock, and the key.
struct ClusterCheck {
  let database: PostgresAddress
  let key: URL

  /// Blocks the thread.
  var findings: [Finding] {
    do throws(Diagnostic) {
      let administration = try ClusterAdministration(database: database)
      let problems = try administration.findings(key: ClusterKey(file: key))
      let state = problems.isEmpty ? [Finding.ok("cluster", "The database of the cluster can be used")] : []
      return try state + problems.map(Self.finding) + [size(administration), hosts(administration)]
    } catch {
      return [Self.finding(error)]
    }
  }

  private static func finding(_ problem: Diagnostic) -> Finding {
    let severity: Finding.Severity = problem.severity == .error ? .error : .warning
    return Finding(
      severity: severity, rule: problem.rule, message: problem.message, fix: problem.fix ?? "Repair the database")
  }

  private func size(_ administration: ClusterAdministration) throws(Diagnostic) -> Finding {
    let size = try administration.size()
    // How much room is left is known to the database's machine alone.
    return .ok("cluster-size", "The database takes \(size >> 20) MB; watch the disk of its machine")
  }

  private func hosts(_ administration: ClusterAdministration) throws(Diagnostic) -> Finding {
    let living = try administration.hosts().filter(\.isAlive)
    guard !living.isEmpty else {
      return .warning("cluster-hosts", "No host of the cluster is running", fix: "Start 'tessera serve --cluster'")
    }
    let versions = Set(living.map(\.program)).sorted()
    let names = living.map(\.name).sorted().joined(separator: ", ")
    guard versions.count == 1 else {
      return .warning(
        "cluster-hosts", "The hosts \(names) have different versions: \(versions.joined(separator: ", "))",
        fix: "Restart all with the same version")
    }
    return .ok("cluster-hosts", "Hosts that are running: \(names)")
  }
}
