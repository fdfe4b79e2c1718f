import Foundation
import GRDB
import TesseraData
import Testing

/// A data folder, beside which backups are written.
final class DataFixture {
  let place = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
  var data: URL { place.appending(path: "data") }
  var backup: URL { place.appending(path: "backup.zip") }

  init() throws {
    for folder in ["instances", "widgets/Clock.widget", "widgets/.next/half"] {
      try FileManager.default.createDirectory(at: data.appending(path: folder), withIntermediateDirectories: true)
    }
    for (path, text) in [
      "push-token": "secret", "widgets/Clock.widget/widget.json": "{}", ".lock": "", "widgets/.next/half/x": "y",
      "access.sqlite.new": "draft", "instances/.probe-1": "z",
    ] { try Data(text.utf8).write(to: data.appending(path: path)) }
  }

  deinit { try? FileManager.default.removeItem(at: place) }

  /// Opens a store, and leaves what is written in its log, as a running server does.
  func store(_ path: String) throws -> DatabaseQueue {
    let queue = try StoreFile.makeQueue(at: data.appending(path: path), label: "test")
    try queue.write { try $0.execute(sql: "CREATE TABLE IF NOT EXISTS entry (number INTEGER PRIMARY KEY)") }
    return queue
  }

  func paths(in folder: URL) -> [String] {
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return names.filter {
      (try? FileManager.default.attributesOfItem(atPath: folder.appending(path: $0).path)[.type] as? FileAttributeType)
        == .typeRegular
    }.sorted()
  }

  func text(_ path: String, in folder: URL) -> String? {
    FileManager.default.contents(atPath: folder.appending(path: path).path).map { String(decoding: $0, as: UTF8.self) }
  }

  static func count(in file: URL) throws -> Int {
    let queue = try DatabaseQueue(path: file.path)
    #expect(try queue.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"])
    return try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM entry") } ?? 0
  }
}
