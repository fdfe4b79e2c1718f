import Synchronization

/// Tracks whether any activity is in progress: requests, imports, timers, store changes.
///
/// Everything that a runtime starts and that ends later counts as an activity. Work that waits on a ``VirtualClock``
/// counts as asleep. When all activities are asleep, only the passing of time can change anything. Scenario tests and
/// the headless renderer wait for that moment instead of a fixed time.
package final class IdlenessTracker: Sendable {
  private struct State {
    var running = 0
    var asleep = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
    var isIdle: Bool { running <= asleep }
  }

  private let state = Mutex(State())

  /// Creates a tracker without activities.
  package init() {}

  /// Records the start of an activity. Called before the work can run, so that the tracker does not appear idle in
  /// between.
  package func begin() { state.withLock { $0.running += 1 } }

  /// Records the end of an activity.
  package func end() { update { $0.running -= 1 } }

  /// Starts work that counts as an activity until it returns.
  @discardableResult
  package func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    begin()
    return Task {
      await work()
      end()
    }
  }

  /// Returns when all activities are asleep.
  package func untilIdle() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if !state.isIdle { state.waiters.append(continuation) }
        return state.isIdle
      }
      if isIdle { continuation.resume() }
    }
  }

  func fallAsleep() { update { $0.asleep += 1 } }

  func wakeUp() { state.withLock { $0.asleep -= 1 } }

  private func update(_ change: (inout State) -> Void) {
    let waiters = state.withLock { state in
      change(&state)
      guard state.isIdle else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
