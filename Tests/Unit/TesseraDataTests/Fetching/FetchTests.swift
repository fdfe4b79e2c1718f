import Foundation
import TesseraExpressions
import TesseraText
import TesseraValues
import Testing

@testable import TesseraData

@Suite("Fetching")
struct FetchTests {
  /// Creates a store with items 1 and 2 of group G1, and a category.
  private func itemStore() throws -> (store: Store, category: ManagedObject, items: [ManagedObject]) {
    let store = try Models.store(Models.items)
    let category = try store.insert("Category", ["title": "Category 1"])
    let items = try (1...2).map {
      try store.insert("Item", ["identifier": .integer($0), "name": .string("test \($0)"), "groupTitle": "G1"])
    }
    return (store, category, items)
  }

  // MARK: - Test vectors of WidgetKit

  @Test func `a to-many relationship of a master object is a list (testMasterObject of a collection)`() throws {
    let (store, category, items) = try itemStore()
    for item in items { try store.update(item, ["category": .object(category)]) }
    for number in 3...5 {
      try store.insert("Item", ["identifier": .integer(Int64(number)), "category": .object(category)])
    }
    let master = try #require(try store.object(category.identity))
    #expect(master.value(forKey: "items")?.array?.count == 5)
    #expect(master.value(at: "items.identifier") == [1, 2, 3, 4, 5])
  }

  @Test func `sort fields determine the order (testSortByFields)`() throws {
    let (store, _, _) = try itemStore()
    let ascending = try store.fetch(FetchRequest("Item", sortByFields: "name"))
    #expect(ascending.first?.value(forKey: "name") == "test 1")
    let descending = try store.fetch(FetchRequest("Item", sortByFields: "name", sortAscending: false))
    #expect(descending.first?.value(forKey: "name") == "test 2")
  }

  @Test func `a predicate selects (testPredicateFormat)`() throws {
    let (store, category, _) = try itemStore()
    try store.insert("Item", ["identifier": 3, "name": "sample", "category": .object(category)])
    let found = try store.fetch(FetchRequest("Item", predicates: [try ValuePredicate("category != nil")]))
    #expect(found.map { $0.value(forKey: "name") } == ["sample"])
  }

  @Test func `a filter with $input selects further (testFilterFormat)`() throws {
    let (store, _, _) = try itemStore()
    try store.insert("Item", ["identifier": 3, "name": "sample"])
    let filter = try ValuePredicate("name BEGINSWITH[c] $input")
    var request = FetchRequest("Item", predicates: [filter], variables: ["input": "sam"])
    #expect(try store.fetch(request).first?.value(forKey: "name") == "sample")
    request.variables = ["input": "TEST"]
    #expect(try store.fetch(request).map { $0.value(forKey: "name") } == ["test 1", "test 2"])
  }

  @Test func `a master object and its key path select (testMasterObject)`() throws {
    let (store, category, items) = try itemStore()
    let request = FetchRequest("Item", masterObject: .object(category), masterKeyPath: "category")
    try store.update(items[0], ["category": .object(category)])
    #expect(try store.fetch(request).map { $0.value(forKey: "name") } == ["test 1"])
    try store.update(items[1], ["category": .object(category)])
    #expect(try store.fetch(request).count == 2)
    #expect(try store.fetch(FetchRequest("Item", masterKeyPath: "category")).count == 2)
  }

  @Test func `a group field makes sections (testGroupByField)`() throws {
    let (store, _, _) = try itemStore()
    try store.insert("Item", ["identifier": 3, "name": "a", "groupTitle": "G2"])
    let found = try store.fetch(FetchRequest("Item", sortByFields: "name", groupByField: "groupTitle"))
    #expect(found.sections.map(\.name) == ["G1", "G2"])
    #expect(found.sections.map(\.range) == [0..<2, 2..<3])
    let descending = try store.fetch(
      FetchRequest("Item", sortByFields: "name", sortAscending: false, groupByField: "groupTitle"))
    #expect(descending.map { $0.value(forKey: "name") } == ["a", "test 2", "test 1"])
  }

  @Test func `an empty result has no sections and no first or last object, grouped or not`() throws {
    let store = try Models.store(Models.items)
    for request in [FetchRequest("Item"), FetchRequest("Item", groupByField: "groupTitle")] {
      let found = try store.fetch(request)
      #expect(found.isEmpty)
      #expect(found.sections.isEmpty)
      #expect(found.first == nil)
      #expect(found.last == nil)
      #expect(found.object(at: 0) == nil)
      #expect(found.value == [])
    }
  }

  // MARK: - More

  @Test func `a master may be reached through to-one and to-many relationships`() async throws {
    let store = try Models.store(Models.feed)
    try await store.importText(
      #"[{"id_str": "1", "tags": ["a", "b"], "user": "u"}, {"id_str": "2", "tags": ["b"], "user": "v"}]"#, "Post")
    func object(_ entity: String, _ index: Int) throws -> Value {
      .object(try store.fetch(FetchRequest(entity, sortByFields: entity == "Tag" ? "name" : "userId"))[index])
    }
    func posts(_ master: Value, _ path: String) throws -> [Value] {
      try store.fetch(FetchRequest("Post", masterObject: master, masterKeyPath: path)).map { $0.value(at: "postId") }
    }
    #expect(try posts(object("Tag", 0), "tags") == ["1"])
    #expect(try posts(object("Tag", 1), "tags") == ["1", "2"])
    #expect(try posts(object("User", 1), "author") == ["2"])
    #expect(try posts("u", "author.userId") == ["1"])
  }

  @Test func `sort and group keys may follow relationships, with null first and ties by insertion`() async throws {
    let store = try Models.store(Models.feed)
    try await store.importText(
      """
      [{"id_str": "1", "user": {"id_str": "u", "name": "Zoe"}}, {"id_str": "2"},
       {"id_str": "3", "user": {"id_str": "v", "name": "Ada"}}, {"id_str": "4", "user": "u"}]
      """, "Post")
    let found = try store.fetch(FetchRequest("Post", sortByFields: " author.name , postId"))
    #expect(found.map { $0.value(forKey: "postId") } == ["2", "3", "1", "4"])
    let groups = try store.fetch(FetchRequest("Post", sortAscending: false, groupByField: "author.name"))
    #expect(groups.sections.map(\.value) == ["Zoe", "Ada", nil])
    #expect(groups.map { $0.value(forKey: "postId") } == ["1", "4", "3", "2"])
  }

  @Test func `texts sort by characters, whatever their encoding`() throws {
    let store = try Models.store(Models.items)
    let names = ["b", "e\u{301}a", "\u{e9}b", "a", "é", "z", "ä", "Z", "日本", "😀", "", "e", "ea"]
    for name in names { try store.insert("Item", ["name": .string(name)]) }
    let found = try store.fetch(FetchRequest("Item", sortByFields: "name")).map { $0.value(forKey: "name") ?? nil }
    #expect(found == SortFields("self").sorted(found))
    #expect(found.compactMap(\.string) == names.sorted { TextFolding.compare($0, $1, options: []) < 0 })
  }

  @Test func `a sort or group field that does not exist is an error`() throws {
    let store = try Models.store(Models.feed)
    for request in [
      FetchRequest("Post", sortByFields: "txt"), FetchRequest("Post", sortByFields: "author.nam"),
      FetchRequest("Post", groupByField: "txt"), FetchRequest("Post", masterObject: 1, masterKeyPath: "autor"),
    ] {
      #expect(throws: StoreError.self) { try store.fetch(request) }
    }
    #expect(throws: StoreError.unknownEntity(name: "Pos", known: store.model.names)) {
      try store.fetch(FetchRequest("Pos"))
    }
  }

  @Test(arguments: [nil, 1])
  func `conditions that SQL cannot express are evaluated in memory`(limit: Int?) async throws {
    let store = try Models.store(Models.feed)
    try await store.importText(
      """
      [{"id_str": "1", "entities": {"n": 2}, "favorite_count": 1}, {"id_str": "2", "entities": {"n": 1}},
       {"id_str": "3", "entities": {"n": 5}}, {"id_str": "4"}]
      """, "Post")
    let predicate = try ValuePredicate("entities.n < 5 AND favoritesCount + 1 > 0 AND postId != '9'")
    let found = try store.fetch(
      FetchRequest(
        "Post", predicates: [predicate], sortByFields: "entities.n", groupByField: "entities.n", limit: limit))
    #expect(found.map { $0.value(forKey: "postId") } == Array(["2", "1"].prefix(limit ?? 2)))
    #expect(found.sections.map(\.value) == Array([1, 2].prefix(limit ?? 2)))
  }

  @Test func `a limit truncates the result`() throws {
    let (store, _, _) = try itemStore()
    #expect(try store.fetch(FetchRequest("Item", limit: 1)).count == 1)
    #expect(try store.fetch(FetchRequest("Item", limit: 0)).count == 0)
    #expect(try store.fetch(FetchRequest("Item", limit: -3)).count == 0)
  }

  @Test func `only accessed rows are read`() throws {
    let store = try Models.store(Models.items)
    for number in 0..<300 { try store.insert("Item", ["identifier": .integer(Int64(number))]) }
    let found = try store.fetch(FetchRequest("Item", sortByFields: "identifier"))
    _ = found[0]
    // Rows that have not been read reflect the change; those that have been read stay as they were.
    try store.clear(["Item"])
    #expect(found[Store.batchSize - 1].value(forKey: "identifier") == .integer(Int64(Store.batchSize - 1)))
    #expect(found[Store.batchSize].value(forKey: "identifier") == .null)
    #expect(found[0] === found[0])
    #expect(found.count == 300)
  }

  @Test func `objects are found by their positions`() throws {
    let (store, _, items) = try itemStore()
    let found = try store.fetch(FetchRequest("Item"))
    #expect(found.identities == items.map(\.identity))
    #expect(found.object(at: 2) == nil)
    #expect(found.object(at: -1) == nil)
  }
}
