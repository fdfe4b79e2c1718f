import Foundation
import TesseraExpressions
import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraData

@Suite("Hostile data")
struct HostileDataTests {
  private static let model = """
    {"entities": {"N": {"identityAttribute": "i", "attributes": {
        "i": {"type": "integer", "JSONKeyPath": "i"}, "s": {"type": "string", "JSONKeyPath": "s"},
        "d": {"type": "double", "JSONKeyPath": "d"}, "x": {"type": "any", "JSONKeyPath": "x"},
        "deep": {"type": "integer", "JSONKeyPath": "a.b.c"}},
      "relationships": {
        "next": {"destination": "N", "JSONKeyPath": "next"},
        "children": {"destination": "N", "toMany": true, "JSONKeyPath": "children"}}}}}
    """

  @Test func `data that grows without bound is rejected, and the previous data stays`() throws {
    let store = try Models.store(Self.model)
    let text = Value.string(String(repeating: "x", count: 32 << 20))
    for number in 0..<7 { _ = try store.insert("N", ["i": .integer(Int64(number)), "s": text]) }
    let error = #expect(throws: StoreError.self) { try store.insert("N", ["i": 7, "s": text]) }
    #expect(error?.diagnostic.rule == "store-full")
    #expect(try store.fetch(FetchRequest("N")).count == 7)
    _ = try store.insert("N", ["i": 8, "s": "small"])
  }

  @Test func `objects nested without bound are rejected`() async throws {
    let store = try Models.store(Self.model)
    var json: Value = ["i": 0]
    for number in 1..<500 { json = ["i": .integer(Int64(number)), "next": json] }
    let error = await #expect(throws: StoreError.self) {
      try await store.importJSON(json, entity: "N", isList: false)
    }
    guard case .tooDeep(let path, 100) = error else { return #expect(error == nil) }
    #expect(path.hasPrefix("next.next.next"))
  }

  @Test func `little data that expands to very many objects is rejected, soon`() throws {
    let store = try Models.store(
      """
      {"entities": {"N": {"relationships": {
          "a": {"destination": "N", "JSONKeyPath": "next"}, "b": {"destination": "N", "JSONKeyPath": "next"}}}}}
      """)
    /// Each level doubles the number of objects.
    func plan(levels: Int) throws -> ImportPlan {
      var planner = ImportPlanner(
        schema: store.schema, environment: .standard, source: "", maximumCells: 10_000)
      let json = (1..<levels).reduce([:] as Value) { value, _ in ["next": value] }
      try planner.readTopLevel(json, entity: "N", isList: false)
      return planner.plan
    }
    #expect(try plan(levels: 5).objects.count == 31)
    let error = #expect(throws: StoreError.self) { try plan(levels: 90) }
    guard case .tooMuch(let path) = error else { return #expect(error == nil) }
    #expect(path.hasPrefix("next.next"))
  }

  @Test func `data nested without bound in an attribute is rejected`() async throws {
    let store = try Models.store(Self.model)
    func nested(_ depth: Int) -> Value { (0..<depth).reduce(1) { value, _ in [value] } }
    await #expect(throws: StoreError.self) {
      try await store.importJSON(["x": nested(101)], entity: "N", isList: false)
    }
    try await store.importJSON(["i": 1, "x": nested(100)], entity: "N", isList: false)
    #expect(try store.values("x", of: "N") == [nested(100)])
  }

  @Test(arguments: ["a\u{0}b", "", "\u{feff}x", String(repeating: "é😀", count: 20_000)])
  func `texts are stored to the last byte`(text: String) async throws {
    let store = try Models.store(Self.model)
    try await store.importJSON(["s": .string(text), "x": .string(text)], entity: "N", isList: false)
    for key in ["s", "x"] {
      #expect(try store.values(key, of: "N").first?.string?.utf8.elementsEqual(text.utf8) == true)
    }
    let request = FetchRequest(
      "N", predicates: [try ValuePredicate("s CONTAINS[cd] $t")], variables: ["t": .string(text)])
    #expect(try store.fetch(request).count == 1)
  }

  @Test func `numbers are stored exactly, and invalid ones are rejected`() async throws {
    let store = try Models.store(Self.model)
    for number in [Int64.max, .min, 0, 9_007_199_254_740_993] {
      try store.clear()
      try await store.importJSON(["i": .integer(number), "d": .integer(7)], entity: "N", isList: false)
      #expect(try store.values("i", of: "N") == [.integer(number)])
      #expect(try store.values("d", of: "N") == [7.0])
    }
    for number in [Double.nan, .infinity, 1e30] {
      await #expect(throws: StoreError.self) {
        try await store.importJSON(["i": .double(number)], entity: "N", isList: false)
      }
    }
    await #expect(throws: StoreError.self) {
      try await store.importJSON(["d": .double(.nan)], entity: "N", isList: false)
    }
  }

  @Test func `a key path into a value that is not an object yields nothing`() async throws {
    let store = try Models.store(Self.model)
    try await store.importJSON(
      [["i": 1, "a": 5], ["i": 2, "a": ["b": nil]], ["i": 3, "a": ["b": ["c": 4]]], ["i": 4, "a": "b"]], entity: "N",
      isList: true)
    #expect(try store.values("deep", of: "N") == [nil, nil, 4, nil])
    await #expect(throws: StoreError.typeMismatch(path: "a.b.c", expected: "number", found: "list")) {
      try await store.importJSON(["a": []], entity: "N", isList: false)
    }
  }

  @Test func `objects may refer to themselves`() async throws {
    let store = try Models.store(Self.model)
    try await store.importText(#"[{"i": 1, "next": {"i": 1, "children": [1, {"i": 1}]}}]"#, "N")
    #expect(try store.fetch(FetchRequest("N")).count == 1)
    #expect(try store.values("next.next.children.0.i", of: "N") == [1])
    try store.clear()
    #expect(try store.fetch(FetchRequest("N")).isEmpty)
  }

  @Test(arguments: 0..<20)
  func `random data never crashes the process, and rejected data leaves nothing behind`(seed: UInt64) async throws {
    let store = try Models.store(Self.model)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let count = try store.fetch(FetchRequest("N")).count
      let json = randomValue(&generator, depth: 0)
      do {
        try await store.importJSON(json, entity: "N", isList: Bool.random(using: &generator))
      } catch is StoreError {
        #expect(try store.fetch(FetchRequest("N")).count == count)
      }
    }
    for object in try store.fetch(FetchRequest("N")) { _ = object.value(at: "next.children.next.i") }
  }

  private func randomValue(_ generator: inout SeededGenerator, depth: Int) -> Value {
    switch generator.next() % (depth < 4 ? 12 : 7) {
    case 0: return nil
    case 1: return .bool(Bool.random(using: &generator))
    case 2...4: return .integer(Int64(generator.next() % 10))
    case 5: return .double(Double(bitPattern: generator.next()))
    case 6: return .string("x")
    case 7: return .array((0..<generator.next() % 4).map { _ in randomValue(&generator, depth: depth + 1) })
    default:
      var members: [String: Value] = ["i": .integer(Int64(generator.next() % 6))]
      for key in ["s", "d", "x", "a", "next", "children", "i"] where generator.next() % 3 == 0 {
        members[key] = randomValue(&generator, depth: depth + 1)
      }
      return .dictionary(members)
    }
  }
}
