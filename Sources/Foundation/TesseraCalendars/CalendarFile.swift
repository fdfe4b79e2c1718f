import CICal
package import Foundation
import Synchronization
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

/// A calendar file (iCalendar, RFC 5545), read by libical.
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

  /// The library keeps time zones in shared memory.
  private static let library = Mutex(())

  /// Reads the events of a period, with the occurrences of recurring ones. Cancelled ones are left out.
  /// - Parameters:
  ///   - period: The time in which events take place.
  ///   - timeZone: The zone of whole days, and of times without a zone.
  /// - Throws: `calendar-syntax` if the text is no calendar, `calendar-limit` if it is too large.
  package init(_ bytes: [UInt8], during period: ClosedRange<Date>, timeZone: TimeZone) throws(Diagnostic) {
    guard bytes.count <= Self.maximumBytes else {
      throw Diagnostic(rule: "calendar-limit", message: "A calendar has at most \(Self.maximumBytes) bytes")
    }
    let reader = EventReader(timeZone)
    let limits = tessera_calendar_limits(
      from: Int64(period.lowerBound.timeIntervalSince1970), to: Int64(period.upperBound.timeIntervalSince1970),
      maximum_steps: Int64(Self.maximumOccurrences), maximum_events: Int32(Self.maximumEvents))
    // Bytes after a zero would be lost, and no text contains one.
    let text = EventFilter(period).kept(of: bytes.filter { $0 != 0 }) + [0]
    let isCalendar = Self.library.withLock { _ in
      text.withUnsafeBufferPointer { text in
        text.withMemoryRebound(to: CChar.self) { text in
          tessera_calendar_read(
            text.baseAddress, limits,
            { event, context in
              guard let event, let context else { return }
              Unmanaged<EventReader>.fromOpaque(context).takeUnretainedValue().add(event.pointee)
            },
            { name, context in
              guard let name, let context else { return }
              Unmanaged<EventReader>.fromOpaque(context).takeUnretainedValue().name = String(cString: name)
            }, Unmanaged.passUnretained(reader).toOpaque())
        }
      }
    }
    guard isCalendar != 0 else {
      throw Diagnostic(rule: "calendar-syntax", message: "Found no calendar: it begins with 'BEGIN:VCALENDAR'")
    }
    name = reader.name
    events = reader.events.filter { $0.ends >= period.lowerBound && $0.begins <= period.upperBound }
      .sorted { ($0.begins, $0.id) < ($1.begins, $1.id) }
  }
}

/// Collects what the library tells.
private final class EventReader {
  var name: String?
  private(set) var events: [CalendarEvent] = []
  private let calendar: Calendar
  /// Calendars in the zones of events, by their names; nil for a zone that only the file defines.
  private var zones: [String: Calendar?] = [:]

  init(_ timeZone: TimeZone) { calendar = Self.calendar(in: timeZone) }

  private static func calendar(in timeZone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar
  }

  /// Returns the calendar of an event's zone. Foundation's zones are preferred, because the library's differ from the
  /// standard in hours that a change of clocks skips or repeats.
  private func calendar(of zone: UnsafePointer<CChar>?) -> Calendar? {
    guard let zone else { return nil }
    let name = String(cString: zone)
    if let known = zones[name] { return known }
    let found = TimeZone(identifier: name).map(Self.calendar)
    zones[name] = .some(found)
    return found
  }

  func add(_ event: tessera_calendar_event) {
    guard let begins = date(of: event.begin, in: event.zone) else { return }
    let ends =
      event.begin.is_date != 0 ? date(of: event.end, in: nil) : begins.addingTimeInterval(Self.length(of: event))
    events.append(
      CalendarEvent(
        id: "\(Self.text(event.identifier) ?? "") \(event.begin.seconds)",
        title: Self.text(event.title) ?? "", begins: begins, ends: ends ?? begins,
        isAllDay: event.begin.is_date != 0, place: Self.text(event.place), notes: Self.text(event.notes),
        address: Self.text(event.address)))
  }

  private static func length(of event: tessera_calendar_event) -> Double {
    Double(event.end.seconds - event.begin.seconds)
  }

  private func date(of time: tessera_calendar_time, in zone: UnsafePointer<CChar>?) -> Date? {
    let own = calendar(of: zone)
    if time.has_zone != 0, own == nil { return Date(timeIntervalSince1970: Double(time.seconds)) }
    return (own ?? calendar).date(
      from: DateComponents(
        year: Int(time.year), month: Int(time.month), day: Int(time.day), hour: Int(time.hour),
        minute: Int(time.minute), second: Int(time.second)))
  }

  private static func text(_ text: UnsafePointer<CChar>?) -> String? {
    text.map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
