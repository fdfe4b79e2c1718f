package import Foundation

/// The update state of a widget. It contains everything that must be persisted across restarts.
package struct UpdateSchedule: Sendable, Hashable, Codable {
  /// The kind of the widget, for reloading several widgets at once.
  package internal(set) var kind: String
  /// The number of seconds from a response without a date to the next request, or nil for no further request.
  package internal(set) var interval: Double?
  /// The maximum number of counted requests within 24 hours, or nil for the maximum of the limits.
  package internal(set) var budget: Int?
  /// The date of the next request, or nil if none is planned.
  package internal(set) var next: Date?
  /// The cause of the next request.
  package internal(set) var cause = UpdateCause.added
  /// The date of the last request.
  package internal(set) var lastRequest: Date?
  /// The date of the last response that had content or confirmed the current content.
  package internal(set) var lastGood: Date?
  /// The dates from which on each entry is shown.
  package internal(set) var entries: [Date] = []
  /// The number of seconds that the widget last asked to wait.
  var span: Double?
  /// The dates of the counted requests within the last 24 hours.
  package internal(set) var spent: [Date] = []
  /// The dates of the retries among them, or nil if there are none.
  package internal(set) var retried: [Date]?
  /// The number of failures since the last success.
  package internal(set) var failures = 0
  /// Whether the widget has content. Without content, it is not updated.
  package internal(set) var hasContent = true
  /// Whether the widget may be visible.
  package internal(set) var isVisible = false
  /// The date of the last visibility change.
  var visibilityDate: Date
  /// The number of seconds of visibility for each hour of the day. Older days weigh less.
  var seen = [Double](repeating: 0, count: 24)
  /// The start of the observation.
  var observedSince: Date
  /// The number of the request in progress, or nil if there is none.
  package internal(set) var underWay: Int?
  /// Whether that request counts against the budget.
  var isCountedUnderWay: Bool?
  /// The date from which on a missing response counts as a failure.
  var deadline: Date?
  /// The total number of requests.
  package internal(set) var requestCount = 0
  /// Identifies the valid position in the queue among outdated ones.
  var ticket = 0

  init(kind: String, interval: Double?, budget: Int?, at now: Date) {
    self.kind = kind
    self.interval = interval
    self.budget = budget
    visibilityDate = now
    observedSince = now
  }

  /// Returns the number of seconds since the content was last known to be valid, or nil if it never was.
  package func age(at date: Date) -> TimeInterval? { lastGood.map { date.timeIntervalSince($0) } }

  /// Returns the dates of the retries within the 24 hours before a date.
  func retries(within24HoursBefore date: Date) -> [Date] {
    (retried ?? []).filter { date.timeIntervalSince($0) < 86_400 }
  }

  /// Shifts all dates after the clock was set back.
  mutating func shift(by seconds: TimeInterval) {
    func moved(_ date: Date?) -> Date? { date?.addingTimeInterval(seconds) }
    next = moved(next)
    lastRequest = moved(lastRequest)
    lastGood = moved(lastGood)
    deadline = moved(deadline)
    spent = spent.map { $0.addingTimeInterval(seconds) }
    retried = retried?.map { $0.addingTimeInterval(seconds) }
    visibilityDate.addTimeInterval(seconds)
    observedSince.addTimeInterval(seconds)
  }
}

/// Learning at which hours a widget is visible.
extension UpdateSchedule {
  /// The weight of a day relative to the following day.
  private static let decayPerDay = 0.75
  /// The minimum duration of an observation with significance, in seconds.
  private static let shortestObservation = 86_400.0
  /// The lowest update frequency, for a widget that is never visible, relative to the normal one.
  private static let least = 0.25

  /// Records how long the widget was visible until now.
  mutating func observe(until now: Date, secondsFromGMT: Int) {
    let seconds = now.timeIntervalSince(visibilityDate)
    guard seconds > 0 else { return }
    let decay = pow(Self.decayPerDay, seconds / 86_400)
    for hour in seen.indices { seen[hour] *= decay }
    if isVisible {
      var start = visibilityDate
      // A widget that stays visible for weeks is visible at all hours.
      if seconds > 2 * 86_400 { start = now.addingTimeInterval(-2 * 86_400) }
      while start < now {
        let local = start.timeIntervalSince1970 + Double(secondsFromGMT)
        let end = min(now, start.addingTimeInterval(3600 - local.truncatingRemainder(dividingBy: 3600)))
        seen[Self.hour(of: start, secondsFromGMT)] += end.timeIntervalSince(start)
        start = end
      }
    }
    visibilityDate = now
  }

  /// Returns how worthwhile an update is at a date, from 0.25 to 1.
  func weight(at date: Date, secondsFromGMT: Int) -> Double {
    guard !isVisible, date.timeIntervalSince(observedSince) >= Self.shortestObservation else { return 1 }
    guard let most = seen.max(), most > 60 else { return Self.least }
    return weight(ofHour: Self.hour(of: date, secondsFromGMT), most)
  }

  /// Returns the daily average of ``weight(at:secondsFromGMT:)`` while the widget is not visible.
  ///
  /// The budget is spent in the relevant hours. If there are none, the average is 1, so that the widget is updated less
  /// often rather than at other hours.
  func meanWeight(at date: Date) -> Double {
    guard date.timeIntervalSince(observedSince) >= Self.shortestObservation, let most = seen.max(), most > 60 else {
      return 1
    }
    return seen.indices.reduce(0) { $0 + weight(ofHour: $1, most) } / 24
  }

  private func weight(ofHour hour: Int, _ most: Double) -> Double {
    // The content should be fresh when the hour begins, so the following hour counts as well.
    Self.least + (1 - Self.least) * max(seen[hour], seen[(hour + 1) % 24]) / most
  }

  private static func hour(of date: Date, _ secondsFromGMT: Int) -> Int {
    let hours = Int(((date.timeIntervalSince1970 + Double(secondsFromGMT)) / 3600).rounded(.down))
    return ((hours % 24) + 24) % 24
  }
}
