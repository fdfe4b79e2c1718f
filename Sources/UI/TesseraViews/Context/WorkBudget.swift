import Foundation

/// The limits for one step of a presentation: an event and everything that follows from it, until hosts are updated.
///
/// All steps of a widget share a ``CPUQuota``. Time is processor time, so that a busy machine does not reduce a
/// widget's budget. It is checked where work can be skipped: before measuring a text, creating a row or running a
/// binding. A step that has used up its time ends with a partial result, and the presentation shows a placeholder
/// instead of the widget.
package final class WorkBudget {
  /// The limit that was exceeded.
  package enum Overrun: Sendable, Hashable {
    /// Processor time of a step, and its limit, in seconds.
    case time(used: Double, limit: Double)
    /// Text in views, and its limit, in bytes.
    case text(used: Int, limit: Int)
    /// The number of views, and its limit.
    case views(count: Int, limit: Int)
    /// Processor time within a minute, and its limit, in seconds.
    case share(used: Double, limit: Double)

    /// A description for the user.
    package var reason: String {
      switch self {
      case .time(let used, let limit):
        "This widget was stopped because one step took \(Self.rounded(used)) s; the limit is \(Self.rounded(limit)) s"
      case .text(let used, let limit):
        "This widget was stopped because it shows \(used / 1_000_000) MB of text; the limit is \(limit / 1_000_000) MB"
      case .views(let count, let limit): "This widget was stopped because it has \(count) views; the limit is \(limit)"
      case .share(let used, let limit):
        "This widget was stopped because it took \(Self.rounded(used)) s within a minute; the limit is \(Self.rounded(limit)) s"
      }
    }

    private static func rounded(_ seconds: Double) -> String { String((seconds * 10).rounded() / 10) }
  }

  /// The processor time for a step, in seconds; nil for no limit.
  package let timeLimit: Double?
  /// The maximum size of the text that the views of a presentation have together, in bytes. The widget is stopped. A
  /// host receives all of it when it connects.
  package let textLimit: Int
  /// The maximum number of views in a presentation. The widget is stopped.
  package let viewLimit: Int
  /// The quota shared by all presentations of a widget; nil for no limit.
  private let share: CPUQuota?
  /// The limit that this step exceeded, if any.
  package private(set) var overrun: Overrun?
  private var beginning = 0.0

  /// Creates a budget for a series of steps.
  package init(
    timeLimit: Double? = nil, textLimit: Int = 16_000_000, viewLimit: Int = 50_000, share: CPUQuota? = nil
  ) {
    self.timeLimit = timeLimit
    self.textLimit = textLimit
    self.viewLimit = viewLimit
    self.share = share
  }

  /// Begins a step.
  /// - Parameter isShared: Whether the step can end immediately because the widget has used up its quota for the
  ///   minute.
  package func begin(isShared: Bool = true) {
    overrun = isShared ? share?.overrun : nil
    beginning = timeLimit == nil ? 0 : Self.processorTime
  }

  /// Ends a step and counts its processor time toward the quota.
  package func end() {
    if timeLimit != nil { share?.record(Self.processorTime - beginning) }
  }

  /// Returns whether the step has to end. A call reads the clock of the thread, about 0.2 µs.
  package func isSpent() -> Bool {
    if overrun != nil { return true }
    guard let timeLimit else { return false }
    guard Self.processorTime - beginning > timeLimit else { return false }
    overrun = .time(used: Self.processorTime - beginning, limit: timeLimit)
    return true
  }

  /// Records the amount of text in the views.
  package func add(textBytes: Int) {
    if textBytes > textLimit, overrun == nil { overrun = .text(used: textBytes, limit: textLimit) }
  }

  /// Records the number of views.
  package func add(viewCount: Int) {
    if viewCount > viewLimit, overrun == nil { overrun = .views(count: viewCount, limit: viewLimit) }
  }

  /// Updates the overrun to the cost of the whole step, after it has ended.
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
