import Foundation
import Synchronization
import TesseraData
import TesseraProtocol
import TesseraValues
import Testing

@testable import TesseraProcessHost

/// Records what is kept.
private final class RecordingReplication: StoreReplication {
  let journal = RecordingJournal()

  func journal(of file: URL) -> any StoreJournal { journal }
  func remove(_ file: URL) {}
}

private final class RecordingJournal: StoreJournal {
  let appended = Mutex<[[UInt8]]>([])
  let abandoned = Mutex(0)
  let refusal = Mutex<StoreError?>(nil)

  var isEmpty: Bool { appended.withLock { $0.isEmpty } }
  var isLeaseValid: Bool { true }
  var wantsContent: Bool { false }
  func append(_ changes: [UInt8]) throws(StoreError) {
    if let refusal = refusal.withLock({ $0 }) { throw refusal }
    appended.withLock { $0.append(changes) }
  }
  func invalidateCopy() {}
  func abandonCopy() { abandoned.withLock { $0 += 1 } }
  func persist(_ content: [UInt8]) {}
}

@Suite("Data of widgets' processes in a cluster")
struct ProcessJournalTests {
  private let replication = RecordingReplication()
  private let journals: ProcessJournals
  /// A patchset that inserts NULL into a table of one column.
  private static let changes: [UInt8] = [0x50, 1, 1, 0x61, 0, 18, 0, 5]

  init() { journals = ProcessJournals(store: URL(filePath: "/data/instances/1.sqlite"), replication: replication) }

  private func ask(_ request: JournalRequest, _ path: String = "/data/instances/1.sqlite") async throws
    -> ProcessMessage
  {
    try await journals.respond(1, request.method, request.parameters(for: path))
  }

  @Test func `is kept after its file was opened, and a later process begins with what is kept`() async throws {
    #expect(try await ask(.append(Self.changes)) == .failure(1, code: 1, message: "'1.sqlite' was not opened"))
    #expect(try await ask(.open) == .result(1, ["isEmpty": true, "mayAct": true, "wantsContent": false]))
    #expect(
      try await ask(.append(Self.changes)) == .result(1, ["isEmpty": false, "mayAct": true, "wantsContent": false]))
    #expect(try await ask(.askState) == .result(1, ["isEmpty": false, "mayAct": true, "wantsContent": false]))
    #expect(replication.journal.appended.withLock { $0 } == [Self.changes])
    journals.close()
    #expect(replication.journal.abandoned.withLock { $0 } == 1)
    #expect(try await ask(.append(Self.changes)) == .failure(1, code: 1, message: "'1.sqlite' was not opened"))
  }

  @Test func `is that of the widget and those it embeds only`() async throws {
    _ = try await ask(.open, "/data/instances/1.sqlite.widgets/a.sqlite")
    for path in [
      "/data/instances/2.sqlite", "/data/instances/1.sqlite.widgets/../../2.sqlite", "", "/data/board.sqlite",
      "/data/instances/1.sqlite.widgetsX/a.sqlite",
    ] {
      await #expect(throws: Diagnostic.self) { try await ask(.open, path) }
    }
    await #expect(throws: Diagnostic.self) {
      try await journals.respond(1, "readKey", ["file": "/data/instances/1.sqlite"])
    }
  }

  @Test func `is not passed on if other hosts could not apply it`() async throws {
    _ = try await ask(.open)
    let answer = try await ask(.append(Array(Self.changes.dropLast())))
    guard case .failure(_, 1, _) = answer else {
      Issue.record("a cut change was kept: \(answer)")
      return
    }
    #expect(replication.journal.appended.withLock { $0.isEmpty })
  }

  @Test func `that may be kept is not reported as refused`() async throws {
    _ = try await ask(.open)
    replication.journal.refusal.withLock { $0 = .perhapsPersisted(reason: "no answer") }
    #expect(try await ask(.append(Self.changes)) == .failure(1, code: 2, message: "no answer"))
    #expect(StoreError(programCode: 2, message: "no answer") == .perhapsPersisted(reason: "no answer"))
  }
}
