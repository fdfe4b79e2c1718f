import Dispatch
import Foundation
import Synchronization
import TesseraValues
import TesseraViews

/// Runs the jobs of one instance's presentations serially, on a thread that does not block other instances.
///
/// Swift's global executor has as many threads as the machine has cores: two widgets with expensive layouts could
/// occupy all of them, leaving no thread to respond to requests. Dedicated threads that are all busy would still starve
/// the server. So widgets that recently used much processor time take turns on all cores but one (``BusyWidgets``).
final class WidgetExecutor: SerialExecutor {
  private struct State {
    var jobs = FIFOQueue<UnownedJob>()
    var isScheduled = false
    var credit = WorkCredit()
  }

  // A serial queue without a target of limited width gets a thread whenever it has work.
  private let queue = DispatchQueue(label: "tessera.widget")
  /// The processor time that the presentations share.
  let share: CPUQuota
  private let state = Mutex(State())
  private let busyWidgets: BusyWidgets?

  /// - Parameter environment: Says how much processor time the presentations have, and with which other widgets this
  ///   one takes turns after it used much.
  init(_ environment: RuntimeEnvironment) {
    share = CPUQuota(limit: environment.workQuota, now: environment.workTime)
    busyWidgets = environment.busyWidgets
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isFirst = state.withLock { state in
      state.jobs.append(job)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isFirst { schedule() }
  }

  /// Runs the next job as soon as it is the widget's turn.
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

/// The processor time that a widget may use without waiting: a burst of half a second, which opening it takes, and 3 %
/// of the time in the long run, so that thirty widgets together leave a core free.
struct WorkCredit {
  /// The processor time that a widget saves up for a burst, in seconds. A widget that has used it up takes turns with
  /// others.
  private static let limit = 0.5
  private static let rate = 0.03
  /// The maximum debt of processor time, in seconds. Work beyond it is forgiven, so a widget recovers soon.
  private static let longestDebt = 0.1

  private var seconds = Self.limit
  private var date: Double?

  /// Whether the widget exceeded its credit.
  /// - Parameter now: The time of any clock, in seconds.
  mutating func isSpent(at now: Double) -> Bool {
    seconds = min(Self.limit, seconds + Self.rate * max(0, now - (date ?? now)))
    date = now
    return seconds < 0
  }

  /// Subtracts used processor time. The debt is at most a tenth of a second, so a widget recovers soon after it stops
  /// working.
  mutating func spend(_ used: Double, at now: Double) {
    _ = isSpent(at: now)
    seconds = max(seconds - used, -Self.longestDebt)
  }
}

/// Lets widgets that used much processor time take turns, on all cores but one.
package final class BusyWidgets: Sendable {
  package static let shared = BusyWidgets(slots: max(1, ProcessInfo.processInfo.activeProcessorCount - 1))

  typealias Body = @Sendable (Turn) -> Void

  /// The turn of a widget, during which others wait.
  package final class Turn: Sendable {
    private let isOver = Atomic<Bool>(false)
    private let widgets: BusyWidgets
    fileprivate let start = CPUQuota.monotonicTime()

    fileprivate init(_ widgets: BusyWidgets) { self.widgets = widgets }

    /// Starts the next turn, at the first call.
    package func end() {
      if !isOver.exchange(true, ordering: .relaxed) { widgets.leaveQueue(of: self) }
    }
  }

  private struct State {
    var slots: Int
    var turns: [Turn] = []
    var waiting = FIFOQueue<Body>()
    var isWatched = false
  }

  private let state: Mutex<State>
  private let longestTurn: Double

  /// - Parameter longestTurn: The maximum time that others wait for a turn, in seconds. A turn may never end.
  init(slots: Int, longestTurn: Double = 1) {
    state = Mutex(State(slots: slots))
    self.longestTurn = longestTurn
  }

  /// Calls `body` when a slot is free, in the order of the calls.
  func admit(_ body: @escaping Body) {
    let turn = state.withLock { state -> Turn? in
      guard state.slots > 0 else {
        state.waiting.append(body)
        return nil
      }
      state.slots -= 1
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

  /// Ends overlong turns, as long as there are turns. One timer serves all, because turns are many and short.
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
        state.slots += 1
        return nil
      }
      return (body, begin(&state))
    }
    if let next { next.body(next.turn) }
  }
}
