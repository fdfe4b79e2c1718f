package import Foundation

/// The cause of an update request.
package enum UpdateCause: String, Sendable, Hashable, CaseIterable, Codable {
  /// The widget was placed.
  case added
  /// The date specified by the last response has come.
  case scheduled
  /// The last request failed.
  case retry
  /// The widget became visible with outdated content.
  case appeared
  /// A content change was reported.
  case push
  /// The widget has content again.
  case content
  /// A person requested the update. No limits apply.
  case refresh
  /// A person interacted with the widget. No limits apply.
  case interaction

  /// Whether a request with this cause counts against the budget.
  package var isCounted: Bool { self != .refresh && self != .interaction }
}

/// When a widget wants its next update. A date is the earliest time, not an exact one.
package enum UpdatePolicy: Sendable, Hashable, Codable {
  /// After the date of the last entry.
  case atEnd
  /// Not before a date, wherever it is relative to the entries.
  case after(Date)
  /// Only when a content change is reported.
  case never
}

/// The response of a widget to an update request.
package enum UpdateResponse: Sendable, Hashable {
  /// There is new content. The next request follows after the widget's own interval.
  case newData
  /// The current content is still valid.
  case noData
  /// The request failed.
  case failed
  /// The request was not performed, because the widget's condition does not hold.
  case skipped
  /// The dates from which on the entries are shown, and the policy for the next update.
  case timeline([Date], UpdatePolicy)

  /// The name in logs.
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

/// An update request in progress.
package struct UpdateRequest: Sendable, Hashable {
  /// The identifier of the widget.
  package let id: String
  /// The number of the request. A response to an earlier request of the same widget is ignored.
  package let number: Int
  /// The cause of the request.
  package let cause: UpdateCause
  /// The date of the request.
  package let date: Date
  /// The date from which on a missing response counts as a failure.
  package let deadline: Date
}
