import CFileSystem
package import Foundation
import GRDB
import TesseraBoardService
package import TesseraValues

/// Puts the content of a backup in place of a data folder.
package enum BackupRestore {
  /// Restores a backup. The folder is the old one or the new one at any moment, and complete.
  ///
  /// - Parameters:
  ///   - folder: The data folder. No server may use it.
  ///   - now: The date in the name of the folder that keeps the old content.
  /// - Returns: The folder that keeps the old content; nil if there was none.
  /// - Throws: A diagnostic if the backup is damaged, a server uses the folder, or files cannot be written. The folder is
  ///   the old one then.
  package static func restore(
    _ backup: borrowing BackupReader, to folder: URL, now: Date = Date()
  ) throws(Diagnostic) -> URL? {
    let files = FileManager.default
    // A service manager may have made the folder a link.
    let folder = folder.resolvingSymlinksInPath()
    let draft = URL(filePath: folder.path + ".restoring")
    let replaced = URL(filePath: folder.path + ".replaced")
    let old = URL(filePath: "\(folder.path) before \(now.fileNameText)")
    let isReplaced = files.fileExists(atPath: folder.path)
    var lock: DataFolderLock?
    if isReplaced {
      // A server that starts meanwhile finds the folder locked.
      lock = try DataFolderLock(folder)
      guard lock != nil else {
        throw Diagnostic(rule: "backup", message: "You do not have permission to change the folder '\(folder.path)'")
      }
    }
    defer { withExtendedLifetime(lock) {} }
    // A restore that was killed may have left the old or the new data under this name.
    if files.fileExists(atPath: replaced.path) {
      guard rename(replaced.path, "\(folder.path) before an interrupted restore \(now.fileNameText)") == 0 else {
        throw failure(replaced)
      }
    }
    do {
      try? files.removeItem(at: draft)
      try files.createDirectory(at: draft, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw Diagnostic(
        rule: "backup", message: "The folder '\(draft.path)' cannot be made: \(error.localizedDescription)")
    }
    do throws(Diagnostic) {
      try backup.extract(to: draft)
    } catch {
      try? files.removeItem(at: draft)
      throw error
    }
    endSessions(in: draft)
    FolderSync.flushAll(in: draft)
    defer { FolderSync.flush(folder.deletingLastPathComponent()) }
    guard isReplaced else {
      guard rename(draft.path, folder.path) == 0 else { throw failure(folder) }
      return nil
    }
    giveAway(draft, toOwnerOf: folder)
    // The names of the two are exchanged in one step. From then on, the name says that it is not the draft.
    guard rename(draft.path, replaced.path) == 0 else {
      let failure = failure(folder)
      try? files.removeItem(at: draft)
      throw failure
    }
    guard tessera_exchange_files(replaced.path, folder.path) == 0 else {
      let failure = failure(folder)
      try? files.removeItem(at: replaced)
      throw failure
    }
    return rename(replaced.path, old.path) == 0 ? old : replaced
  }

  /// Sessions that ended since the backup must not begin anew.
  private static func endSessions(in folder: URL) {
    let file = folder.appending(path: "access.sqlite")
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    // A file without the table has no sessions.
    guard let store = try? DatabaseQueue(path: file.path) else { return }
    try? store.write { try $0.execute(sql: "DELETE FROM session") }
    try? store.close()
  }

  /// What an administrator restores or imports belongs to the server's user.
  package static func giveAway(_ draft: URL, toOwnerOf folder: URL) {
    let files = FileManager.default
    guard geteuid() == 0, let attributes = try? files.attributesOfItem(atPath: folder.path),
      let owner = attributes[.ownerAccountID], let group = attributes[.groupOwnerAccountID]
    else { return }
    let paths = files.enumerator(atPath: draft.path)?.compactMap { $0 as? String } ?? []
    for path in [draft.path] + paths.map({ draft.appending(path: $0).path }) {
      try? files.setAttributes([.ownerAccountID: owner, .groupOwnerAccountID: group], ofItemAtPath: path)
    }
  }

  private static func failure(_ folder: URL) -> Diagnostic {
    Diagnostic(
      rule: "backup", message: "The folder '\(folder.path)' cannot be replaced: \(String(cString: strerror(errno)))")
  }
}
