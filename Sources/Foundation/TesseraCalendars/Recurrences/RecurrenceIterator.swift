import TesseraValues

/// Finds the occurrences of a rule, as times of a clock on the wall.
///
/// A period of the rule's frequency, such as a month, has a set of days and times, from which `BYSETPOS` chooses
/// (RFC 5545, section 3.3.10). What a rule does not say is taken from the start.
struct RecurrenceIterator {
  private var rule: RecurrenceRule
  private let start: Int
  private let last: Int
  private let window: ClosedRange<Int>
  /// Seconds since midnight at which days have an occurrence.
  private let times: [Int]

  private static let day = 86_400

  /// - Parameters:
  ///   - start: The first possible occurrence.
  ///   - isDay: Whether the start is a day, for which parts of days mean nothing.
  ///   - until: The last possible occurrence; nil if there is none.
  ///   - window: What is read.
  init(_ rule: RecurrenceRule, start: Int, isDay: Bool = false, until: Int?, window: ClosedRange<Int>) {
    var rule = rule
    if isDay { (rule.hours, rule.minutes, rule.seconds) = ([], [], []) }
    let date = GregorianDay(number: start.flooredQuotient(by: Self.day))
    if rule.yearDays.isEmpty, rule.monthDays.isEmpty, rule.weekdays.isEmpty {
      switch rule.frequency {
      case .yearly where rule.weeks.isEmpty:
        if rule.months.isEmpty { rule.months = [date.month] }
        rule.monthDays = [date.day]
      case .monthly: rule.monthDays = [date.day]
      case .weekly, .yearly: rule.weekdays = [.init(number: Self.weekday(of: date.number), ordinal: nil)]
      default: break
      }
    }
    let time = start.flooredRemainder(by: Self.day)
    times = Self.values(rule.hours, time / 3600).flatMap { hour in
      Self.values(rule.minutes, time / 60 % 60).flatMap { minute in
        Self.values(rule.seconds, time % 60).map { hour * 3600 + minute * 60 + $0 }
      }
    }
    self.rule = rule
    self.start = start
    self.last = min(until ?? .max, window.upperBound)
    self.window = window
  }

  /// Returns the occurrences in the window, in order.
  /// - Parameter steps: The steps that may still be made. Occurrences that need more are left out.
  func walls(steps: inout Int) -> [Int] {
    var result: [Int] = []
    var remaining = rule.count ?? .max
    var isFirst = true
    var period = firstPeriod
    while steps > 0 {
      steps -= 1
      guard wall(of: period) <= last else { break }
      let occurrences = chosen(of: period)
      steps -= occurrences.count
      for wall in occurrences where wall >= start {
        // The start counts as the first occurrence, even if the rule does not contain it.
        if isFirst, rule.count != nil, wall != start { remaining -= 1 }
        isFirst = false
        guard wall <= last, remaining > 0 else { return result }
        remaining -= 1
        if wall >= window.lowerBound { result.append(wall) }
      }
      period = next(after: period, isEmpty: occurrences.isEmpty)
    }
    return result
  }

  // MARK: Periods

  /// The seconds of a period of a fixed length; nil for months and years.
  private var length: Int? {
    switch rule.frequency {
    case .secondly: 1
    case .minutely: 60
    case .hourly: 3600
    case .daily: Self.day
    case .weekly: 7 * Self.day
    case .monthly, .yearly: nil
    }
  }

  /// The days before 1970-01-01, a Thursday, at which a week began.
  private var weekShift: Int { (3 - rule.weekStart).flooredRemainder(by: 7) }

  /// The number of the period with a time: a year, a month since the year 0, or a number of lengths since 1970.
  private func period(of wall: Int) -> Int {
    let date = GregorianDay(number: wall.flooredQuotient(by: Self.day))
    switch rule.frequency {
    case .yearly: return date.year
    case .monthly: return date.year * 12 + date.month - 1
    case .weekly: return (date.number + weekShift).flooredQuotient(by: 7)
    default: return wall.flooredQuotient(by: length ?? 1)
    }
  }

  /// The beginning of a period.
  private func wall(of period: Int) -> Int {
    switch rule.frequency {
    case .yearly: GregorianDay(year: period, month: 1, day: 1).number * Self.day
    case .monthly: firstDay(ofMonth: period) * Self.day
    case .weekly: (period * 7 - weekShift) * Self.day
    default: period * (length ?? 1)
    }
  }

  private func firstDay(ofMonth month: Int) -> Int {
    GregorianDay(year: month.flooredQuotient(by: 12), month: month.flooredRemainder(by: 12) + 1, day: 1).number
  }

  /// The first period that can have occurrences in the window. A rule that counts has to be followed from its beginning.
  private var firstPeriod: Int {
    let own = period(of: start)
    guard rule.count == nil else { return own }
    let missing = period(of: max(start, window.lowerBound)) - own
    return own + missing / rule.interval * rule.interval
  }

  private func next(after period: Int, isEmpty: Bool) -> Int {
    let next = period + rule.interval
    // A day that the rule leaves out is not searched hour by hour.
    guard isEmpty, let length, length < Self.day, !matches(day: wall(of: period).flooredQuotient(by: Self.day)) else {
      return next
    }
    let tomorrow = (wall(of: period).flooredQuotient(by: Self.day) + 1) * (Self.day / length)
    return max(next, period + ((tomorrow - period + rule.interval - 1) / rule.interval) * rule.interval)
  }

  // MARK: Sets

  private func chosen(of period: Int) -> [Int] {
    let all = occurrences(of: period)
    guard !rule.positions.isEmpty else { return all }
    let indexes = rule.positions.map { $0 > 0 ? $0 - 1 : all.count + $0 }
    return Set(indexes).sorted().compactMap { all.indices.contains($0) ? all[$0] : nil }
  }

  /// Returns all times of a period that the rule's conditions admit, in order.
  private func occurrences(of period: Int) -> [Int] {
    switch rule.frequency {
    case .yearly:
      let months = rule.months.isEmpty ? Array(1...12) : rule.months
      return times(of: months.flatMap { days(ofMonth: period * 12 + $0 - 1) })
    case .monthly: return times(of: days(ofMonth: period))
    case .weekly: return times(of: (0..<7).map { period * 7 - weekShift + $0 })
    case .daily: return times(of: [period])
    case .hourly, .minutely, .secondly: return timesWithinDay(of: period)
    }
  }

  private func days(ofMonth month: Int) -> Range<Int> { firstDay(ofMonth: month)..<firstDay(ofMonth: month + 1) }

  private func times(of days: some Sequence<Int>) -> [Int] {
    days.filter { matches(day: $0) }.flatMap { day in times.map { day * Self.day + $0 } }
  }

  /// What a rule says, or what its start has.
  private static func values(_ given: [Int], _ own: Int) -> [Int] { given.isEmpty ? [own] : given }

  private func timesWithinDay(of period: Int) -> [Int] {
    let wall = wall(of: period)
    let time = wall.flooredRemainder(by: Self.day)
    func admits(_ values: [Int], _ value: Int) -> Bool { values.isEmpty || values.contains(value) }
    guard matches(day: wall.flooredQuotient(by: Self.day)), admits(rule.hours, time / 3600) else { return [] }
    let own = start.flooredRemainder(by: Self.day)
    switch rule.frequency {
    case .hourly:
      return Self.values(rule.minutes, own / 60 % 60).flatMap { minute in
        Self.values(rule.seconds, own % 60).map { wall + minute * 60 + $0 }
      }
    case .minutely:
      return admits(rule.minutes, time / 60 % 60) ? Self.values(rule.seconds, own % 60).map { wall + $0 } : []
    default: return admits(rule.minutes, time / 60 % 60) && admits(rule.seconds, time % 60) ? [wall] : []
    }
  }

  // MARK: Days

  /// From 0, Monday.
  private static func weekday(of day: Int) -> Int { (day + 3).flooredRemainder(by: 7) }

  /// Whether the rule's conditions admit a day.
  private func matches(day: Int) -> Bool {
    if rule.months.isEmpty, rule.monthDays.isEmpty, rule.yearDays.isEmpty, rule.weeks.isEmpty, rule.weekdays.isEmpty {
      return true
    }
    let date = GregorianDay(number: day)
    guard rule.months.isEmpty || rule.months.contains(date.month) else { return false }
    let monthLength = GregorianDay.length(ofMonth: date.month, year: date.year)
    guard admits(rule.monthDays, date.day, of: monthLength) else { return false }
    let yearStart = GregorianDay(year: date.year, month: 1, day: 1).number
    let yearLength = GregorianDay(year: date.year + 1, month: 1, day: 1).number - yearStart
    guard admits(rule.yearDays, day - yearStart + 1, of: yearLength) else { return false }
    if !rule.weeks.isEmpty {
      let (week, count) = week(of: day)
      guard admits(rule.weeks, week, of: count) else { return false }
    }
    guard !rule.weekdays.isEmpty else { return true }
    let number = Self.weekday(of: day)
    // An ordinal counts in the month, or in the year if the rule names no month.
    let (dayIndex, length) =
      rule.frequency == .yearly && rule.months.isEmpty ? (day - yearStart, yearLength) : (date.day - 1, monthLength)
    let hasOrdinals = rule.frequency == .monthly || rule.frequency == .yearly && rule.weeks.isEmpty
    return rule.weekdays.contains { weekday in
      guard weekday.number == number else { return false }
      guard let ordinal = weekday.ordinal, hasOrdinals else { return true }
      return ordinal == dayIndex / 7 + 1 || ordinal == -((length - 1 - dayIndex) / 7 + 1)
    }
  }

  /// Whether a list is empty, or contains a number or its distance from the end.
  private func admits(_ values: [Int], _ number: Int, of count: Int) -> Bool {
    values.isEmpty || values.contains(number) || values.contains(number - count - 1)
  }

  /// Returns the number of a day's week, and the number of weeks of the year to which the week belongs (ISO 8601, with the
  /// rule's first day of the week).
  private func week(of day: Int) -> (number: Int, count: Int) {
    let weekStart = day - (Self.weekday(of: day) - rule.weekStart).flooredRemainder(by: 7)
    // A week belongs to the year with most of its days.
    let year = GregorianDay(number: weekStart + 3).year
    func first(_ year: Int) -> Int {
      let day = GregorianDay(year: year, month: 1, day: 4).number
      return day - (Self.weekday(of: day) - rule.weekStart).flooredRemainder(by: 7)
    }
    return ((weekStart - first(year)) / 7 + 1, (first(year + 1) - first(year)) / 7)
  }
}
