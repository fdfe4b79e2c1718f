import Foundation
import TesseraExpressions
import TesseraValues
import Testing

@testable import TesseraData

@Suite("Importing JSON")
struct ImportTests {
  @Test func `attributes are read at their key paths, converted and transformed`() async throws {
    let store = try Models.store(Models.feed)
    let posts = try await store.importText(
      """
      [{"id_str": "1", "text": "Hello", "created_at": "Wed Jun 20 18:00:00 +0000 2018", "favorite_count": 9000,
        "score": 4, "hidden": 0, "entities": {"urls": ["a", "b"]}, "user": {"id_str": "7", "name": "Ada"}}]
      """, "Post")
    let post = try #require(posts.first)
    #expect(post.value(forKey: "text") == "Hello")
    #expect(post.value(forKey: "timestamp") == .date(Date(timeIntervalSince1970: 1_529_517_600)))
    #expect(post.value(forKey: "favoritesCount") == 9000)
    #expect(post.value(forKey: "score") == 4.0)
    #expect(post.value(forKey: "isHidden") == false)
    #expect(post.value(at: "entities.urls") == ["a", "b"])
    #expect(post.value(at: "author.name") == "Ada")
    #expect(post.objectId == "1")
    #expect(post.value(forKey: "nothing") == nil)
  }

  @Test func `an attribute can be computed from all members of its object, as part of the identity, too`() async throws
  {
    let store = try Models.store(
      """
      {"entities": {"Line": {"identityAttributes": ["key"], "attributes": {
        "key": {"type": "string", "JSONExpression": "@{shop.name}/@{number}"},
        "total": {"type": "double", "JSONExpression": "@{price * count}"},
        "number": {"type": "integer", "JSONKeyPath": "number"}}}}}
      """)
    try await store.importText(
      """
      [{"shop": {"name": "North"}, "number": 1, "price": 2.5, "count": 4},
       {"shop": {"name": "South"}, "number": 1, "price": 3}]
      """, "Line")
    try await store.importText(#"[{"shop": {"name": "South"}, "number": 1, "price": 3, "count": 2}]"#, "Line")
    #expect(try store.values("key", of: "Line") == ["North/1", "South/1"])
    #expect(try store.values("total", of: "Line") == [10.0, 6.0])
  }

  @Test func `a computed value of another type is an error that names the attribute`() async throws {
    let store = try Models.store(
      #"{"entities": {"A": {"attributes": {"size": {"type": "integer", "JSONExpression": "@{name}"}}}}}"#)
    let error = await #expect(throws: StoreError.self) {
      try await store.importText(#"[{"name": 1}, {"name": "x"}]"#, "A", source: "list")
    }
    #expect(error?.diagnostic.message.hasPrefix("list[1].size: ") == true)
  }

  @Test func `the expressions of an import have a common limit`() async throws {
    let store = try Models.store(
      #"{"entities": {"A": {"attributes": {"n": {"type": "any", "JSONExpression": "@{map(range(0, 50000), item)}"}}}}}"#
    )
    try await store.importText("[{}]", "A")
    let many = "[" + Array(repeating: "{}", count: 500).joined(separator: ",") + "]"
    let error = await #expect(throws: StoreError.self) { try await store.importText(many, "A") }
    guard case .tooMuch = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    // No element is left out for it, where those that cannot be imported are.
    let invalid = try Value.parseJSON("[7, \(many.dropFirst())")
    let skipping = await #expect(throws: StoreError.self) {
      try await store.importJSON(invalid, entity: "A", isList: true, onSkip: { _, _ in })
    }
    guard case .tooMuch = skipping else {
      Issue.record("\(String(describing: skipping))")
      return
    }
    #expect(try store.values("n", of: "A").count == 1)
  }

  @Test func `a date without a transformer is ISO 8601 text`() async throws {
    let store = try Models.store(
      #"{"entities": {"Day": {"attributes": {"date": {"type": "date", "JSONKeyPath": "at"}}}}}"#)
    try await store.importText(#"[{"at": "2018-06-20T18:00:00Z"}, {"at": "2018-06-21"}, {"at": null}]"#, "Day")
    let dates: Set<Value> = [
      .date(Date(timeIntervalSince1970: 1_529_517_600)), .date(Date(timeIntervalSince1970: 1_529_539_200)), nil,
    ]
    #expect(try Set(store.values("date", of: "Day")) == dates)
    await #expect(throws: StoreError.self) { try await store.importText(#"[{"at": "yesterday"}]"#, "Day") }
  }

  @Test func `a missing key leaves a property unchanged, null clears it, defaults apply to new objects`() async throws {
    let store = try Models.store(Models.feed)
    try await store.importText(#"[{"id_str": "1", "text": "a", "favorite_count": 5, "user": "7"}]"#, "Post")
    #expect(try store.values("isHidden", of: "Post") == [true])
    try await store.importText(#"[{"id_str": "1", "text": null, "hidden": false}]"#, "Post")
    #expect(try store.values("text", of: "Post") == [nil])
    #expect(try store.values("favoritesCount", of: "Post") == [5])
    #expect(try store.values("author.userId", of: "Post") == ["7"])
    try await store.importText(#"[{"id_str": "1", "user": null}]"#, "Post")
    #expect(try store.values("author", of: "Post") == [nil])
    #expect(try store.values("isHidden", of: "Post") == [false])
  }

  @Test func `two elements with one new identity become one object`() async throws {
    let store = try Models.store(Models.feed)
    let posts = try await store.importText(
      #"[{"id_str": "1", "text": "a", "favorite_count": 1}, {"id_str": "2"}, {"id_str": "1", "text": "b"}]"#, "Post")
    #expect(posts.map(\.objectId) == ["1", "2"])
    #expect(posts[0].value(forKey: "text") == "b")
    #expect(posts[0].value(forKey: "favoritesCount") == 1)
    #expect(try store.fetch(FetchRequest("Post")).count == 2)
  }

  @Test func `objects without an identity are always new`() async throws {
    let store = try Models.store(
      #"{"entities": {"A": {"attributes": {"n": {"type": "integer", "JSONKeyPath": "n", "default": 4}}}}}"#)
    try await store.importText(#"[{"n": 1}, {"n": 1}, {}]"#, "A")
    try await store.importText(#"{"n": 1}"#, "A", isList: false)
    #expect(try store.values("n", of: "A") == [1, 1, 4, 1])
  }

  @Test func `The first path that leads to a value is used`() async throws {
    let store = try Models.store(
      """
      {"entities": {"A": {"identityAttribute": "i", "attributes": {
        "i": {"type": "string", "JSONKeyPath": ["id", "guid"]},
        "n": {"type": "integer", "JSONKeyPath": ["new.n", "old"], "default": 4}}}}}
      """)
    try await store.importText(
      """
      [{"id": "a", "new": {"n": 1}, "old": 2}, {"guid": "b", "new": {"n": null}, "old": 2}, {"id": null, "guid": "c"},
       {"guid": "d", "new": null, "old": null}]
      """, "A")
    try await store.importText(#"{"guid": "a", "old": 7}"#, "A", isList: false)
    #expect(try store.values("i", of: "A") == ["a", "b", "c", "d"])
    #expect(try store.values("n", of: "A") == [7, 2, 4, nil])
  }

  @Test(arguments: ["[]", "[7]", "[\"\"]", "7"])
  func `Something else than key paths is reported`(paths: String) throws {
    var diagnostics = Diagnostics()
    _ = EntityModel.decode(
      try JSONNode.parse(
        #"{"entities": {"A": {"attributes": {"n": {"type": "integer", "JSONKeyPath": \#(paths)}}}}}"#),
      diagnostics: &diagnostics)
    #expect(diagnostics.all.map(\.rule) == ["model-type"])
  }

  @Test func `Elements that cannot be imported are left out, and counted`() async throws {
    let store = try Models.store(
      """
      {"entities": {"A": {"identityAttribute": "i", "attributes": {
        "i": {"type": "string", "JSONKeyPath": "i"}, "n": {"type": "integer", "JSONKeyPath": "n"}}}}}
      """)
    let json = try Value.parseJSON(
      #"[{"i": "a", "n": 1}, {"i": "b", "n": "many"}, 7, {"i": "c", "n": 3}, {"i": "a", "n": 4}]"#)
    await #expect(throws: StoreError.self) { try await store.importJSON(json, entity: "A", isList: true) }
    #expect(try store.values("i", of: "A") == [])
    var skipped: [String] = []
    try await store.importJSON(json, entity: "A", isList: true, source: "list") { problems, count in
      skipped = problems.map { "\($0)" } + ["of \(count)"]
    }
    #expect(try store.values("n", of: "A") == [4, 3])
    #expect(skipped.count == 3 && skipped[0].contains("list[1].n") && skipped[1].contains("list[2]"))
    #expect(skipped.last == "of 5")
    // A list of another kind clears nothing.
    await #expect(throws: StoreError.self) {
      try await store.importJSON(
        try Value.parseJSON("[7, 8]"), entity: "A", isList: true, clearPolicy: .after
      ) { _, _ in }
    }
    #expect(try store.values("n", of: "A") == [4, 3])
  }

  @Test func `several attributes can be the identity`() async throws {
    let store = try Models.store(
      """
      {"entities": {"A": {"identityAttributes": ["a", "b"], "attributes": {
        "a": {"type": "string", "JSONKeyPath": "a"}, "b": {"type": "integer", "JSONKeyPath": "b"},
        "c": {"type": "string", "JSONKeyPath": "c"}}}}}
      """)
    try await store.importText(#"[{"a": "x", "b": 1, "c": "1"}, {"a": "x", "b": 2, "c": "2"}]"#, "A")
    let changed = try await store.importText(#"[{"a": "x", "b": 2, "c": "3"}, {"a": "y", "b": 2, "c": "4"}]"#, "A")
    #expect(try store.values("c", of: "A") == ["1", "3", "4"])
    #expect(changed.map(\.objectId) == ["x,2", "y,2"])
  }

  @Test func `a text in place of an object is its identity`() async throws {
    let store = try Models.store(Models.feed)
    try await store.importText(#"{"id_str": "7", "name": "Ada"}"#, "User", isList: false)
    try await store.importText(#"[{"id_str": "1", "user": "7"}, {"id_str": "2", "user": "8"}]"#, "Post")
    #expect(try store.values("author.name", of: "Post") == ["Ada", nil])
    #expect(try store.values("userId", of: "User") == ["7", "8"])
  }

  @Test func `a relationship's list replaces the previous one, on both sides`() async throws {
    let store = try Models.store(Models.feed)
    try await store.importText(#"[{"id_str": "1", "tags": ["a", "b", "a"]}, {"id_str": "2", "tags": ["b"]}]"#, "Post")
    #expect(try store.values("tags.name", of: "Post") == [["a", "b"], ["b"]])
    #expect(try store.values("posts.postId", of: "Tag") == [["1"], ["1", "2"]])
    try await store.importText(#"[{"id_str": "1", "tags": [{"name": "c"}, "b"]}]"#, "Post")
    #expect(try store.values("tags.name", of: "Post") == [["c", "b"], ["b"]])
    try await store.importText(#"[{"id_str": "1", "tags": null}]"#, "Post")
    #expect(try store.values("tags", of: "Post")[0] == [])
    #expect(try store.values("posts.postId", of: "Tag", sortedBy: "name") == [[], ["2"], []])
  }

  @Test func `the to-many side of a relationship is stored on the to-one side`() async throws {
    let store = try Models.store(Models.items)
    try await store.importText(#"{"title": "A", "items": [{"id": 1}, {"id": 2}]}"#, "Category", isList: false)
    try await store.importText(#"{"title": "B", "items": [{"id": 2, "name": "two"}, 3]}"#, "Category", isList: false)
    #expect(try store.values("items.identifier", of: "Category", sortedBy: "title") == [[1], [2, 3]])
    try await store.importText(#"[{"id": 1, "category": "B"}]"#, "Item")
    #expect(try store.values("items.identifier", of: "Category", sortedBy: "title") == [[], [1, 2, 3]])
  }

  @Test(arguments: [
    (
      #"[{"id_str": "1"}, {"id_str": "2", "favorite_count": "7"}]"#,
      "posts[1].favorite_count: expected number, found text"
    ),
    (#"[{"id_str": "1", "favorite_count": 1.5}]"#, "posts[0].favorite_count: expected whole number, found 1.5"),
    (#"[{"id_str": 5}]"#, "posts[0].id_str: expected text, found number"),
    (#"[{"id_str": "1", "hidden": 2}]"#, "posts[0].hidden: expected true or false, found 2"),
    (#"[{"id_str": "1", "text": ["a"]}]"#, "posts[0].text: expected text, found list"),
    (#"[{"id_str": "1", "user": {"id_str": "1", "name": 3}}]"#, "posts[0].user.name: expected text, found number"),
    (#"[{"id_str": "1", "user": 3}]"#, "posts[0].user: expected text, found number"),
    (#"[{"id_str": "1", "user": []}]"#, "posts[0].user: expected object, found list"),
    (#"[{"id_str": "1", "tags": {}}]"#, "posts[0].tags: expected list, found object"),
    (#"[{"id_str": "1", "tags": ["a", null]}]"#, "posts[0].tags[1]: expected object, found null"),
    (#"["1"]"#, "posts[0]: expected object, found text"),
    (#"{}"#, "posts: expected list, found object"),
    (#"null"#, "posts: expected list, found null"),
  ])
  func `an error names its position in the data, and nothing is saved`(json: String, message: String) async throws {
    let store = try Models.store(Models.feed)
    try await store.importText(#"[{"id_str": "0", "text": "stays"}]"#, "Post")
    let log = ChangeLog()
    let observation = store.observe { log.add($0) }
    let error = await #expect(throws: StoreError.self) {
      try await store.importText(json, "Post", clearPolicy: .after, source: "posts")
    }
    #expect(error?.description == message)
    #expect(try store.values("text", of: "Post") == ["stays"])
    #expect(log.changes.isEmpty)
    observation.cancel()
  }

  @Test func `a transformer that does not apply gives null, an unknown one changes nothing`() async throws {
    let store = try Models.store(
      """
      {"entities": {"A": {"attributes": {
        "a": {"type": "integer", "JSONKeyPath": "a", "JSONTransformerName": "strToInt"},
        "b": {"type": "string", "JSONKeyPath": "b", "JSONTransformerName": "unknown"}}}}}
      """)
    try await store.importText(#"[{"a": "3", "b": "x"}, {"a": "3.0"}]"#, "A")
    #expect(try store.values("a", of: "A") == [3, nil])
    #expect(try store.values("b", of: "A") == ["x", nil])
  }

  @Test func `a mapper chooses the sub-entity, a dictionary transformer runs before everything`() async throws {
    let store = try Models.store(
      """
      {"entities": {
        "Shape": {"isAbstract": true, "entityMapperName": "kind", "JSONDictionaryTransformerName": "unwrap",
          "attributes": {"side": {"type": "double", "JSONKeyPath": "side"}}},
        "Square": {"parent": "Shape"}, "Circle": {"parent": "Shape"}, "Other": {}}}
      """)
    var transformers = ValueTransformers()
    transformers.register("unwrap") { value, _ in value.value(forKey: "shape") }
    transformers.register("kind") { value, _ in value.value(forKey: "kind") }
    func take(_ json: Value) async throws -> [ManagedObject] {
      try await store.importJSON(
        json, entity: "Shape", isList: true, environment: TemplateEnvironment(transformers: transformers))
    }
    let shapes = try await take([
      ["shape": ["kind": "Square", "side": 2]], ["shape": ["kind": "Circle", "side": 1]],
    ])
    #expect(shapes.map(\.entity.name) == ["Square", "Circle"])
    #expect(try store.fetch(FetchRequest("Square")).count == 1)
    #expect(try store.fetch(FetchRequest("Shape")).count == 2)
    await #expect(throws: StoreError.abstractEntity("Shape")) { try await take([["shape": [:]]]) }
    await #expect(throws: StoreError.self) { try await take([["shape": ["kind": "Other"]]]) }
    await #expect(throws: StoreError.self) { try await take([[:]]) }
  }

  @Test func `a sub-entity's data promotes the object that an ancestor already has`() async throws {
    let store = try Models.store(Models.feed)
    try await store.importText(#"[{"id_str": "1", "user": {"id_str": "0", "name": "Ada"}}]"#, "Post")
    #expect(try store.values("isMine", of: "Post") == [false])
    try await store.importText(#"{"id_str": "0", "mail": "ada@example.org"}"#, "Account", isList: false)
    #expect(try store.fetch(FetchRequest("User")).count == 1)
    #expect(try store.values("isMine", of: "Post") == [true])
    #expect(try store.values("author.mail", of: "Post") == ["ada@example.org"])
    #expect(try store.values("author.level", of: "Post") == [3])
    // In the reverse case, nothing is removed.
    try await store.importText(#"[{"id_str": "2", "user": {"id_str": "0", "name": "Ada L."}}]"#, "Post")
    #expect(try store.values("name", of: "Account") == ["Ada L."])
    #expect(try store.values("isMine", of: "Post") == [true, true])
  }

  @Test func `data of an entity and its sub-entity with one identity in one import is one object`() async throws {
    let store = try Models.store(
      """
      {"entities": {
        "A": {"identityAttribute": "i", "attributes": {"i": {"type": "integer", "JSONKeyPath": "i"}},
          "relationships": {"friend": {"destination": "A", "JSONKeyPath": "friend"},
            "best": {"destination": "B", "JSONKeyPath": "best"}}},
        "B": {"parent": "A"}}}
      """)
    try await store.importText(#"[{"i": 1, "friend": 2, "best": {"i": 2, "friend": {"i": 1}}}]"#, "A")
    #expect(try store.values("entityName", of: "A") == ["A", "B"])
    #expect(try store.values("friend.i", of: "A") == [2, 1])
  }

  @Test func `values are set on the top-level objects, whatever the data contains`() async throws {
    let store = try Models.store(Models.feed)
    let user = try store.insert("Account", ["userId": "me"])
    let posts = try await store.importText(
      #"[{"id_str": "1", "hidden": true, "user": {"id_str": "2"}}]"#, "Post",
      set: ["isHidden": false, "author": .object(user)])
    #expect(posts.first?.value(forKey: "isHidden") == false)
    #expect(posts.first?.isMine == true)
    let error = await #expect(throws: StoreError.self) { try await store.importText("[{}]", "Post", set: ["hiden": 1]) }
    #expect(error?.diagnostic.message == "Unknown property 'hiden' of 'Post'")
    await #expect(throws: StoreError.self) { try await store.importText("[{}]", "Post", set: ["author": "2"]) }
    await #expect(throws: StoreError.self) { try await store.importText("[{}]", "Post", set: ["text": 2]) }
  }

  @Test func `a set identity determines the object, whatever the data contains, and a partial one completes it`()
    async throws
  {
    let store = try Models.store(
      """
      {"entities": {
        "A": {"identityAttribute": "i", "attributes": {"i": "string", "text": {"type": "string", "JSONKeyPath": "text"}}},
        "B": {"identityAttributes": ["i", "j"], "attributes": {
          "i": {"type": "string", "JSONKeyPath": "i"}, "j": {"type": "integer", "JSONKeyPath": "j"},
          "text": {"type": "string", "JSONKeyPath": "text"}}}}}
      """)
    for text in ["a", "b"] {
      try await store.importText(#"{"text": "\#(text)"}"#, "A", isList: false, set: ["i": "me"])
    }
    #expect(try store.values("text", of: "A") == ["b"])
    for text in ["a", "b"] {
      try await store.importText(
        #"[{"i": "no", "j": 1, "text": "\#(text)"}, {"i": "no", "j": 2}]"#, "B", set: ["i": "me"])
    }
    #expect(try store.values("text", of: "B") == ["b", .null])
    #expect(try store.values("i", of: "B") == ["me", "me"])
    // An incomplete identity does not count.
    for _ in 1...2 { try await store.importText(#"[{"text": "c"}]"#, "B", set: ["i": "me"]) }
    #expect(try store.values("text", of: "B").count == 4)
  }

  @Test func `an unknown entity is an error with a suggestion`() async throws {
    let store = try Models.store(Models.feed)
    let error = await #expect(throws: StoreError.self) { try await store.importText("[]", "Pots") }
    #expect(error?.diagnostic.fix == "did you mean 'Post'?")
  }

  @Test func `overlapping imports create no duplicates`() async throws {
    let store = try Models.store(Models.feed)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for round in 0..<20 {
        group.addTask {
          let posts = (0..<30).map { #"{"id_str": "\#($0)", "text": "\#(round)", "user": "\#($0 % 5)"}"# }
          try await store.importText("[\(posts.joined(separator: ","))]", "Post")
        }
      }
      try await group.waitForAll()
    }
    #expect(try store.fetch(FetchRequest("Post")).count == 30)
    #expect(try store.fetch(FetchRequest("User")).count == 5)
    #expect(Set(try store.values("text", of: "Post")).count == 1)
  }
}
