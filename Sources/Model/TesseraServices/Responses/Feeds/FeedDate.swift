import Foundation
import TesseraExpressions
import TesseraValues

/// The dates of feeds: RFC 3339, as in Atom, RFC 822 with the additions of RFC 2822, as in RSS, and what else programs write
/// there.
///
/// What is read is right: a day that does not exist, a zone that is unknown or that means several, and numbers whose order
/// depends on the country give no date.
enum FeedDate {
  /// Returns a date as ISO 8601 text in UTC; nil if it is none.
  ///
  /// A date without a time begins at midnight, one without a zone is in UTC.
  /// - Complexity: O(*n*), without a formatter or a pattern: a feed has a thousand dates.
  static func text(_ text: String) -> String? {
    let text = text.trimmingXMLSpace
    guard text.utf8.count <= 100, let date = DateReading.date(text) ?? date(of: text) else { return nil }
    // Foundation would write the first centuries in another calendar.
    let seconds = Int(date.timeIntervalSince1970.rounded(.down))
    let time = seconds.flooredRemainder(by: 86_400)
    let day = GregorianDay(number: seconds.flooredQuotient(by: 86_400))
    let parts = [time / 3600, time / 60 % 60, time % 60].map { $0.padded(to: 2) }
    return "\(day.text)T\(parts.joined(separator: ":"))Z"
  }

  private static func date(of text: String) -> Date? {
    var fields = Fields()
    let words = withoutComments(text).split { $0.isWhitespace || $0 == "," }
    for (index, word) in words.enumerated() {
      // The name of the day, in any language, does not say more than the date.
      let isWeekday = index == 0 && words.count > 1 && word.allSatisfy { $0.isLetter || $0 == "." }
      guard fields.read(word) || isWeekday else { return nil }
    }
    return fields.date
  }

  /// Returns a text without what is in parentheses, a comment in RFC 822.
  private static func withoutComments(_ text: String) -> String {
    var depth = 0
    return text.filter { character in
      if character == "(" { depth += 1 }
      defer { if character == ")" { depth -= 1 } }
      return depth <= 0
    }
  }

  /// What the words of a date say so far.
  private struct Fields {
    private var year: Int?
    private var month: Int?
    private var day: Int?
    /// Seconds since midnight.
    private var time: Int?
    private var isAfternoon: Bool?
    /// Seconds from UTC, as a number says them.
    private var offset: Int?
    private var zone: Zone?

    /// The date; nil if the fields are not enough, or are none.
    var date: Date? {
      guard let year, let month = month ?? (hasOnlyYear ? 1 : nil),
        GregorianDay(year: year, month: month, day: day ?? 1).isValid
      else { return nil }
      var seconds = time ?? 0
      if let isAfternoon {
        guard let time, (3600..<13 * 3600).contains(time) else { return nil }
        seconds = time % (12 * 3600) + (isAfternoon ? 12 * 3600 : 0)
      }
      let local = GregorianDay(year: year, month: month, day: day ?? 1).number * 86_400 + seconds
      let offset = offset ?? zone.map { $0.offset(atLocal: local) } ?? 0
      return Date(timeIntervalSince1970: Double(local - offset))
    }

    private var hasOnlyYear: Bool { day == nil && time == nil && isAfternoon == nil && zone == nil && offset == nil }

    /// Reads a word. Returns whether it says something that was not said before.
    mutating func read(_ word: Substring) -> Bool {
      if ["at", "of", "-"].contains(word.lowercased()) { return true }
      return readDay(word) || readNumber(word) || readMonth(word) || readTime(word) || readHalf(word) || readZone(word)
    }

    /// Reads `2018-06-20`, `2018/6/20`, `2018-06`, `2018-06-20T18:00:00Z`, `20.6.2018`, `20-Jun-2018`, `20180620`.
    private mutating func readDay(_ word: Substring) -> Bool {
      guard year == nil, day == nil, word.first?.isASCII == true, word.first?.isNumber == true else { return false }
      // The time follows a `T`.
      let end = word.firstIndex { $0 == "T" || $0 == "t" } ?? word.endIndex
      let (text, rest) = (word[..<end], word[end...].dropFirst())
      guard rest.isEmpty || readTime(rest) else { return false }
      if text.utf8.count == 8, let number = number(text, digits: 8...8) {
        return set(year: number / 10_000, month: number / 100 % 100, day: number % 100)
      }
      guard let separator = text.first(where: { "-/.".contains($0) }) else { return false }
      let parts = text.split(separator: separator, omittingEmptySubsequences: false)
      guard (2...3).contains(parts.count) else { return false }
      if let year = number(parts[0], digits: 4...4), let month = number(parts[1], digits: 1...2) {
        guard parts.count == 3 else { return set(year: year, month: month, day: nil) }
        return number(parts[2], digits: 1...2).map { set(year: year, month: month, day: $0) } ?? false
      }
      guard parts.count == 3, let day = number(parts[0], digits: 1...2) else { return false }
      if separator == ".", let month = number(parts[1], digits: 1...2), let year = number(parts[2], digits: 4...4) {
        return set(year: year, month: month, day: day)
      }
      guard separator == "-", let month = FeedDate.month(parts[1]), let year = FeedDate.year(parts[2]) else {
        return false
      }
      return set(year: year, month: month, day: day)
    }

    private mutating func set(year: Int, month: Int, day: Int?) -> Bool {
      guard self.month == nil else { return false }
      (self.year, self.month, self.day) = (year, month, day)
      return true
    }

    /// Reads the day, also as `1st`, or the year.
    private mutating func readNumber(_ word: Substring) -> Bool {
      if year == nil, let number = number(word, digits: 4...4) {
        year = number
        return true
      }
      let digits = word.prefix { $0.isASCII && $0.isNumber }
      let suffix = word[digits.endIndex...].lowercased()
      if day == nil, ["", ".", "st", "nd", "rd", "th"].contains(suffix), let number = number(digits, digits: 1...2) {
        day = number
        return true
      }
      guard year == nil, month != nil, let number = FeedDate.year(word) else { return false }
      year = number
      return true
    }

    private mutating func readMonth(_ word: Substring) -> Bool {
      guard month == nil, let found = FeedDate.month(word) else { return false }
      month = found
      return true
    }

    /// Reads `18:00`, `18:00:30`, `6:00PM` and `6pm`, also with a zone after it.
    private mutating func readTime(_ word: Substring) -> Bool {
      guard time == nil else { return false }
      let text = word.prefix { $0.isASCII && ($0.isNumber || $0 == ":" || $0 == ".") }
      let rest = word[text.endIndex...]
      let fields = text.prefix { $0 != "." }.split(separator: ":", omittingEmptySubsequences: false)
      let isHour = fields.count == 1 && ["am", "pm"].contains(rest.lowercased())
      guard (2...3).contains(fields.count) || isHour, fields.count == 3 || !text.contains("."),
        let hour = number(fields[0], digits: 1...2),
        let minute = fields.count > 1 ? number(fields[1], digits: 2...2) : 0, minute < 60,
        let second = fields.count > 2 ? number(fields[2], digits: 2...2) : 0, second <= 60
      else { return false }
      let seconds = hour * 3600 + minute * 60 + second
      // Midnight may be the end of the day, and a minute may have a leap second.
      guard hour < 24 || seconds == 86_400 else { return false }
      time = seconds
      return rest.isEmpty || readHalf(rest) || readZone(rest)
    }

    private mutating func readHalf(_ word: Substring) -> Bool {
      let word = word.lowercased().filter { $0 != "." }
      guard isAfternoon == nil, word == "am" || word == "pm" else { return false }
      isAfternoon = word == "pm"
      return true
    }

    /// Reads `+0200`, `+02:00`, `GMT+2`, `CEST` and `Europe/Berlin`.
    private mutating func readZone(_ word: Substring) -> Bool {
      let name = word.prefix { $0 != "+" && $0 != "-" }
      if name.isEmpty || ["gmt", "utc", "ut", "z"].contains(name.lowercased()), name.endIndex < word.endIndex {
        guard offset == nil, let seconds = FeedDate.offset(word[name.endIndex...]) else { return false }
        offset = seconds
        return true
      }
      guard zone == nil, let found = Zone(word) else { return false }
      zone = found
      return true
    }

    private func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? { FeedDate.number(text, digits: digits) }
  }

  /// A zone by its name.
  private enum Zone {
    /// Seconds from UTC.
    case fixed(Int)
    case named(TimeZone)

    /// Finds a zone; nil if the name is unknown, or if several zones have it, such as IST.
    init?(_ name: Substring) {
      if let hours = Self.hours[name.lowercased()] {
        self = .fixed(Int(hours * 3600))
      } else if name.utf8.count == 1, name.first?.isASCII == true, name.first?.isLetter == true {
        // RFC 2822, section 4.3: the letters were defined the wrong way round, and mean nothing.
        self = .fixed(0)
      } else if name.contains("/"), let zone = TimeZone(identifier: String(name)) {
        self = .named(zone)
      } else {
        return nil
      }
    }

    func offset(atLocal seconds: Int) -> Int {
      switch self {
      case .fixed(let offset): return offset
      case .named(let zone):
        let guess = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
        return zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds - guess)))
      }
    }

    /// Hours from UTC by names: those of RFC 822, and others that mean one zone wherever they are written.
    private static let hours: [String: Double] = [
      "ut": 0, "utc": 0, "gmt": 0, "wet": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6,
      "pst": -8,
      "pdt": -7, "akst": -9, "akdt": -8, "hst": -10, "nst": -3.5, "ndt": -2.5, "brt": -3, "bst": 1, "west": 1, "cet": 1,
      "met": 1, "mez": 1, "cest": 2, "mest": 2, "mesz": 2, "eet": 2, "sast": 2, "eest": 3, "msk": 3, "pkt": 5,
      "npt": 5.75,
      "wib": 7, "awst": 8, "hkt": 8, "sgt": 8, "jst": 9, "kst": 9, "acst": 9.5, "aest": 10, "acdt": 10.5, "aedt": 11,
      "nzst": 12, "nzdt": 13,
    ]
  }

  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  /// Returns the month of a name such as `Jun`, `June` or `Jun.`.
  private static func month(_ name: Substring) -> Int? {
    let name = name.last == "." ? name.dropLast() : name
    guard name.allSatisfy({ $0.isASCII && $0.isLetter }), name.count >= 3 else { return nil }
    return months.firstIndex(of: name.prefix(3).lowercased()).map { $0 + 1 }
  }

  /// Returns a year of two to four digits (RFC 2822, section 4.3).
  private static func year(_ text: Substring) -> Int? {
    guard let year = number(text, digits: 2...4) else { return nil }
    switch text.utf8.count {
    case 2: return year + (year < 50 ? 2000 : 1900)
    case 3: return year + 1900
    default: return year
    }
  }

  /// Returns the seconds from UTC of `+0200`, `+02:00`, `+02` or `+2`; nil if no place has such a time.
  private static func offset(_ text: Substring) -> Int? {
    let digits = text.dropFirst().filter { $0 != ":" }
    guard let value = number(digits[...], digits: 1...4) else { return nil }
    let (hours, minutes) = digits.count > 2 ? (value / 100, value % 100) : (value, 0)
    guard hours <= 14, minutes < 60 else { return nil }
    return (text.first == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
  }

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    let bytes = text.utf8
    guard digits.contains(bytes.count), bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
