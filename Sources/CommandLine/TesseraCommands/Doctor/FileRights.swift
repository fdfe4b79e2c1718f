import Foundation

/// The owner of a file or folder, and what others may do with it.
struct FileRights {
  /// The number of the account that owns it.
  let owner: UInt32
  /// The date of the last modification.
  let modified: Date
  /// The size in bytes.
  let size: Int
  private let mode: UInt32

  /// Takes what the system says about a path, and about the target of a link; nil if there is nothing.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    owner = status.st_uid
    mode = UInt32(status.st_mode)
    size = Int(status.st_size)
    #if canImport(Darwin)
      modified = Date(timeIntervalSince1970: Double(status.st_mtimespec.tv_sec))
    #else
      modified = Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec))
    #endif
  }

  /// Whether it is a folder.
  var isFolder: Bool { mode & 0o170000 == 0o040000 }

  /// Whether it is a regular file.
  var isFile: Bool { mode & 0o170000 == 0o100000 }

  /// Whether its owner may write to it.
  var ownerMayWrite: Bool { mode & 0o200 != 0 }

  /// Whether accounts outside its group may list or enter it.
  var othersMayEnter: Bool { mode & 0o005 != 0 }

  /// Whether other accounts may read it or write to it, those of its group included.
  var isShared: Bool { mode & 0o066 != 0 }

  /// Whether accounts outside its group may read it or write to it.
  var isOpenToOthers: Bool { mode & 0o006 != 0 }

  /// Returns the name of an account, or its number if it has no name.
  static func accountName(of number: UInt32) -> String {
    guard let entry = getpwuid(number), let name = entry.pointee.pw_name else { return "\(number)" }
    return String(cString: name)
  }
}
