import Foundation
import TesseraBoardService

extension AuditLog {
  /// The audit log of a data folder, to which a command adds.
  init(ofCommandIn folder: URL?) { self.init(folder: folder, report: { StandardError.write([$0]) }) }

  /// Keeps that the account of the system that runs this command changed something.
  func record(_ action: Action, _ members: [String: String?]) {
    record(action, by: "the command of \(FileRights.accountName(of: getuid()))", members)
  }
}
