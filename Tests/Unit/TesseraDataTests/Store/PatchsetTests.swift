import Foundation
import Synchronization
import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraData

@Suite("Changes in SQLite's format")
struct PatchsetTests {
  /// What SQLite records of adding, changing and removing objects.
  private static func recorded() async throws -> [[UInt8]] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (replication, file) = (MemoryReplication(), folder.appending(path: "1.sqlite"))
    let store = try Store(model: EntityModel(json: Models.items), location: .file(file), replication: replication)
    let long = String(repeating: "long ", count: 100)
    let items = try await store.importJSON(
      [["id": 1, "name": .string(long), "category": ["title": "c"]], ["id": 2, "name": "ü"]], entity: "Item",
      isList: true)
    try store.update(items[0], ["name": "other"])
    try store.delete([items[1]])
    try store.setState("kept", forKey: "key")
    return try #require(replication[file]).state.withLock { $0.changes }
  }

  @Test func `are recognized, whole ones only`() async throws {
    let recorded = try await Self.recorded()
    #expect(recorded.count == 4)
    #expect(try Patchset([]).bytes == [])
    for changes in recorded {
      #expect(try Patchset(changes).bytes == changes)
      // A cut one ends within a table or a change, but for the end of a change.
      let readable = (1..<changes.count).filter { (try? Patchset(Array(changes.prefix($0)))) != nil }
      #expect(readable.count < 12)
    }
  }

  @Test(arguments: [1, 2])
  func `that were changed are refused or can be applied without end of time`(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let recorded = try await Self.recorded()
    let copy = try WorkingCopy(of: folder.appending(path: "1.sqlite"), content: nil)
    var refused = 0
    for changes in recorded {
      for _ in 0..<400 {
        var damaged = changes
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          damaged[Int.random(in: damaged.indices, using: &generator)] = .random(in: 0...255, using: &generator)
        }
        guard let patchset = try? Patchset(damaged) else {
          refused += 1
          continue
        }
        // What SQLite makes of it does not matter, but that it ends.
        _ = try? copy.apply([patchset.bytes])
      }
    }
    #expect(refused > 200)
  }

  @Test func `are applied together, up to the first that does not fit`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (replication, file) = (MemoryReplication(), folder.appending(path: "1.sqlite"))
    let store = try Store(model: EntityModel(json: Models.items), location: .file(file), replication: replication)
    for number in 1...4 {
      _ = try await store.importJSON(["id": .integer(Int64(number))], entity: "Item", isList: false)
    }
    let (content, changes) = try #require(replication[file]).state.withLock { ($0.content, $0.changes) }
    #expect(changes.count == 4)
    let copy = try WorkingCopy(of: folder.appending(path: "2.sqlite"), content: content)
    // The object of the first one is there already when it comes again.
    #expect(try copy.apply(Array(changes[..<2]) + [changes[0], changes[2]]) == 2)
    #expect(try copy.apply(Array(changes[2...])) == 2)
    try copy.close()
    let copied = try Store(
      model: EntityModel(json: Models.items), location: .file(folder.appending(path: "2.sqlite")))
    #expect(try copied.fetch(FetchRequest("Item")).count == 4)
  }

  @Test(arguments: [
    [UInt8(ascii: "P")], [0x50, 0, 0x61, 0], [0x50, 1, 0, 0x61, 0], [0x50, 1, 1, 0x61], [18, 0, 5],
    [0x50, 1, 1, 0x61, 0, 18, 0, 3, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], [0x50, 1, 1, 0x61, 0, 7, 0, 5],
    [0x54, 1, 1, 0x61, 0],
  ])
  func `that are not any are refused`(bytes: [UInt8]) {
    #expect(throws: StoreError.self) { try Patchset(bytes) }
  }
}
