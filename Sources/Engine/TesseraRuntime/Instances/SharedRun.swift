import Foundation
import Synchronization

/// A run of an action that several presentations wait for.
///
/// Those who wait count as asleep, since only the run itself is under way: otherwise a virtual clock would wait for them
/// while they wait for the clock.
final class SharedRun: Sendable {
  private enum State {
    case running([CheckedContinuation<ActionResult, Never>])
    case finished(ActionResult)
  }

  /// When it began.
  let start: Date
  private let state = Mutex(State.running([]))
  private let activities: IdlenessTracker

  init(start: Date, activities: IdlenessTracker) {
    self.start = start
    self.activities = activities
  }

  /// What came of it, as soon as that is known.
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

  /// Hands the result to all who wait. Called once, before the run stops to count as an activity.
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
