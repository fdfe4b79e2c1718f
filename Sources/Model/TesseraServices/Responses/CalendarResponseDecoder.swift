import Foundation
import TesseraCalendars
import TesseraValues

/// Converts calendars to values: `{"title", "events": [{"id", "title", "begins", "ends", "isAllDay", "place", "notes",
/// "address", "calendar"}]}`, with dates as ISO 8601 text, and one event for each occurrence of a recurring one.
enum CalendarResponseDecoder {
  /// The days before the present from which events are read. Earlier events are left out.
  private static let pastDays = 31.0
  /// The days after the present until which events are read. Later events are left out.
  private static let futureDays = 366.0

  static func value(of body: [UInt8], in context: ResponseContext) throws(Diagnostic) -> Value {
    let day = 86_400.0
    let period = context.now.addingTimeInterval(-pastDays * day)...context.now.addingTimeInterval(futureDays * day)
    let file = try CalendarFile(body, during: period, timeZone: context.timeZone)
    for problem in file.problems { context.report(problem) }
    let name = file.name.map(Value.string) ?? .null
    return ["title": name, "events": .array(file.events.map { value(of: $0, calendar: name) })]
  }

  private static func value(of event: CalendarEvent, calendar: Value) -> Value {
    func text(_ text: String?) -> Value { text.map(Value.string) ?? .null }
    return [
      "id": .string(event.id), "title": .string(event.title), "begins": .string(event.begins.formatted(.iso8601)),
      "ends": .string(event.ends.formatted(.iso8601)), "isAllDay": .bool(event.isAllDay), "place": text(event.place),
      "notes": text(event.notes), "address": text(event.address), "calendar": calendar,
    ]
  }
}
