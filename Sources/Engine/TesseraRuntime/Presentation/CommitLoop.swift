import Foundation
import TesseraComponents
import TesseraViews

/// Lays out a presentation after each step until nothing changes any more, and wakes it up when time changes a value.
final class CommitLoop {
  private unowned let core: PresentationCore
  /// Work that waits for the end of the current layout.
  private var deferred: [() -> Void] = []
  /// The current sleep, and the date when it ends.
  private var timer: (operation: PendingOperations.ID, date: Date)?
  /// The budget that the presentation exceeded; it is closed then.
  private(set) var overrun: WorkBudget.Overrun?

  /// The maximum number of layouts for one step. What is still to be done waits for the next step. Views that need more
  /// lay each other out endlessly.
  private static let maximumLayouts = 64
  /// The longest sleep in seconds, so that a clock that was set is noticed.
  private static let longestSleep = 60.0

  init(core: PresentationCore) { self.core = core }

  /// Runs work after the current layout. What it changes is laid out once more.
  func afterLayout(_ body: @escaping () -> Void) { deferred.append(body) }

  /// Lays out, and returns the changes for hosts.
  func commit() -> [ViewPatch] {
    // Values that are due by now are computed now: another cause may have come at the same moment.
    core.graph.timeDidPass(to: core.instance.environment.now())
    defer { setTimer() }
    var patches = core.hierarchy.commit()
    // Rows that a layout made report that they exist. What that changes is shown together with them.
    var rounds = 0
    while !deferred.isEmpty, rounds < Self.maximumLayouts {
      rounds += 1
      let waiting = deferred
      deferred = []
      for body in waiting { body() }
      patches += core.hierarchy.commit()
    }
    guard core.budget.overrun != nil, !core.isClosed else { return patches }
    core.budget.finish()
    overrun = core.budget.overrun
    core.close()
    return []
  }

  /// Sleeps until time changes the value of an expression.
  private func setTimer() {
    guard !core.isClosed else { return }
    let now = core.instance.environment.now()
    guard let change = core.graph.nextChange(after: now) else {
      timer.map { core.operations.cancel($0.operation) }
      timer = nil
      return
    }
    // A sleep that ends early enough serves all changes.
    if let timer, timer.date <= change, timer.date > now { return }
    timer.map { core.operations.cancel($0.operation) }
    let seconds = min(max(change.timeIntervalSince(now), 0.001), Self.longestSleep)
    let operation = core.operations.sleep(for: .seconds(seconds), on: core.instance.environment.clock) {
      [weak self] in
      guard let self else { return }
      self.timer = nil
      self.core.graph.timeDidPass(to: self.core.instance.environment.now())
    }
    timer = (operation, now.addingTimeInterval(seconds))
  }
}
