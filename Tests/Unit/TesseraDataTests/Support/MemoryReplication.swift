import Foundation
import Synchronization

@testable import TesseraData

/// Persists the contents and changes of databases in memory, as another place would.
final class MemoryReplication: StoreReplication {
  private let journals = Mutex<[String: MemoryJournal]>([:])

  func journal(of file: URL) throws(StoreError) -> any StoreJournal {
    if let known = self[file] { return known }
    try WorkingCopy(of: file, content: nil).close()
    let journal = MemoryJournal()
    journals.withLock { $0[file.path] = journal }
    return journal
  }

  func remove(_ file: URL) { journals.withLock { $0[file.path] = nil } }

  subscript(file: URL) -> MemoryJournal? { journals.withLock { $0[file.path] } }
}

final class MemoryJournal: StoreJournal {
  struct State {
    var content: [UInt8]?
    var changes: [[UInt8]] = []
    var refusal: StoreError?
    var isInvalid = false
    var wantsContent = false
    var isLeaseValid = true
  }

  let state = Mutex(State())

  var isEmpty: Bool { state.withLock { $0.content == nil } }

  var isLeaseValid: Bool { state.withLock { $0.isLeaseValid } }

  func append(_ changes: [UInt8]) throws(StoreError) {
    try state.withLock { state throws(StoreError) in
      if let refusal = state.refusal { throw refusal }
      state.changes.append(changes)
    }
  }

  func invalidateCopy() { state.withLock { $0.isInvalid = true } }

  func abandonCopy() {}

  var wantsContent: Bool { state.withLock { $0.wantsContent } }

  func persist(_ content: [UInt8]) throws(StoreError) {
    state.withLock {
      $0.content = content
      $0.changes = []
      $0.wantsContent = false
    }
  }

  /// Makes a working copy of what is persisted.
  func restore(to file: URL) throws {
    let state = state.withLock { ($0.content, $0.changes) }
    let copy = try WorkingCopy(of: file, content: state.0)
    let count = try copy.apply(state.1)
    guard count == state.1.count else { throw StoreError.notPersisted(reason: "the change \(count + 1) does not fit") }
    try copy.close()
  }
}
