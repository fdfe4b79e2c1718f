import Foundation
import TesseraValues

/// Operations on the sun and the moon.
enum SkyOperations {
  static let native: [String: TemplateOperations.NativeOperation] = [
    "sunrise": { arguments, state in minute(daylight(arguments, &state)?.sunrise) },
    "sunset": { arguments, state in minute(daylight(arguments, &state)?.sunset) },
    "moonPhase": { arguments, state in
      guard arguments.count == 1, let seconds = moment(arguments[0]), state.spend(cost) else { return .null }
      return .double(Moon.phase(at: seconds))
    },
  ]

  /// The steps for a result, which takes up to 50 microseconds.
  private static let cost = 100

  /// The seconds since 1970 of the years from 1000 to 3000. The equations are not made for others, which have null.
  private static let years = -30_610_224_000.0..<32_535_216_000.0

  /// `sunrise(date, place, time zone?)` and `sunset` with the same arguments: of the calendar day that contains the
  /// date in the given zone, or in the zone of the context. A text without a time, such as `2026-06-21`, is that day
  /// itself. The sunrise is the one before the noon of the sun that is nearest to the middle of the day, and the sunset
  /// the one after it, which may be after midnight. The place is an object with `latitude` and `longitude` in degrees,
  /// as options of the type `place` have. Nil for other arguments.
  private static func daylight(_ arguments: [Value], _ state: inout EvaluationState) -> Daylight? {
    guard arguments.count == 2 || arguments.count == 3, let seconds = moment(arguments[0]),
      let latitude = coordinate("latitude", of: arguments[1], atMost: 90),
      let longitude = coordinate("longitude", of: arguments[1], atMost: 180), state.spend(cost)
    else { return nil }
    var timeZone = state.context.timeZone
    if arguments.count == 3 {
      guard let named = TimeZoneReading.timeZone(arguments[2], usual: timeZone) else { return nil }
      timeZone = named
    }
    let isDay = arguments[0].string?.utf8.count == 10
    let offset = isDay ? 0 : Self.offset(of: timeZone, at: seconds)
    let middle = (((seconds + offset) / 86_400).rounded(.down) + 0.5) * 86_400
    return Daylight(
      nearest: middle - Self.offset(of: timeZone, at: middle - offset), latitude: latitude, longitude: longitude)
  }

  /// Returns the seconds since 1970 of a date, or of a text in ISO 8601.
  private static func moment(_ value: Value) -> Double? {
    guard let date = value.date ?? value.string.flatMap(DateReading.date) else { return nil }
    let seconds = date.timeIntervalSince1970
    return years.contains(seconds) ? seconds : nil
  }

  /// Returns an angle of a place in degrees, which may be a numeric text.
  private static func coordinate(_ key: String, of place: Value, atMost limit: Double) -> Double? {
    let angle: Double? =
      switch KeyPathReading.read(key, of: place) {
      case .integer(let degrees): Double(degrees)
      case .double(let degrees): degrees
      case .string(let text): CastType.number(text).number
      default: nil
      }
    guard let angle, abs(angle) <= limit else { return nil }
    return angle
  }

  /// Returns how far a time zone is ahead of UTC, in seconds.
  private static func offset(of timeZone: TimeZone, at seconds: Double) -> Double {
    Double(timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds)))
  }

  /// Returns a date at a whole minute, as almanacs state it: texts of dates would cut the seconds off.
  private static func minute(_ date: Date?) -> Value {
    guard let date else { return .null }
    return .date(Date(timeIntervalSince1970: (date.timeIntervalSince1970 / 60).rounded() * 60))
  }
}
