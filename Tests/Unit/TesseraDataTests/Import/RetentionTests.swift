import TesseraData
import TesseraValues
import Testing

@Suite("A history with a bound")
struct RetentionTests {
  private static func store(_ keep: String) throws -> Store {
    let text = """
      {"entities": {
        "Check": {"keep": \(keep), "attributes": {
          "site": "string", "latency": {"type": "integer", "JSONKeyPath": "latency"}},
          "relationships": {"place": {"destination": "Place", "inverse": "checks"}}},
        "Place": {"identityAttribute": "name", "attributes": {"name": "string"},
          "relationships": {"checks": {"destination": "Check", "toMany": true, "inverse": "place"}}}
      }}
      """
    return try Models.store(text)
  }

  private static func check(_ latency: Int, _ set: [String: Value], in store: Store) async throws {
    _ = try await store.importJSON(["latency": .integer(Int64(latency))], entity: "Check", isList: false, set: set)
  }

  private static func latencies(_ store: Store) throws -> [Int64] {
    try store.fetch(FetchRequest("Check")).compactMap { $0.value(forKey: "latency")?.integer }
  }

  @Test func `keeps the newest objects of an entity`() async throws {
    let store = try Self.store(#"{"newest": 2}"#)
    for latency in 1...4 { try await Self.check(latency, [:], in: store) }
    #expect(try Self.latencies(store) == [3, 4])
    try store.insert("Check", ["latency": 5])
    #expect(try Self.latencies(store) == [4, 5])
  }

  @Test func `keeps as many for each value of an attribute`() async throws {
    let store = try Self.store(#"{"newest": 2, "of": "site"}"#)
    for latency in 1...3 {
      try await Self.check(latency, ["site": "a"], in: store)
      try await Self.check(10 * latency, ["site": "b"], in: store)
    }
    #expect(try Self.latencies(store) == [2, 20, 3, 30])
  }

  @Test func `keeps as many for each object of a relationship`() async throws {
    let store = try Self.store(#"{"newest": 1, "of": "place"}"#)
    for name in ["a", "b"] { try store.insert("Place", ["name": .string(name)]) }
    let places = try store.fetch(FetchRequest("Place"))
    for latency in 1...2 {
      for place in places { try await Self.check(latency, ["place": .object(place)], in: store) }
    }
    #expect(try Self.latencies(store) == [2, 2])
    #expect(places.map { $0.value(forKey: "checks")?.array?.count } == [1, 1])
  }

  @Test func `one import of many objects keeps its last ones`() async throws {
    let store = try Self.store(#"{"newest": 3}"#)
    let list = Value.array((1...10).map { ["latency": .integer($0)] })
    _ = try await store.importJSON(list, entity: "Check", isList: true)
    #expect(try Self.latencies(store) == [8, 9, 10])
  }

  @Test(arguments: [
    (#"{"newest": 0}"#, "'newest' is a whole number from 1 to 10000"),
    (#"{"newest": 5, "of": "sit"}"#, "Entity 'Check' has no attribute or to-one relationship 'sit'"),
  ])
  func `that cannot be is reported`(_ keep: String, _ message: String) throws {
    var diagnostics = Diagnostics()
    _ = EntityModel.decode(
      try JSONNode.parse(#"{"entities": {"Check": {"keep": \#(keep), "attributes": {"site": "string"}}}}"#),
      diagnostics: &diagnostics)
    #expect(diagnostics.all.map(\.message) == [message])
  }
}
