import ArgumentParser
import Foundation
import TesseraAccess
import TesseraData
import TesseraValues

/// The file with the accounts of a data folder.
struct AccessFile: ParsableArguments {
  @OptionGroup var folder: DataFolderOption

  /// Runs an operation on the accounts, and prints its failure.
  func attempt(_ body: (AccessStore) throws -> Void) throws {
    try reportingFailures {
      guard FileManager.default.fileExists(atPath: folder.url.path) else {
        throw Diagnostic(
          rule: "no-data", message: "The folder '\(folder.url.path)' does not exist",
          fix: "Name the folder of the server's '--data', or start the server once")
      }
      try ClusterOptions.checkIsNoHostFolder(folder.url)
      try body(try AccessStore(location: .file(folder.url.appending(path: AccessStore.fileName))))
    }
  }
}
