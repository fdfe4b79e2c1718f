import Foundation

/// What one step of a presentation may cost: an event and all that follows from it, until hosts are told.
///
/// All steps of a widget together have a ``CPUQuota``. Time is that of the processor, so that a busy machine takes nothing away from a widget. It is looked at where work can
/// be left out: before a text is measured, a row is made, a binding runs. A step that has used up its time ends with
/// whatever it has, and the presentation shows a placeholder instead of the widget.
package final class WorkBudget {
  /// What was used up.
  package enum Overrun: Sendable, Hashable {
    /// Seconds of processor time, and how many there were.
    case time(used: Double, limit: Double)
    /// Bytes of text in views, and how many there may be.
    case text(used: Int, limit: Int)
    /// How many views there are, and how many there may be.
    case views(count: Int, limit: Int)
    /// Seconds of processor time within a minute, and how many there were.
    case share(used: Double, limit: Double)

    /// For people.
    package var reason: String {
      switch self {
      case .time(let used, let limit):
        "This widget needed \(Self.rounded(used)) s of \(Self.rounded(limit)) s for one step, and was stopped"
      case .text(let used, let limit):
        "This widget shows \(used / 1_000_000) MB of text of \(limit / 1_000_000) MB, and was stopped"
      case .views(let count, let limit): "This widget has \(count) views of \(limit), and was stopped"
      case .share(let used, let limit):
        "This widget needed \(Self.rounded(used)) s of \(Self.rounded(limit)) s within a minute, and was stopped"
      }
    }

    private static func rounded(_ seconds: Double) -> String { String((seconds * 10).rounded() / 10) }
  }

  /// Seconds of processor time for a step; nil for no limit.
  package let timeLimit: Double?
  /// Bytes of text that the views of a presentation may have together. A host gets all of it when it comes.
  package let textLimit: Int
  /// How many views a presentation may have.
  package let viewLimit: Int
  /// What all presentations of a widget use up together; nil for no limit.
  private let share: CPUQuota?
  /// What was used up in this step, if anything was.
  package private(set) var overrun: Overrun?
  private var beginning = 0.0

  /// Creates a budget for the steps to come.
  package init(
    timeLimit: Double? = nil, textLimit: Int = 16_000_000, viewLimit: Int = 50_000, share: CPUQuota? = nil
  ) {
    self.timeLimit = timeLimit
    self.textLimit = textLimit
    self.viewLimit = viewLimit
    self.share = share
  }

  /// Begins a step.
  /// - Parameter isShared: whether it can be over at once because the widget used up its minute.
  package func begin(isShared: Bool = true) {
    overrun = isShared ? share?.overrun : nil
    beginning = timeLimit == nil ? 0 : Self.processorTime
  }

  /// Ends a step: what it used up counts for the minute.
  package func end() {
    if timeLimit != nil { share?.note(Self.processorTime - beginning) }
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

  /// Notes how many views there are.
  package func note(viewCount: Int) {
    if viewCount > viewLimit, overrun == nil { overrun = .views(count: viewCount, limit: viewLimit) }
  }

  /// Says what the whole step cost, now that it has ended.
  package func finish() {
    if case .time(_, let limit) = overrun { overrun = .time(used: Self.processorTime - beginning, limit: limit) }
  }

  /// The processor time of this thread, in seconds.
  package static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
