import Foundation

/// What one step of a presentation may cost: an event and all that follows from it, until hosts are told.
///
/// Time is that of the processor, so that a busy machine takes nothing away from a widget. It is looked at where work can
/// be left out: before a text is measured, a row is made, a binding runs. A step that has used up its time ends with
/// whatever it has, and the presentation shows a placeholder instead of the widget.
package final class WorkBudget {
  /// What was used up.
  package enum Overrun: Sendable, Hashable {
    /// Seconds of processor time, and how many there were.
    case time(used: Double, limit: Double)
    /// Bytes of text in views, and how many there may be.
    case text(used: Int, limit: Int)

    /// For people.
    package var reason: String {
      switch self {
      case .time(let used, let limit):
        "This widget needed \(Self.rounded(used)) s of \(Self.rounded(limit)) s for one step, and was stopped"
      case .text(let used, let limit):
        "This widget shows \(used / 1_000_000) MB of text of \(limit / 1_000_000) MB, and was stopped"
      }
    }

    private static func rounded(_ seconds: Double) -> String { String((seconds * 10).rounded() / 10) }
  }

  /// Seconds of processor time for a step; nil for no limit.
  package let timeLimit: Double?
  /// Bytes of text that the views of a presentation may have together. A host gets all of it when it comes.
  package let textLimit: Int
  /// What was used up in this step, if anything was.
  package private(set) var overrun: Overrun?
  private var beginning = 0.0

  /// Creates a budget for the steps to come.
  package init(timeLimit: Double? = nil, textLimit: Int = 16_000_000) {
    self.timeLimit = timeLimit
    self.textLimit = textLimit
  }

  /// Begins a step.
  package func begin() {
    overrun = nil
    beginning = timeLimit == nil ? 0 : Self.processorTime
  }

  /// Whether the step has to end. Costs a look at the clock of the thread, some 0.2 µs.
  package func isSpent() -> Bool {
    if overrun != nil { return true }
    guard let timeLimit else { return false }
    guard Self.processorTime - beginning > timeLimit else { return false }
    overrun = .time(used: Self.processorTime - beginning, limit: timeLimit)
    return true
  }

  /// Notes how much text the views have.
  package func note(textBytes: Int) {
    if textBytes > textLimit, overrun == nil { overrun = .text(used: textBytes, limit: textLimit) }
  }

  /// Says what the whole step cost, now that it has ended.
  package func finish() {
    if case .time(_, let limit) = overrun { overrun = .time(used: Self.processorTime - beginning, limit: limit) }
  }

  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
