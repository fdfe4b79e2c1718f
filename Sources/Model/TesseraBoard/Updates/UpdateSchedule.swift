package import Foundation

/// What is known about one widget's updates. It is all that has to be kept for a restart.
package struct UpdateSchedule: Sendable, Hashable, Codable {
  /// The widget's kind, by which several are reloaded at once.
  package internal(set) var kind: String
  /// The seconds from an answer without a date to the next question; nil for none.
  package internal(set) var interval: Double?
  /// The most counted questions within 24 hours; nil for what the limits allow.
  package internal(set) var budget: Int?
  /// When it is asked next; nil where nothing is planned.
  package internal(set) var next: Date?
  /// Why.
  package internal(set) var cause = UpdateCause.added
  /// When it was asked last.
  package internal(set) var lastRequest: Date?
  /// When it last answered with something to show, or that what it shows is right.
  package internal(set) var lastGood: Date?
  /// The dates from which on each of its entries is shown.
  package internal(set) var entries: [Date] = []
  /// The seconds that it wanted to wait last.
  var span: Double?
  /// When counted questions were asked, within the last 24 hours.
  package internal(set) var spent: [Date] = []
  /// Which of them were tries after failures; nil for none.
  package internal(set) var retried: [Date]?
  /// How many tries failed since the last that did not.
  package internal(set) var failures = 0
  /// Whether it has anything to show; without, it is left alone.
  package internal(set) var hasContent = true
  /// Whether somebody may be looking at it.
  package internal(set) var isVisible = false
  /// When that was told last.
  var visibilityDate: Date
  /// The seconds for which it was in sight in each hour of the day, where older days count less.
  var seen = [Double](repeating: 0, count: 24)
  /// Since when that is observed.
  var observedSince: Date
  /// The number of the question that is under way; nil where none is.
  package internal(set) var underWay: Int?
  /// Whether that one counts against the budget.
  var isCountedUnderWay: Bool?
  /// When silence counts as a failure.
  var deadline: Date?
  /// How many questions there were.
  package internal(set) var requestCount = 0
  /// Tells the valid place in the queue from those of before.
  var ticket = 0

  init(kind: String, interval: Double?, budget: Int?, at now: Date) {
    self.kind = kind
    self.interval = interval
    self.budget = budget
    visibilityDate = now
    observedSince = now
  }

  /// The place of the entry that is shown at a date; nil before the first.
  package func entry(at date: Date) -> Int? { entries.lastIndex { $0 <= date } }

  /// The seconds since it was last known to be right; nil if it never was.
  package func age(at date: Date) -> TimeInterval? { lastGood.map { date.timeIntervalSince($0) } }

  /// When tries after failures were made, within the 24 hours before a date.
  func retries(within24HoursBefore date: Date) -> [Date] {
    (retried ?? []).filter { date.timeIntervalSince($0) < 86_400 }
  }

  /// Moves all dates, after somebody set the clock back.
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

/// The hours at which a widget is looked at.
extension UpdateSchedule {
  /// What a day counts after another one.
  private static let decayPerDay = 0.75
  /// What is observed for less time than this says nothing, in seconds.
  private static let shortestObservation = 86_400.0
  /// How much less often a widget is asked that nobody looks at.
  private static let least = 0.25

  /// Notes for how long it was in sight until now.
  mutating func observe(until now: Date, secondsFromGMT: Int) {
    let seconds = now.timeIntervalSince(visibilityDate)
    guard seconds > 0 else { return }
    let decay = pow(Self.decayPerDay, seconds / 86_400)
    for hour in seen.indices { seen[hour] *= decay }
    if isVisible {
      var start = visibilityDate
      // A widget that stays in sight for weeks is in sight at all hours.
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

  /// How often it is worth to ask at a date, from a quarter to 1.
  func weight(at date: Date, secondsFromGMT: Int) -> Double {
    guard !isVisible, date.timeIntervalSince(observedSince) >= Self.shortestObservation else { return 1 }
    guard let most = seen.max(), most > 60 else { return Self.least }
    return weight(ofHour: Self.hour(of: date, secondsFromGMT), most)
  }

  /// What ``weight(at:secondsFromGMT:)`` is on average over a day while the widget is out of sight. The budget is spent in the hours
  /// that count; where none does, the mean is 1, so that the widget is asked less often and not only at other hours.
  func meanWeight(at date: Date) -> Double {
    guard date.timeIntervalSince(observedSince) >= Self.shortestObservation, let most = seen.max(), most > 60 else {
      return 1
    }
    return seen.indices.reduce(0) { $0 + weight(ofHour: $1, most) } / 24
  }

  private func weight(ofHour hour: Int, _ most: Double) -> Double {
    // Fresh content is there when the hour begins.
    Self.least + (1 - Self.least) * max(seen[hour], seen[(hour + 1) % 24]) / most
  }

  private static func hour(of date: Date, _ secondsFromGMT: Int) -> Int {
    let hours = Int(((date.timeIntervalSince1970 + Double(secondsFromGMT)) / 3600).rounded(.down))
    return ((hours % 24) + 24) % 24
  }
}
