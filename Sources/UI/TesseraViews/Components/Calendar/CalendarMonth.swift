import Foundation
import TesseraValues

/// A month of the Gregorian calendar.
package struct CalendarMonth: Sendable, Hashable {
  /// The year, 1 to 9999.
  package let year: Int
  /// The month, 1 to 12.
  package let month: Int

  /// Creates the month at the start of a text such as `2026-11` or `2026-11-21`; nil if there is none.
  package init?(_ text: String) {
    let parts = text.prefix(7).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 4, parts[1].utf8.count == 2, let year = Int(parts[0]),
      let month = Int(parts[1]), (1...9999).contains(year), (1...12).contains(month)
    else { return nil }
    self.init(year: year, month: month)
  }

  private init(year: Int, month: Int) {
    self.year = year
    self.month = month
  }

  /// Returns the month a number of months later, limited to the range of the calendar.
  package func advanced(by months: Int) -> CalendarMonth {
    let count = min(max(12, year * 12 + month - 1 + months), 9999 * 12 + 11)
    return CalendarMonth(year: count / 12, month: count % 12 + 1)
  }

  /// The month as text: `2026-11`.
  package var text: String { "\(year.padded(to: 4))-\(month.padded(to: 2))" }

  /// Returns a day of the month as text: `2026-11-21`.
  package func text(ofDay day: Int) -> String { GregorianDay(year: year, month: month, day: day).text }

  /// The number of days in the month.
  package var length: Int { GregorianDay.length(ofMonth: month, year: year) }

  /// Returns the number of weekdays before the first day of the month, for weeks that begin with a weekday (0 is
  /// Sunday).
  package func leadingDays(firstWeekday: Int) -> Int {
    let weekday = GregorianDay.weekday(ofNumber: GregorianDay(year: year, month: month, day: 1).number)
    return (weekday - firstWeekday + 7) % 7
  }

  /// Returns noon of a day, in GMT.
  func date(ofDay day: Int) -> Date {
    let number = GregorianDay(year: year, month: month, day: day).number
    return Date(timeIntervalSince1970: Double(number) * 86_400 + 43_200)
  }
}

/// The names of months, weekdays and days in a language, from Foundation.
struct CalendarWords {
  private let locale: Locale
  private let calendar: Calendar
  private let day: Date.FormatStyle
  private let month: Date.FormatStyle

  init(locale: Locale) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = locale
    self.locale = locale
    self.calendar = calendar
    let style = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: .gmt)
    day = style.weekday(.wide).day().month(.wide).year()
    month = style.month(.wide).year()
  }

  /// The first day of the week in the region of the language; 0 is Sunday.
  var firstWeekday: Int { (calendar.firstWeekday + 6) % 7 }

  /// The names of weekdays, starting with Sunday.
  var weekdays: [(short: String, full: String)] {
    Array(zip(calendar.shortStandaloneWeekdaySymbols, calendar.standaloneWeekdaySymbols))
  }

  func name(of month: CalendarMonth) -> String { month.date(ofDay: 1).formatted(self.month) }

  func name(ofDay day: Int, of month: CalendarMonth) -> String { month.date(ofDay: day).formatted(self.day) }

  func number(_ day: Int) -> String { day.formatted(.number.locale(locale).grouping(.never)) }
}
