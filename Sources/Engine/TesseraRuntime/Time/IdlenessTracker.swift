import Synchronization

/// Knows whether anything is under way: requests, imports, timers, news of the store.
///
/// Everything that a runtime starts and that ends later counts as an activity. Work that waits on a ``VirtualClock``
/// counts as asleep; when nothing but sleepers is left, only the passing of time can change anything. Scenario tests and
/// the headless renderer wait for that moment instead of waiting for a while.
package final class IdlenessTracker: Sendable {
  private struct State {
    var running = 0
    var asleep = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
    var isIdle: Bool { running <= asleep }
  }

  private let state = Mutex(State())

  /// Creates a counter at rest.
  package init() {}

  /// Whether everything that is under way is asleep.
  package var isIdle: Bool { state.withLock { $0.isIdle } }

  /// Notes that something began. Called before the work can run, so that no moment of rest is seen in between.
  package func begin() { state.withLock { $0.running += 1 } }

  /// Notes that something ended.
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

  /// Returns when everything that is under way is asleep.
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
