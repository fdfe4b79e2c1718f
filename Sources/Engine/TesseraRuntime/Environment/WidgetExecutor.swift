import Dispatch
import Foundation
import Synchronization
import TesseraValues
import TesseraViews

/// Runs the work of one instance's presentations, one piece after the other, on a thread that no other instance waits for.
///
/// Swift's own pool has as many threads as the machine has cores: two widgets with much to lay out would take all of them,
/// and no thread would be left to answer requests. Many busy threads would still crowd out the server. So widgets that used much
/// processor time recently take turns on all cores but one (``BusyWidgets``).
final class WidgetExecutor: SerialExecutor {
  private struct State {
    var jobs = FIFOQueue<UnownedJob>()
    var isScheduled = false
    var credit = WorkCredit()
  }

  // A serial queue that targets nothing of a limited width gets a thread whenever it has something to do.
  private let queue = DispatchQueue(label: "tessera.widget")
  /// What the presentations use up together.
  let share = CPUQuota()
  private let state = Mutex(State())
  private let busyWidgets: BusyWidgets?

  /// - Parameter busyWidgets: where it takes turns with others when it has worked much; nil if it never waits.
  init(busyWidgets: BusyWidgets?) { self.busyWidgets = busyWidgets }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isFirst = state.withLock { state in
      state.jobs.append(job)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isFirst { schedule() }
  }

  /// Lets the next job run, as soon as it is this widget's turn.
  private func schedule() {
    if let busyWidgets, state.withLock({ $0.credit.isSpent(at: CPUQuota.monotonicTime()) }) {
      busyWidgets.admit { turn in self.queue.async { self.runNext(in: turn) } }
    } else {
      queue.async { self.runNext(in: nil) }
    }
  }

  private func runNext(in turn: BusyWidgets.Turn?) {
    guard let job = state.withLock({ $0.jobs.popFirst() }) else { return }
    let start = WorkBudget.processorTime
    job.runSynchronously(on: asUnownedSerialExecutor())
    let used = WorkBudget.processorTime - start
    turn?.end()
    let hasMore = state.withLock { state in
      state.credit.spend(used, at: CPUQuota.monotonicTime())
      state.isScheduled = !state.jobs.isEmpty
      return state.isScheduled
    }
    if hasMore { schedule() }
  }
}

/// What a widget may work without waiting for others: half a second at once, which opening it takes, and 3 % of the time in the
/// long run, so that thirty of them leave a core to others.
struct WorkCredit {
  private static let limit = 0.5
  private static let rate = 0.03
  private static let longestDebt = 0.1

  private var seconds = Self.limit
  private var date: Double?

  /// Whether it has worked more than that.
  /// - Parameter now: seconds on any clock.
  mutating func isSpent(at now: Double) -> Bool {
    seconds = min(Self.limit, seconds + Self.rate * max(0, now - (date ?? now)))
    date = now
    return seconds < 0
  }

  /// Takes off what it worked. No debt is larger than a tenth of a second: who stops working much is soon as good as the others.
  mutating func spend(_ used: Double, at now: Double) {
    _ = isSpent(at: now)
    seconds = max(seconds - used, -Self.longestDebt)
  }
}

/// Lets widgets that have worked much take turns, on all cores but one.
package final class BusyWidgets: Sendable {
  package static let shared = BusyWidgets(places: max(1, ProcessInfo.processInfo.activeProcessorCount - 1))

  typealias Body = @Sendable (Turn) -> Void

  /// The time in which a widget may work while the others wait.
  package final class Turn: Sendable {
    private let isOver = Atomic<Bool>(false)
    private let widgets: BusyWidgets
    fileprivate let start = CPUQuota.monotonicTime()

    fileprivate init(_ widgets: BusyWidgets) { self.widgets = widgets }

    /// Lets the next one work, at the first call.
    package func end() {
      if !isOver.exchange(true, ordering: .relaxed) { widgets.leaveQueue(of: self) }
    }
  }

  private struct State {
    var places: Int
    var turns: [Turn] = []
    var waiting = FIFOQueue<Body>()
    var isWatched = false
  }

  private let state: Mutex<State>
  private let longestTurn: Double

  /// - Parameter longestTurn: how many seconds the others wait for one: it may never come back.
  init(places: Int, longestTurn: Double = 1) {
    state = Mutex(State(places: places))
    self.longestTurn = longestTurn
  }

  /// Calls `body` when a place is free, in the order of the calls.
  func admit(_ body: @escaping Body) {
    let turn = state.withLock { state -> Turn? in
      guard state.places > 0 else {
        state.waiting.append(body)
        return nil
      }
      state.places -= 1
      return begin(&state)
    }
    if let turn { body(turn) }
  }

  private func begin(_ state: inout State) -> Turn {
    let turn = Turn(self)
    state.turns.append(turn)
    if !state.isWatched { watch(&state) }
    return turn
  }

  /// Ends turns that are too long, as long as there are any. One timer serves all: turns are many and short.
  private func watch(_ state: inout State) {
    state.isWatched = true
    DispatchQueue.global().asyncAfter(deadline: .now() + longestTurn) {
      let latest = CPUQuota.monotonicTime() - self.longestTurn
      let late = self.state.withLock { state in
        state.isWatched = false
        if !state.turns.isEmpty { self.watch(&state) }
        return state.turns.filter { $0.start <= latest }
      }
      for turn in late { turn.end() }
    }
  }

  private func leaveQueue(of turn: Turn) {
    let next = state.withLock { state -> (body: Body, turn: Turn)? in
      state.turns.removeAll { $0 === turn }
      guard let body = state.waiting.popFirst() else {
        state.places += 1
        return nil
      }
      return (body, begin(&state))
    }
    if let next { next.body(next.turn) }
  }
}
