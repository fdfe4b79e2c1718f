package import Foundation
import Synchronization

/// A clock that only advances on request, with its own calendar date.
package final class VirtualClock: Clock {
  /// An instant of the clock.
  package struct Instant: InstantProtocol {
    /// The time since the clock was created.
    package var offset: Duration

    /// Returns the instant that is later by a duration.
    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// Returns the duration from this instant to another.
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Compares instants.
    package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    var id: Int
    var deadline: Instant
    /// Whether ``settle(limit:)`` waits for it.
    var isAwaited: Bool
    var continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var nextID = 0
  }

  private let state = Mutex(State())
  private let start: Date
  private let activities: IdlenessTracker

  /// Creates a clock with a start date. It reports sleeping tasks to `activities`.
  package init(start: Date, activities: IdlenessTracker) {
    self.start = start
    self.activities = activities
  }

  /// The current instant.
  package var now: Instant { state.withLock { $0.now } }

  /// The current date.
  package var date: Date { start.addingTimeInterval(now.offset / .seconds(1)) }

  /// The resolution of the clock.
  package var minimumResolution: Duration { .nanoseconds(1) }

  /// Suspends until the clock reaches an instant. Throws if the task is cancelled.
  package func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let isAwaited = !ClockSleep.isAllThatIsWaitedFor
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        enum Outcome { case sleeps, passed, cancelled }
        let outcome: Outcome = state.withLock { state in
          if state.cancelled.remove(id) != nil { return .cancelled }
          if deadline <= state.now { return .passed }
          state.sleepers.append(Sleeper(id: id, deadline: deadline, isAwaited: isAwaited, continuation: continuation))
          return .sleeps
        }
        switch outcome {
        case .sleeps: activities.fallAsleep()
        case .passed: continuation.resume()
        case .cancelled: continuation.resume(throwing: CancellationError())
        }
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.sleepers.remove(at: index)
      }
      if let sleeper {
        activities.wakeUp()
        sleeper.continuation.resume(throwing: CancellationError())
      }
    }
    state.withLock { _ = $0.cancelled.remove(id) }
  }

  /// The earliest deadline; nil if no task sleeps.
  package var nextDeadline: Instant? { state.withLock { $0.sleepers.map(\.deadline).min() } }

  private var nextAwaitedDeadline: Instant? {
    state.withLock { $0.sleepers.filter(\.isAwaited).map(\.deadline).min() }
  }

  /// Advances the clock and resumes the tasks whose deadlines have passed, earliest first. The clock never goes back.
  package func advance(to instant: Instant) {
    let due = state.withLock { state in
      state.now = max(state.now, instant)
      let due = state.sleepers.filter { $0.deadline <= state.now }
        .sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
      state.sleepers.removeAll { $0.deadline <= state.now }
      return due
    }
    for sleeper in due {
      activities.wakeUp()
      sleeper.continuation.resume()
    }
  }

  /// Advances the clock from deadline to deadline until all activities are asleep. Tasks that sleep with ``ClockSleep``
  /// are not awaited.
  ///
  /// - Parameter limit: The maximum duration to advance; later deadlines are not awaited.
  package func settle(limit: Duration = .seconds(60)) async {
    let end = now.advanced(by: limit)
    await activities.untilIdle()
    while let deadline = nextAwaitedDeadline, deadline <= end {
      advance(to: deadline)
      await activities.untilIdle()
    }
  }

  /// Advances the clock by a duration. It stops at each deadline until all activities are asleep.
  package func advance(by duration: Duration) async {
    let end = now.advanced(by: duration)
    await activities.untilIdle()
    while let deadline = nextDeadline, deadline <= end {
      advance(to: deadline)
      await activities.untilIdle()
    }
    advance(to: end)
    await activities.untilIdle()
  }
}

/// Sleeping that only waits for time to pass, such as for a toast to disappear or for a clock's next second. Tests of
/// an idle widget do not wait for it.
package enum ClockSleep {
  @TaskLocal static var isAllThatIsWaitedFor = false

  /// Sleeps until the duration is over or the task is cancelled.
  package static func sleep(for duration: Duration, on clock: any Clock<Duration>) async {
    await $isAllThatIsWaitedFor.withValue(true) { try? await clock.sleep(for: duration) }
  }
}
