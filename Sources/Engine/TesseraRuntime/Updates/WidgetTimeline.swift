public import Foundation
public import TesseraValues

/// What a widget shows from a date on.
public struct TimelineEntry: Sendable, Hashable {
  /// How much an entry matters beside others of its provider: by it a stack decides which widget is in front.
  public struct Relevance: Sendable, Hashable {
    /// Compared with others only; 0 and less do not matter at all.
    public var score: Double
    /// For how long that holds from the entry's date on, in seconds; 0 until the next entry.
    public var duration: TimeInterval

    /// Creates a relevance.
    public init(score: Double, duration: TimeInterval = 0) {
      self.score = score
      self.duration = duration
    }
  }

  /// From when on it is shown.
  public var date: Date
  /// What screens read as `entry`: `@{entry.title}`. `entry.date` is the date.
  public var content: [String: Value]
  /// How much it matters.
  public var relevance: Relevance?

  /// Creates an entry.
  public init(date: Date, content: [String: Value] = [:], relevance: Relevance? = nil) {
    self.date = date
    self.content = content
    self.relevance = relevance
  }

  /// What expressions read.
  var value: Value { .dictionary(content.merging(["date": .date(date)]) { $1 }) }
}

/// When a provider wants to be asked for the next timeline. A date is an earliest time, not an appointment.
public enum ReloadPolicy: Sendable, Hashable {
  /// After the date of the last entry.
  case atEnd
  /// Not before a date, which may lie before or after the last entry.
  case after(Date)
  /// Only when somebody says that the content changed.
  case never
}

/// What a widget shows when, as far as its provider knows.
public struct WidgetTimeline: Sendable, Hashable {
  /// What is shown; order does not matter.
  public var entries: [TimelineEntry]
  /// When the provider wants to be asked again.
  public var policy: ReloadPolicy

  /// Creates a timeline.
  public init(entries: [TimelineEntry], policy: ReloadPolicy = .atEnd) {
    self.entries = entries
    self.policy = policy
  }
}

/// What became of an attempt to get fresh content.
public enum UpdateResult: Sendable, Hashable {
  /// What is drawn changes: screens read this as `entry` from now on.
  case newData([String: Value])
  /// What is shown is still right.
  case noData
  /// It could not be found out, and why; what is shown stays, and the host tries again later.
  case failed(String)
}
