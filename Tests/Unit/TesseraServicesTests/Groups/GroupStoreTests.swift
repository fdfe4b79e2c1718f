import Foundation
import TesseraHTTPClient
import TesseraValues
import Testing

@testable import TesseraServices

@Suite("Files shared by an app and its widgets")
struct GroupStoreTests {
  private let root = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")

  private func store() throws -> GroupStore { try #require(GroupStore("org.example.airport", in: root)) }

  @Test func `a file is replaced as a whole, and its version counts each change`() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    let store = try store()
    #expect(try store.read("gates.json") == nil)
    #expect(try store.files() == [])
    #expect(try store.write("gates.json", Array("one".utf8)) == 1)
    #expect(try store.write("gates.json", Array("three".utf8)) == 2)
    let (bytes, version) = try #require(try store.read("gates.json"))
    #expect((String(decoding: bytes, as: UTF8.self), version) == ("three", 2))
    #expect(try store.files() == [GroupStore.File(name: "gates.json", version: 2, size: 5)])
    try store.remove("gates.json")
    #expect(try store.read("gates.json") == nil)
    // A file that is created again gets a new version.
    #expect(try store.write("gates.json", []) == 4)
  }

  @Test func `a writer with an older version changes nothing`() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    let store = try store()
    #expect(try store.write("a", [1], ifVersion: 0) == 1)
    #expect(throws: GroupStore.Failure(message: "The file 'a' has version 1, not 0", version: 1)) {
      try store.write("a", [2], ifVersion: 0)
    }
    #expect(throws: GroupStore.Failure.self) { try store.remove("a", ifVersion: 7) }
    #expect(try store.write("a", [2], ifVersion: 1) == 2)
    #expect(try store.read("a")?.bytes == [2])
  }

  @Test func `a file of another process counts as a change`() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    let store = try store()
    try store.write("a", [1])
    try Data([1]).write(to: store.folder.appending(path: "a"), options: .atomic)
    #expect(try store.read("a")?.version == 2)
    #expect(try store.read("a")?.version == 2)
    // Symbolic links are not followed, because they may lead out of the folder.
    try FileManager.default.createSymbolicLink(
      at: store.folder.appending(path: "link"), withDestinationURL: URL(filePath: "/etc/passwd"))
    #expect(try store.read("link") == nil)
    #expect(try store.files().map(\.name) == ["a"])
  }

  @Test func `concurrent writers lose nothing`() async throws {
    defer { try? FileManager.default.removeItem(at: root) }
    let store = try store()
    @Sendable func write(_ bytes: [UInt8]) throws {
      while true {
        do throws(GroupStore.Failure) {
          try store.write("a", bytes)
          return
        } catch {
          // A writer that found the lock taken for a second gives up, and has written nothing.
          guard error.message.contains("has held the lock") else { throw error }
        }
      }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          for _ in 0..<20 { try write(Array(repeating: UInt8(writer), count: 10_000)) }
        }
        group.addTask {
          for _ in 0..<20 {
            guard let bytes = try? store.read("a")?.bytes else { continue }
            #expect(Set(bytes).count == 1)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try store.read("a")?.version == 160)
  }

  @Test(arguments: ["", ".", "..", ".lock", "a/b", "../a", "a\0", "ä", String(repeating: "a", count: 101)])
  func `names cannot lead outside the group`(_ name: String) throws {
    #expect(GroupStore(name, in: root) == nil)
    let store = try store()
    #expect(throws: GroupStore.Failure.self) { try store.write(name, []) }
    #expect(throws: GroupStore.Failure.self) { try store.read(name) }
  }

  @Test func `excessive data is rejected`() throws {
    defer { try? FileManager.default.removeItem(at: root) }
    let store = try store()
    #expect(throws: GroupStore.Failure(message: "The file 'a' has more than 16 MB")) {
      try store.write("a", [UInt8](repeating: 0, count: GroupStore.maximumSize + 1))
    }
    for number in 0..<GroupStore.maximumCount { try store.write("\(number)", []) }
    #expect(throws: GroupStore.Failure(message: "The group already has 256 files")) { try store.write("one-more", []) }
  }

  private func provider(_ service: String, _ group: GroupStore?) throws -> StandardServiceProvider {
    var problems = Diagnostics()
    let description = ServiceDescription.decode(
      try JSONNode.parse(Array(service.utf8)), in: ServiceEnvironment(), diagnostics: &problems)
    #expect(problems.all.isEmpty)
    return StandardServiceProvider(
      description: description, policy: HostPolicy(hosts: []), transport: .shared, group: group)
  }

  private static let service = """
    {"actions": {"read": {"file": "gates.json", "resultType": "[Gate]", "resultKeyPath": "gates"},
      "write": {"file": "gates.json", "httpMethod": "PUT", "parameters": {"gates": [{"id": "$id"}]}},
      "copy": {"file": "copy.json", "httpMethod": "POST"},
      "remove": {"file": "gates.json", "httpMethod": "DELETE"}}}
    """

  @Test func `actions of a service read, write and remove a file`() async throws {
    defer { try? FileManager.default.removeItem(at: root) }
    let store = try store()
    let provider = try provider(Self.service, store)
    #expect(try await provider.perform(ServiceRequest(action: "read")).result == [])
    _ = try await provider.perform(ServiceRequest(action: "write", object: ["id": "A 1"]))
    #expect(try await provider.perform(ServiceRequest(action: "read")).result == [["id": "A 1"]])
    _ = try await provider.perform(ServiceRequest(action: "copy", object: ["x": [1]]))
    #expect(try store.read("copy.json")?.bytes == Array(#"{"x":[1]}"#.utf8))
    _ = try await provider.perform(ServiceRequest(action: "remove"))
    #expect(try store.read("gates.json") == nil)
    try store.write("gates.json", Array("no JSON".utf8))
    await #expect(throws: ServiceError.self) { try await provider.perform(ServiceRequest(action: "read")) }
    let without = try self.provider(Self.service, nil)
    await #expect(throws: ServiceError.self) { try await without.perform(ServiceRequest(action: "read")) }
  }
}
