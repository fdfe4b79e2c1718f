import Foundation
import TesseraValues
import Testing

@testable import TesseraExpressions

@Suite("The sun and the moon")
struct SkyTests {
  private func value(
    _ expression: String, with scope: Value = [:], timeZone: String = "GMT", steps: Int = 1000
  ) -> Value {
    let context = EvaluationContext(
      now: { Date(timeIntervalSince1970: 0) }, timeZone: TimeZone(identifier: timeZone) ?? .gmt,
      limits: ExpressionLimits(steps: steps))
    return Template("@{\(expression)}", dialect: .native)
      .value(in: scope, environment: TemplateEnvironment(context: context))
  }

  /// A day at a place. The times are those of the XEphem library (PyEphem 4.2.1) for the sun's centre 50' below the
  /// horizon, without its own refraction; nil where it finds that the sun is always up, or never.
  struct Day: Sendable, CustomTestStringConvertible {
    var place: Value
    var timeZone: String
    var day: String
    var sunrise: String?
    var sunset: String?
    var testDescription: String { "\(timeZone), \(day)" }

    init(
      _ latitude: Double, _ longitude: Double, _ timeZone: String, _ day: String, _ sunrise: String?, _ sunset: String?
    ) {
      place = ["name": "", "latitude": .double(latitude), "longitude": .double(longitude)]
      self.timeZone = timeZone
      self.day = day
      self.sunrise = sunrise
      self.sunset = sunset
    }
  }

  static let days = [
    Day(52.52, 13.405, "Europe/Berlin", "2026-06-21", "2026-06-21T02:43:06Z", "2026-06-21T19:33:17Z"),
    Day(52.52, 13.405, "Europe/Berlin", "2026-12-21", "2026-12-21T07:14:55Z", "2026-12-21T14:53:56Z"),
    // The clocks are set forward.
    Day(52.52, 13.405, "Europe/Berlin", "2026-03-29", "2026-03-29T04:48:04Z", "2026-03-29T17:35:16Z"),
    // The equinox, in the north, at the equator and in the south.
    Day(51.5, -0.13, "Europe/London", "2026-03-20", "2026-03-20T06:03:25Z", "2026-03-20T18:13:30Z"),
    Day(-0.18, -78.47, "America/Guayaquil", "2026-03-20", "2026-03-20T11:18:00Z", "2026-03-20T23:24:30Z"),
    Day(-36.85, 174.76, "Pacific/Auckland", "2026-03-20", "2026-03-19T18:23:27Z", "2026-03-20T06:33:01Z"),
    Day(21.31, -157.86, "Pacific/Honolulu", "2026-09-23", "2026-09-23T16:20:36Z", "2026-09-24T04:26:25Z"),
    Day(-33.87, 151.21, "Australia/Sydney", "2026-12-22", "2026-12-21T18:41:07Z", "2026-12-22T09:05:54Z"),
    Day(-33.87, 151.21, "Australia/Sydney", "2026-06-21", "2026-06-20T20:59:58Z", "2026-06-21T06:53:49Z"),
    Day(-54.8, -68.3, "America/Argentina/Ushuaia", "2000-01-01", "2000-01-01T08:00:05Z", "2000-01-02T01:12:34Z"),
    // The sun sets after midnight.
    Day(64.15, -21.94, "Atlantic/Reykjavik", "2026-06-21", "2026-06-21T02:55:06Z", "2026-06-22T00:04:02Z"),
    Day(69.65, 18.96, "Europe/Oslo", "2026-02-01", "2026-02-01T08:24:05Z", "2026-02-01T13:32:28Z"),
    // Polar days and nights.
    Day(69.65, 18.96, "Europe/Oslo", "2026-06-21", nil, nil), Day(69.65, 18.96, "Europe/Oslo", "2026-12-21", nil, nil),
    Day(-77.85, 166.67, "Antarctica/McMurdo", "2026-12-21", nil, nil),
    Day(-77.85, 166.67, "Antarctica/McMurdo", "2026-06-21", nil, nil), Day(90, 0, "GMT", "2026-06-21", nil, nil),
  ]

  @Test(arguments: days)
  func `the sun rises and sets within a minute of when the XEphem library says`(day: Day) throws {
    for (name, expected) in [("sunrise", day.sunrise), ("sunset", day.sunset)] {
      let result = value("\(name)('\(day.day)', place, '\(day.timeZone)')", with: ["place": day.place])
      guard let expected else {
        #expect(result == nil, "\(name)")
        continue
      }
      let date = try #require(result.date)
      let wanted = try #require(DateReading.date(expected))
      #expect(abs(date.timeIntervalSince(wanted)) < 60, "\(name): \(date)")
      #expect(date.timeIntervalSince1970.truncatingRemainder(dividingBy: 60) == 0)
    }
  }

  @Test(arguments: [
    ("'2026-06-20T14:00:00Z'", "Australia/Sydney", "2026-06-20T21:00:00Z"),
    ("'2026-06-21T13:59:59Z'", "Australia/Sydney", "2026-06-20T21:00:00Z"),
    ("toDate('2026-06-21T13:59:59Z')", "Australia/Sydney", "2026-06-20T21:00:00Z"),
    ("'2026-06-21T14:00:00Z'", "Australia/Sydney", "2026-06-21T21:00:00Z"),
    ("'2026-06-21'", "Australia/Sydney", "2026-06-20T21:00:00Z"), ("'2026-06-21'", "GMT", "2026-06-20T21:00:00Z"),
    ("'2026-06-21T23:00:00Z'", "GMT", "2026-06-20T21:00:00Z"),
  ])
  func `the day is the one that contains the date in the zone; a text without a time is the day itself`(
    date: String, timeZone: String, expected: String
  ) throws {
    let scope: Value = ["place": ["latitude": "-33.87", "longitude": 151.21]]
    let wanted = try #require(DateReading.date(expected))
    #expect(value("sunrise(\(date), place)", with: scope, timeZone: timeZone) == Value.date(wanted))
    #expect(value("sunrise(\(date), place, '\(timeZone)')", with: scope, timeZone: "Asia/Tokyo") == Value.date(wanted))
    // An option without a zone stands for that of the host.
    #expect(value("sunrise(\(date), place, '')", with: scope, timeZone: timeZone) == Value.date(wanted))
    #expect(value("sunrise(\(date), place, null)", with: scope, timeZone: timeZone) == Value.date(wanted))
  }

  @Test(arguments: [
    "sunrise('2026-06-21')", "sunrise('2026-06-21', null)", "sunset('2026-06-21', 'Berlin')",
    "sunset('tomorrow', place)", "sunset(5, place)", "sunrise('0999-12-31', place)", "sunrise('3001-01-01', place)",
    "sunrise('2026-06-21', place, 'Nowhere/Land')", "sunrise('2026-06-21', place, 5)",
    "sunrise('2026-06-21', high)", "sunrise('2026-06-21', far)", "sunset('2026-06-21', half)",
    "moonPhase('soon')", "moonPhase('0999-12-31')", "moonPhase('2026-06-21', place)",
  ])
  func `other dates, places and zones give null`(expression: String) {
    let scope: Value = [
      "place": ["latitude": 0, "longitude": 0], "high": ["latitude": 90.1, "longitude": 0],
      "far": ["latitude": 0, "longitude": 181], "half": ["latitude": 0, "longitude": true],
    ]
    #expect(value("sunset('2026-06-21', place)", with: scope) != nil)
    #expect(value(expression, with: scope) == nil, "\(expression)")
  }

  /// The times of the phases are those of the XEphem library (PyEphem 4.2.1).
  @Test(
    arguments: [
      ("1969-07-06T13:16:50Z", 0.75), ("1969-07-14T14:11:19Z", 0), ("1969-07-22T12:09:28Z", 0.25),
      ("1969-07-29T02:44:59Z", 0.5), ("2000-01-06T18:13:39Z", 0), ("2000-01-14T13:34:13Z", 0.25),
      ("2000-01-21T04:40:27Z", 0.5), ("2000-01-28T07:56:42Z", 0.75), ("2026-11-24T14:53:29Z", 0.5),
      ("2026-12-01T06:08:35Z", 0.75), ("2026-12-09T00:51:47Z", 0), ("2026-12-17T05:42:36Z", 0.25),
      ("2060-05-07T09:19:08Z", 0.25), ("2060-05-15T13:38:48Z", 0.5), ("2060-05-23T03:00:50Z", 0.75),
      ("2060-05-29T18:22:56Z", 0), ("2026-11-26T12:00:00Z", 0.57357), ("2040-02-29T00:00:00Z", 0.53146),
    ] as [(String, Double)])
  func `the phase of the moon is within a quarter of an hour of what the XEphem library says`(
    date: String, expected: Double
  ) throws {
    let phase = try #require(value("moonPhase('\(date)')").number)
    // The moon's mean month has 29.53 days.
    let days = (phase - expected).remainder(dividingBy: 1) * 29.53
    #expect(abs(days) * 24 * 60 < 15, "\(phase)")
  }

  @Test func `every phase is at least 0 and less than 1`() {
    for hour in 0..<2000 {
      let phase = Moon.phase(at: -30_610_224_000 + Double(hour) * 31_000_000)
      #expect((0..<1).contains(phase))
    }
  }

  @Test func `each result spends steps`() {
    let scope: Value = ["place": ["latitude": 0, "longitude": 0]]
    for expression in ["sunrise('2026-06-21', place)", "sunset('2026-06-21', place)", "moonPhase('2026-06-21')"] {
      #expect(value(expression, with: scope, steps: 150) != nil)
      #expect(value(expression, with: scope, steps: 90) == nil)
    }
  }
}
