import Foundation
import TesseraValues

/// Operations on dates.
enum DateOperations {
  static let native: [String: TemplateOperations.NativeOperation] = [
    "now": { _, state in .date(state.context.now()) },
    "today": { _, state in .string(day(of: state.context.now(), in: state.context.timeZone)) },
    "toDate": toDate,
  ]

  /// Numbers from here on count milliseconds: as seconds, they would be in the year 5138 or later.
  private static let firstMilliseconds = 1e11

  /// `toDate(value, pattern or patterns?, time zone?)`: the date of an ISO 8601 text, of a text in one of the patterns,
  /// or of a number of seconds or milliseconds since 1970.
  private static let toDate: TemplateOperations.NativeOperation = { arguments, state in
    guard (1...3).contains(arguments.count) else { return .null }
    switch arguments[0] {
    case .date: return arguments[0]
    case .integer, .double:
      guard let number = arguments[0].number else { return .null }
      return .date(Date(timeIntervalSince1970: abs(number) < firstMilliseconds ? number : number / 1000))
    case .string(let text):
      guard arguments.count > 1 else { return DateReading.date(text).map(Value.date) ?? .null }
      let patterns = (arguments[1].array ?? [arguments[1]]).compactMap(\.string)
      guard patterns.count <= 10, state.spend(200 * patterns.count) else { return .null }
      var timeZone = state.context.timeZone
      if arguments.count == 3 {
        guard let named = TimeZoneReading.timeZone(arguments[2], usual: timeZone) else { return .null }
        timeZone = named
      }
      for pattern in patterns {
        if let date = dates.date(from: text, pattern: pattern, timeZone: timeZone) { return .date(date) }
      }
      return .null
    default: return .null
    }
  }

  private static let dates = PatternDateTransformer()

  /// Returns a day as text, such as `2026-11-21`.
  private static func day(of date: Date, in timeZone: TimeZone) -> String {
    let seconds = date.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: date))
    guard let number = Int(exactly: (seconds / 86_400).rounded(.down)) else { return "" }
    return GregorianDay(number: number).text
  }
}
