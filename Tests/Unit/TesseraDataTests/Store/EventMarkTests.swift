import Foundation
import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraData

@Suite("Marks of events")
struct EventMarkTests {
  static func mark(_ batch: Int, _ index: Int, page: String = "p") -> EventMark {
    EventMark(page: page, batch: batch, index: index, isRepeated: true)
  }

  static func insert(_ number: Int64, in store: Store, as mark: EventMark?) throws {
    try EventMark.$current.withValue(mark) { _ = try store.insert("Item", ["identifier": .integer(number)]) }
  }

  @Test(arguments: [
    (mark(3, 2), true), (mark(3, 0), true), (mark(3, 1), false), (mark(2, 9), true), (mark(3, 3), false),
    (mark(4, 0), false), (mark(3, 2, page: "q"), false),
  ])
  func `the store knows the events of the latest batch that it has, and that it has those before`(
    mark: EventMark, isHandled: Bool
  ) throws {
    let store = try Store(model: EntityModel(json: Models.items))
    try Self.insert(1, in: store, as: Self.mark(2, 5))
    try Self.insert(2, in: store, as: Self.mark(3, 2))
    // What earlier events began ends later.
    try Self.insert(3, in: store, as: Self.mark(3, 0))
    try Self.insert(4, in: store, as: Self.mark(1, 7))
    try Self.insert(5, in: store, as: nil)
    #expect(try store.hasHandled(mark) == isHandled)
  }

  @Test func `an event can be recorded before it changes anything`() async throws {
    let store = try Store(model: EntityModel(json: Models.items))
    try await store.recordEvent()
    try await EventMark.$current.withValue(Self.mark(1, 0)) { try await store.recordEvent() }
    #expect(try store.hasHandled(Self.mark(1, 0)))
  }

  @Test func `asking for an event that the store has does not stop later reads at the state of that moment`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try Store(model: EntityModel(json: Models.items), location: .file(folder.appending(path: "1.sqlite")))
    for number in 1...3 as ClosedRange<Int64> {
      try Self.insert(number, in: store, as: Self.mark(Int(number), 0))
      #expect(try store.hasHandled(Self.mark(Int(number), 0)))
      #expect(try store.fetch(FetchRequest("Item")).count == Int(number))
    }
  }

  @Test func `events that came long ago are forgotten`() async throws {
    let store = try Store(model: EntityModel(json: Models.items))
    for page in 0...1000 {
      try await EventMark.$current.withValue(Self.mark(1, 0, page: "\(page)")) { try await store.recordEvent() }
    }
    #expect(try !store.hasHandled(Self.mark(1, 0, page: "0")))
    #expect(try store.hasHandled(Self.mark(1, 0, page: "1")))
  }
}
