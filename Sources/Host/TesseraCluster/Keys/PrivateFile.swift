import Foundation

/// Files that only their owner can read.
enum PrivateFile {
  /// Why a file could not be made: a number of the system (errno).
  struct Failure: Error {
    let code: Int32
  }

  /// Writes a file that does not exist yet. When this returns, it is on the disk.
  static func write(_ bytes: [UInt8], to file: URL) throws {
    let descriptor = open(file.path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure(code: errno) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try handle.write(contentsOf: Data(bytes))
    try handle.synchronize()
    try handle.close()
  }
}
