import Foundation
import TesseraExpressions
import TesseraValues
import Testing

@testable import TesseraData

@Suite("Observing a store")
struct ObservationTests {
  @Test func `a change is reported before the write returns, once for each commit`() async throws {
    let store = try Models.store(Models.feed)
    let log = ChangeLog()
    let observation = store.observe { log.add($0) }
    let post = try store.insert("Post", ["postId": "1"])
    #expect(log.changes.map(\.inserted) == [[post.identity]])
    try store.update(post, ["text": "x"])
    #expect(log.changes.last?.updated == [post.identity])
    try await store.importText(
      #"[{"id_str": "1", "text": "y"}, {"id_str": "2"}, {"id_str": "3", "user": "u"}]"#, "Post")
    #expect(log.changes.count == 3)
    #expect(log.changes.last?.updated == [post.identity])
    #expect(log.changes.last?.insertedRows.mapValues(\.count) == ["Post": 2, "User": 1])
    #expect(log.changes.last?.entities == ["Post", "User"])
    try store.delete([post])
    #expect(log.changes.last?.deleted == [post.identity])
    observation.cancel()
  }

  @Test func `data without news changes nothing`() async throws {
    let store = try Models.store(Models.feed)
    let json =
      #"[{"id_str": "1", "text": "a", "score": 1, "entities": {"n": [1]}, "tags": ["x"], "user": {"id_str": "u", "name": "n"}}]"#
    try await store.importText(json, "Post")
    let log = ChangeLog()
    let observation = store.observe { log.add($0) }
    try await store.importText(json, "Post")
    try await store.importText(json, "Post", clearPolicy: .after)
    #expect(log.changes.isEmpty)
    observation.cancel()
  }

  @Test func `observers are notified of their entities and their sub-entities only`() throws {
    let store = try Models.store(Models.feed)
    let users = ChangeLog()
    let accounts = ChangeLog()
    let observations = [
      store.observe(entities: ["User"]) { users.add($0) }, store.observe(entities: ["Account"]) { accounts.add($0) },
    ]
    try store.insert("Account", ["userId": "1"])
    try store.insert("User", ["userId": "2"])
    try store.insert("Post")
    #expect(users.changes.map(\.entities) == [["Account", "User"], ["User"]])
    #expect(accounts.changes.count == 1)
    for observation in observations { observation.cancel() }
  }

  @Test func `a change updates both sides of a relationship`() throws {
    let store = try Models.store(Models.items)
    let categories = try ["a", "b"].map { try store.insert("Category", ["title": .string($0)]) }
    let item = try store.insert("Item", ["category": .object(categories[0])])
    let before = try store.fetch(FetchRequest("Category"))
    let log = ChangeLog()
    let observation = store.observe { log.add($0) }
    try store.update(item, ["category": .object(categories[1])])
    #expect(log.changes.last?.updated == Set((categories + [item]).map(\.identity)))
    #expect(try store.fetch(FetchRequest("Category")).changedKeys(since: before)?.count == 2)
    try store.update(categories[0], ["items": [.object(item)]])
    #expect(log.changes.last?.updated == Set((categories + [item]).map(\.identity)))
    observation.cancel()
  }

  @Test(arguments: [false, true])
  func `an observer may read, and its writes are reported after it returns`(inFile: Bool) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try Models.store(
      Models.items, location: inFile ? .file(folder.appending(path: "store.sqlite")) : .memory)
    let log = ChangeLog()
    let first = store.observe(entities: ["Item"]) { [weak store] change in
      guard let store, let count = try? store.fetch(FetchRequest("Item")).count else { return }
      if count < 3 { _ = try? store.insert("Item", ["identifier": .integer(Int64(count))]) }
    }
    let second = store.observe { log.add($0) }
    try store.insert("Item")
    #expect(try store.fetch(FetchRequest("Item")).count == 3)
    #expect(log.changes.map { $0.inserted.map(\.key) } == [[1], [2], [3]])
    first.cancel()
    second.cancel()
  }

  @Test func `a cancelled or released observation receives nothing`() throws {
    let store = try Models.store(Models.items)
    let log = ChangeLog()
    let observation = store.observe { log.add($0) }
    _ = store.observe { log.add($0) }
    observation.cancel()
    observation.cancel()
    try store.insert("Item")
    #expect(log.changes.isEmpty)
  }

  @Test func `changes from many threads are reported one after the other, in commit order`() async throws {
    let store = try Models.store(Models.items)
    let log = ChangeLog()
    let observation = store.observe { log.add($0) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        group.addTask {
          if number % 2 == 0 {
            try store.insert("Item", ["identifier": .integer(Int64(number))])
          } else {
            try await store.importText("[{\"id\": \(number + 1000)}]", "Item")
          }
        }
      }
      try await group.waitForAll()
    }
    let rows = log.changes.flatMap { $0.inserted.map(\.key) }
    #expect(rows == rows.sorted())
    #expect(rows.count == 40)
    observation.cancel()
  }

  @Test func `a cancelled import saves and reports nothing, or everything`() async throws {
    let store = try Models.store(Models.items)
    let log = ChangeLog()
    let observation = store.observe { log.add($0) }
    let json = Value.array((0..<2000).map { ["id": .integer($0)] })
    let task = Task { try await store.importJSON(json, entity: "Item", isList: true) }
    task.cancel()
    let isSaved = (try? await task.value) != nil
    #expect(try store.fetch(FetchRequest("Item")).count == (isSaved ? 2000 : 0))
    #expect(log.changes.count == (isSaved ? 1 : 0))
    observation.cancel()
  }
}
