import Foundation
import TesseraValues

/// The time zones of a calendar file by the names that its times have.
struct CalendarZones {
  /// The zone of days, and of times for which the file has none.
  let reader: CalendarZone
  /// The zone of times that have none (`X-WR-TIMEZONE`, which Google and Apple write); nil for that of the reader.
  private(set) var floating: CalendarZone?
  /// The names that mean no zone.
  private(set) var unknownNames: [String] = []

  private let definitions: [String: CalendarComponent]
  private let period: ClosedRange<Int>
  private var known: [String: CalendarZone?] = [:]

  /// The maximum number of unknown time zones that are reported for a calendar file. Others are not.
  private static let maximumReports = 10

  /// Reads the definitions of a file.
  /// - Parameter period: What is read of the calendar, in seconds since 1970.
  init(of calendar: CalendarComponent, reader: TimeZone, period: ClosedRange<Int>) {
    self.reader = CalendarZone(reader)
    self.period = period
    var definitions: [String: CalendarComponent] = [:]
    for component in calendar.components where component.name == "VTIMEZONE" {
      if let name = component.line("TZID")?.value, definitions[name] == nil { definitions[name] = component }
    }
    self.definitions = definitions
    if let name = calendar.line("X-WR-TIMEZONE")?.value, !name.isEmpty { floating = zone(named: name) }
  }

  /// Reads the time of a line.
  mutating func time(_ line: ContentLine) -> CalendarTime? { time(line, value: line.value[...]) }

  /// Reads one of the times of a line.
  mutating func time(_ line: ContentLine, value: Substring) -> CalendarTime? {
    let own = line.parameters["TZID"].flatMap { zone(named: $0) }
    return CalendarTime(value, zone: own ?? floating, isDay: line.parameters["VALUE"]?.uppercased() == "DATE")
  }

  private mutating func zone(named name: String) -> CalendarZone? {
    if let found = known[name] { return found }
    let found = find(name)
    known[name] = .some(found)
    if found == nil, unknownNames.count < Self.maximumReports { unknownNames.append(name) }
    return found
  }

  /// The system's rules are preferred for names of its own, because files define zones as they once were.
  private func find(_ name: String) -> CalendarZone? {
    if name.contains("/"), let zone = ZoneNames.zone(name) { return CalendarZone(zone) }
    if let component = definitions[name] {
      if let definition = ZoneDefinition(component, around: period) { return CalendarZone(definition, name: name) }
      if let zone = component.line("X-LIC-LOCATION").flatMap({ ZoneNames.zone($0.value) }) { return CalendarZone(zone) }
    }
    return ZoneNames.zone(name).map { CalendarZone($0) }
  }

  /// What there is to say about names of zones that are unknown.
  var problems: [Diagnostic] {
    unknownNames.map { name in
      Diagnostic(
        .warning, rule: "calendar-zone",
        message: "The time zone '\(name.prefix(100))' is unknown; its times are read as those of \(reader.name)",
        fix: "Ask those who publish the calendar for names such as 'Europe/Berlin', or for a VTIMEZONE")
    }
  }
}
