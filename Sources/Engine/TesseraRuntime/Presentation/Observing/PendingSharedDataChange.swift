import Synchronization

/// Coalesces changes of shared data, so that a presentation reads it once for several changes.
final class PendingSharedDataChange: Sendable {
  private let isWaiting = Mutex(false)

  /// Records a change.
  /// - Returns: Whether it is the first change since ``clear()``.
  func record() -> Bool {
    isWaiting.withLock { isWaiting in
      defer { isWaiting = true }
      return !isWaiting
    }
  }

  /// Starts a read: later changes count as new.
  func clear() { isWaiting.withLock { $0 = false } }
}
