import CZip
package import Foundation
import TesseraCrypto
package import TesseraValues

/// A backup that is read. Its content may be damaged or hostile: only files that its manifest names are read, and only with
/// the sizes and checksums that it states.
package struct BackupReader: ~Copyable {
  private let archive: OpaquePointer
  /// What the backup contains.
  package let manifest: BackupManifest

  /// Opens a backup that is not encrypted.
  /// - Throws: A diagnostic if the file is no backup.
  package init(_ file: URL) throws(Diagnostic) {
    guard !BackupEncryption.isEncrypted(file) else {
      throw .backup("it is encrypted", fix: "Name its passphrase with '--passphrase-file'")
    }
    var code: Int32 = 0
    guard let archive = zip_open(file.path, Int32(ZIP_RDONLY), &code) else {
      guard code != ZIP_ER_NOENT else { throw .backup("there is no file '\(file.path)'") }
      throw .backup("'\(file.path)' is no archive, or is incomplete")
    }
    manifest = try Self.manifest(of: archive)
    self.archive = archive
  }

  /// Opens an encrypted backup.
  /// - Parameters:
  ///   - passphrase: The passphrase, in UTF-8.
  ///   - folder: A folder on the disk that gets the decrypted archive, in a file without a name. It need not exist yet.
  /// - Throws: A diagnostic if the passphrase is wrong, or the file is no backup.
  package init(_ file: URL, passphrase: [UInt8], decryptingNear folder: URL) throws(Diagnostic) {
    let descriptor = try BackupEncryption.decrypt(file, passphrase: passphrase, near: folder)
    var code: Int32 = 0
    // From here on, the archive closes the file.
    guard let archive = zip_fdopen(descriptor, 0, &code) else {
      close(descriptor)
      throw .backup("what is encrypted in '\(file.path)' is no archive")
    }
    manifest = try Self.manifest(of: archive)
    self.archive = archive
  }

  /// Reads the manifest of an archive, which is closed if there is none.
  private static func manifest(of archive: OpaquePointer) throws(Diagnostic) -> BackupManifest {
    do throws(Diagnostic) {
      var bytes: [UInt8] = []
      try read(BackupManifest.path, in: archive, limit: 64 << 20) { bytes += $0 }
      return try BackupManifest(bytes)
    } catch {
      zip_discard(archive)
      throw error
    }
  }

  deinit { zip_discard(archive) }

  /// Reads all files, and compares their sizes and checksums with the manifest.
  package func verify() throws(Diagnostic) {
    for file in manifest.files { try read(file) { _ in } }
  }

  /// Writes all files to a new folder.
  package func extract(to folder: URL) throws(Diagnostic) {
    for file in manifest.files {
      let target = folder.appending(path: file.path)
      do {
        try FileManager.default.createDirectory(
          at: target.deletingLastPathComponent(), withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
        guard
          FileManager.default.createFile(atPath: target.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown) }
        let handle = try FileHandle(forWritingTo: target)
        defer { try? handle.close() }
        var failure: (any Error)?
        try read(file) { chunk in
          do {
            if failure == nil { try handle.write(contentsOf: chunk) }
          } catch {
            failure = error
          }
        }
        if let failure { throw failure }
        try handle.synchronize()
      } catch let error as Diagnostic {
        throw error
      } catch {
        throw Diagnostic(
          rule: "backup", message: "The file '\(target.path)' cannot be written: \(error.localizedDescription)")
      }
    }
  }

  private func read(_ file: BackupManifest.File, _ body: (ArraySlice<UInt8>) -> Void) throws(Diagnostic) {
    let digest = RunningDigest(.sha256)
    var size = 0
    try Self.read(file.path, in: archive, limit: file.size) { chunk in
      digest.update(chunk)
      size += chunk.count
      body(chunk)
    }
    guard size == file.size, digest.finish().hexadecimalText == file.checksum else {
      throw .backup("the file '\(file.path)' is damaged")
    }
  }

  private static func read(
    _ path: String, in archive: OpaquePointer, limit: Int, _ body: (ArraySlice<UInt8>) -> Void
  ) throws(Diagnostic) {
    guard let file = zip_fopen(archive, path, 0) else { throw .backup("the file '\(path)' is missing") }
    defer { zip_fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    var total = 0
    while true {
      let count = buffer.withUnsafeMutableBytes { Int(zip_fread(file, $0.baseAddress, UInt64($0.count))) }
      if count == 0 { return }
      guard count > 0 else { throw .backup("the file '\(path)' is damaged") }
      total += count
      guard total <= limit else { throw .backup("the file '\(path)' is larger than the manifest states") }
      body(buffer[..<count])
    }
  }
}
