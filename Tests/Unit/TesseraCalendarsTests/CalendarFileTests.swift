import Foundation
import TesseraCalendars
import TesseraTestSupport
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

  @Test(arguments: fixtures)
  func `has the recurrences that dateutil finds`(_ case: Recurrence) throws {
    let events = try Self.events("UID:a\nSUMMARY:A\nDTSTART;TZID=\(`case`.zone):\(`case`.start)\nRRULE:\(`case`.rule)")
    #expect(events.prefix(400).map { Int($0.begins.timeIntervalSince1970) } == `case`.times)
  }

  @Test func `there are recurrences to compare with`() { #expect(Self.fixtures.count == 28) }

  /// An event with a rule, with what recurring-ical-events and dateutil find in 2026 and 2027, at most 60.
  struct RuleCase: Decodable, Sendable, CustomTestStringConvertible {
    var name: String
    var lines: [String]
    /// Times in UTC, or days.
    var starts: [String]
    /// Why the two libraries differ from this.
    var reason: String?
    var testDescription: String { "\(name): \(lines.joined(separator: " "))" }
  }

  private static let rules: [RuleCase] = {
    guard let url = Bundle.module.url(forResource: "recurrence-rules", withExtension: "json", subdirectory: "Fixtures"),
      let data = try? Data(contentsOf: url)
    else { return [] }
    return (try? JSONDecoder().decode([RuleCase].self, from: data)) ?? []
  }()

  @Test(arguments: rules)
  func `has the occurrences that other libraries find, or those of the standard`(_ case: RuleCase) throws {
    let events = try Self.events(`case`.lines.joined(separator: "\n"), to: "2028-01-01T00:00:00Z")
    let reason = Comment(rawValue: `case`.reason ?? "as the libraries")
    // The fixture's period is open at its end, and an event before it may reach into it.
    let first = try Self.date("2026-01-01T00:00:00Z")
    let found = Self.starts(events.filter { $0.begins >= first }).filter { $0 < "2028" }
    // Exchange writes the midnight of the organizer in UTC: it means the day that begins then, and not the one before.
    if ["until 32", "exceptions 21"].contains(`case`.name) {
      return withKnownIssue { #expect(Array(found.prefix(60)) == `case`.starts, reason) }
    }
    #expect(Array(found.prefix(60)) == `case`.starts, reason)
  }

  @Test func `there are rules to compare with`() { #expect(Self.rules.count == 300) }

  @Test func `has what people write about an event, with commas and line breaks`() throws {
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

  @Test func `has whole days in the reader's zone, and the hours that a day has when clocks change`() throws {
    let events = try Self.events(
      "UID:a\nDTSTART;VALUE=DATE:20260329", "UID:b\nDTSTART;VALUE=DATE:20260401\nDTEND;VALUE=DATE:20260403",
      "UID:c\nDTSTART:20260410T080000")
    #expect(Self.times(events) == ["2026-03-28T23:00:00Z", "2026-03-31T22:00:00Z", "2026-04-10T06:00:00Z"])
    #expect(events.map(\.isAllDay) == [true, true, false])
    #expect(events.map { $0.ends.timeIntervalSince($0.begins) / 3600 } == [23, 48, 0])
  }

  @Test func `leaves out exceptions and cancelled events, and has added and moved occurrences`() throws {
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

  @Test func `knows the time zones that it defines itself`() throws {
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

  // MARK: What services and programs write

  /// Returns beginnings, those of whole days as days.
  private static func starts(_ events: [CalendarEvent]) -> [String] {
    var format = Date.ISO8601FormatStyle(timeZone: berlin)
    format = format.year().month().day()
    return events.map { $0.isAllDay ? $0.begins.formatted(format) : $0.begins.formatted(.iso8601) }
  }

  private static let weekly =
    "UID:a\nSUMMARY:S\nDTSTART;TZID=Europe/Berlin:20260302T140000\nDTEND;TZID=Europe/Berlin:20260302T153000"
  private static let days = "UID:a\nSUMMARY:S\nDTSTART;VALUE=DATE:20260302\nDTEND;VALUE=DATE:20260303"

  @Test(arguments: [
    ("\(weekly)\nRRULE:FREQ=WEEKLY;UNTIL=20260316", 3), ("\(weekly)\nRRULE:FREQ=WEEKLY;UNTIL=20260315T235959Z", 2),
    ("\(weekly)\nRRULE:FREQ=WEEKLY;UNTIL=20260316T130000Z", 3),
    ("\(weekly)\nRRULE:FREQ=WEEKLY;UNTIL=20260316T125959Z", 2),
    ("\(weekly)\nRRULE:FREQ=WEEKLY;COUNT=-1;UNTIL=20260316", 3),
    ("\(weekly)\nRRULE:FREQ=WEEKLY;COUNT=2;UNTIL=20260401", 2),
    ("\(weekly)\nRRULE:FREQ=WEEKLY;X-NONE=1;COUNT=2", 2), ("\(weekly)\nrrule:freq=weekly; count=2", 2),
    ("\(days)\nRRULE:FREQ=WEEKLY;UNTIL=20260316", 3),
    // The midnight in Berlin with which the 16th begins, and the end of the 15th.
    ("\(days)\nRRULE:FREQ=WEEKLY;UNTIL=20260315T230000Z", 3),
    ("\(days)\nRRULE:FREQ=WEEKLY;UNTIL=20260315T235959Z", 2),
    ("\(days)\nRRULE:FREQ=WEEKLY;UNTIL=20260401;COUNT=-1;INTERVAL=2;BYDAY=MO", 3),
  ])
  func `ends a series with the day of its UNTIL, and by a COUNT that is one`(lines: String, count: Int) throws {
    #expect(try Self.events(lines).count == count)
  }

  @Test(arguments: [
    // Of a series with a zone.
    ("\(weekly)\nRRULE:FREQ=WEEKLY;COUNT=2\nEXDATE;TZID=Europe/Berlin:20260309T140000", true),
    ("\(weekly)\nRRULE:FREQ=WEEKLY;COUNT=2\nEXDATE:20260309T130000Z", true),
    ("\(weekly)\nRRULE:FREQ=WEEKLY;COUNT=2\nEXDATE;TZID=America/New_York:20260309T090000", true),
    ("\(weekly)\nRRULE:FREQ=WEEKLY;COUNT=2\nEXDATE:20260309T140000", true),
    ("\(weekly)\nRRULE:FREQ=WEEKLY;COUNT=2\nEXDATE;VALUE=DATE:20260309", true),
    ("\(weekly)\nRRULE:FREQ=WEEKLY;COUNT=2\nEXDATE:20260308T130000Z,20260309T130000Z", true),
    ("\(weekly)\nRRULE:FREQ=WEEKLY;COUNT=2\nEXDATE;TZID=Europe/Berlin:20260309T150000", false),
    // Of whole days: Exchange writes the midnight of the organizer.
    ("\(days)\nRRULE:FREQ=WEEKLY;COUNT=2\nEXDATE;VALUE=DATE:20260309", true),
    ("\(days)\nRRULE:FREQ=WEEKLY;COUNT=2\nEXDATE;TZID=Europe/Berlin:20260309T000000", true),
    ("\(days)\nRRULE:FREQ=WEEKLY;COUNT=2\nEXDATE;TZID=GMT Standard Time:20260309T000000", true),
    ("\(days)\nRRULE:FREQ=WEEKLY;COUNT=2\nEXDATE:20260308T230000Z", true),
    ("\(days)\nRRULE:FREQ=WEEKLY;COUNT=2\nEXDATE:20260309T000000", true),
    // Of a series without a zone.
    ("UID:a\nDTSTART:20260302T140000\nRRULE:FREQ=WEEKLY;COUNT=2\nEXDATE:20260309T140000", true),
    ("UID:a\nDTSTART:20260302T140000\nRRULE:FREQ=WEEKLY;COUNT=2\nEXDATE:20260309T130000Z", true),
    ("UID:a\nDTSTART:20260302T140000\nRRULE:FREQ=WEEKLY;COUNT=2\nEXDATE;TZID=Asia/Tokyo:20260309T140000", true),
  ])
  func `leaves out exceptions in whatever form they are written`(lines: String, isLeftOut: Bool) throws {
    #expect(try Self.events(lines).count == (isLeftOut ? 1 : 2))
  }

  @Test(arguments: [
    (weekly, "RECURRENCE-ID:20260309T130000Z\nDTSTART:20260310T130000Z", "2026-03-10T13:00:00Z"),
    (weekly, "RECURRENCE-ID;VALUE=DATE:20260309\nDTSTART:20260310T130000Z", "2026-03-10T13:00:00Z"),
    (weekly, "RECURRENCE-ID:20260309T140000\nDTSTART:20260310T130000Z", "2026-03-10T13:00:00Z"),
    (days, "RECURRENCE-ID;VALUE=DATE:20260309\nDTSTART;VALUE=DATE:20260310", "2026-03-10"),
    (days, "RECURRENCE-ID;TZID=W. Europe Standard Time:20260309T000000\nDTSTART;VALUE=DATE:20260310", "2026-03-10"),
    (days, "RECURRENCE-ID:20260308T230000Z\nDTSTART;VALUE=DATE:20260310", "2026-03-10"),
  ])
  func `lets an event take the place of an occurrence, in whatever form it is named`(
    series: String, replacement: String, start: String
  ) throws {
    let events = try Self.events("\(series)\nRRULE:FREQ=WEEKLY;COUNT=3", "UID:a\nSUMMARY:moved\n\(replacement)")
    #expect(events.map(\.title) == ["S", "moved", "S"])
    #expect(Self.starts(events)[1] == start)
  }

  @Test func `lets an event take the place of all later occurrences`() throws {
    let series = "\(Self.weekly)\nRRULE:FREQ=WEEKLY;COUNT=6"
    let later = """
      UID:a
      SUMMARY:later
      RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260309T140000
      DTSTART;TZID=Europe/Berlin:20260310T160000
      DTEND;TZID=Europe/Berlin:20260310T170000
      """
    let alone = "UID:a\nSUMMARY:alone\nRECURRENCE-ID;TZID=Europe/Berlin:20260323T140000\nDTSTART:20260325T080000Z"
    let over = "UID:a\nSTATUS:CANCELLED\nRECURRENCE-ID;RANGE=THISANDFUTURE:20260330T120000Z\nDTSTART:20260330T120000Z"
    let events = try Self.events(series, over, later, alone)
    #expect(events.map(\.title) == ["S", "later", "later", "alone"])
    #expect(
      Self.starts(events) == [
        "2026-03-02T13:00:00Z", "2026-03-10T15:00:00Z", "2026-03-17T15:00:00Z", "2026-03-25T08:00:00Z",
      ])
    #expect(events.map { $0.ends.timeIntervalSince($0.begins) / 60 } == [90, 60, 60, 0])
  }

  @Test func `shows the latest version of an event, of a series and of what takes an occurrence's place`() throws {
    let (first, second) = ("\(Self.days)\nRRULE:FREQ=WEEKLY;COUNT=3", "\nEXDATE;VALUE=DATE:20260309\nSEQUENCE:2")
    let series = try Self.events("\(first)\nSEQUENCE:1", first.replacing("SUMMARY:S", with: "SUMMARY:new") + second)
    #expect(series.map(\.title) == ["new", "new"])
    let moved = "UID:a\nRECURRENCE-ID;VALUE=DATE:20260309\nDTSTART;VALUE=DATE:202603"
    let replacements = try Self.events(
      first, "\(moved)11\nSEQUENCE:3\nSUMMARY:third", "\(moved)12\nSEQUENCE:2\nSUMMARY:second")
    #expect(replacements.map(\.title) == ["S", "third", "S"])
    // One that was moved out of the period is not shown at its old time.
    let single = "UID:b\nSUMMARY:one\nDTSTART:2026"
    #expect(try Self.events("\(single)0302T100000Z", "UID:b\nSEQUENCE:1\nDTSTART:20290302T100000Z").isEmpty)
    #expect(try Self.events("DTSTART:20260302T100000Z\nSEQUENCE:1", "DTSTART:20260303T100000Z").count == 2)
  }

  @Test func `has further dates, and periods with their own lengths`() throws {
    let events = try Self.events(
      """
      UID:a
      DTSTART:20260302T140000Z
      DTEND:20260302T150000Z
      RDATE;VALUE=PERIOD:20260401T100000Z/PT2H,20260402T100000Z/20260402T103000Z
      RDATE;TZID=Europe/Berlin:20260403T100000
      """)
    #expect(
      Self.starts(events) == [
        "2026-03-02T14:00:00Z", "2026-04-01T10:00:00Z", "2026-04-02T10:00:00Z", "2026-04-03T08:00:00Z",
      ])
    #expect(events.map { $0.ends.timeIntervalSince($0.begins) / 60 } == [60, 120, 30, 60])
  }

  @Test(arguments: [
    ("Romance Standard Time", "14"), ("W. Europe Standard Time", "14"), ("GTB Standard Time", "13"),
    ("SA Pacific Standard Time", "21"), ("\"Pacific Standard Time\"", "23"), ("Europe/Berlin", "14"),
    ("/mozilla.org/20050126_1/Europe/Berlin", "14"), ("/citadel.org/20210210_1/America/Argentina/Ushuaia", "19"),
    ("/freeassociation.sourceforge.net/Tzfile/Europe/Berlin", "14"), ("UTC", "16"),
  ])
  func `knows zones by the names that programs give them`(name: String, hour: String) throws {
    #expect(
      Self.starts(try Self.events("UID:a\nDTSTART;TZID=\(name):20260827T160000")) == ["2026-08-27T\(hour):00:00Z"])
  }

  @Test func `has times without a zone in that of the calendar, and says so where a zone is unknown`() throws {
    let paris = try Self.events("UID:a\nDTSTART:20260506T180000", other: "X-WR-TIMEZONE:America/New_York\n")
    #expect(Self.starts(paris) == ["2026-05-06T22:00:00Z"])
    let text = """
      BEGIN:VCALENDAR
      X-WR-TIMEZONE:Nowhere
      BEGIN:VEVENT
      DTSTART;TZID=Customized Time Zone:20260506T180000
      END:VEVENT
      END:VCALENDAR
      """
    let period = try Self.date("2026-01-01T00:00:00Z")...Self.date("2027-01-01T00:00:00Z")
    let file = try CalendarFile(Array(text.utf8), during: period, timeZone: Self.berlin)
    #expect(Self.starts(file.events) == ["2026-05-06T16:00:00Z"])
    #expect(file.problems.map(\.rule) == ["calendar-zone", "calendar-zone"])
    #expect(file.problems.last?.message.contains("'Customized Time Zone'") == true)
  }

  @Test(arguments: [("0115", "09"), ("0715", "08"), ("1026", "09")])
  func `follows the rules of zones that the file defines`(day: String, hour: String) throws {
    func part(_ name: String, _ start: String, _ from: String, _ to: String, _ month: Int) -> String {
      "BEGIN:\(name)\nDTSTART:16010101T\(start)\nTZOFFSETFROM:\(from)\nTZOFFSETTO:\(to)\n"
        + "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=\(month)\nEND:\(name)\n"
    }
    let zone =
      "BEGIN:VTIMEZONE\nTZID:Ours\n" + part("STANDARD", "030000", "+0200", "+0100", 10)
      + part("DAYLIGHT", "020000", "+0100", "+0200", 3) + "END:VTIMEZONE\n"
    let events = try Self.events("UID:a\nDTSTART;TZID=Ours:2026\(day)T100000", other: zone)
    #expect(Self.starts(events) == ["2026-\(day.prefix(2))-\(day.suffix(2))T\(hour):00:00Z"])
  }

  @Test func `reads lines in quoted-printable, as vCalendar 1.0 writes them, and folded ones`() throws {
    let event = try #require(
      try Self.events(
        """
        UID:a
        SUMMARY;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Gr=C3=BC=
        =C3=9Fe
        LOCATION;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:K=F6ln
        DESCRIPTION;X-A="b;c:d":a
         b
        DTSTART:20260302T140000Z
        """
      ).first)
    #expect([event.title, event.place, event.notes] == ["Grüße", "Köln", "ab"])
  }

  @Test func `Events outside of the period are left out early, and no others`() throws {
    var generator = SeededGenerator(seed: 5545)
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

  @Test func `is limited, however often an event recurs`() throws {
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

  @Test(arguments: [true, false])
  func `finds all rules and dates of an event, in whatever order its lines are`(hasNotes: Bool) throws {
    let notes = hasNotes ? "DESCRIPTION:Notes\nURL:https://example.org/\n" : ""
    let events = try Self.events(
      "UID:a\n\(notes)DTSTART:20260105T090000Z\nRRULE:FREQ=WEEKLY;COUNT=2\nRDATE:20260201T090000Z\n"
        + "RDATE:20260202T090000Z\nRDATE:20260203T090000Z\nSUMMARY:A",
      "UID:b\nDTSTART:20260301T090000Z\nSUMMARY:B")
    #expect(events.map(\.title) == ["A", "A", "A", "A", "A", "B"])
    #expect(Set(events.map(\.id)).count == 6)
  }

  @Test func `has the first occurrence of an event even if its rule does not contain it`() throws {
    let events = try Self.events("UID:a\nDTSTART:20260101T090000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20260112T090000Z")
    #expect(Self.times(events) == ["2026-01-01T09:00:00Z", "2026-01-05T09:00:00Z", "2026-01-12T09:00:00Z"])
  }

  @Test(arguments: [
    "DTSTART:20260101T000000Z\nRRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
    "DTSTART:20260101T000000Z\nRRULE:FREQ=HOURLY;BYYEARDAY=366;BYMONTH=1",
    "DTSTART:20260101T000000Z\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
    "DTSTART:20260101T000000Z\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
    "DTSTART:20260101T000000Z\nDURATION:P2000000000D", "DTSTART;TZID=Ours:20260101T000000",
  ])
  func `is read soon, whatever its rules, zones and durations are`(lines: String) throws {
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

  @Test(arguments: [
    "", "<html><body>Sign in</body></html>", "{}", "BEGIN:VCARD\r\nEND:VCARD\r\n", "BEGIN:VCALENDAR\u{0}",
  ])
  func `that is none is an error`(text: String) throws {
    let period = try Self.date("2026-01-01T00:00:00Z")...Self.date("2026-02-01T00:00:00Z")
    #expect(throws: Diagnostic.self) { try CalendarFile(Array(text.utf8), during: period, timeZone: .gmt) }
  }

  @Test func `with broken lines has the events that can be read`() throws {
    let events = try Self.events(
      "UID:a\nDTSTART:2026\nSUMMARY:No date",
      "UID:b\nDTSTART:20260601T120000Z\nRRULE:FREQ=NEVER\nSUMMARY:Good\nnonsense",
      "UID:c\nSUMMARY:No start")
    #expect(events.map(\.title) == ["Good"])
  }
}
