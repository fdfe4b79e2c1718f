package import Foundation
import TesseraValues

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension DataFolderLock {
  /// The server that uses a data folder.
  package struct Holder: Sendable, Hashable {
    /// The process identifier; nil if the system does not tell.
    package let process: Int?
  }

  /// Returns the server that uses a folder; nil if there is none, or if the lock may not be read. Nothing is written.
  package static func holder(of folder: URL) -> Holder? {
    let path = folder.appending(path: ".lock").path
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    // Closing the file releases the lock that this may have taken.
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_SH | LOCK_NB) != 0 else { return nil }
    return Holder(process: process(lockingFileAt: path))
  }

  /// Looks a file up among the system's locks (proc_locks(5)), which are numbered lines such as
  /// `1: FLOCK ADVISORY WRITE 1234 08:02:5678 0 EOF`.
  private static func process(lockingFileAt path: String) -> Int? {
    guard let stamp = FileStamp(path: path), let data = FileManager.default.contents(atPath: "/proc/locks") else {
      return nil
    }
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 5, words[1] == "FLOCK", words[5].hasSuffix(":\(stamp.number)"), let process = Int(words[4]),
        process > 0
      else { continue }
      return process
    }
    return nil
  }
}
