import ArgumentParser
import Foundation
import TesseraBoardService

/// Where a command that changes a cluster keeps who ran it: in the audit log of the host on this machine.
struct HostAudit: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder of the host on this machine, whose audit log tells who ran the command; the usual one by default.",
      valueName: "folder"))
  var data: String?

  func validate() throws {
    guard let data, !HostFolder.isHostFolder(URL(filePath: data)) else { return }
    throw ValidationError("'--data' takes the folder of a host of a cluster, and '\(data)' is none")
  }

  /// The audit log; without a host on this machine, it keeps nothing.
  var log: AuditLog { AuditLog(ofCommandOnHostIn: DataFolder.at(data)) }
}
