import TesseraData
import TesseraValues
import Testing

@Suite("Types of attributes")
struct AttributeTypeTests {
  private func store(_ type: String) throws -> Store {
    var problems = Diagnostics()
    let model = try #require(
      EntityModel.decode(
        try JSONNode.parse(#"{"entities": {"Thing": {"attributes": {"one": "\#(type)", "isHidden": "boolean"}}}}"#),
        diagnostics: &problems))
    #expect(problems.all.map(\.description) == [])
    return try Store(model: model)
  }

  @Test(arguments: [
    ("uuid", Value.string("E621E1F8-C36C-495A-93FC-0C247A3E6E5F"), "e621e1f8-c36c-495a-93fc-0c247a3e6e5f" as Value),
    ("uri", "https://example.org/a?b=c", "https://example.org/a?b=c"),
    ("uri", "mailto:a@example.org", "mailto:a@example.org"),
    ("binary", "aGVsbG8=", "aGVsbG8="), ("decimal", "12.50", .double(12.5)), ("decimal", 3, .double(3)),
    ("decimal", "1e3", .double(1000)), ("transformable", ["a": [1, 2]] as Value, ["a": [1, 2]] as Value),
  ])
  func `A value is stored unchanged`(type: String, given: Value, kept: Value) throws {
    let store = try store(type)
    let object = try store.insert("Thing", ["one": given])
    #expect(object.value(forKey: "one")?.isSame(as: kept) == true)
    #expect(try store.fetch(FetchRequest("Thing")).first?.value(forKey: "one")?.isSame(as: kept) == true)
  }

  @Test(arguments: [
    ("uuid", Value.string("not one"), "UUID"), ("uri", "two words", "URI"), ("uri", "plain", "URI"),
    ("binary", "***", "Base64"), ("decimal", "0x10", "decimal number"), ("decimal", "infinity", "decimal number"),
    ("uuid", 5, "UUID"),
  ])
  func `Another value is rejected with a message`(type: String, given: Value, words: String) throws {
    let store = try store(type)
    let error = #expect(throws: StoreError.self) { try store.insert("Thing", ["one": given]) }
    #expect("\(error, default: "")".contains(words))
  }

  @Test func `A service may set a flag without the prefix 'is'`() async throws {
    let store = try store("string")
    let objects = try await store.importJSON(["one": "a"], entity: "Thing", isList: false, set: ["hidden": true])
    #expect(objects.first?.value(forKey: "isHidden") == true)
    await #expect(throws: StoreError.self) {
      try await store.importJSON(["one": "a"], entity: "Thing", isList: false, set: ["hiden": true])
    }
  }
}
