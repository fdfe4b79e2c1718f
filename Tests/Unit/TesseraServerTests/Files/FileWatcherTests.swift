import Foundation
import Testing

@testable import TesseraBoardService

@Suite("The file watcher")
struct FileWatcherTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "watched-\(UUID().uuidString)")

  /// Makes a change, and waits until the kernel reports that something changed.
  private func expectReport(of scope: FileWatcher.Scope, after change: (URL) throws -> Void) async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Without polling, a change that the kernel does not report is never reported.
    var changes = FileWatcher.changes(in: [scope], pollInterval: .seconds(86_400)).makeAsyncIterator()
    try change(folder)
    #expect(await changes.next() != nil)
  }

  @Test func `reports that a file is created, written and replaced`() async throws {
    let file = folder.appending(path: "a.json")
    try await expectReport(of: .file(file.path)) { _ in try Data("{}".utf8).write(to: file) }
    try await expectReport(of: .file(file.path)) { _ in try Data("{}".utf8).write(to: file, options: .atomic) }
  }

  @Test func `reports changes in folders below, and in folders that are created later`() async throws {
    try await expectReport(of: .folder(folder.path)) { folder in
      let deep = folder.appending(path: "screens/more")
      try FileManager.default.createDirectory(at: deep, withIntermediateDirectories: true)
    }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "screens"), withIntermediateDirectories: true)
    try await expectReport(of: .folder(folder.path)) { folder in
      try Data("{}".utf8).write(to: folder.appending(path: "screens/Main.json"))
    }
  }

  @Test func `reports that a watched folder is created`() async throws {
    let missing = folder.appending(path: "groups")
    try await expectReport(of: .folder(missing.path)) { _ in
      try FileManager.default.createDirectory(at: missing, withIntermediateDirectories: true)
    }
  }

  @Test func `reports the removal of an entry`() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "org.example.widget")
    try Data().write(to: file)
    try await expectReport(of: .entries(of: folder.path)) { _ in try FileManager.default.removeItem(at: file) }
  }
}
