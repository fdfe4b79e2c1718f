/// A rule by which an event recurs (RFC 5545, section 3.3.10).
///
/// What a rule has beside the standard's parts is ignored, and so are numbers out of their ranges: a `COUNT` of -1 is none.
struct RecurrenceRule: Sendable {
  enum Frequency: String, Sendable {
    case secondly = "SECONDLY"
    case minutely = "MINUTELY"
    case hourly = "HOURLY"
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"
    case yearly = "YEARLY"
  }

  /// A weekday, or the nth one of a month or year.
  struct Weekday: Sendable, Hashable {
    /// From 0, Monday, to 6, Sunday.
    var number: Int
    /// 1 is the first, -1 the last; nil for each.
    var ordinal: Int?
  }

  var frequency: Frequency
  var interval = 1
  /// The number of occurrences; nil if it has no such end.
  var count: Int?
  var until: CalendarTime?
  /// The first day of the week, from 0, Monday.
  var weekStart = 0
  var months: [Int] = []
  var weeks: [Int] = []
  var yearDays: [Int] = []
  var monthDays: [Int] = []
  var weekdays: [Weekday] = []
  var hours: [Int] = []
  var minutes: [Int] = []
  var seconds: [Int] = []
  var positions: [Int] = []

  /// Reads a rule; nil if it has no frequency.
  init?(_ text: String) {
    var parts: [Substring: Substring] = [:]
    let text = text.uppercased().filter { !$0.isWhitespace }
    for part in text.split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1)
      if pair.count == 2, parts[pair[0]] == nil { parts[pair[0]] = pair[1] }
    }
    guard let frequency = parts["FREQ"].flatMap({ Frequency(rawValue: String($0)) }) else { return nil }
    self.frequency = frequency
    func numbers(_ name: Substring, _ range: ClosedRange<Int>) -> [Int] {
      let found = (parts[name] ?? "").split(separator: ",").prefix(Self.maximumValues).compactMap { Int($0) }
      return Array(Set(found.filter { range.contains(abs($0)) && (range.lowerBound == 1 || $0 >= 0) })).sorted()
    }
    func number(_ name: Substring) -> Int? {
      parts[name].flatMap { Int($0) }.flatMap { 1...1_000_000_000 ~= $0 ? $0 : nil }
    }
    interval = number("INTERVAL") ?? 1
    count = number("COUNT")
    until = parts["UNTIL"].flatMap { CalendarTime($0, zone: nil) }
    weekStart = parts["WKST"].flatMap { Self.weekdayNames.firstIndex(of: String($0)) } ?? 0
    months = numbers("BYMONTH", 1...12).filter { $0 > 0 }
    weeks = frequency == .yearly ? numbers("BYWEEKNO", 1...53) : []
    yearDays = numbers("BYYEARDAY", 1...366)
    monthDays = numbers("BYMONTHDAY", 1...31)
    weekdays = (parts["BYDAY"] ?? "").split(separator: ",").prefix(Self.maximumValues).compactMap(Self.weekday)
    hours = numbers("BYHOUR", 0...23)
    minutes = numbers("BYMINUTE", 0...59)
    seconds = numbers("BYSECOND", 0...59)
    positions = numbers("BYSETPOS", 1...366)
  }

  /// The maximum number of values of a part of a recurrence rule. Further ones are left out.
  private static let maximumValues = 400

  private static let weekdayNames = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

  /// Reads `MO`, `2MO`, `+2MO` or `-1MO`.
  private static func weekday(_ text: Substring) -> Weekday? {
    guard let number = weekdayNames.firstIndex(of: String(text.suffix(2))) else { return nil }
    let ordinal = text.dropLast(2)
    if ordinal.isEmpty { return Weekday(number: number, ordinal: nil) }
    guard let value = Int(ordinal), value != 0, abs(value) <= 53 else { return nil }
    return Weekday(number: number, ordinal: value)
  }
}
