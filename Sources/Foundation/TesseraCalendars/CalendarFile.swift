package import Foundation
package import TesseraValues

/// An event of a calendar, or one occurrence of a recurring event.
package struct CalendarEvent: Sendable, Hashable {
  /// The identity: that of the event, and the beginning of the occurrence.
  package var id: String
  /// What the event is called.
  package var title: String
  /// When the event begins; for whole days, the beginning of the first.
  package var begins: Date
  /// When the event ends; for whole days, the beginning of the day after the last.
  package var ends: Date
  /// Whether the event takes whole days.
  package var isAllDay: Bool
  /// Where the event takes place.
  package var place: String?
  /// What else there is to say.
  package var notes: String?
  /// The address of a page about the event.
  package var address: String?
}

/// A calendar file (iCalendar, RFC 5545, and vCalendar 1.0 as far as it is the same).
package struct CalendarFile: Sendable, Hashable {
  /// The maximum size of a calendar file, in bytes. A larger one is refused.
  package static let maximumBytes = 16 << 20
  /// The maximum number of events of a calendar file within the period that is read. Further ones are left out.
  package static let maximumEvents = 10_000
  /// The maximum number of occurrences that are computed for all recurring events of a calendar file. Later occurrences
  /// are left out.
  package static let maximumOccurrences = 300_000

  /// The name of the calendar.
  package private(set) var name: String?
  /// The events by their beginnings.
  package private(set) var events: [CalendarEvent] = []
  /// What cannot be read as it is meant: rule `calendar-zone`.
  package private(set) var problems: [Diagnostic] = []

  /// Reads the events of a period, with the occurrences of recurring ones. Cancelled ones are left out.
  /// - Parameters:
  ///   - period: The time in which events take place.
  ///   - timeZone: The zone of whole days, and of times without a zone.
  /// - Throws: `calendar-syntax` if the text is no calendar, `calendar-limit` if it is too large.
  package init(_ bytes: [UInt8], during period: ClosedRange<Date>, timeZone: TimeZone) throws(Diagnostic) {
    guard bytes.count <= Self.maximumBytes else {
      throw Diagnostic(rule: "calendar-limit", message: "A calendar has at most \(Self.maximumBytes) bytes")
    }
    let text = EventFilter(period).kept(of: bytes)
    let calendars = CalendarComponent.all(in: text).filter { calendar in
      calendar.name == "VCALENDAR" && (calendar.isEnded || !calendar.lines.isEmpty || !calendar.components.isEmpty)
    }
    guard !calendars.isEmpty else {
      throw Diagnostic(rule: "calendar-syntax", message: "Found no calendar: it begins with 'BEGIN:VCALENDAR'")
    }
    name = calendars.lazy.compactMap { $0.text("X-WR-CALNAME") ?? $0.text("NAME") }.first
    var steps = Self.maximumOccurrences
    for calendar in calendars {
      let seconds = Int(period.lowerBound.timeIntervalSince1970)...Int(period.upperBound.timeIntervalSince1970)
      var zones = CalendarZones(of: calendar, reader: timeZone, period: seconds)
      let entries = calendar.components.filter { $0.name == "VEVENT" }.compactMap { CalendarEntry($0, zones: &zones) }
      for occurrence in Self.occurrences(of: entries, during: seconds, zones, steps: &steps) {
        guard events.count < Self.maximumEvents else { break }
        let event = CalendarEvent(occurrence, zones.reader)
        if event.ends >= period.lowerBound && event.begins <= period.upperBound { events.append(event) }
      }
      problems += zones.problems
    }
    events.sort { ($0.begins, $0.id) < ($1.begins, $1.id) }
  }

  /// Returns what takes place: events without a series, series without what other events take the place of, and these.
  private static func occurrences(
    of entries: [CalendarEntry], during period: ClosedRange<Int>, _ zones: CalendarZones, steps: inout Int
  ) -> [CalendarSeries.Occurrence] {
    var result: [CalendarSeries.Occurrence] = []
    let replacements = latest(entries.filter { $0.replaced != nil }) {
      "\($0.identifier) \($0.replaced.map { "\($0.wall)" } ?? "")"
    }
    let byIdentifier = Dictionary(grouping: replacements, by: \.identifier)
    for entry in latest(entries.filter({ $0.replaced == nil }), by: \.identifier) {
      let series = CalendarSeries(entry, replacements: byIdentifier[entry.identifier] ?? [], zones: zones)
      result += series.occurrences(during: period, steps: &steps)
      guard result.count < maximumEvents * 4 else { break }
    }
    for entry in replacements where !entry.isCancelled {
      result.append(CalendarSeries.Occurrence(entry: entry, start: entry.start, length: entry.length))
    }
    return result
  }

  /// Returns the entries without older versions of them: the one with the highest `SEQUENCE` counts (RFC 5545, section 3.8.7.4).
  private static func latest(_ entries: [CalendarEntry], by key: (CalendarEntry) -> String) -> [CalendarEntry] {
    var highest: [String: Int] = [:]
    for entry in entries { highest[key(entry)] = max(highest[key(entry)] ?? .min, entry.sequence) }
    // Without an identity, each is an event of its own.
    return entries.filter { $0.identifier.isEmpty || $0.sequence == highest[key($0)] }
  }
}

extension CalendarEvent {
  fileprivate init(_ occurrence: CalendarSeries.Occurrence, _ reader: CalendarZone) {
    let (entry, start) = (occurrence.entry, occurrence.start)
    let begin = start.instant(inReader: reader)
    // What lasts two hours ends two hours later, even if clocks change meanwhile.
    let end = start.isDay ? reader.instant(ofWall: start.wall + occurrence.length) : begin + occurrence.length
    // Without a zone, the identity does not depend on that of the reader.
    let recurrenceID = start.isDay || start.zone == nil ? start.wall : begin
    self.init(
      id: "\(entry.identifier) \(recurrenceID)", title: entry.title, begins: Date(timeIntervalSince1970: Double(begin)),
      ends: Date(timeIntervalSince1970: Double(end)), isAllDay: start.isDay, place: entry.place, notes: entry.notes,
      address: entry.address)
  }
}
