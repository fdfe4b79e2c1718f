import Foundation

/// A precompiled date pattern (Unicode Technical Standard 35) for the formats that services typically use. It is
/// several hundred times faster than `DateFormatter`.
///
/// It never contradicts `DateFormatter`: it returns a result only if that result is certain. This is the case for dates
/// from 1900 to 2199, and for texts exactly as the pattern would write them, except for leading zeros and the spelling
/// of a zone offset. In all other cases, it returns nil and the caller uses `DateFormatter`. Examples are a wrong
/// weekday, extra spaces, lowercase letters, a local time skipped by daylight saving time, and texts that are not
/// dates.
struct CompiledDateFormat: Sendable {
  /// A numeric field.
  enum Number: Sendable, Hashable {
    case year
    /// Supported for formatting only. `DateFormatter` parses it by trying centuries, with odd results around clock
    /// changes.
    case yearOfCentury
    case month
    case day
    case hour
    case hourOfHalfDay
    case minute
    case second
  }

  /// A field written as a word.
  enum Name: Sendable, Hashable {
    case shortMonth
    case month
    case shortWeekday
    case weekday
    case dayPeriod
  }

  /// The format of an offset from UTC.
  struct ZoneStyle: Sendable, Hashable {
    /// Whether a zero offset is written as `Z`.
    var zuluForZero: Bool
    /// Whether the minutes are omitted if they are 0.
    var dropsMinutes: Bool
    /// Whether a colon separates hours and minutes.
    var colon: Bool
  }

  /// A part of the pattern. It contains no references, so iterating over the parts needs no reference counting.
  enum Part: Sendable {
    /// A range of ``literals``.
    case literal(start: Int, end: Int)
    /// A number of at least `width` digits. Within a run of adjacent numbers, it has exactly `width` digits.
    case number(Number, width: Int, inRow: Bool)
    /// The leading digits of the fraction of a second.
    case fraction(digits: Int, inRow: Bool)
    case name(Name)
    case zone(ZoneStyle)
    /// The short name of a time zone. For parsing, only offsets and the names of UTC are supported; formatting is not
    /// supported.
    case zoneName
  }

  /// The words of a locale, as ASCII letters.
  struct Names: Sendable {
    var shortMonths: [[UInt8]]
    var months: [[UInt8]]
    var shortWeekdays: [[UInt8]]
    var weekdays: [[UInt8]]
    var dayPeriods: [[UInt8]]

    /// Reads the words from the formatter, because they differ between versions of the locale data. Returns nil if a
    /// word contains anything other than ASCII letters.
    init?(_ formatter: DateFormatter) {
      func words(_ symbols: [String]?, _ count: Int) -> [[UInt8]]? {
        guard let symbols, symbols.count == count else { return nil }
        let words = symbols.map { Array($0.utf8) }
        return words.allSatisfy { !$0.isEmpty && $0.allSatisfy(isLetter) } ? words : nil
      }
      let periods = [formatter.amSymbol, formatter.pmSymbol].compactMap { (symbol: String?) in symbol }
      guard let shortMonths = words(formatter.shortMonthSymbols, 12), let months = words(formatter.monthSymbols, 12),
        let shortWeekdays = words(formatter.shortWeekdaySymbols, 7), let weekdays = words(formatter.weekdaySymbols, 7),
        let dayPeriods = words(periods, 2)
      else { return nil }
      self.shortMonths = shortMonths
      self.months = months
      self.shortWeekdays = shortWeekdays
      self.weekdays = weekdays
      self.dayPeriods = dayPeriods
    }

    subscript(name: Name) -> [[UInt8]] {
      switch name {
      case .shortMonth: shortMonths
      case .month: months
      case .shortWeekday: shortWeekdays
      case .weekday: weekdays
      case .dayPeriod: dayPeriods
      }
    }
  }

  /// The years for which tests verify agreement with `DateFormatter`.
  static let years = 1900...2199
  /// The locales for which tests verify agreement. All of them write Gregorian dates with ASCII digits.
  static let locales: Set<String> = [
    "en", "en_001", "en_AU", "en_CA", "en_GB", "en_IN", "en_NZ", "en_US", "en_US_POSIX", "en_ZA",
  ]

  let parts: [Part]
  let literals: [UInt8]
  let names: Names
  let timeZone: TimeZone
  /// Whether the pattern identifies one day and at most one time of day, with fields that cannot contradict each other.
  let isReadable: Bool

  /// Compiles a pattern. Returns nil if a field of the pattern, or the words or settings of the locale, are not
  /// supported.
  /// - Parameter formatter: A formatter with the same locale and pattern.
  init?(_ pattern: String, locale: Locale, timeZone: TimeZone, formatter: DateFormatter) {
    // A locale with user settings, such as a 24-hour clock instead of 12 hours, is not equal to the plain locale.
    guard Self.locales.contains(locale.identifier), locale == Locale(identifier: locale.identifier),
      let scanned = DatePatternScanner(pattern).scan(), let names = Names(formatter)
    else { return nil }
    parts = scanned.parts
    literals = scanned.literals
    isReadable = scanned.isReadable
    self.names = names
    self.timeZone = timeZone
  }

  /// Returns the offset from UTC at a moment, in seconds.
  func offset(at seconds: Int) -> Int {
    timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
  }
}

/// Returns whether a byte is an ASCII letter.
func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

/// Returns whether a byte is an ASCII digit.
func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
