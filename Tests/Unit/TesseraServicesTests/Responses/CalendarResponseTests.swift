import Foundation
import TesseraLoopback
import TesseraServices
import TesseraValues
import Testing

@testable import TesseraServices

@Suite("A response that is a calendar")
struct CalendarResponseTests {
  private static let calendar = """
    BEGIN:VCALENDAR
    X-WR-CALNAME:Team
    BEGIN:VEVENT
    UID:1
    SUMMARY:Whole day
    DTSTART;VALUE=DATE:20260329
    END:VEVENT
    BEGIN:VEVENT
    UID:2
    SUMMARY:Long ago
    DTSTART:20200101T000000Z
    END:VEVENT
    END:VCALENDAR
    """

  @Test func `has the events around the present, as of the zone of the widget`() throws {
    let now = try Date("2026-03-27T12:00:00Z", strategy: .iso8601)
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    let value = try ResponseFormat.ics.value(
      of: Array(Self.calendar.utf8), in: ResponseContext(now: now, timeZone: zone))
    #expect(value.value(at: "title") == "Team")
    let events = try #require(value.value(at: "events").array)
    #expect(events.count == 1)
    #expect(
      events.first == [
        "id": .string("1 1774742400"), "title": "Whole day", "begins": "2026-03-28T23:00:00Z",
        "ends": "2026-03-29T22:00:00Z", "isAllDay": true, "place": nil, "notes": nil, "address": nil,
        "calendar": "Team",
      ])
  }

  @Test func `that is none is an error of its action`() async throws {
    try await LoopbackServer.run { _ in
      .init(status: 200, body: Array("<html>Sign in</html>".utf8))
    } during: { server in
      let error = try await server.provider(#""dates": {"path": "x", "format": "ics"}"#).failure("dates")
      #expect(error.message == "The server's answer cannot be read as a calendar")
    }
  }
}
