import ArgumentParser
import Foundation
import TesseraBackup
import TesseraValues

/// The passphrase of an encrypted backup.
struct PassphraseOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The file whose only line is the passphrase of an encrypted backup, in the format of age.", valueName: "file"))
  var passphraseFile: String?

  /// The maximum size of a file with a passphrase, in bytes. A larger one is refused.
  private static let maximumBytes = 4 << 10

  /// Returns the passphrase of a file, without the line break at its end.
  static func read(_ path: String) throws(Diagnostic) -> [UInt8] {
    func refusal(_ reason: String) -> Diagnostic {
      Diagnostic(
        rule: "passphrase", message: "The passphrase in '\(path)' cannot be used: \(reason)",
        fix: "Put one line into the file, which is not empty")
    }
    guard let handle = FileHandle(forReadingAtPath: path),
      let content = try? handle.read(upToCount: maximumBytes + 1) ?? Data()
    else { throw refusal("the file cannot be read") }
    try? handle.close()
    guard content.count <= maximumBytes else { throw refusal("it is longer than \(maximumBytes) bytes") }
    var passphrase = Array(content)
    if passphrase.last == UInt8(ascii: "\n") { passphrase.removeLast() }
    if passphrase.last == UInt8(ascii: "\r") { passphrase.removeLast() }
    guard !passphrase.isEmpty else { throw refusal("the file is empty") }
    guard !passphrase.contains(UInt8(ascii: "\n")) else { throw refusal("the file has several lines") }
    return passphrase
  }

  /// How a backup that is made is encrypted; nil without a file.
  func encryption() throws(Diagnostic) -> BackupEncryption? {
    guard let passphraseFile else { return nil }
    return BackupEncryption(passphrase: try Self.read(passphraseFile))
  }

  /// Opens a backup. If it is encrypted, and no file is named, the passphrase is asked for.
  /// - Parameter folder: The folder on whose disk an encrypted backup is decrypted.
  func open(_ file: URL, decryptingNear folder: URL) throws -> BackupReader {
    guard BackupEncryption.isEncrypted(file) else { return try BackupReader(file) }
    let passphrase = try passphraseFile.map { try Self.read($0) } ?? Self.ask()
    return try BackupReader(file, passphrase: passphrase, decryptingNear: folder)
  }

  private static func ask() throws -> [UInt8] {
    let line =
      isatty(STDIN_FILENO) != 0 ? SecretPrompt.ask("Passphrase: ") : readLine(strippingNewline: true)
    guard let line, !line.isEmpty else {
      throw ValidationError("No passphrase was typed; '--passphrase-file' names a file with it")
    }
    return Array(line.utf8)
  }
}
