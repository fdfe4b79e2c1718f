package import Foundation
import TesseraCrypto
import TesseraValues

/// The encryption of a backup with a passphrase, in age's format: `age --decrypt` opens it, too.
package struct BackupEncryption: Sendable {
  private let passphrase: [UInt8]
  private let workFactor: Int

  /// How much of a file is read at a time, in bytes.
  private static let step = 256 << 10

  /// - Parameters:
  ///   - passphrase: The passphrase, in UTF-8.
  ///   - workFactor: The binary logarithm of the cost of each guess; nil for the usual one.
  package init(passphrase: [UInt8], workFactor: Int? = nil) {
    self.passphrase = passphrase
    self.workFactor = workFactor ?? AgeEncryptor.usualWorkFactor
  }

  /// Whether a file is encrypted.
  package static func isEncrypted(_ file: URL) -> Bool {
    guard let handle = try? FileHandle(forReadingFrom: file) else { return false }
    defer { try? handle.close() }
    let start = try? handle.read(upToCount: AgeDecryptor.recognizedLength)
    return start.map { AgeDecryptor.recognizes($0) } ?? false
  }

  /// Writes an encrypted copy of a file, which other users cannot read, and tries to decrypt it.
  func encrypt(_ source: URL, to target: URL) throws {
    let digest = RunningDigest(.sha256)
    try writeEncrypted(source, to: target, digest)
    let decrypted = RunningDigest(.sha256)
    try Self.decrypt(target, passphrase: passphrase) { decrypted.update($0) }
    guard digest.finish() == decrypted.finish() else { throw AgeError.damaged.diagnostic }
  }

  private func writeEncrypted(_ source: URL, to target: URL, _ digest: RunningDigest) throws {
    var encryptor: AgeEncryptor
    do throws(AgeError) {
      encryptor = try AgeEncryptor(passphrase: passphrase, workFactor: workFactor)
    } catch {
      throw error.diagnostic
    }
    guard
      FileManager.default.createFile(atPath: target.path, contents: nil, attributes: [.posixPermissions: 0o600])
    else { throw CocoaError(.fileWriteUnknown) }
    let input = try FileHandle(forReadingFrom: source)
    defer { try? input.close() }
    let output = try FileHandle(forWritingTo: target)
    defer { try? output.close() }
    while let part = try input.read(upToCount: Self.step), !part.isEmpty {
      digest.update(part)
      let encrypted = encryptor.update(part)
      if !encrypted.isEmpty { try output.write(contentsOf: encrypted) }
    }
    try output.write(contentsOf: encryptor.finish())
  }

  /// Decrypts a file, part by part.
  /// - Throws: A diagnostic if the passphrase is wrong or the file is damaged, which may show at the end only; an error
  ///   if the file cannot be read.
  static func decrypt(_ file: URL, passphrase: [UInt8], _ body: ([UInt8]) throws -> Void) throws {
    let input = try FileHandle(forReadingFrom: file)
    defer { try? input.close() }
    var decryptor = AgeDecryptor(passphrase: passphrase)
    do {
      while let part = try input.read(upToCount: step), !part.isEmpty {
        let decrypted = try decryptor.update(part)
        if !decrypted.isEmpty { try body(decrypted) }
      }
      let rest = try decryptor.finish()
      if !rest.isEmpty { try body(rest) }
    } catch let error as AgeError {
      throw error.diagnostic
    }
  }

  /// Decrypts a file into one that has no name, so that nothing stays on the disk, even if the process is killed.
  /// - Parameter folder: A folder on the disk that gets the file. It need not exist yet.
  /// - Returns: A descriptor of the file, for the caller to close.
  static func decrypt(_ file: URL, passphrase: [UInt8], near folder: URL) throws(Diagnostic) -> Int32 {
    var ancestor = folder.resolvingSymlinksInPath()
    while !FileManager.default.fileExists(atPath: ancestor.path), ancestor.path != "/" {
      ancestor = ancestor.deletingLastPathComponent()
    }
    func refusal(_ reason: String) -> Diagnostic {
      Diagnostic(rule: "backup", message: "The backup cannot be decrypted in the folder '\(ancestor.path)': \(reason)")
    }
    // It has mode 0600 while it has a name.
    var path = Array(ancestor.appending(path: "\(BackupWriter.workName)-XXXXXX").path.utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw refusal(String(cString: strerror(errno))) }
    unlink(path)
    do {
      let output = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
      try decrypt(file, passphrase: passphrase) { try output.write(contentsOf: $0) }
      try output.seek(toOffset: 0)
      return descriptor
    } catch {
      close(descriptor)
      throw error as? Diagnostic ?? refusal(error.localizedDescription)
    }
  }
}

extension AgeError {
  fileprivate var diagnostic: Diagnostic {
    switch self {
    case .notAge: .backup("it is not encrypted by age")
    case .noPassphrase:
      .backup("it was encrypted for a key, not with a passphrase", fix: "Decrypt it with 'age --decrypt --identity'")
    case .wrongPassphrase: .backup("the passphrase is wrong")
    case .damaged: .backup("it is damaged or incomplete")
    case .tooCostly:
      .backup("its passphrase was made more expensive to guess than is read", fix: "Decrypt it with 'age --decrypt'")
    case .noMemory:
      Diagnostic(rule: "backup", message: "There is not enough memory for the encryption of backups")
    }
  }
}

/// The right to put what is not encrypted yet into a data folder, which one backup at a time has.
final class BackupLock {
  private let descriptor: Int32

  /// - Throws: A diagnostic if another backup is being made.
  init(_ folder: URL) throws(Diagnostic) {
    descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // Some file systems cannot lock folders.
    guard descriptor < 0 || flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
      throw Diagnostic(
        rule: "backup", message: "Another backup of the folder '\(folder.path)' is being made", fix: "Try again later")
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
