import Foundation
import TesseraCalendars
import TesseraValues
import Testing

@Suite("A calendar file")
struct CalendarFileTests {
  private static let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

  /// Reads events, given as the lines between BEGIN:VEVENT and END:VEVENT.
  private static func events(
    _ events: String..., from: String = "2026-01-01T00:00:00Z", to: String = "2027-01-01T00:00:00Z", other: String = ""
  ) throws -> [CalendarEvent] {
    let lines = events.map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT" }.joined(separator: "\n")
    let text = "BEGIN:VCALENDAR\nVERSION:2.0\n\(other)\(lines)\nEND:VCALENDAR\n"
    return try CalendarFile(
      Array(text.replacing("\n", with: "\r\n").utf8), during: date(from)...date(to), timeZone: berlin
    ).events
  }

  private static func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  private static func times(_ events: [CalendarEvent]) -> [String] { events.map { $0.begins.formatted(.iso8601) } }

  struct Recurrence: Decodable, Sendable, CustomTestStringConvertible {
    var start: String
    var zone: String
    var rule: String
    var times: [Int]
    var testDescription: String { "\(start) \(zone) \(rule)" }
  }

  private static let fixtures: [Recurrence] = {
    guard let url = Bundle.module.url(forResource: "recurrences", withExtension: "json", subdirectory: "Fixtures"),
      let data = try? Data(contentsOf: url)
    else { return [] }
    return (try? JSONDecoder().decode([Recurrence].self, from: data)) ?? []
  }()

  @Test("has the recurrences that dateutil finds", arguments: fixtures)
  func recurrences(_ case: Recurrence) throws {
    let events = try Self.events("UID:a\nSUMMARY:A\nDTSTART;TZID=\(`case`.zone):\(`case`.start)\nRRULE:\(`case`.rule)")
    #expect(events.prefix(400).map { Int($0.begins.timeIntervalSince1970) } == `case`.times)
  }

  @Test("there are recurrences to compare with")
  func fixture() { #expect(Self.fixtures.count == 28) }

  @Test("has what people write about an event, with commas and line breaks")
  func texts() throws {
    let event = try #require(
      try Self.events(
        """
        UID:a@example.org
        SUMMARY:Lunch\\, or
          dinner
        LOCATION:Café
        DESCRIPTION:First\\nSecond
        URL:https://example.org/lunch
        DTSTART:20260329T100000Z
        DURATION:PT90M
        """
      ).first)
    #expect(event.title == "Lunch, or dinner" && event.place == "Café" && event.notes == "First\nSecond")
    #expect(event.address == "https://example.org/lunch" && !event.isAllDay)
    #expect(event.ends.timeIntervalSince(event.begins) == 5400)
  }

  @Test("has whole days in the reader's zone, and the hours that a day has when clocks change")
  func wholeDays() throws {
    let events = try Self.events(
      "UID:a\nDTSTART;VALUE=DATE:20260329", "UID:b\nDTSTART;VALUE=DATE:20260401\nDTEND;VALUE=DATE:20260403",
      "UID:c\nDTSTART:20260410T080000")
    #expect(Self.times(events) == ["2026-03-28T23:00:00Z", "2026-03-31T22:00:00Z", "2026-04-10T06:00:00Z"])
    #expect(events.map(\.isAllDay) == [true, true, false])
    #expect(events.map { $0.ends.timeIntervalSince($0.begins) / 3600 } == [23, 48, 0])
  }

  @Test("leaves out exceptions and cancelled events, and has added and moved occurrences")
  func exceptions() throws {
    let series = """
      UID:a
      SUMMARY:Weekly
      DTSTART;TZID=Europe/Berlin:20260105T090000
      RRULE:FREQ=WEEKLY;COUNT=5
      EXDATE;TZID=Europe/Berlin:20260112T090000
      RDATE;TZID=Europe/Berlin:20260110T120000
      """
    let moved = """
      UID:a
      SUMMARY:Moved
      RECURRENCE-ID;TZID=Europe/Berlin:20260119T090000
      DTSTART;TZID=Europe/Berlin:20260120T150000
      """
    let cancelled = """
      UID:a
      STATUS:CANCELLED
      RECURRENCE-ID;TZID=Europe/Berlin:20260126T090000
      DTSTART;TZID=Europe/Berlin:20260126T090000
      """
    let events = try Self.events(series, moved, cancelled)
    #expect(
      Self.times(events) == [
        "2026-01-05T08:00:00Z", "2026-01-10T11:00:00Z", "2026-01-20T14:00:00Z", "2026-02-02T08:00:00Z",
      ])
    #expect(events.map(\.title) == ["Weekly", "Weekly", "Moved", "Weekly"])
    #expect(Set(events.map(\.id)).count == 4)
  }

  @Test("knows the time zones that it defines itself")
  func ownTimeZone() throws {
    let zone = """
      X-WR-CALNAME:Team
      BEGIN:VTIMEZONE
      TZID:Ours
      BEGIN:STANDARD
      DTSTART:20000101T000000
      TZOFFSETFROM:+0300
      TZOFFSETTO:+0300
      END:STANDARD
      END:VTIMEZONE

      """
    let events = try Self.events("UID:a\nDTSTART;TZID=Ours:20260601T120000", other: zone)
    #expect(Self.times(events) == ["2026-06-01T09:00:00Z"])
  }

  @Test func `Events outside of the period are left out early, and no others`() throws {
    var generator = SystemRandomNumberGenerator()
    let forms: [(String, String) -> String] = [
      { "DTSTART:\($0)T090000Z\nDTEND:\($1)T100000Z" },
      { "DTSTART;TZID=Pacific/Auckland:\($0)T233000\nDTEND;TZID=Pacific/Auckland:\($1)T234500" },
      { first, _ in "DTSTART;VALUE=DATE:\(first)" }, { "dtstart;value=date:\($0)\ndtend;value=date:\($1)" },
      { first, _ in "DTSTART:\(first)T090000\nDURATION:P40D" },
      { first, _ in "DTSTART;TZID=Europe/\n Berlin:\(first)T090000" },
      { first, _ in "DTSTART:\(first)T090000Z\nRRULE:FREQ=YEARLY" },
      { first, _ in
        "DTSTART:\(first)T090000Z\nBEGIN:VALARM\nTRIGGER:-PT10M\nACTION:DISPLAY\nEND:VALARM\nDTEND:\(first)T100000Z"
      },
    ]
    var events: [String] = []
    for number in 0..<400 {
      let day = Date(timeIntervalSince1970: 1_750_000_000 + Double.random(in: 0...60_000_000, using: &generator))
      let end = day.addingTimeInterval([0, 0, 86_400, 40 * 86_400].randomElement(using: &generator) ?? 0)
      func text(_ date: Date) -> String { date.formatted(.iso8601.year().month().day().dateSeparator(.omitted)) }
      events.append("UID:\(number)\nSUMMARY:RRULE\n" + forms[number % forms.count](text(day), text(end)))
    }
    func read(_ from: String, _ to: String) throws -> [CalendarEvent] {
      let text = events.map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT\n" }.joined()
      return try Self.events("UID:last\nDTSTART:20260615T120000Z", from: from, to: to, other: text)
    }
    let (from, to) = ("2026-06-01T00:00:00Z", "2026-07-01T00:00:00Z")
    let period = try Self.date(from)...Self.date(to)
    // Without a period, nothing is left out early.
    let all = try read("1990-01-01T00:00:00Z", "2090-01-01T00:00:00Z")
    let expected = all.filter { $0.ends >= period.lowerBound && $0.begins <= period.upperBound }
    #expect(expected.count > 10 && all.count > 1000)
    #expect(try read(from, to) == expected)
  }

  @Test("is limited, however often an event recurs")
  func limits() throws {
    let each = try Self.events("UID:a\nDTSTART:19700101T000000Z\nRRULE:FREQ=SECONDLY")
    #expect(each.count <= CalendarFile.maximumEvents)
    let late = try Self.events("UID:a\nDTSTART:19700101T000000Z\nRRULE:FREQ=SECONDLY;COUNT=2000000000")
    #expect(late.isEmpty)
    let exceptions = (0..<100_000).map { "EXDATE:20260101T\(String(format: "%06d", $0 % 240_000))Z" }
    let events = try Self.events(
      "UID:a\nDTSTART:20260101T000000Z\nRRULE:FREQ=DAILY;COUNT=3\n\(exceptions.joined(separator: "\n"))")
    #expect(Self.times(events) == ["2026-01-02T00:00:00Z", "2026-01-03T00:00:00Z"])
    let long = try Self.events("UID:a\nDTSTART:20260101T000000Z\nDTEND:99991231T000000Z")
    #expect(long.count == 1)
  }

  @Test("finds all rules and dates of an event, in whatever order its lines are", arguments: [true, false])
  func order(hasNotes: Bool) throws {
    let notes = hasNotes ? "DESCRIPTION:Notes\nURL:https://example.org/\n" : ""
    let events = try Self.events(
      "UID:a\n\(notes)DTSTART:20260105T090000Z\nRRULE:FREQ=WEEKLY;COUNT=2\nRDATE:20260201T090000Z\n"
        + "RDATE:20260202T090000Z\nRDATE:20260203T090000Z\nSUMMARY:A",
      "UID:b\nDTSTART:20260301T090000Z\nSUMMARY:B")
    #expect(events.map(\.title) == ["A", "A", "A", "A", "A", "B"])
    #expect(Set(events.map(\.id)).count == 6)
  }

  @Test("has the first occurrence of an event even if its rule does not contain it")
  func firstOccurrence() throws {
    let events = try Self.events("UID:a\nDTSTART:20260101T090000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20260112T090000Z")
    #expect(Self.times(events) == ["2026-01-01T09:00:00Z", "2026-01-05T09:00:00Z", "2026-01-12T09:00:00Z"])
  }

  @Test(
    "is read soon, whatever its rules, zones and durations are",
    arguments: [
      "DTSTART:20260101T000000Z\nRRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
      "DTSTART:20260101T000000Z\nRRULE:FREQ=HOURLY;BYYEARDAY=366;BYMONTH=1",
      "DTSTART:20260101T000000Z\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
      "DTSTART:20260101T000000Z\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
      "DTSTART:20260101T000000Z\nDURATION:P2000000000D", "DTSTART;TZID=Ours:20260101T000000",
    ])
  func hostileRules(lines: String) throws {
    let zones = ["SECONDLY", "MINUTELY", "HOURLY", "DAILY"].map { frequency in
      """
      BEGIN:VTIMEZONE
      TZID:Ours
      BEGIN:STANDARD
      DTSTART:16010101T000000
      TZOFFSETFROM:+0300
      TZOFFSETTO:+0300
      RRULE:FREQ=\(frequency)
      END:STANDARD
      END:VTIMEZONE

      """
    }
    for zone in zones {
      #expect(try Self.events("UID:a\n\(lines)", other: zone).count <= 1)
    }
  }

  @Test(
    "that is none is an error",
    arguments: ["", "<html><body>Sign in</body></html>", "{}", "BEGIN:VCARD\r\nEND:VCARD\r\n", "BEGIN:VCALENDAR\u{0}"])
  func errors(text: String) throws {
    let period = try Self.date("2026-01-01T00:00:00Z")...Self.date("2026-02-01T00:00:00Z")
    #expect(throws: Diagnostic.self) { try CalendarFile(Array(text.utf8), during: period, timeZone: .gmt) }
  }

  @Test("with broken lines has the events that can be read")
  func brokenLines() throws {
    let events = try Self.events(
      "UID:a\nDTSTART:2026\nSUMMARY:No date",
      "UID:b\nDTSTART:20260601T120000Z\nRRULE:FREQ=NEVER\nSUMMARY:Good\nnonsense",
      "UID:c\nSUMMARY:No start")
    #expect(events.map(\.title) == ["Good"])
  }
}
