import Foundation
import GRDB
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

  @Test func `objects survive a restart, and numbers are never reused`() async throws {
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

  @Test func `a file opens and takes changes while its former connection, which locks it, closes`() async throws {
    try await Self.withFile { location, url in
      // The lock is short, so that only some of the rounds meet it.
      for round in 1...100 {
        var former = try [Models.store(Models.items, location: location)]
        try former[0].insert("Item", ["identifier": .integer(Int64(round))])
        let queue = try StoreFile.makeQueue(at: url.appendingPathExtension("queue"), label: "former")
        try await queue.write { try $0.execute(sql: "CREATE TABLE IF NOT EXISTS t (x)") }
        let closing = Task { [former] in
          _ = former
          try queue.close()
        }
        former = []
        let next = try StoreFile.makeQueue(at: url.appendingPathExtension("queue"), label: "next")
        try await next.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
        try Models.store(Models.items, location: location).insert("Item", ["identifier": .integer(Int64(-round))])
        try await closing.value
      }
      #expect(try Models.store(Models.items, location: location).values("identifier", of: "Item").count == 200)
    }
  }

  @Test func `additions to a model are added, with their defaults`() async throws {
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

  @Test(arguments: [
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
  func `a file whose tables do not fit the model keeps the data that does`(before: String, after: String) async throws {
    try await Self.withFile { location, _ in
      do {
        let store = try Models.store(before, location: location)
        try store.insert("A", ["i": 1])
      }
      let store = try Models.store(after, location: location)
      #expect(try store.values("i", of: "A") == [1])
      try store.insert("A", ["i": 2])
      #expect(try store.values("i", of: "A") == [1, 2])
    }
  }

  @Test func `a file that is not a database is replaced`() async throws {
    try await Self.withFile { location, url in
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(repeating: 7, count: 5000).write(to: url)
      let store = try Models.store(Models.items, location: location)
      try store.insert("Item", ["identifier": 1])
      #expect(try store.values("identifier", of: "Item") == [1])
    }
  }

  @Test func `a file that cannot be opened is an error`() {
    #expect(throws: (any Error).self) {
      try Models.store(Models.items, location: .file(URL(filePath: "/proc/nowhere/store.sqlite")))
    }
  }

  @Test func `reading continues while another thread imports`() async throws {
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
              // Readers never see half of an import.
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

@Suite("Damaged store files")
struct DamagedStoreTests {
  /// Creates a file with 600 objects.
  private static func withFilledFile(_ body: (StoreLocation, URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "store.sqlite")
    do {
      let store = try Models.store(Models.items, location: .file(url))
      let category = try store.insert("Category", ["title": "kept"])
      for index in 0..<600 {
        try store.insert("Item", ["identifier": .integer(Int64(index)), "category": .object(category)])
      }
    }
    try body(.file(url), url)
  }

  private static func damage(_ url: URL, from start: Int, count: Int) throws {
    var bytes = [UInt8](try Data(contentsOf: url))
    for index in start..<min(start + count, bytes.count) { bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
    try Data(bytes).write(to: url)
  }

  private static func setAside(_ folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.contains(" damaged 2") && $0.hasSuffix(".sqlite")
    }
  }

  @Test func `a damaged page costs its own rows: the rest is recovered, and the file is renamed`() throws {
    try Self.withFilledFile { location, url in
      // Damages a page in the middle of the objects.
      let size = try Data(contentsOf: url).count
      try Self.damage(url, from: size / 2 / 4096 * 4096, count: 4096)
      let store = try Models.store(Models.items, location: location)
      let recovery = try #require(store.recovery)
      let count = try store.fetch(FetchRequest("Item")).count
      #expect((300..<601).contains(count))
      let categories = try store.fetch(FetchRequest("Category")).count
      #expect(recovery.rescuedObjects == count + categories)
      #expect(FileManager.default.fileExists(atPath: recovery.damagedFile.path))
      #expect(recovery.message.contains(recovery.damagedFile.path))
      // New objects do not replace rescued ones.
      try store.insert("Item", ["identifier": 5000])
      #expect(try store.fetch(FetchRequest("Item")).count == count + 1)
      #expect(try Self.setAside(url.deletingLastPathComponent()).count == 1)
    }
  }

  @Test(arguments: [0, 100, 4096, 20_000])
  func `a file that is not a database, or only the beginning of one, is set aside`(kept: Int) throws {
    try Self.withFilledFile { location, url in
      if kept == 0 {
        try Data("This is a letter to my aunt. ".utf8).write(to: url)
      } else {
        try Data(try Data(contentsOf: url).prefix(kept)).write(to: url)
      }
      let store = try Models.store(Models.items, location: location)
      #expect(store.recovery != nil)
      try store.insert("Item", ["identifier": 1])
      #expect(try Self.setAside(url.deletingLastPathComponent()).count == 1)
    }
  }

  @Test(arguments: 0..<16)
  func `damage anywhere never stops the store, and is never read as data`(place: Int) throws {
    try Self.withFilledFile { location, url in
      let size = try Data(contentsOf: url).count
      try Self.damage(url, from: size * place / 16, count: 600)
      let store = try Models.store(Models.items, location: location)
      #expect(try store.fetch(FetchRequest("Item")).count <= 600)
      try store.insert("Item", ["identifier": 9999])
    }
  }

  @Test func `an interrupted recovery is completed, or repeated, by the next start`() throws {
    try Self.withFilledFile { location, url in
      let rescue = URL(filePath: url.path + ".rescue")
      // The damaged file was set aside, and the process ended before the new file took its place.
      try FileManager.default.moveItem(at: url, to: rescue)
      #expect(try Models.store(Models.items, location: location).fetch(FetchRequest("Item")).count == 600)
      // The process ended while rows were being copied, so the partial copy is discarded.
      try Data("half".utf8).write(to: rescue)
      try Self.damage(url, from: 0, count: 50)
      #expect(try Models.store(Models.items, location: location).recovery != nil)
      #expect(!FileManager.default.fileExists(atPath: rescue.path))
    }
  }

  @Test func `an intact file is left alone`() throws {
    try Self.withFilledFile { location, url in
      let store = try Models.store(Models.items, location: location)
      #expect(store.recovery == nil)
      #expect(try Self.setAside(url.deletingLastPathComponent()).isEmpty)
    }
  }

  @Test func `other users cannot read the files`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: "instances/store.sqlite")
    func rights(_ path: String) throws -> Int {
      try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }
    let store = try Models.store(Models.items, location: .file(url))
    try store.insert("Item", ["identifier": 1])
    #expect(try rights(url.deletingLastPathComponent().path) == 0o700)
    for suffix in ["", "-wal", "-shm"] {
      let found = try rights(url.path + suffix)
      #expect(found == 0o600)
    }
    // Existing files get the permissions as well.
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: url.path)
    _ = try Models.store(Models.items, location: .file(url))
    #expect(try rights(url.path) == 0o600)
  }
}
