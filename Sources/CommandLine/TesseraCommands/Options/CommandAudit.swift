import Foundation
import TesseraBoardService

extension AuditLog {
  /// The audit log of a data folder, to which a command adds.
  init(ofCommandIn folder: URL?) { self.init(folder: folder, report: { StandardError.write([$0]) }) }

  /// The audit log of a host of a cluster, to which a command adds that changes the cluster. It keeps nothing if the folder
  /// is not that of a host: the data of another server has nothing to do with the cluster.
  init(ofCommandOnHostIn folder: URL) { self.init(ofCommandIn: HostFolder.isHostFolder(folder) ? folder : nil) }

  /// Keeps that the account of the system that runs this command changed something.
  func record(_ action: Action, _ members: [String: String?]) {
    record(action, by: "the command of \(FileRights.accountName(of: getuid()))", members)
  }
}
