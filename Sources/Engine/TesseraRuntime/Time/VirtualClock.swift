package import Foundation
import Synchronization

/// A clock that stands still until it is told to go on, with a calendar date of its own.
package final class VirtualClock: Clock {
  /// A moment, as time since the clock was made.
  package struct Instant: InstantProtocol {
    /// Time since the clock was made.
    package var offset: Duration

    /// The moment that is later by a duration.
    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// The time from this moment to another.
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Order of time.
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

  /// Creates a clock that shows a date, and tells `activities` who sleeps on it.
  package init(start: Date, activities: IdlenessTracker) {
    self.start = start
    self.activities = activities
  }

  /// The moment that the clock shows.
  package var now: Instant { state.withLock { $0.now } }

  /// The date that the clock shows.
  package var date: Date { start.addingTimeInterval(now.offset / .seconds(1)) }

  /// The smallest difference that counts.
  package var minimumResolution: Duration { .nanoseconds(1) }

  /// Returns when the clock has been moved to a moment, or throws when the task is cancelled.
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

  /// When the next sleeper wakes; nil if nobody sleeps.
  package var nextDeadline: Instant? { state.withLock { $0.sleepers.map(\.deadline).min() } }

  private var nextAwaitedDeadline: Instant? {
    state.withLock { $0.sleepers.filter(\.isAwaited).map(\.deadline).min() }
  }

  /// Moves the clock and wakes those whose time has come, earliest first. It never goes back.
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

  /// Lets everything that is under way come to rest, moving the clock from one deadline to the next. Who waits for
  /// nothing but ``ClockSleep`` goes on sleeping.
  ///
  /// - Parameter limit: how far the clock may run; what sleeps longer goes on sleeping.
  package func settle(limit: Duration = .seconds(60)) async {
    let end = now.advanced(by: limit)
    await activities.untilIdle()
    while let deadline = nextAwaitedDeadline, deadline <= end {
      advance(to: deadline)
      await activities.untilIdle()
    }
  }

  /// Moves the clock by a duration, stopping at each deadline on the way until all is at rest.
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

/// Waiting that leads to nothing but that time has passed: a short message that goes away, a clock that shows the next
/// second. Who wants to see a widget at rest does not wait for it.
package enum ClockSleep {
  @TaskLocal static var isAllThatIsWaitedFor = false

  /// Sleeps, unless the task is cancelled.
  package static func sleep(for duration: Duration, on clock: any Clock<Duration>) async {
    await $isAllThatIsWaitedFor.withValue(true) { try? await clock.sleep(for: duration) }
  }
}
