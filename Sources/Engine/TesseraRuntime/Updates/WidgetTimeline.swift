public import Foundation
public import TesseraValues

/// The content of a widget from a date on.
public struct TimelineEntry: Sendable, Hashable {
  /// The relevance of an entry compared with other entries of its provider. A stack uses it to choose the widget in
  /// front.
  public struct Relevance: Sendable, Hashable {
    /// The score, only meaningful in comparison; 0 and below mean not relevant.
    public var score: Double
    /// The duration of the relevance from the entry's date on, in seconds; 0 for until the next entry.
    public var duration: TimeInterval

    /// Creates a relevance.
    public init(score: Double, duration: TimeInterval = 0) {
      self.score = score
      self.duration = duration
    }
  }

  /// The date from which the entry is shown.
  public var date: Date
  /// The value that screens read as `entry`, such as `@{entry.title}`. `entry.date` is the date.
  public var content: [String: Value]
  /// The relevance.
  public var relevance: Relevance?

  /// Creates an entry.
  public init(date: Date, content: [String: Value] = [:], relevance: Relevance? = nil) {
    self.date = date
    self.content = content
    self.relevance = relevance
  }

  /// The value that expressions read.
  var value: Value { .dictionary(content.merging(["date": .date(date)]) { $1 }) }
}

/// When a provider's next timeline is requested. A date is the earliest time, not a guarantee.
public enum ReloadPolicy: Sendable, Hashable {
  /// After the date of the last entry.
  case atEnd
  /// After a date, which may be before or after that of the last entry.
  case after(Date)
  /// Only when the host or the app reports new content.
  case never
}

/// The timeline of a widget.
public struct WidgetTimeline: Sendable, Hashable {
  /// The entries, in any order.
  public var entries: [TimelineEntry]
  /// The reload policy.
  public var policy: ReloadPolicy

  /// Creates a timeline.
  public init(entries: [TimelineEntry], policy: ReloadPolicy = .atEnd) {
    self.entries = entries
    self.policy = policy
  }
}

/// The result of an update.
public enum UpdateResult: Sendable, Hashable {
  /// New content, which screens read as `entry` from now on.
  case newData([String: Value])
  /// The current content is still valid.
  case noData
  /// The update failed, with the reason. The host keeps the current content, and tries again later.
  case failed(String)
}
