import ArgumentParser
import Foundation
import TesseraAccess
import TesseraBoardService
import TesseraCluster
import TesseraData
import TesseraValues

/// The accounts of a data folder, or of a cluster.
struct AccessFile: ParsableArguments {
  @OptionGroup var folder: DataFolderOption

  @OptionGroup var cluster: ClusterLocation

  /// Keeps who changed accounts; those of a cluster in the folder of the host on this machine, if there is one.
  var audit: AuditLog {
    cluster.database == nil ? AuditLog(ofCommandIn: folder.url) : AuditLog(ofCommandOnHostIn: folder.url)
  }

  /// Runs an operation on the accounts, and prints its failure.
  func attempt(_ body: (AccessStore) throws -> Void) throws {
    try reportingFailures {
      if cluster.database != nil { return try attemptInCluster(body) }
      guard FileManager.default.fileExists(atPath: folder.url.path) else {
        throw Diagnostic(
          rule: "no-data", message: "The folder '\(folder.url.path)' does not exist",
          fix: "Name the folder of the server's '--data', or start the server once")
      }
      try HostFolder.checkIsNoHostFolder(folder.url)
      try body(try AccessStore(location: .file(folder.url.appending(path: AccessStore.fileName))))
    }
  }

  private func attemptInCluster(_ body: (AccessStore) throws -> Void) throws {
    let copies = FileManager.default.temporaryDirectory.appending(path: "tessera-accounts-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: copies) }
    guard let cluster = try cluster.open(as: ClusterLocation.command, in: copies) else { return }
    try body(try cluster.openAccounts())
  }
}
