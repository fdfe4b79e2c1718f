import Foundation
import TesseraBoardService

/// Checks who may do what with a data folder, which server uses it, and the room on its disk.
struct FolderCheck {
  /// The data folder, without links.
  let folder: URL

  /// Whether there is a folder, and this account may read it.
  var isReadable: Bool {
    FileRights(folder.path)?.isFolder == true && FileManager.default.isReadableFile(atPath: folder.path)
      && FileManager.default.isExecutableFile(atPath: folder.path)
  }

  var findings: [Finding] {
    guard let rights = FileRights(folder.path) else {
      return [
        .error(
          "no-data", "The folder '\(folder.path)' does not exist",
          fix: "Name the folder of the server's '--data', or start the server once")
      ]
    }
    guard rights.isFolder else {
      return [.error("no-data", "'\(folder.path)' is not a folder", fix: "Name the folder of the server's '--data'")]
    }
    return [owner(rights), access(rights), use] + Self.room(at: folder)
  }

  private func owner(_ rights: FileRights) -> Finding {
    let (own, other) = (FileRights.accountName(of: geteuid()), FileRights.accountName(of: rights.owner))
    if geteuid() == rights.owner { return .ok("data-owner", "The folder '\(folder.path)' belongs to you, '\(own)'") }
    let words = "You are '\(own)', and the folder '\(folder.path)' belongs to '\(other)'"
    return geteuid() == 0
      ? .ok("data-owner", words) : .warning("data-owner", words, fix: "Run this command as '\(other)', or as root")
  }

  private func access(_ rights: FileRights) -> Finding {
    guard isReadable else {
      return .error(
        "data-unreadable", "You may not read the folder '\(folder.path)'",
        fix: "Run this command as the account that runs the server, or as root")
    }
    // What root may do says nothing about the server.
    let isWritable =
      geteuid() == 0 ? rights.ownerMayWrite : FileManager.default.isWritableFile(atPath: folder.path)
    guard isWritable else {
      return .error(
        "data-read-only", "The folder '\(folder.path)' cannot be written", fix: "Run 'chmod u+rwx \(folder.path)'")
    }
    guard !rights.othersMayEnter else {
      return .warning(
        "data-rights", "Other accounts of this machine can read the folder '\(folder.path)'",
        fix: "Run 'chmod 700 \(folder.path)'")
    }
    return .ok("data-rights", "Only its owner can read and write the folder")
  }

  private var use: Finding {
    guard let holder = DataFolderLock.holder(of: folder) else { return .ok("data-use", "No server uses the folder") }
    return .ok("data-use", "A server uses the folder\(holder.process.map { ": process \($0)" } ?? "")")
  }

  // MARK: Room on the disk

  private static func room(at folder: URL) -> [Finding] {
    var disk = statvfs()
    guard statvfs(folder.path, &disk) == 0 else { return [] }
    let bytes = UInt64(disk.f_bavail).multipliedReportingOverflow(by: UInt64(disk.f_frsize))
    return [
      space(freeBytes: bytes.overflow ? .max : bytes.partialValue),
      names(freeCount: UInt64(disk.f_favail), totalCount: UInt64(disk.f_files)),
    ].compactMap(\.self)
  }

  /// Returns what a number of free bytes means: below 200 MB is an error, and below 1 GB a warning.
  static func space(freeBytes: UInt64) -> Finding {
    let size = SizeText.of(Int(clamping: freeBytes))
    let fix = "Remove files, or enlarge the disk"
    if freeBytes < 200_000_000 { return .error("disk-space", "The disk has only \(size) left", fix: fix) }
    if freeBytes < 1_000_000_000 { return .warning("disk-space", "The disk has only \(size) left", fix: fix) }
    return .ok("disk-space", "The disk has \(size) left")
  }

  /// Returns what a number of free inodes means: below 1,000 is an error, and below 10,000 a warning. Some file systems
  /// have no limit, and give a total number of 0.
  static func names(freeCount: UInt64, totalCount: UInt64) -> Finding? {
    guard totalCount > 0 else { return nil }
    let fix = "Remove files: the disk has room, but not for more of them"
    if freeCount < 1000 { return .error("disk-files", "The disk can hold only \(freeCount) more files", fix: fix) }
    if freeCount < 10_000 { return .warning("disk-files", "The disk can hold only \(freeCount) more files", fix: fix) }
    return .ok("disk-files", "The disk can hold \(freeCount) more files")
  }
}
