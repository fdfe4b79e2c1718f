import Foundation
import Synchronization
import TesseraBundles
import TesseraData
import TesseraValues
import TesseraViews
import Testing

@testable import TesseraRuntime

/// Counts the changes that are kept, and can refuse them.
private final class CountingReplication: StoreReplication {
  let kept = Mutex(0)
  let refusal = Mutex<StoreError?>(nil)

  func journal(of file: URL) -> any StoreJournal { Journal(replication: self) }
  func remove(_ file: URL) {}

  private struct Journal: StoreJournal {
    let replication: CountingReplication

    var isEmpty: Bool { false }
    var isLeaseValid: Bool { true }
    var wantsContent: Bool { false }
    func append(_ changes: [UInt8]) throws(StoreError) {
      if let refusal = replication.refusal.withLock({ $0 }) { throw refusal }
      replication.kept.withLock { $0 += 1 }
    }
    func invalidateCopy() {}
    func abandonCopy() {}
    func persist(_ content: [UInt8]) {}
  }
}

@Suite("Changes of one list of actions")
struct StoredTogetherTests {
  private static func insert(_ number: Int, _ events: String = "") -> String {
    #"{"type": "insert", "entity": "Item", "values": {"identifier": \#(number)}\#(events)}"#
  }

  private let replication = CountingReplication()

  /// Presses a button with actions in a widget whose data is in a cluster.
  private func pressing(
    _ actions: String..., test: (TestWidget, TestHost) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let button = component("button", "button", #""text": "x", "onPress": [\#(actions.joined(separator: ","))]"#)
    let files = [
      "widget.json": #"{"format": 1, "id": "org.example.test", "name": "Test", "main": "Main"}"#,
      "model.json": itemModel,
      "screens/Main.json": """
      {"context": {"id": "state", "value": {"failures": 0}},
       "view": \(container(button, component("text", "failures", #""text": "@{state.failures} @{widget.canUndo}""#)))}
      """,
    ]
    let widget = try TestWidget(
      WidgetDefinition(bundle: WidgetBundle(texts: files)), at: .file(folder.appending(path: "1.sqlite")),
      adapt: { $0.storeReplication = replication })
    #expect(widget.problems.isEmpty, "\(widget.problems)")
    let host = await widget.open()
    replication.kept.withLock { $0 = 0 }
    try await EventMark.$current.withValue(EventMark(page: "p", batch: 1, isRepeated: false)) {
      try await host.press("button")
    }
    try await test(widget, host)
  }

  private var kept: Int { replication.kept.withLock { $0 } }

  private func identifiers(of widget: TestWidget) throws -> [Value] {
    try widget.instance.store.fetch(FetchRequest("Item")).map { $0.value(forKey: "identifier") ?? .null }
  }

  private static let counting = """
    , "onError": {"type": "setContext", "path": "failures", "value": "@{state.failures + 1}"}
    """

  @Test func `are kept as one, also those of events that run at once`() async throws {
    let second = #", "onSuccess": \#(Self.insert(2))"#
    try await pressing(Self.insert(1, second), Self.insert(3)) { widget, host in
      #expect(kept == 1)
      let stored = try identifiers(of: widget)
      #expect(stored == [1, 2, 3])
      #expect(try widget.instance.store.hasHandled(EventMark(page: "p", batch: 1, index: 0, isRepeated: true)))
      #expect(await host.alert == nil)
    }
  }

  @Test func `stay if another one of them fails, which says so`() async throws {
    let failing = #"{"type": "update", "object": "x", "values": {"name": "a"}\#(Self.counting)}"#
    try await pressing(Self.insert(1), failing, Self.insert(2)) { widget, host in
      #expect(kept == 1)
      let stored = try identifiers(of: widget)
      #expect(stored == [1, 2])
      #expect(try await host.text("failures") == "1 true")
    }
  }

  @Test func `are all undone and have all failed if they cannot be kept`() async throws {
    replication.refusal.withLock { $0 = .ownedElsewhere }
    try await pressing(Self.insert(1, Self.counting), Self.insert(2, Self.counting)) { widget, host in
      #expect(kept == 0)
      #expect(try identifiers(of: widget) == [])
      #expect(try await host.text("failures") == "2 false")
      #expect(try !widget.instance.store.hasHandled(EventMark(page: "p", batch: 1, index: 0, isRepeated: true)))
      replication.refusal.withLock { $0 = nil }
      try await host.press("button")
      #expect(try identifiers(of: widget) == [1, 2])
    }
  }

  @Test func `say it once if they cannot be kept and no action handles that`() async throws {
    replication.refusal.withLock { $0 = .ownedElsewhere }
    try await pressing(Self.insert(1), Self.insert(2)) { _, host in
      #expect(await host.alert == "Error: insert: The change was not stored: another host has the board now")
      try await host.answerAlert()
      #expect(await host.alert == nil)
    }
  }
}
