import TesseraValues
import Testing

@testable import TesseraData

@Suite("Restoration of deleted objects")
struct RestorationTests {
  @Test func `they are the same objects, with all references to and from them`() throws {
    let store = try Models.store(Models.items)
    let category = try store.insert("Category", ["title": "a"])
    let item = try store.insert("Item", ["identifier": 1, "name": "x", "category": .object(category)])
    let gone = try store.delete([category])
    #expect(try store.object(item.identity)?.value(at: "category.title").isNull == true)
    try store.restore(gone)
    #expect(try store.object(category.identity)?.value(forKey: "title") == "a")
    #expect(try store.object(item.identity)?.value(at: "category.title") == "a")
    #expect(try store.object(category.identity)?.value(at: "items.name") == ["x"])
  }

  @Test func `objects that were deleted together are restored together, with their references`() throws {
    let store = try Models.store(
      """
      {"entities": {
        "List": {"attributes": {"name": "string"}, "relationships": {
          "todos": {"destination": "Todo", "toMany": true, "inverse": "list", "deleteRule": "cascade"},
          "tags": {"destination": "Tag", "toMany": true, "inverse": "lists"}}},
        "Todo": {"attributes": {"title": "string"}, "relationships": {"list": {"destination": "List", "inverse": "todos"}}},
        "Tag": {"attributes": {"name": "string"}, "relationships": {
          "lists": {"destination": "List", "toMany": true, "inverse": "tags"}}}}}
      """)
    let tags = try ["red", "blue"].map { Value.object(try store.insert("Tag", ["name": .string($0)])) }
    let list = try store.insert("List", ["name": "l", "tags": .array(tags)])
    for title in ["a", "b"] { try store.insert("Todo", ["title": .string(title), "list": .object(list)]) }
    let gone = try store.delete([list])
    #expect(try store.values("title", of: "Todo") == [])
    try store.restore(gone)
    #expect(try store.values("list.name", of: "Todo") == ["l", "l"])
    #expect(try store.object(list.identity)?.value(at: "tags.name") == ["red", "blue"])
    #expect(try store.values("lists.name", of: "Tag") == [["l"], ["l"]])
  }

  @Test func `a reference to an object deleted meanwhile stays null, and one that was set meanwhile stays`() throws {
    let store = try Models.store(Models.items)
    let old = try store.insert("Category", ["title": "old"])
    let kept = try store.insert("Item", ["identifier": 1, "category": .object(old)])
    let lost = try store.insert("Item", ["identifier": 2, "category": .object(old)])
    let item = try store.delete([lost])
    let gone = try store.delete([old])
    let new = try store.insert("Category", ["title": "new"])
    try store.update(kept, ["category": .object(new)])
    try store.restore(item)
    #expect(try store.object(lost.identity)?.value(at: "category").isNull == true)
    try store.restore(gone)
    #expect(try store.object(kept.identity)?.value(at: "category.title") == "new")
  }

  @Test func `nothing is restored where another object has the identity by now`() throws {
    let store = try Models.store(Models.items)
    let gone = try store.delete([try store.insert("Category", ["title": "a"])])
    try store.insert("Category", ["title": "a"])
    #expect(throws: (any Error).self) { try store.restore(gone) }
    #expect(try store.values("title", of: "Category") == ["a"])
  }
}
