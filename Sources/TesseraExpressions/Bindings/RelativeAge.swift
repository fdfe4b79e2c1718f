import Foundation
import TesseraValues

/// The age of a date in its largest unit, such as `5mo`: what `ago` shows.
///
/// Units are years, months, days, hours, minutes and seconds of the Gregorian calendar in the context's time zone.
/// Only the largest unit that is not zero counts, and what is left over is dropped: 1 h 45 min is `1h`. Less than a
/// second and dates in the future are `Now`.
enum RelativeAge {
  static func text(from date: Date, to now: Date, context: EvaluationContext) -> String {
    let words = AgeWords.of(context.locale)
    guard now.timeIntervalSince(date) >= 1 else { return words.now }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = context.timeZone
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date, to: now)
    let units: [(Int?, String)] = [
      (parts.year, words.year), (parts.month, words.month), (parts.day, words.day), (parts.hour, words.hour),
      (parts.minute, words.minute), (parts.second, words.second),
    ]
    for case (let count?, let unit) in units where count > 0 {
      return unit.replacing("#", with: String(count))
    }
    return words.now
  }
}

/// The narrow unit patterns of a language; `#` stands for the number.
struct AgeWords {
  var now: String
  var year: String
  var month: String
  var day: String
  var hour: String
  var minute: String
  var second: String

  static func of(_ locale: Locale) -> AgeWords { english }

  static let english = AgeWords(
    now: "Now", year: "#y", month: "#mo", day: "#d", hour: "#h", minute: "#m", second: "#s")
}
