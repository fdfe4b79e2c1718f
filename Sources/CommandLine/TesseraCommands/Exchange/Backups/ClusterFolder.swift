import Foundation
import TesseraBoardService
import TesseraCluster
import TesseraData
import TesseraPostgreSQL
import TesseraValues

/// Makes the data folder of a single server from a cluster, whose hosts can run meanwhile.
struct ClusterFolder: Sendable {
  let database: PostgresAddress
  let key: ClusterKey

  /// Makes a folder that only its owner can enter.
  static func make(_ folder: URL) throws {
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  /// - Parameter folder: A folder that is new or empty.
  /// - Returns: The number of boards.
  func write(to folder: URL) throws -> Int {
    if let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path), !names.isEmpty {
      throw Diagnostic(rule: "export", message: "The folder '\(folder.path)' is not empty")
    }
    let cluster = try ClusterLocation.open(database, key, as: ClusterLocation.command, in: folder)
    let boards = try ClusterExport(cluster).write(to: folder)
    _ = try cluster.sharedFolder { StandardError.write([$0]) }.pull()
    SharedFolder.removeManifest(in: folder)
    return boards
  }
}
