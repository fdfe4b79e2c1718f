package import Foundation

/// The attributes of a file that change when its content changes, or when another file takes its place.
///
/// Two writes within the resolution of the file system's clock that keep the size have the same stamp.
package struct FileStamp: Sendable, Hashable, CustomStringConvertible {
  /// The size in bytes.
  package let size: Int
  /// The date of the last modification, in nanoseconds since 1970.
  package let modified: Int64
  /// The file's number in its file system (inode).
  package let number: UInt64
  /// Whether this is a regular file, and not a folder, a link or a device.
  package let isRegularFile: Bool

  /// Takes the stamp from what `stat` returned.
  package init(_ status: stat) {
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    size = Int(status.st_size)
    modified = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    number = UInt64(status.st_ino)
    isRegularFile = status.st_mode & S_IFMT == S_IFREG
  }

  /// Takes the stamp of a file or folder; nil if there is none.
  /// - Parameter followsLinks: Whether a symbolic link stands for the file that it leads to.
  package init?(path: String, followsLinks: Bool = false) {
    var status = stat()
    guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
    self.init(status)
  }

  /// The number, the size, and the seconds and nanoseconds of the modification, separated by spaces.
  package var description: String { "\(number) \(size) \(modified / 1_000_000_000) \(modified % 1_000_000_000)" }
}
