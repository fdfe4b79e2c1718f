package import Foundation

/// Whether a disk takes what is written.
package enum DiskSpace {
  /// How much is written to find out, in bytes.
  private static let probeSize = 64 << 10

  /// Whether an error number of the system says that a disk, or the user's share of it, is full.
  package static func isExhaustion(_ number: Int32) -> Bool { number == ENOSPC || number == EDQUOT }

  /// Whether an error of writing a file says so.
  package static func isExhausted(by error: any Error) -> Bool {
    switch error {
    case let error as POSIXError: return isExhaustion(error.code.rawValue)
    case let error as CocoaError:
      if error.code == .fileWriteOutOfSpace { return true }
      return (error.userInfo[NSUnderlyingErrorKey] as? any Error).map(isExhausted) ?? false
    default:
      // Parts of Foundation throw this type.
      let error = error as NSError
      return error.domain == NSPOSIXErrorDomain && isExhaustion(Int32(truncatingIfNeeded: error.code))
        || error.domain == NSCocoaErrorDomain && error.code == CocoaError.Code.fileWriteOutOfSpace.rawValue
    }
  }

  /// Tries to write to a folder. Blocks the thread until the disk has answered.
  /// - Returns: Whether the disk is full. Other failures are not for this to judge.
  package static func isExhausted(in folder: URL) -> Bool {
    var path = Array(folder.appending(path: ".space-XXXXXX").path.utf8CString)
    let file = mkstemp(&path)
    guard file >= 0 else { return isExhaustion(errno) }
    defer {
      close(file)
      unlink(path)
    }
    let bytes = [UInt8](repeating: 0xA5, count: probeSize)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return count < 0 && isExhaustion(errno) }
      written += count
    }
    // Network file systems may refuse only then.
    return fsync(file) != 0 && isExhaustion(errno)
  }
}
