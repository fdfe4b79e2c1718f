import Foundation

/// A date pattern (Unicode Technical Standard 35) made ready for the texts that services send, some hundred times
/// faster than `DateFormatter`.
///
/// It never decides against `DateFormatter`: it only answers where the answer is certain, for dates from 1900 to 2199
/// and for texts exactly as the pattern would write them, give or take leading zeros and the spelling of a zone's
/// offset. For all else (a wrong weekday, surplus spaces, small letters, a wall time that daylight saving time skips,
/// texts that are no dates) it returns nil, which means: ask `DateFormatter`.
struct CompiledDateFormat: Sendable {
  /// A field written with digits.
  enum Number: Sendable, Hashable {
    case year
    /// Only written: `DateFormatter` reads it by trying centuries, with odd results around changes of the clocks.
    case yearOfCentury
    case month
    case day
    case hour
    case hourOfHalfDay
    case minute
    case second
  }

  /// A field written with a word.
  enum Name: Sendable, Hashable {
    case shortMonth
    case month
    case shortWeekday
    case weekday
    case dayPeriod
  }

  /// How an offset from Greenwich is written.
  struct ZoneStyle: Sendable, Hashable {
    /// `Z` in place of an offset of nothing.
    var zuluForZero: Bool
    /// No minutes where they are 0.
    var dropsMinutes: Bool
    /// A colon between hours and minutes.
    var colon: Bool
  }

  /// A piece of the pattern. It holds no references, so that walking over the parts counts none.
  enum Part: Sendable {
    /// Bytes of ``literals``.
    case literal(start: Int, end: Int)
    /// A number of at least `width` digits; in a row of numbers with nothing in between, of exactly so many.
    case number(Number, width: Int, inRow: Bool)
    /// The first digits of the fraction of the second.
    case fraction(digits: Int, inRow: Bool)
    case name(Name)
    case zone(ZoneStyle)
    /// The short name of a time zone. Only offsets and the names of Greenwich time are read, and none is written.
    case zoneName
  }

  /// The words of a locale in ASCII letters.
  struct Names: Sendable {
    var shortMonths: [[UInt8]]
    var months: [[UInt8]]
    var shortWeekdays: [[UInt8]]
    var weekdays: [[UInt8]]
    var dayPeriods: [[UInt8]]

    /// Reads the words from the formatter, because they differ between versions of the locale data; nil if some are
    /// not of ASCII letters only.
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

  /// The years for which agreement with `DateFormatter` is tested.
  static let years = 1900...2199
  /// The locales for which it is tested; all write Gregorian dates with ASCII digits.
  static let locales: Set<String> = [
    "en", "en_001", "en_AU", "en_CA", "en_GB", "en_IN", "en_NZ", "en_US", "en_US_POSIX", "en_ZA",
  ]

  let parts: [Part]
  let literals: [UInt8]
  let names: Names
  let timeZone: TimeZone
  /// Whether the pattern names one day and at most one time of it, each by fields that cannot contradict each other.
  let isReadable: Bool

  /// Nil if the pattern has a field, or the locale words or customs, that are not known here.
  /// - Parameter formatter: A formatter with this locale and pattern.
  init?(_ pattern: String, locale: Locale, timeZone: TimeZone, formatter: DateFormatter) {
    // A locale with settings of its user, such as 24 hours instead of 12, is not equal to the plain one.
    guard Self.locales.contains(locale.identifier), locale == Locale(identifier: locale.identifier),
      let scanned = DatePatternScanner(pattern).scan(), let names = Names(formatter)
    else { return nil }
    parts = scanned.parts
    literals = scanned.literals
    isReadable = scanned.isReadable
    self.names = names
    self.timeZone = timeZone
  }

  /// Seconds east of Greenwich at a moment.
  func offset(at seconds: Int) -> Int {
    timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
  }
}

/// Whether a byte is an ASCII letter.
func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

/// Whether a byte is an ASCII digit.
func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
