import Foundation
import GRDB
import TesseraBoardService
import TesseraValues
import Testing

@testable import TesseraBackup

@Suite("Backups")
struct BackupTests {
  @Test func `contain stores with what is in their logs, and other files, but nothing of running processes`() throws {
    let fixture = try DataFixture()
    let stores = try ["board.sqlite", "instances/1.sqlite"].map { try fixture.store($0) }
    for store in stores { try store.write { try $0.execute(sql: "INSERT INTO entry VALUES (1), (2)") } }
    let manifest = try BackupWriter(of: fixture.data).write(to: fixture.backup)
    let expected = ["board.sqlite", "instances/1.sqlite", "push-token", "widgets/Clock.widget/widget.json"]
    #expect(manifest.files.map(\.path) == expected)
    #expect(fixture.paths(in: fixture.place).filter { !$0.hasPrefix("data/") } == ["backup.zip"])
    let permissions = try FileManager.default.attributesOfItem(atPath: fixture.backup.path)[.posixPermissions] as? Int
    #expect(permissions == 0o600)

    let reader = try BackupReader(fixture.backup)
    try reader.verify()
    let other = fixture.place.appending(path: "other")
    #expect(try BackupRestore.restore(reader, to: other) == nil)
    #expect(fixture.paths(in: other) == expected)
    #expect(fixture.text("push-token", in: other) == "secret")
    for path in ["board.sqlite", "instances/1.sqlite"] {
      #expect(try DataFixture.count(in: other.appending(path: path)) == 2)
    }
    withExtendedLifetime(stores) {}
  }

  @Test func `are of one moment for each store, while it is written`() async throws {
    let fixture = try DataFixture()
    let store = try fixture.store("instances/1.sqlite")
    let writing = Task {
      var number = 0
      while !Task.isCancelled {
        number += 2
        // Two rows come together.
        try await store.write { [number] in try $0.execute(sql: "INSERT INTO entry VALUES (\(number)), (\(number + 1))")
        }
        await Task.yield()
      }
    }
    for round in 0..<5 {
      let file = fixture.place.appending(path: "\(round).zip")
      _ = try BackupWriter(of: fixture.data).write(to: file)
      let other = fixture.place.appending(path: "restored \(round)")
      _ = try BackupRestore.restore(try BackupReader(file), to: other)
      #expect(try DataFixture.count(in: other.appending(path: "instances/1.sqlite")).isMultiple(of: 2))
    }
    writing.cancel()
    try await writing.value
  }

  @Test func `replace a data folder, which is kept, and never one that a server uses`() throws {
    let fixture = try DataFixture()
    _ = try BackupWriter(of: fixture.data).write(to: fixture.backup)
    try Data("changed".utf8).write(to: fixture.data.appending(path: "push-token"))
    let reader = try BackupReader(fixture.backup)
    do {
      let lock = try DataFolderLock(fixture.data)
      let error = #expect(throws: Diagnostic.self) { try BackupRestore.restore(reader, to: fixture.data) }
      #expect(error?.rule == "data-in-use")
      withExtendedLifetime(lock) {}
    }
    #expect(fixture.text("push-token", in: fixture.data) == "changed")
    let old = try #require(
      try BackupRestore.restore(reader, to: fixture.data, now: Date(timeIntervalSince1970: 1_700_000_000)))
    #expect(old.lastPathComponent == "data before 2023-11-14 221320Z")
    #expect(fixture.text("push-token", in: fixture.data) == "secret")
    #expect(fixture.text("push-token", in: old) == "changed")
  }

  @Test func `that are cut off or changed anywhere are refused, and the data stays`() throws {
    let fixture = try DataFixture()
    _ = try BackupWriter(of: fixture.data).write(to: fixture.backup)
    let whole = try Data(contentsOf: fixture.backup)
    let before = fixture.paths(in: fixture.data)
    func attempt(_ content: Data) throws -> Bool {
      let file = fixture.place.appending(path: "damaged.zip")
      try content.write(to: file)
      do {
        let reader = try BackupReader(file)
        try reader.verify()
        return true
      } catch {
        let reader = try? BackupReader(file)
        if let reader {
          let target = fixture.place.appending(path: "none")
          #expect(throws: Diagnostic.self) { try BackupRestore.restore(reader, to: target) }
          #expect(!FileManager.default.fileExists(atPath: target.path))
        }
        return false
      }
    }
    for length in stride(from: 0, to: whole.count, by: whole.count / 20) {
      #expect(try !attempt(whole.prefix(length)), "\(length)")
    }
    // A changed date in the directory does not matter, but no changed content may pass.
    for place in stride(from: 0, to: whole.count, by: max(1, whole.count / 60)) {
      var content = whole
      content[place] ^= 0x55
      if try attempt(content) {
        let reader = try BackupReader(fixture.place.appending(path: "damaged.zip"))
        let target = fixture.place.appending(path: "same \(place)")
        _ = try BackupRestore.restore(reader, to: target)
        #expect(fixture.text("push-token", in: target) == "secret")
      }
    }
    #expect(fixture.paths(in: fixture.data) == before)
  }

  @Test func `of a folder behind a link contain its files, and restoring keeps the link`() throws {
    let fixture = try DataFixture()
    let link = fixture.place.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: fixture.data)
    #expect(try BackupWriter(of: link).write(to: fixture.backup).files.count == 2)
    try Data("changed".utf8).write(to: fixture.data.appending(path: "push-token"))
    let old = try #require(try BackupRestore.restore(try BackupReader(fixture.backup), to: link))
    #expect(old.lastPathComponent.hasPrefix("data before "))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == fixture.data.path)
    #expect(fixture.text("push-token", in: link) == "secret")
  }

  @Test func `contain damaged stores as they are, and files of apps, whatever their names`() throws {
    let fixture = try DataFixture()
    try FileManager.default.createDirectory(
      at: fixture.data.appending(path: "groups/g"), withIntermediateDirectories: true)
    let names = ["instances/1 damaged.sqlite", "groups/g/x.sqlite", "groups/g/list.new", "groups/g/day-journal"]
    for name in names { try Data(name.utf8).write(to: fixture.data.appending(path: name)) }
    let manifest = try BackupWriter(of: fixture.data).write(to: fixture.backup)
    #expect(Set(manifest.files.map(\.path)).isSuperset(of: names))
    let other = fixture.place.appending(path: "other")
    _ = try BackupRestore.restore(try BackupReader(fixture.backup), to: other)
    for name in names { #expect(fixture.text(name, in: other) == name) }
  }

  @Test func `keep what an interrupted restore has left`() throws {
    let fixture = try DataFixture()
    _ = try BackupWriter(of: fixture.data).write(to: fixture.backup)
    let left = fixture.place.appending(path: "data.replaced")
    try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
    try Data("old".utf8).write(to: left.appending(path: "push-token"))
    _ = try BackupRestore.restore(
      try BackupReader(fixture.backup), to: fixture.data, now: Date(timeIntervalSince1970: 1_700_000_000))
    let kept = fixture.place.appending(path: "data before an interrupted restore 2023-11-14 221320Z")
    #expect(fixture.text("push-token", in: kept) == "old")
  }

  @Test func `are not written into the data folder, or of a folder without files`() throws {
    let fixture = try DataFixture()
    let inside = fixture.data.appending(path: "backup.zip")
    #expect(throws: Diagnostic.self) { try BackupWriter(of: fixture.data).write(to: inside) }
    let empty = fixture.place.appending(path: "empty")
    try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
    #expect(throws: Diagnostic.self) { try BackupWriter(of: empty).write(to: fixture.backup) }
    #expect(!FileManager.default.fileExists(atPath: fixture.backup.path))
  }

  @Test func `replace no file without being told so, and make no folder`() throws {
    let fixture = try DataFixture()
    try Data("photos".utf8).write(to: fixture.backup)
    #expect(throws: Diagnostic.self) { try BackupWriter(of: fixture.data).write(to: fixture.backup) }
    #expect(fixture.text("backup.zip", in: fixture.place) == "photos")
    _ = try BackupWriter(of: fixture.data).write(to: fixture.backup, replacing: true)
    try BackupReader(fixture.backup).verify()
    let folder = fixture.place.appending(path: "disk")
    let unmounted = folder.appending(path: "backup.zip")
    #expect(throws: Diagnostic.self) { try BackupWriter(of: fixture.data).write(to: unmounted) }
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test func `that cannot be written leave nothing behind`() throws {
    let fixture = try DataFixture()
    let target = fixture.place.appending(path: "file/backup.zip")
    try Data().write(to: fixture.place.appending(path: "file"))
    #expect(throws: Diagnostic.self) { try BackupWriter(of: fixture.data).write(to: target) }
    let missing = BackupWriter(of: fixture.place.appending(path: "missing"))
    #expect(throws: Diagnostic.self) { try missing.write(to: fixture.backup) }
    #expect(fixture.paths(in: fixture.place).filter { !$0.hasPrefix("data/") } == ["file"])
  }

  @Test(
    arguments: [
      ("[]", "format"), (#"{"format": 2, "date": "2026-01-01T00:00:00Z", "files": []}"#, "later version"),
      (#"{"format": 1, "files": []}"#, "damaged"),
      (#"{"format": 1, "date": "2026-01-01T00:00:00Z", "files": [{"path": "a"}]}"#, "damaged"),
    ]
      + ["../a", "/a", "a/../../b", "a//b", "", ".", "a\\b", "a/", "backup.json"].map {
        let path = JSONText.text(of: .string($0))
        return (
          #"{"format": 1, "date": "2026-01-01T00:00:00Z", "files": [{"path": \#(path), "size": 1, "sha256": ""}]}"#,
          "cannot have"
        )
      })
  func `whose lists are damaged, of a later format, or lead out of the folder are refused`(text: String, words: String)
  {
    let error = #expect(throws: Diagnostic.self) { try BackupManifest(Array(text.utf8)) }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }
}
