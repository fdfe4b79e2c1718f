import TesseraValues
import Testing

@testable import TesseraData

@Suite("Managed objects")
struct ManagedObjectTests {
  @Test func `an object is mine if its owner is of an owner entity`() async throws {
    let store = try Models.store(Models.feed)
    try await store.importText(#"{"id_str": "0", "name": "Favio"}"#, "Account", isList: false)
    try await store.importText(
      #"[{"id_str": "1", "user": {"id_str": "0"}}, {"id_str": "2", "user": {"id_str": "1"}}, {"id_str": "3"}]"#, "Post")
    let posts = try store.fetch(FetchRequest("Post"))
    #expect(posts.map(\.isMine) == [true, false, false])
    #expect(posts[0].owner?.entity.name == "Account")
    #expect(posts[2].owner == nil)
    #expect(try store.values("owner.name", of: "Post") == ["Favio", nil, nil])
  }

  @Test func `the identity is text, even for a number, and always exists`() throws {
    let store = try Models.store(Models.items)
    #expect(try store.insert("Item", ["identifier": 7]).objectId == "7")
    let nameless = try store.insert("Category")
    #expect(nameless.objectId == nameless.identity.description)
    let other = try store.insert("Category")
    #expect(nameless.objectId != other.objectId)
  }

  @Test func `attributes stay as they were read, relationships are read on access`() throws {
    let store = try Models.store(Models.items)
    let category = try store.insert("Category", ["title": "a"])
    let item = try store.insert("Item", ["name": "x", "category": .object(category)])
    try store.update(item, ["name": "y"])
    try store.update(category, ["title": "b"])
    #expect(item.value(forKey: "name") == "x")
    #expect(item.value(at: "category.title") == "b")
    #expect(category.value(forKey: "title") == "a")
    #expect(try store.object(item.identity)?.value(forKey: "name") == "y")
    try store.delete([category])
    #expect(item.value(forKey: "category") == .null)
  }

  @Test func `two reads of one object are equal values, and paths may go in circles`() throws {
    let store = try Models.store(Models.items)
    let category = try store.insert("Category", ["title": "a"])
    let item = try store.insert("Item", ["identifier": 1, "category": .object(category)])
    let again = try store.fetch(FetchRequest("Item"))[0]
    #expect(Value.object(item) == Value.object(again))
    #expect(item.value(at: "category.items.category.title") == ["a"])
    #expect(Value.object(item).value(at: "category.items.0.category.title") == "a")
  }

  @Test func `an object knows its keys`() throws {
    let store = try Models.store(Models.items)
    let item = try store.insert("Item")
    #expect(item.keys == ["identifier", "name", "groupTitle", "category", "objectId", "entityName", "owner", "isMine"])
    #expect(item.value(forKey: "entityName") == "Item")
    #expect(item.value(forKey: "unknown") == nil)
  }

  @Test func `one-to-one relationships keep both sides consistent`() throws {
    let store = try Models.store(
      """
      {"entities": {
        "Person": {"attributes": {"name": "string"}, "relationships": {"desk": {"destination": "Desk", "inverse": "user"}}},
        "Desk": {"attributes": {"name": "string"}, "relationships": {"user": {"destination": "Person"}}}}}
      """)
    let desks = try ["d1", "d2"].map { try store.insert("Desk", ["name": .string($0)]) }
    let people = try ["p1", "p2"].map { try store.insert("Person", ["name": .string($0), "desk": .object(desks[0])]) }
    #expect(try store.values("desk.name", of: "Person") == [nil, "d1"])
    #expect(try store.values("user.name", of: "Desk") == ["p2", nil])
    try store.update(desks[1], ["user": .object(people[1])])
    #expect(try store.values("desk.name", of: "Person") == [nil, "d2"])
    try store.update(desks[1], ["user": nil])
    #expect(try store.values("desk.name", of: "Person") == [nil, nil])
  }
}
