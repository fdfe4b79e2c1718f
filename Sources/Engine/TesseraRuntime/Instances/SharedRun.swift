import Foundation
import Synchronization

/// A run of an action whose result several presentations await.
///
/// Waiting presentations count as asleep, because only the run itself is active. Otherwise a virtual clock would wait
/// for them while they wait for the clock.
final class SharedRun: Sendable {
  private enum State {
    case running([CheckedContinuation<ActionResult, Never>])
    case finished(ActionResult)
  }

  /// The date when the run started.
  let start: Date
  private let state = Mutex(State.running([]))
  private let activities: IdlenessTracker

  init(start: Date, activities: IdlenessTracker) {
    self.start = start
    self.activities = activities
  }

  /// Returns the result when the run finishes.
  func result() async -> ActionResult {
    await withCheckedContinuation { continuation in
      let known: ActionResult? = state.withLock { state in
        switch state {
        case .finished(let result): return result
        case .running(let waiters):
          state = .running(waiters + [continuation])
          return nil
        }
      }
      if let known { continuation.resume(returning: known) } else { activities.fallAsleep() }
    }
  }

  /// Passes the result to all waiting presentations. Called once, while the run still counts as an activity.
  func finish(with result: ActionResult) {
    let waiters = state.withLock { state in
      guard case .running(let waiters) = state else { return [CheckedContinuation<ActionResult, Never>]() }
      state = .finished(result)
      return waiters
    }
    for waiter in waiters {
      activities.wakeUp()
      waiter.resume(returning: result)
    }
  }
}
