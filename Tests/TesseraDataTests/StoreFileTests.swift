import Foundation
import TesseraValues
import Testing

@testable import TesseraData

@Suite("Store files")
struct StoreFileTests {
  private static func withFile(_ body: (StoreLocation, URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "instances/1/store.sqlite")
    try await body(.file(url), url)
  }

  private static func model(_ attributes: String, more: String = "") -> String {
    #"{"entities": {"A": {"identityAttribute": "i", "attributes": {"i": "integer", \#(attributes)}}\#(more)}}"#
  }

  @Test("objects survive the store, and numbers are never given twice")
  func persists() async throws {
    try await Self.withFile { location, _ in
      let first: ValueObjectIdentity
      do {
        let store = try Models.store(Models.items, location: location)
        let category = try store.insert("Category", ["title": "c"])
        let item = try store.insert("Item", ["identifier": 1, "category": .object(category)])
        first = item.identity
        try store.delete([item])
        try store.insert("Item", ["identifier": 2, "category": .object(category)])
      }
      let store = try Models.store(Models.items, location: location)
      #expect(try store.values("category.title", of: "Item") == ["c"])
      #expect(try store.object(first) == nil)
      try store.clear()
      #expect(try store.insert("Item").identity.key > first.key + 1)
    }
  }

  @Test("what a model adds is added, with its defaults")
  func migrates() async throws {
    try await Self.withFile { location, _ in
      do {
        let store = try Models.store(Self.model(#""a": "string""#), location: location)
        try store.insert("A", ["i": 1, "a": "x"])
      }
      let more = #", "B": {"relationships": {"as": {"destination": "A", "toMany": true}}}"#
      let model = Self.model(#""a": "string", "n": {"type": "integer", "default": 4}"#, more: more)
      let store = try Models.store(model, location: location)
      #expect(try store.values("a", of: "A") == ["x"])
      #expect(try store.values("n", of: "A") == [4])
      let object = try store.fetch(FetchRequest("A"))[0]
      try store.insert("B", ["as": [.object(object)]])
      #expect(try store.values("as.a", of: "B") == [["x"]])
    }
  }

  @Test(
    "a file whose tables do not fit the model is emptied",
    arguments: [
      (model(#""a": "string""#), model(#""a": "double""#)),
      (model(#""a": "string""#), model(#""b": "string""#)),
      (model(#""a": "string""#, more: #", "B": {"parent": "A"}"#), model(#""a": "string""#)),
      (
        model(#""a": "string""#, more: #", "B": {"relationships": {"r": {"destination": "A"}}}"#),
        model(#""a": "string""#, more: #", "B": {"relationships": {"r": {"destination": "B"}}}"#)
      ),
      (
        model(#""a": "string""#, more: #", "B": {"relationships": {"r": {"destination": "A"}}}"#),
        model(#""a": "string""#, more: #", "B": {"relationships": {"r": {"destination": "A", "toMany": true}}}"#)
      ),
    ])
  func rebuilds(before: String, after: String) async throws {
    try await Self.withFile { location, _ in
      do {
        let store = try Models.store(before, location: location)
        try store.insert("A", ["i": 1])
      }
      let store = try Models.store(after, location: location)
      #expect(try store.fetch(FetchRequest("A")).isEmpty)
      try store.insert("A", ["i": 2])
      #expect(try store.values("i", of: "A") == [2])
    }
  }

  @Test("a file that is no database is replaced")
  func replacesDamagedFiles() async throws {
    try await Self.withFile { location, url in
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(repeating: 7, count: 5000).write(to: url)
      let store = try Models.store(Models.items, location: location)
      try store.insert("Item", ["identifier": 1])
      #expect(try store.values("identifier", of: "Item") == [1])
    }
  }

  @Test("a file that cannot be opened is an error")
  func refusesPlacesThatCannotBe() {
    #expect(throws: (any Error).self) {
      try Models.store(Models.items, location: .file(URL(filePath: "/proc/nowhere/store.sqlite")))
    }
  }

  @Test("reading goes on while another thread imports")
  func readsBesideWriting() async throws {
    try await Self.withFile { location, _ in
      let store = try Models.store(Models.items, location: location)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for round in 0..<10 {
          group.addTask {
            let items = Value.array((0..<200).map { ["id": .integer($0), "name": .string("\(round)")] })
            try await store.importJSON(items, entity: "Item", isList: true, clearPolicy: .after)
          }
          group.addTask {
            for _ in 0..<20 {
              // Never a half of an import.
              let found = try store.fetch(FetchRequest("Item"))
              #expect(found.isEmpty || found.count == 200)
              _ = found.first?.value(at: "category.title")
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }
}
