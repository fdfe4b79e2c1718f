/// An event as a calendar file writes it: a single one, a series, or what takes the place of occurrences of a series.
struct CalendarEntry {
  var identifier: String
  var title: String
  var place: String?
  var notes: String?
  var address: String?
  var start: CalendarTime
  /// In seconds; that of a day is a multiple of a day's.
  var length: Int
  var isCancelled: Bool
  /// The number of the version (RFC 5545, section 3.8.7.4).
  var sequence: Int
  var rules: [RecurrenceRule] = []
  /// Further occurrences, with their lengths where they have their own.
  var dates: [(start: CalendarTime, length: Int?)] = []
  var exceptions: [CalendarTime] = []
  /// The occurrence that this event takes the place of; nil for an event of its own.
  var replaced: CalendarTime?
  /// Whether it takes the place of all later occurrences, too.
  var replacesFuture = false

  /// The maximum length of an event of a calendar, in seconds. A longer one ends then.
  private static let maximumLength = 366 * 86_400
  private static let day = 86_400

  /// Reads an event; nil if it has no beginning.
  init?(_ component: CalendarComponent, zones: inout CalendarZones) {
    guard let line = component.line("DTSTART"), let start = zones.time(line) else { return nil }
    self.start = start
    identifier = component.line("UID")?.value ?? ""
    title = component.text("SUMMARY") ?? ""
    place = component.text("LOCATION")
    notes = component.text("DESCRIPTION")
    address = component.line("URL").flatMap { $0.value.isEmpty ? nil : $0.value }
    isCancelled = component.line("STATUS")?.keyword == "CANCELLED"
    sequence = component.line("SEQUENCE").flatMap { Int($0.keyword) } ?? 0
    length = 0
    if let line = component.line("DTEND"), let end = zones.time(line) {
      length = Self.length(from: start, to: end, zones.reader)
    } else if let duration = component.line("DURATION").flatMap({ Self.duration($0.keyword) }) {
      length = Self.length(of: duration, from: start, zones.reader)
    }
    // An event of a day without an end lasts for the day (section 3.6.1).
    if start.isDay { length = max(length, Self.day) }
    rules = component.lines("RRULE").compactMap { RecurrenceRule($0.value) }
    for line in component.lines("RDATE") {
      for value in line.value.split(separator: ",") {
        let parts = value.split(separator: "/", maxSplits: 1)
        guard let first = parts.first, let time = zones.time(line, value: first) else { continue }
        dates.append((time, parts.count > 1 ? Self.length(of: parts[1], from: time, line, &zones) : nil))
      }
    }
    for line in component.lines("EXDATE") {
      exceptions += line.value.split(separator: ",").compactMap { zones.time(line, value: $0) }
    }
    if let line = component.line("RECURRENCE-ID") {
      replaced = zones.time(line)
      replacesFuture = line.parameters["RANGE"]?.uppercased() == "THISANDFUTURE"
    }
  }

  /// Returns the length of a period from its second part: an end or a duration.
  private static func length(
    of end: Substring, from start: CalendarTime, _ line: ContentLine, _ zones: inout CalendarZones
  ) -> Int? {
    if let duration = duration(end.uppercased()) { return length(of: duration, from: start, zones.reader) }
    return zones.time(line, value: end).map { length(from: start, to: $0, zones.reader) }
  }

  private static func length(from start: CalendarTime, to end: CalendarTime, _ reader: CalendarZone) -> Int {
    let length =
      start.isDay || end.isDay ? end.wall - start.wall : end.instant(inReader: reader) - start.instant(inReader: reader)
    return min(max(length, 0), maximumLength)
  }

  /// Days are those of clocks: one in which they change is shorter or longer.
  private static func length(
    of duration: (days: Int, seconds: Int), from start: CalendarTime, _ reader: CalendarZone
  ) -> Int {
    guard duration.days < 400 else { return maximumLength }
    var end = start
    end.wall += duration.days * day
    return min(max(length(from: start, to: end, reader) + duration.seconds, 0), maximumLength)
  }

  /// Reads `P1W`, `P2DT3H`, `PT90M` (section 3.3.6); nil for any other text.
  private static func duration(_ text: String) -> (days: Int, seconds: Int)? {
    guard
      let match = text.wholeMatch(
        of: /[+-]?P(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?/)
    else { return nil }
    func number(_ text: Substring?) -> Int { text.flatMap { Int($0) } ?? 0 }
    // A negative duration has no meaning for an event.
    if text.hasPrefix("-") { return (0, 0) }
    return (
      number(match.1) * 7 + number(match.2), number(match.3) * 3600 + number(match.4) * 60 + number(match.5)
    )
  }
}
