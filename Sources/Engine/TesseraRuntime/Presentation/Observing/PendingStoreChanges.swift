import Synchronization
import TesseraData

/// Changes of the store that a presentation has not shown yet, in order.
///
/// The store reports a change before the call that made it returns, so a caller that awaited that call finds the change
/// here.
final class PendingStoreChanges: Sendable {
  private let changes = Mutex<[StoreChange]>([])

  func add(_ change: StoreChange) { changes.withLock { $0.append(change) } }

  func removeAll() -> [StoreChange] {
    changes.withLock { changes in
      defer { changes = [] }
      return changes
    }
  }
}
