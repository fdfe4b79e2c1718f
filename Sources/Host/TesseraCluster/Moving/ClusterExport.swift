package import Foundation
import TesseraAccess
import TesseraBoardService
import TesseraData
import TesseraPostgreSQL
package import TesseraValues

/// Makes the data folder of a single server from what a cluster has. Hosts may run meanwhile: each database is as it is at
/// one moment.
package struct ClusterExport: Sendable {
  private let cluster: Cluster

  /// How long the database may take to list what there is.
  private static let timeout: Duration = .seconds(10)

  /// - Parameter cluster: A cluster whose folder is that of temporary files.
  package init(_ cluster: Cluster) { self.cluster = cluster }

  /// Writes a data folder.
  /// - Parameter folder: A folder that is new or empty.
  /// - Returns: The number of boards.
  /// - Throws: A diagnostic if something is damaged, or cannot be read or written.
  package func write(to folder: URL) throws(Diagnostic) -> Int {
    let files = FileManager.default
    let staging = folder.appending(path: ".staging")
    defer { try? files.removeItem(at: staging) }
    do {
      try files.createDirectory(at: staging, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      var boards: [URL] = []
      var schedules: [URL] = []
      for row in try cluster.journals.pool.run(MovingStatements.stores, [], before: .now + Self.timeout).rows {
        let store = try row.text("name")
        let isOfBoard = store.hasPrefix("boards/") || store.hasPrefix("updates/")
        let name = store == Cluster.accounts ? AccessStore.fileName : "\(store).sqlite"
        let file = (isOfBoard ? staging : folder).appending(path: name)
        try restore(store, to: file)
        if store.hasPrefix("boards/") { boards.append(file) }
        if store.hasPrefix("updates/") { schedules.append(file) }
      }
      try BoardSeparation.join(boards: boards, schedules: schedules, in: folder)
      try Data(cluster.key.pushToken.utf8).write(to: folder.appending(path: "push-token"))
      try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.appending(path: "push-token").path)
      return boards.count
    } catch let error as StoreError {
      throw error.diagnostic
    } catch let error as Diagnostic {
      throw error
    } catch let error as PostgresError {
      throw Diagnostic(rule: "cluster-database", message: error.message)
    } catch {
      throw Diagnostic(rule: "export", message: "'\(folder.path)' cannot be written: \(error)")
    }
  }

  private func restore(_ store: String, to file: URL) throws {
    let restored = try Restoration(store: store, connection: cluster.journals).restore(to: file)
    guard let damage = restored.damage else { return }
    throw Diagnostic(
      rule: "store-damaged", message: "'\(store)' cannot be exported, because in the cluster \(damage)",
      fix: "Restore the database of the cluster from a backup")
  }
}
