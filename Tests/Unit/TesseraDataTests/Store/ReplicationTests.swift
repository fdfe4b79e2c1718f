import Foundation
import GRDB
import Synchronization
import TesseraValues
import Testing

@testable import TesseraData

@Suite("Replication of stores")
struct ReplicationTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
  private let replication = MemoryReplication()

  private var file: URL { folder.appending(path: "1.sqlite") }
  private var copy: URL { folder.appending(path: "2.sqlite") }

  private func open(_ model: String = Models.items) throws -> Store {
    try Store(model: EntityModel(json: model), location: .file(file), replication: replication)
  }

  private func withFolder(_ body: () async throws -> Void) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body()
  }

  /// All rows of all tables, with the statements that made the tables.
  private static func dump(_ file: URL) throws -> [String] {
    try DatabaseQueue(path: file.path).read { database in
      let tables = try Row.fetchAll(
        database, sql: "SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name")
      return try tables.flatMap { table in
        let name: String = table["name"]
        return try ["\(table)"] + Row.fetchAll(database, sql: "SELECT * FROM \"\(name)\" ORDER BY 1, 2").map { "\($0)" }
      }
    }
  }

  @Test func `content and changes make an equal file`() async throws {
    try await withFolder {
      let store = try open()
      let json: Value = [
        ["id": 1, "name": "a", "category": ["title": "c"]], ["id": 2, "name": "b", "category": ["title": "d"]],
      ]
      let items = try await store.importJSON(json, entity: "Item", isList: true)
      try store.update(items[0], ["name": "other"])
      try store.delete([items[1]])
      try store.setState("kept", forKey: "key")
      let journal = try #require(replication[file])
      #expect(journal.state.withLock { $0.changes.count } == 4)
      try journal.restore(to: copy)
      #expect(try Self.dump(copy) == Self.dump(file))
      let other = try Store(model: EntityModel(json: Models.items), location: .file(copy))
      #expect(try other.values("name", of: "Item") == ["other"])
      #expect(try other.states() == ["key": "kept"])
    }
  }

  @Test func `a mark comes with the changes of its event to another host, and not without them`() async throws {
    try await withFolder {
      let store = try open()
      try EventMarkTests.insert(1, in: store, as: EventMarkTests.mark(1, 0))
      let journal = try #require(replication[file])
      journal.state.withLock { $0.refusal = .notPersisted(reason: "no") }
      #expect(throws: StoreError.self) { try EventMarkTests.insert(2, in: store, as: EventMarkTests.mark(2, 0)) }
      #expect(try !store.hasHandled(EventMarkTests.mark(2, 0)))
      try journal.restore(to: copy)
      let other = try Store(model: EntityModel(json: Models.items), location: .file(copy))
      #expect(try other.hasHandled(EventMarkTests.mark(1, 0)))
      #expect(try !other.hasHandled(EventMarkTests.mark(2, 0)))
      #expect(try other.values("identifier", of: "Item").count == 1)
    }
  }

  @Test func `a transaction whose changes are not kept is undone, and its observers hear nothing`() async throws {
    try await withFolder {
      let store = try open()
      let journal = try #require(replication[file])
      journal.state.withLock { $0.refusal = .notPersisted(reason: "no connection") }
      let observation = store.observe { _ in Issue.record("An observer was called") }
      #expect(throws: StoreError.notPersisted(reason: "no connection")) { try store.insert("Item", ["identifier": 1]) }
      #expect(throws: StoreError.notPersisted(reason: "no connection")) { try store.setState("a", forKey: "b") }
      withExtendedLifetime(observation) {}
      #expect(try store.values("identifier", of: "Item") == [])
      #expect(try store.states() == [:])
      #expect(journal.state.withLock { !$0.isInvalid && $0.changes.isEmpty })
    }
  }

  @Test func `changes made together are kept together, without those that failed, and each sees those before it`()
    async throws
  {
    try await withFolder {
      let store = try open()
      let journal = try #require(replication[file])
      let first = try store.insert("Item", ["identifier": 1, "name": "a"])
      var seen: [Value] = []
      try EventMark.$current.withValue(EventMarkTests.mark(1, 0)) {
        try store.together {
          _ = try? store.update(first, ["name": "b"])
          _ = try? store.insert("Item", ["identifier": 2])
          #expect(throws: StoreError.self) { try store.insert("Item", ["unknown": 3]) }
          #expect(throws: StoreError.self) {
            try store.write { transaction in
              try transaction.clear([store.layout("Item")])
              throw StoreError.objectIsGone("Item")
            }
          }
          seen = (try? store.object(first.identity)).map { [$0?.value(forKey: "name") ?? .null] } ?? []
          #expect(journal.state.withLock { $0.changes.count } == 1)
        }
      }
      #expect(seen == ["b"])
      #expect(journal.state.withLock { $0.changes.count } == 2)
      try journal.restore(to: copy)
      #expect(try Self.dump(copy) == Self.dump(file))
      let other = try Store(model: EntityModel(json: Models.items), location: .file(copy))
      #expect(try other.values("name", of: "Item") == ["b", .null])
      #expect(try other.hasHandled(EventMarkTests.mark(1, 0)))
    }
  }

  @Test func `of changes made together that are not kept none remains, and observers read again`() async throws {
    try await withFolder {
      let store = try open()
      let journal = try #require(replication[file])
      journal.state.withLock { $0.refusal = .ownedElsewhere }
      let told = Mutex(0)
      let observation = store.observe { _ in told.withLock { $0 += 1 } }
      #expect(throws: StoreError.ownedElsewhere) {
        try store.together {
          for number in Int64(1)...2 { _ = try? store.insert("Item", ["identifier": .integer(number)]) }
          #expect(told.withLock { $0 } == 0)
        }
      }
      withExtendedLifetime(observation) {}
      #expect(told.withLock { $0 } == 2)
      #expect(try store.values("identifier", of: "Item") == [])
      journal.state.withLock { $0.refusal = nil }
      try store.insert("Item", ["identifier": 3])
      #expect(try store.values("identifier", of: "Item") == [3])
    }
  }

  @Test func `a transaction that changes nothing is not kept`() async throws {
    try await withFolder {
      let store = try open()
      try store.setState(nil, forKey: "unknown")
      #expect(replication[file]?.state.withLock { $0.changes.count } == 0)
    }
  }

  @Test func `new tables are kept with all content`() async throws {
    try await withFolder {
      do {
        let store = try open()
        try store.insert("Item", ["identifier": 1, "name": "a"])
      }
      let more = Models.items.replacing(
        #""groupTitle""#, with: #""extra": {"type": "integer", "default": 4}, "groupTitle""#)
      let store = try open(more)
      let journal = try #require(replication[file])
      #expect(journal.state.withLock { $0.changes.count } == 0)
      try store.insert("Item", ["identifier": 2])
      try journal.restore(to: copy)
      #expect(try Self.dump(copy) == Self.dump(file))
      // Opening it again changes no tables, so its changes suffice.
      _ = try open(more)
      #expect(journal.state.withLock { $0.changes.count } == 1)
    }
  }

  @Test func `all content is kept when the journal wants it`() async throws {
    try await withFolder {
      let store = try open()
      let journal = try #require(replication[file])
      journal.state.withLock { $0.wantsContent = true }
      try store.insert("Item", ["identifier": 1])
      // Content is persisted before the next change.
      try store.insert("Item", ["identifier": 2])
      #expect(journal.state.withLock { $0.changes.count } == 1)
      try journal.restore(to: copy)
      #expect(try Self.dump(copy) == Self.dump(file))
    }
  }

  @Test func `changes that do not fit are refused as a whole`() async throws {
    try await withFolder {
      let store = try open()
      let item = try store.insert("Item", ["identifier": 1, "name": "a"])
      let journal = try #require(replication[file])
      try store.update(item, ["name": "b"])
      // The change of a row that no change before made.
      journal.state.withLock { _ = $0.changes.removeFirst() }
      #expect(throws: StoreError.self) { try journal.restore(to: copy) }
      journal.state.withLock { $0 = .init(content: Array("no database".utf8)) }
      #expect(throws: StoreError.self) { try journal.restore(to: copy) }
    }
  }
}
