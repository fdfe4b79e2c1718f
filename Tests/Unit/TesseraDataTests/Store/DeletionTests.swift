import TesseraValues
import Testing

@testable import TesseraData

@Suite("Deletion")
struct DeletionTests {
  @Test func `clearing after an import replaces the objects in one change`() async throws {
    let store = try Models.store(Models.feed)
    try await store.importText(
      #"[{"id_str": "1", "text": "a", "favorite_count": 7}, {"id_str": "2", "text": "b"}, {"id_str": "3"}]"#, "Post")
    let old = try store.fetch(FetchRequest("Post"))
    let log = ChangeLog()
    let observation = store.observe(entities: ["Post"]) { log.add($0) }
    try await store.importText(
      #"[{"id_str": "3"}, {"id_str": "4"}, {"id_str": "1", "text": "a"}]"#, "Post", clearPolicy: .after)
    #expect(log.changes.count == 1)
    let change = try #require(log.changes.first)
    #expect(change.deleted == [old.identity(at: 1)])
    #expect(change.inserted.count == 1)
    // The object is imported again without its count, so the count has its default. An object imported without changes
    // is not reported as changed.
    #expect(change.updated == [old.identity(at: 0)])
    #expect(try store.values("favoritesCount", of: "Post", sortedBy: "postId") == [0, 0, 0])
    #expect(try store.values("postId", of: "Post", sortedBy: "postId") == ["1", "3", "4"])
    observation.cancel()
  }

  @Test func `references to a replaced object survive`() async throws {
    let store = try Models.store(Models.feed)
    try await store.importText(#"[{"id_str": "1", "user": {"id_str": "u", "name": "Ada"}, "tags": ["x"]}]"#, "Post")
    try await store.importText(#"[{"id_str": "u", "image_name": "i"}]"#, "User", clearPolicy: .after)
    #expect(try store.values("author.imageName", of: "Post") == ["i"])
    #expect(try store.values("author.name", of: "Post") == [nil])
    try await store.importText(#"[{"id_str": "1"}]"#, "Post", clearPolicy: .after)
    #expect(try store.values("tags", of: "Post") == [[]])
    #expect(try store.values("author", of: "Post") == [nil])
  }

  @Test func `clearing before an import is a separate change and persists if the import fails`() async throws {
    let store = try Models.store(Models.feed)
    try await store.importText(#"[{"id_str": "1"}]"#, "Post")
    let log = ChangeLog()
    let observation = store.observe { log.add($0) }
    try await store.importText(#"[{"id_str": "1"}]"#, "Post", clearPolicy: .before)
    #expect(log.changes.map(\.deleted.count) == [1, 0])
    #expect(log.changes.map(\.inserted.count) == [0, 1])
    await #expect(throws: StoreError.self) { try await store.importText("[3]", "Post", clearPolicy: .before) }
    #expect(try store.fetch(FetchRequest("Post")).isEmpty)
    observation.cancel()
  }

  @Test func `clearing an entity clears its sub-entities and no others`() async throws {
    let store = try Models.store(Models.feed)
    try store.insert("User", ["userId": "1"])
    try store.insert("Account", ["userId": "2"])
    try store.clear(["Account"])
    #expect(try store.values("userId", of: "User") == ["1"])
    try store.insert("Account", ["userId": "2"])
    try store.insert("Post", ["postId": "1"])
    try store.clear(["User"])
    #expect(try store.fetch(FetchRequest("User")).isEmpty)
    #expect(try store.fetch(FetchRequest("Post")).count == 1)
    try store.clear()
    #expect(try store.fetch(FetchRequest("Post")).isEmpty)
  }

  @Test func `deleting nullifies references on the other side`() throws {
    let store = try Models.store(Models.feed)
    let user = try store.insert("User", ["userId": "1"])
    let tag = try store.insert("Tag", ["name": "t"])
    let post = try store.insert("Post", ["postId": "1", "author": .object(user), "tags": [.object(tag)]])
    let log = ChangeLog()
    let observation = store.observe { log.add($0) }
    try store.delete([user, tag])
    #expect(try store.values("author", of: "Post") == [nil])
    #expect(try store.values("tags", of: "Post") == [[]])
    #expect(log.changes.map(\.updated) == [[post.identity]])
    #expect(log.changes.first?.entities == ["User", "Tag", "Post"])
    try store.delete([user])
    #expect(log.changes.count == 1)
    observation.cancel()
  }

  private static let rules = """
    {"entities": {
      "Folder": {"attributes": {"name": "string"}, "relationships": {
        "parent": {"destination": "Folder", "inverse": "children"},
        "children": {"destination": "Folder", "toMany": true, "inverse": "parent", "deleteRule": "cascade"},
        "locks": {"destination": "Lock", "toMany": true, "inverse": "folder", "deleteRule": "deny"}}},
      "Lock": {"relationships": {"folder": {"destination": "Folder"}}}}}
    """

  @Test func `cascade deletes the destinations, too`() throws {
    let store = try Models.store(Self.rules)
    let root = try store.insert("Folder", ["name": "root"])
    let child = try store.insert("Folder", ["name": "child", "parent": .object(root)])
    try store.insert("Folder", ["name": "grandchild", "parent": .object(child)])
    try store.insert("Folder", ["name": "other"])
    // A cycle must not cause an infinite loop.
    try store.update(root, ["parent": .object(child)])
    try store.delete([root])
    #expect(try store.values("name", of: "Folder") == ["other"])
  }

  @Test func `deny prevents deletion while there are destinations`() throws {
    let store = try Models.store(Self.rules)
    let folder = try store.insert("Folder", ["name": "root"])
    let lock = try store.insert("Lock", ["folder": .object(folder)])
    #expect(throws: StoreError.deletionDenied(entity: "Folder", relationship: "locks")) { try store.delete([folder]) }
    #expect(try store.fetch(FetchRequest("Folder")).count == 1)
    try store.delete([folder, lock])
    #expect(try store.fetch(FetchRequest("Folder")).isEmpty)
  }
}
