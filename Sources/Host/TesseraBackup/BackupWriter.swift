import CZip
package import Foundation
import GRDB
import TesseraCrypto
import TesseraData
package import TesseraValues

/// Makes a backup of a data folder, which a server may use meanwhile.
///
/// SQLite's online backup copies each store as it is at one moment. The store of the boards is copied first: a widget that
/// is added later has data that no board shows, and one that is removed later begins anew. Other files are replaced as
/// wholes by those who write them. All are copied before the archive is written, so the disk needs room for both.
package struct BackupWriter {
  private let folder: URL

  /// - Parameter folder: The data folder.
  package init(of folder: URL) { self.folder = folder }

  /// Writes a backup. The file has its name only when the backup is complete.
  /// - Returns: What the backup contains.
  /// - Throws: A diagnostic if a file cannot be read, or the backup cannot be written. Nothing is left behind then.
  package func write(to target: URL, date: Date = Date()) throws(Diagnostic) -> BackupManifest {
    guard FileManager.default.fileExists(atPath: folder.path) else {
      throw Diagnostic(rule: "no-data", message: "The folder '\(folder.path)' does not exist")
    }
    let partial = URL(filePath: target.path + ".partial")
    let staging = URL(filePath: target.path + ".staging")
    let files = FileManager.default
    defer {
      try? files.removeItem(at: staging)
      try? files.removeItem(at: partial)
    }
    do {
      try? files.removeItem(at: staging)
      try files.createDirectory(
        at: staging, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      var manifest = BackupManifest(date: date, files: [])
      for path in try paths() {
        if let file = try copy(path, to: staging) { manifest.files.append(file) }
      }
      guard manifest.files.count <= BackupManifest.maximumCount else {
        throw Diagnostic(rule: "backup", message: "The folder has more than \(BackupManifest.maximumCount) files")
      }
      try writeArchive(of: manifest, in: staging, to: partial)
      // Secrets of accounts and services are in it.
      try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: partial.path)
      try FileHandle(forUpdating: partial).synchronize()
      // Unlike a move, a rename replaces the backup that has the name.
      guard rename(partial.path, target.path) == 0 else {
        throw CocoaError(.fileWriteUnknown, userInfo: [NSLocalizedDescriptionKey: String(cString: strerror(errno))])
      }
      return manifest
    } catch let error as Diagnostic {
      throw error
    } catch let error as DatabaseError {
      throw Diagnostic(rule: "backup", message: "A store cannot be copied: \(StoreError.of(error).diagnostic.message)")
    } catch {
      throw Diagnostic(
        rule: "backup", message: "The backup '\(target.path)' cannot be written: \(error.localizedDescription)")
    }
  }

  /// The paths of the files to copy: the boards first.
  private func paths() throws -> [String] {
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    let paths = names.filter { !Self.isTransient($0) }.sorted()
    return paths.filter { $0 == "board.sqlite" } + paths.filter { $0 != "board.sqlite" }
  }

  /// Whether a file belongs to a running process, or is one that is being made.
  private static func isTransient(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return ["-wal", "-shm", "-journal", ".rescue", ".new", ".partial"].contains { name.hasSuffix($0) }
      || name == ".lock" || path.split(separator: "/").contains(".next")
  }

  /// Copies a file.
  /// - Returns: Its description; nil for what is no regular file, or is no longer there.
  private func copy(_ path: String, to staging: URL) throws -> BackupManifest.File? {
    let files = FileManager.default
    let (source, copy) = (folder.appending(path: path), staging.appending(path: path))
    guard let kind = try? files.attributesOfItem(atPath: source.path)[.type] as? FileAttributeType,
      kind == .typeRegular
    else { return nil }
    try files.createDirectory(at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
    if path.hasSuffix(".sqlite") {
      try copyStore(source, to: copy)
    } else {
      do {
        try files.copyItem(at: source, to: copy)
      } catch  where !files.fileExists(atPath: source.path) {
        return nil
      }
    }
    let content = try Data(contentsOf: copy, options: .alwaysMapped)
    return BackupManifest.File(
      path: path, size: content.count, checksum: HashFunction.sha256.digest(of: content).hexadecimalText)
  }

  private func copyStore(_ source: URL, to copy: URL) throws {
    let old = try StoreFile.makeQueue(at: source, label: "tessera.backup", busyTime: 10)
    let new = try DatabaseQueue(path: copy.path)
    try old.backup(to: new)
    try new.close()
    try old.close()
  }

  private func writeArchive(of manifest: BackupManifest, in staging: URL, to target: URL) throws {
    var code: Int32 = 0
    guard let archive = zip_open(target.path, Int32(ZIP_CREATE | ZIP_TRUNCATE), &code) else {
      throw Diagnostic(rule: "backup", message: "The file '\(target.path)' cannot be written")
    }
    var bytes: [UInt8] = []
    JSONText.write(manifest.value, into: &bytes)
    try Data(bytes).write(to: staging.appending(path: BackupManifest.path))
    for path in [BackupManifest.path] + manifest.files.map(\.path) {
      let source = zip_source_file(archive, staging.appending(path: path).path, 0, -1)
      guard let source, zip_file_add(archive, path, source, UInt32(ZIP_FL_ENC_UTF_8)) >= 0 else {
        zip_source_free(source)
        let reason = String(cString: zip_strerror(archive))
        zip_discard(archive)
        throw Diagnostic(rule: "backup", message: "The file '\(path)' cannot be stored: \(reason)")
      }
    }
    // The files are read and written now.
    guard zip_close(archive) == 0 else {
      let reason = String(cString: zip_strerror(archive))
      zip_discard(archive)
      throw Diagnostic(rule: "backup", message: "The file '\(target.path)' cannot be written: \(reason)")
    }
  }
}
