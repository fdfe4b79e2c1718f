package import Foundation
package import TesseraValues

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A lock that prevents two servers from writing to the same data folder. The system releases it when the process ends.
package final class DataFolderLock: Sendable {
  private let descriptor: Int32

  /// Locks a folder. Returns nil if the folder is not writable.
  /// - Throws: A diagnostic if another server uses the folder.
  package init?(_ folder: URL) throws(Diagnostic) {
    try? FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let file = open(folder.appending(path: ".lock").path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    // From here on, `deinit` closes the file, even if this throws.
    descriptor = file
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw Diagnostic(
        rule: "data-in-use", message: "Another server uses the data folder '\(folder.path)'",
        fix: "Stop it, or choose another folder with '--data'")
    }
  }

  deinit {
    // A process that is being started holds the file open as well for a moment, and with it the lock.
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
