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
///
/// What is not encrypted yet is in the data folder meanwhile, if the backup is to be encrypted.
package struct BackupWriter {
  private let folder: URL
  private let encryption: BackupEncryption?

  /// - Parameters:
  ///   - folder: The data folder.
  ///   - encryption: How the backup is encrypted; nil if it is not.
  package init(of folder: URL, encryption: BackupEncryption? = nil) {
    // A service manager may have made the folder a link.
    self.folder = folder.resolvingSymlinksInPath()
    self.encryption = encryption
  }

  /// Writes a backup. The file has its name only when the backup is complete. Its folder must be there: where a disk is
  /// not mounted, a new folder would take the backup.
  /// - Parameter replacing: Whether a file of that name is replaced.
  /// - Returns: What the backup contains.
  /// - Throws: A diagnostic if a file cannot be read, or the backup cannot be written. No file is left behind then.
  package func write(to target: URL, replacing: Bool = false, date: Date = Date()) throws(Diagnostic) -> BackupManifest
  {
    guard FileManager.default.fileExists(atPath: folder.path) else {
      throw Diagnostic(rule: "no-data", message: "The folder '\(folder.path)' does not exist")
    }
    guard !target.standardizedFileURL.resolvingSymlinksInPath().path.hasPrefix(folder.path + "/") else {
      throw Diagnostic(
        rule: "backup", message: "'\(target.path)' is in the data folder, so the next backup would contain it",
        fix: "Choose a file in another folder")
    }
    try check(target, replacing: replacing)
    // The archive contains secrets, so no other user may read it while it is written either.
    let staging = URL(filePath: target.path + Self.stagingSuffix)
    let partial = staging.appending(path: "archive")
    // Another disk gets nothing that is not encrypted.
    let work = encryption == nil ? staging : folder.appending(path: Self.workName)
    let archive = work.appending(path: "archive")
    let files = FileManager.default
    let lock = try encryption == nil ? nil : BackupLock(folder)
    defer {
      try? files.removeItem(at: work)
      try? files.removeItem(at: staging)
      withExtendedLifetime(lock) {}
    }
    do {
      for item in [work, staging] {
        try? files.removeItem(at: item)
        try files.createDirectory(
          at: item, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      }
      var manifest = BackupManifest(date: date, files: [])
      for path in try paths() {
        if let file = try copy(path, to: work.appending(path: "data")) { manifest.files.append(file) }
      }
      guard (1...BackupManifest.maximumCount).contains(manifest.files.count) else {
        let count = manifest.files.isEmpty ? "no" : "more than \(BackupManifest.maximumCount)"
        throw Diagnostic(rule: "backup", message: "The folder '\(folder.path)' has \(count) files")
      }
      try writeArchive(of: manifest, in: work.appending(path: "data"), to: archive)
      // A backup that cannot be restored is worse than none.
      try BackupReader(archive).verify()
      try encryption?.encrypt(archive, to: partial)
      try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: partial.path)
      try FileHandle(forUpdating: partial).synchronize()
      // Another program may have made the file meanwhile.
      try check(target, replacing: replacing)
      // Unlike a move, a rename replaces the backup that has the name.
      guard rename(partial.path, target.path) == 0 else {
        throw CocoaError(.fileWriteUnknown, userInfo: [NSLocalizedDescriptionKey: String(cString: strerror(errno))])
      }
      FolderSync.flush(target.deletingLastPathComponent())
      return manifest
    } catch let error as Diagnostic {
      throw error
    } catch {
      throw Diagnostic(
        rule: "backup",
        message: "The backup '\(target.path)' cannot be written: "
          + (StoreError.of(error) == .diskFull ? "the disk is full" : error.localizedDescription))
    }
  }

  private func check(_ target: URL, replacing: Bool) throws(Diagnostic) {
    let parent = target.standardizedFileURL.deletingLastPathComponent().path
    guard FileManager.default.fileExists(atPath: parent) else {
      throw Diagnostic(
        rule: "backup", message: "The folder '\(parent)' does not exist", fix: "Make it, or mount its disk")
    }
    guard replacing || !FileManager.default.fileExists(atPath: target.path) else {
      throw Diagnostic(
        rule: "backup", message: "The file '\(target.path)' exists", fix: "Choose another name, or add '--force'")
    }
  }

  /// The paths of the files to copy: the boards first.
  private func paths() throws -> [String] {
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    let paths = names.filter { !Self.isTransient($0) }.sorted()
    return paths.filter { $0 == "board.sqlite" } + paths.filter { $0 != "board.sqlite" }
  }

  /// The end of the name of the folder in which a backup is made.
  package static let stagingSuffix = ".staging"

  /// The beginning of the names in a data folder of what backups need or leave. None of it is in a backup.
  package static let ownPrefix = ".backup"
  /// The name of the folder in a data folder that has what is not encrypted yet.
  static let workName = ownPrefix

  /// Whether a file belongs to a running process, or is one that is being made.
  private static func isTransient(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    let name = parts.last ?? ""
    if name == ".lock" || name.hasPrefix(DiskSpace.probePrefix) || parts.first?.hasPrefix(ownPrefix) == true {
      return true
    }
    if parts.first == "widgets" && parts.contains(".next") { return true }
    return (parts.count == 1 || parts.first == "instances")
      && ["-wal", "-shm", "-journal", ".rescue", ".new"].contains { name.hasSuffix($0) }
  }

  /// Whether a file is a store of the server or of a widget.
  private static func isStore(_ path: String) -> Bool {
    path.hasSuffix(".sqlite") && (!path.contains("/") || path.hasPrefix("instances/"))
  }

  /// Copies a file.
  /// - Returns: Its description; nil for what is no regular file, or is no longer there.
  private func copy(_ path: String, to staging: URL) throws -> BackupManifest.File? {
    let files = FileManager.default
    let (source, copy) = (folder.appending(path: path), staging.appending(path: path))
    guard let kind = try? files.attributesOfItem(atPath: source.path)[.type] as? FileAttributeType else { return nil }
    guard kind != .typeSymbolicLink else {
      throw Diagnostic(
        rule: "backup", message: "'\(path)' is a link, and backups do not follow links",
        fix: "Mount the folder there, in place of the link")
    }
    guard kind == .typeRegular else { return nil }
    try files.createDirectory(at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
    do {
      if try !Self.isStore(path) || !copyStore(source, to: copy) { try files.copyItem(at: source, to: copy) }
    } catch  where !files.fileExists(atPath: source.path) {
      return nil
    }
    let content = try Data(contentsOf: copy, options: .alwaysMapped)
    return BackupManifest.File(
      path: path, size: content.count, checksum: HashFunction.sha256.digest(of: content).hexadecimalText)
  }

  /// Copies a store as it is at one moment.
  /// - Returns: Whether it is one. Damaged stores are copied like other files.
  private func copyStore(_ source: URL, to copy: URL) throws -> Bool {
    do {
      var configuration = Configuration()
      configuration.label = "tessera.backup"
      configuration.busyMode = .timeout(10)
      // A store that was removed meanwhile must not be made anew.
      let old = try DatabaseQueue(path: source.absoluteString + "?mode=rw", configuration: configuration)
      let new = try DatabaseQueue(path: copy.path)
      try old.backup(to: new)
      try new.close()
      try old.close()
      return true
    } catch let error as DatabaseError
      where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode.primaryResultCode)
    {
      try? FileManager.default.removeItem(at: copy)
      return false
    }
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
      let index = source.map { zip_file_add(archive, path, $0, UInt32(ZIP_FL_ENC_UTF_8)) } ?? -1
      guard index >= 0 else {
        zip_source_free(source)
        let reason = String(cString: zip_strerror(archive))
        zip_discard(archive)
        throw Diagnostic(rule: "backup", message: "The file '\(path)' cannot be stored: \(reason)")
      }
      // Better compression takes two to four times as long, and saves an eighth of the space.
      zip_set_file_compression(archive, UInt64(index), ZIP_CM_DEFLATE, 1)
    }
    // The files are read and written now.
    guard zip_close(archive) == 0 else {
      let number = zip_error_code_system(zip_get_error(archive))
      let reason =
        DiskSpace.isExhaustion(number) ? "the disk is full" : String(cString: zip_strerror(archive))
      zip_discard(archive)
      throw Diagnostic(rule: "backup", message: "The file '\(target.path)' cannot be written: \(reason)")
    }
  }
}
