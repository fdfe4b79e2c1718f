import Foundation
import TesseraValues
import Testing

@testable import TesseraBoardService

@Suite("The audit log")
struct AuditLogTests {
  private func withFolder(_ test: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await test(folder)
  }

  private func lines(_ folder: URL, _ name: String = AuditLog.fileName) throws -> [Value] {
    let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    return try text.split(separator: "\n").map { try Value.parseJSON(String($0)) }
  }

  @Test func `has one JSON object on each line, which no value breaks or makes long`() async throws {
    try await withFolder { folder in
      let log = AuditLog(folder: folder, now: { Date(timeIntervalSince1970: 1_800_000_000) })
      log.record(.roleSet, by: "ada", ["account": "bob\n{\"who\": \"eve\"}", "role": "edit", "board": nil])
      log.record(.linkAdded, by: "ada", ["name": String(repeating: "x", count: 10_000)])
      let found = try lines(folder)
      #expect(
        found.first == [
          "time": "2027-01-15T08:00:00.000Z", "who": "ada", "action": "role-set",
          "account": "bob\n{\"who\": \"eve\"}", "role": "edit",
        ])
      #expect(found.last?.value(at: "name").string?.count == 200)
      let rights = try FileManager.default.attributesOfItem(atPath: folder.appending(path: AuditLog.fileName).path)
      #expect(rights[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test func `begins a new file when one is full, and keeps ten`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: AuditLog.fileName)
      let log = AuditLog(folder: folder)
      for number in 1...12 {
        log.record(.passwordSet, by: "\(number)")
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: UInt64(AuditLog.maximumBytes))
        try handle.close()
      }
      log.record(.passwordSet, by: "last")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names.count == AuditLog.maximumFiles)
      let authors = try lines(folder).map { $0.value(at: "who").string }
      #expect(authors == ["last"])
      let oldest = try Data(contentsOf: folder.appending(path: "audit.log.9"))
      #expect(String(decoding: oldest.prefix(200), as: UTF8.self).contains("\"who\":\"4\""))
    }
  }

  @Test func `loses no line of those who write at once`() async throws {
    try await withFolder { folder in
      await withDiscardingTaskGroup { group in
        for number in 0..<50 {
          group.addTask { AuditLog(folder: folder).record(.passwordSet, by: "\(number)") }
        }
      }
      let authors = try lines(folder).compactMap { $0.value(at: "who").string }
      #expect(Set(authors).count == 50)
    }
  }

  @Test func `tells what it cannot keep`() async {
    await confirmation { confirm in
      let gone = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
      AuditLog(folder: gone, report: { _ in confirm() }).record(.passwordSet, by: "ada")
    }
  }
}
