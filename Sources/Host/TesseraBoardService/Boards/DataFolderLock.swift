package import Foundation
package import TesseraValues

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Keeps a second server from writing into a folder of data. It ends with the process, however that ends.
package final class DataFolderLock: Sendable {
  private let descriptor: Int32

  /// - Throws: a diagnostic where another server uses the folder. A folder that cannot be written to is no matter of this.
  package init?(_ folder: URL) throws(Diagnostic) {
    try? FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    descriptor = open(folder.appending(path: ".lock").path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw Diagnostic(
        rule: "data-in-use", message: "Another server keeps its data in '\(folder.path)'",
        fix: "Stop it, or choose another folder with '--data'")
    }
  }

  deinit { close(descriptor) }
}
