package import Foundation

/// Why a widget is asked for fresh content.
package enum UpdateCause: String, Sendable, Hashable, CaseIterable, Codable {
  /// It was placed.
  case added
  /// The date that its last answer named has come.
  case scheduled
  /// The last try failed.
  case retry
  /// It came into sight with content that is old.
  case appeared
  /// Somebody said that its content changed.
  case push
  /// It has content again.
  case content
  /// A person wants it. Nothing holds it back.
  case refresh
  /// A person did something in it. Nothing holds it back.
  case interaction

  /// Whether it counts against the budget.
  package var isCounted: Bool { self != .refresh && self != .interaction }
}

/// When a widget wants to be asked next. A date is an earliest time, not an appointment.
package enum UpdatePolicy: Sendable, Hashable, Codable {
  /// After the date of the last entry.
  case atEnd
  /// Not before a date, wherever it lies among the entries.
  case after(Date)
  /// Only when somebody says that its content changed.
  case never
}

/// What a widget answers to the question for fresh content.
package enum UpdateResponse: Sendable, Hashable {
  /// There is something new; the widget is asked again after its own interval.
  case newData
  /// What is known is still right.
  case noData
  /// It could not find out.
  case failed
  /// It was not asked in the end, because its condition does not hold.
  case skipped
  /// What is to be shown from which dates on.
  case timeline([Date], UpdatePolicy)

  /// A word for logs.
  package var name: String {
    switch self {
    case .newData: "newData"
    case .noData: "noData"
    case .failed: "failed"
    case .skipped: "skipped"
    case .timeline: "timeline"
    }
  }
}

/// A question for fresh content that is under way.
package struct UpdateRequest: Sendable, Hashable {
  /// The widget.
  package let id: String
  /// Tells this question from others to the same widget: an answer to another one counts as none.
  package let number: Int
  /// Why it is asked.
  package let cause: UpdateCause
  /// When it was asked.
  package let date: Date
  /// When silence counts as a failure.
  package let deadline: Date
}
