package import Foundation

/// Whether a disk takes what is written.
package enum DiskSpace {
  /// How often a disk is tried that is watched, or about which anyone may ask.
  package static let probeInterval: Duration = .seconds(5)
  /// The beginning of the names of the files that are written to find out.
  package static let probePrefix = ".probe"
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

  /// Whether a folder's disk is full; false for other failures. Blocks the thread until the disk has answered.
  package static func isFull(in folder: URL) -> Bool { failure(in: folder).map(isExhaustion) ?? false }

  /// Tries to write to a folder, and leaves nothing there. Blocks the thread until the disk has answered.
  /// - Returns: The system's number of the error; nil if the disk took what was written.
  package static func failure(in folder: URL) -> Int32? {
    let path = folder.appending(path: "\(probePrefix)-\(UUID().uuidString)").path
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return errno }
    defer { close(file) }
    // A process that is killed leaves no file either.
    unlink(path)
    var rest = [UInt8](repeating: 0xA5, count: probeSize)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return errno }
      rest = rest.dropFirst(count)
    }
    // Some file systems, such as those of networks, notice only now that there is no room.
    return fsync(file) == 0 ? nil : errno
  }
}
