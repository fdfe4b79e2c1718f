import Foundation
import GRDB
import TesseraCrypto
import TesseraValues
import Testing

@testable import TesseraBackup

private let passphrase = Array("correct horse".utf8)

@Suite("Encrypted backups")
struct EncryptedBackupTests {
  /// A writer whose passphrase is cheap to guess.
  private func writer(of folder: URL) -> BackupWriter {
    BackupWriter(of: folder, encryption: BackupEncryption(passphrase: passphrase, workFactor: 1))
  }

  /// The files and folders in a data folder that backups have left.
  private func remains(in folder: URL) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter {
      $0.hasPrefix(BackupWriter.ownPrefix)
    }
  }

  @Test func `are restored with their passphrase, and leave nothing that is not encrypted`() throws {
    let fixture = try DataFixture()
    let store = try fixture.store("board.sqlite")
    try store.write { try $0.execute(sql: "INSERT INTO entry VALUES (1), (2)") }
    let manifest = try writer(of: fixture.data).write(to: fixture.backup)
    #expect(manifest.files.map(\.path) == ["board.sqlite", "push-token", "widgets/Clock.widget/widget.json"])
    #expect(BackupEncryption.isEncrypted(fixture.backup))
    let permissions = try FileManager.default.attributesOfItem(atPath: fixture.backup.path)[.posixPermissions] as? Int
    #expect(permissions == 0o600)
    let files = try FileManager.default.contentsOfDirectory(atPath: fixture.place.path).sorted()
    #expect(files == ["backup.zip", "data"])
    #expect(remains(in: fixture.data) == [])

    let other = fixture.place.appending(path: "other")
    let reader = try BackupReader(fixture.backup, passphrase: passphrase, decryptingNear: other)
    // The decrypted archive has no name.
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.place.path).sorted() == files)
    try reader.verify()
    #expect(try BackupRestore.restore(reader, to: other) == nil)
    #expect(fixture.text("push-token", in: other) == "secret")
    #expect(try DataFixture.count(in: other.appending(path: "board.sqlite")) == 2)
  }

  @Test func `are refused without the right passphrase, when they are damaged, and when they contain no backup`() throws
  {
    let fixture = try DataFixture()
    _ = try writer(of: fixture.data).write(to: fixture.backup)
    let whole = try Data(contentsOf: fixture.backup)
    func refusal(_ content: Data, _ passphrase: [UInt8] = passphrase) throws -> String? {
      try content.write(to: fixture.backup)
      let error = #expect(throws: Diagnostic.self) {
        let reader = try BackupReader(fixture.backup, passphrase: passphrase, decryptingNear: fixture.data)
        try reader.verify()
      }
      return error?.message
    }
    #expect(throws: Diagnostic.self) { _ = try BackupReader(fixture.backup) }
    #expect(try refusal(whole, Array("wrong".utf8))?.contains("passphrase is wrong") == true)
    for count in stride(from: 30, to: whole.count, by: whole.count / 10) {
      #expect(try refusal(whole.prefix(count))?.contains("damaged") == true, "\(count) bytes")
    }
    var changed = whole
    changed[whole.count - 1] ^= 1
    #expect(try refusal(changed)?.contains("damaged") == true)
    #expect(try refusal(Data("PK".utf8))?.contains("not encrypted") == true)
    var encryptor = try AgeEncryptor(passphrase: passphrase, workFactor: 1)
    let text = encryptor.update("no archive".utf8) + encryptor.finish()
    #expect(try refusal(Data(text))?.contains("no archive") == true)
    #expect(remains(in: fixture.data) == [])
  }

  @Test func `that fail leave nothing behind`() throws {
    let fixture = try DataFixture()
    try Data().write(to: fixture.place.appending(path: "file"))
    let target = fixture.place.appending(path: "file/backup.zip")
    #expect(throws: Diagnostic.self) { try writer(of: fixture.data).write(to: target) }
    #expect(remains(in: fixture.data) == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.place.path).sorted() == ["data", "file"])
  }

  @Test func `remove what a killed one has left, and do not contain it`() throws {
    let fixture = try DataFixture()
    let left = fixture.data.appending(path: "\(BackupWriter.workName)/data")
    try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
    try Data("secret".utf8).write(to: left.appending(path: "push-token"))
    let plain = try BackupWriter(of: fixture.data).write(to: fixture.backup)
    #expect(plain.files.count == 2)
    #expect(try writer(of: fixture.data).write(to: fixture.backup, replacing: true).files == plain.files)
    #expect(remains(in: fixture.data) == [])
  }

  @Test func `are made one after another`() throws {
    let fixture = try DataFixture()
    do {
      let lock = try BackupLock(fixture.data)
      let error = #expect(throws: Diagnostic.self) { try writer(of: fixture.data).write(to: fixture.backup) }
      #expect(error?.message.contains("Another backup") == true)
      // What is not encrypted needs no place in the data folder.
      #expect(try BackupWriter(of: fixture.data).write(to: fixture.backup).files.count == 2)
      withExtendedLifetime(lock) {}
    }
    #expect(try writer(of: fixture.data).write(to: fixture.backup, replacing: true).files.count == 2)
  }
}
