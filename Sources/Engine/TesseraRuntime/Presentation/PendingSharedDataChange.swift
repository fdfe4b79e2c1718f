import Synchronization

/// Whether data that presentations share has changed since one of them looked: however often, it looks once.
final class PendingSharedDataChange: Sendable {
  private let isWaiting = Mutex(false)

  /// Notes a change.
  /// - Returns: whether it is the first since ``clear()``.
  func record() -> Bool {
    isWaiting.withLock { isWaiting in
      defer { isWaiting = true }
      return !isWaiting
    }
  }

  /// Begins to look: changes from now on count as new.
  func clear() { isWaiting.withLock { $0 = false } }
}
