import Foundation
import TesseraExpressions
import TesseraValues
import Testing

@testable import TesseraData

@Suite("A store of an earlier model")
struct MigrationTests {
  private let file = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)/a.sqlite")

  private func model(_ entities: String) throws -> EntityModel {
    var problems = Diagnostics()
    let model = EntityModel.decode(try JSONNode.parse("{\"entities\": {\(entities)}}"), diagnostics: &problems)
    #expect(problems.all.map(\.description) == [])
    return try #require(model)
  }

  private static let first = """
    "User": {"identityAttribute": "name", "attributes": {"name": "string"},
      "relationships": {"posts": {"destination": "Post", "toMany": true, "inverse": "author"}}},
    "Account": {"parent": "User", "attributes": {"secret": "string"}},
    "Post": {"attributes": {"text": "string", "likes": "integer", "score": "string", "gone": "string"},
      "relationships": {"author": {"destination": "User", "inverse": "posts"},
        "tags": {"destination": "Tag", "toMany": true, "inverse": "posts"}}},
    "Tag": {"attributes": {"name": "string"}, "relationships": {"posts": {"destination": "Post", "toMany": true, "inverse": "tags"}}}
    """

  /// Fills a file with objects of the first model.
  private func fill() throws {
    let store = try Store(model: model(Self.first), location: .file(file))
    let ann = try store.insert("User", ["name": "Ann"])
    let me = try store.insert("Account", ["name": "Me", "secret": "s"])
    let news = try store.insert("Tag", ["name": "news"])
    _ = try store.insert(
      "Post",
      [
        "text": "one", "likes": 3, "score": "4.5", "gone": "x", "author": .object(ann), "tags": [.object(news)],
      ])
    _ = try store.insert("Post", ["text": "two", "likes": 0, "score": "many", "author": .object(me)])
  }

  private func open(_ entities: String, transformers: ValueTransformers = .standard) throws -> Store {
    try Store(model: model(entities), location: .file(file), transformers: transformers)
  }

  private func values(_ key: String, of entity: String, in store: Store) throws -> [Value] {
    try store.fetch(FetchRequest(entity)).map { $0.value(at: ValuePath(key)) }
  }

  @Test func `Removed parts go, added ones have their defaults, and all else stays`() throws {
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    try fill()
    let store = try open(
      """
      "User": {"identityAttribute": "name", "attributes": {"name": "string"},
        "relationships": {"posts": {"destination": "Post", "toMany": true, "inverse": "author"}}},
      "Account": {"parent": "User"},
      "Post": {"attributes": {"text": "string", "likes": "integer", "isNew": {"type": "boolean", "default": true}},
        "relationships": {"author": {"destination": "User", "inverse": "posts"}}}
      """)
    #expect(try values("text", of: "Post", in: store) == ["one", "two"])
    #expect(try values("author.name", of: "Post", in: store) == ["Ann", "Me"])
    #expect(try values("isNew", of: "Post", in: store) == [true, true])
    #expect(try values("name", of: "Account", in: store) == ["Me"])
    // New rows continue the numbering, and identities are found.
    let again = try store.insert("User", ["name": "Ann"])
    #expect(try store.fetch(FetchRequest("User")).count == 2)
    #expect(try values("text", of: "Post", in: store).count == 2)
    #expect(again.value(forKey: "name") == "Ann")
  }

  @Test func `Parts renamed by a hint keep their data and their references`() throws {
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    try fill()
    let store = try open(
      """
      "Person": {"renamingIdentifier": "User", "attributes": {"title": {"type": "string", "renamingIdentifier": "name"}},
        "relationships": {"entries": {"destination": "Entry", "toMany": true, "inverse": "writer", "renamingIdentifier": "posts"}}},
      "Owner": {"parent": "Person", "renamingIdentifier": "Account",
        "attributes": {"password": {"type": "string", "renamingIdentifier": "secret"}}},
      "Entry": {"renamingIdentifier": "Post", "attributes": {"body": {"type": "string", "renamingIdentifier": "text"}},
        "relationships": {"writer": {"destination": "Person", "inverse": "entries", "renamingIdentifier": "author"},
          "labels": {"destination": "Tag", "toMany": true, "inverse": "entries", "renamingIdentifier": "tags"}}},
      "Tag": {"attributes": {"name": "string"},
        "relationships": {"entries": {"destination": "Entry", "toMany": true, "inverse": "labels", "renamingIdentifier": "posts"}}}
      """)
    #expect(try values("body", of: "Entry", in: store) == ["one", "two"])
    #expect(try values("writer.title", of: "Entry", in: store) == ["Ann", "Me"])
    #expect(try values("password", of: "Owner", in: store) == ["s"])
    #expect(try values("labels", of: "Entry", in: store).map { $0.array?.count } == [1, 0])
  }

  @Test func `A to-one reference becomes one of several`() throws {
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    try fill()
    let store = try open(
      """
      "User": {"attributes": {"name": "string"}},
      "Post": {"attributes": {"text": "string"},
        "relationships": {"authors": {"destination": "User", "toMany": true, "renamingIdentifier": "author"}}}
      """)
    #expect(try values("authors.name", of: "Post", in: store) == [["Ann"], []])
  }

  @Test func `Values of another type are converted where that is obvious, or by a transformer`() throws {
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    try fill()
    var transformers = ValueTransformers.standard
    transformers.register("stars") { value, _, _ in .string(String(repeating: "*", count: Int(value.integer ?? 0))) }
    let store = try open(
      """
      "Post": {"attributes": {"text": {"type": "integer", "default": -1}, "score": {"type": "double", "default": 0.5},
        "likes": {"type": "string", "migrationTransformerName": "stars"}}}
      """, transformers: transformers)
    #expect(try values("text", of: "Post", in: store) == [-1, -1])
    #expect(try values("score", of: "Post", in: store) == [4.5, 0.5])
    #expect(try values("likes", of: "Post", in: store) == ["***", ""])
  }

  @Test func `A failed migration leaves the file unchanged`() throws {
    struct Failure: Error {}
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    try fill()
    let store = try open(Self.first)
    let other = StoreSchema(try model(#""Post": {"attributes": {"text": "integer"}}"#))
    #expect(throws: Failure.self) {
      try store.write { transaction in
        let migration = SchemaMigration(
          schema: other, former: FormerSchema(store.schema.description), connection: transaction.connection,
          transformers: .standard)
        try migration.run { throw Failure() }
      }
    }
    #expect(try values("text", of: "Post", in: store) == ["one", "two"])
    #expect(try values("tags", of: "Post", in: store).map { $0.array?.count } == [1, 0])
  }

  @Test func `A file of a later version stays unchanged`() throws {
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    try fill()
    do {
      let store = try open(Self.first)
      try store.write { transaction in
        try RawStatement(
          transaction.connection, "UPDATE \"$meta\" SET value = '99' WHERE name = 'format'", isCached: false
        ).run()
      }
    }
    let error = #expect(throws: StoreError.self) { try open(Self.first) }
    #expect(error == .laterFormat(99))
  }

  @Test func `Data in memory is migrated, too`() throws {
    let old = try Store(model: model(Self.first))
    _ = try old.insert("Tag", ["name": "kept"])
    let new = try Store(
      model: model(#""Label": {"renamingIdentifier": "Tag", "attributes": {"name": "string"}}"#), copying: old)
    #expect(try values("name", of: "Label", in: new) == ["kept"])
    #expect(try values("name", of: "Tag", in: old) == ["kept"])
  }

  @Test func `Models that change at random again and again never lose data whose name stays`() throws {
    var seed: UInt64 = 7
    func next(_ bound: UInt64) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((seed >> 33) % bound)
    }
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    let types = ["string", "integer", "double", "boolean", "any"]
    for round in 0..<40 {
      let others = (0..<next(5)).map { "\"extra\($0)\": \"\(types[next(5)])\"" }
      let attributes = (["\"kept\": \"string\""] + others).joined(separator: ", ")
      let relation = next(2) == 0 ? #", "relationships": {"other": {"destination": "Thing"}}"# : ""
      let sub = next(2) == 0 ? #", "Special": {"parent": "Thing", "attributes": {"more": "string"}}"# : ""
      let store = try open("\"Thing\": {\"attributes\": {\(attributes)}\(relation)}\(sub)")
      #expect(try store.fetch(FetchRequest("Thing")).count >= (round == 0 ? 0 : 1))
      #expect(try values("kept", of: "Thing", in: store).contains(.string("\(round - 1)")) || round == 0)
      _ = try store.insert("Thing", ["kept": .string("\(round)")])
    }
  }
}
