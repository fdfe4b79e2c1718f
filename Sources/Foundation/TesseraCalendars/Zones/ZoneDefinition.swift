/// A time zone that a calendar file defines (RFC 5545, section 3.6.5).
struct ZoneDefinition: Sendable {
  /// The moments of changes within the years that are read, in order, with the seconds between the clocks and UTC after them.
  private var changes: [(instant: Int, offset: Int)] = []
  /// The seconds before the first change.
  private var initialOffset = 0

  /// The maximum number of observances of a defined time zone that are read. Further ones are left out.
  private static let maximumObservances = 200

  /// Reads a definition for the time around a period; nil if it has no observance.
  /// - Parameter period: In seconds since 1970.
  init?(_ component: CalendarComponent, around period: ClosedRange<Int>) {
    let year = 366 * 86_400
    let walls = (period.lowerBound - 2 * year)...(period.upperBound + year)
    var earliest = Int.max
    for observance in component.components.prefix(Self.maximumObservances)
    where observance.name == "STANDARD" || observance.name == "DAYLIGHT" {
      guard let start = observance.line("DTSTART").flatMap({ CalendarTime($0.value, zone: nil) }),
        let from = observance.line("TZOFFSETFROM").flatMap({ Self.offset($0.value) }),
        let to = observance.line("TZOFFSETTO").flatMap({ Self.offset($0.value) })
      else { continue }
      if start.wall < earliest { (earliest, initialOffset) = (start.wall, from) }
      var onsets = [start.wall]
      for line in observance.lines("RDATE") {
        onsets += line.value.split(separator: ",").prefix(1000).compactMap { CalendarTime($0, zone: nil)?.wall }
      }
      for line in observance.lines("RRULE") {
        // Clocks change once a year; what recurs more often is no zone.
        guard let rule = RecurrenceRule(line.value), rule.frequency == .yearly else { continue }
        var steps = 10_000
        let occurrences = RecurrenceIterator(
          rule, start: start.wall, until: rule.until.map { $0.wall + ($0.zone == nil ? 0 : from) }, window: walls)
        onsets += occurrences.walls(steps: &steps)
      }
      changes += onsets.map { ($0 - from, to) }
    }
    guard !changes.isEmpty else { return nil }
    changes.sort { $0.instant < $1.instant }
  }

  /// Returns the seconds between clocks and UTC at a moment.
  func offset(at instant: Int) -> Int {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].instant <= instant { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? initialOffset : changes[low - 1].offset
  }

  /// Reads `+0200` or `-033000` (section 3.3.14).
  private static func offset(_ text: String) -> Int? {
    let digits = text.utf8.compactMap { (0x30...0x39).contains($0) ? Int($0) - 0x30 : nil }
    guard digits.count == 4 || digits.count == 6 else { return nil }
    let pairs = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
    let seconds = pairs[0] * 3600 + pairs[1] * 60 + (pairs.count > 2 ? pairs[2] : 0)
    guard seconds < 86_400 else { return nil }
    return text.hasPrefix("-") ? -seconds : seconds
  }
}
