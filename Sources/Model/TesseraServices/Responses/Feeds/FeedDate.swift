import Foundation
import TesseraExpressions
import TesseraValues

/// The dates of feeds: RFC 3339, as in Atom, or RFC 822 with the additions of RFC 2822, as in RSS.
enum FeedDate {
  /// Returns a date as ISO 8601 text in UTC; nil if it is none.
  static func text(_ text: String) -> String? {
    let text = text.trimmingCharacters(in: .whitespaces)
    guard text.utf8.count <= 64, let date = DateReading.date(text) ?? date(rfc822: text) else { return nil }
    return date.formatted(.iso8601)
  }

  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  /// The zones of RFC 822 in hours from UTC. Single letters count as UTC, as RFC 2822 says.
  private static let zones = [
    "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7,
  ]

  /// Reads a date such as `Wed, 20 Jun 2018 18:00:00 +0200`, also without the weekday, the seconds, or the time.
  ///
  /// A feed has a thousand of them, and a regular expression takes longer to prepare than a date to read.
  private static func date(rfc822 text: String) -> Date? {
    var parts = text.split(whereSeparator: \.isWhitespace)[...]
    if let first = parts.first, let last = first.last, last == "," || last.isLetter { parts.removeFirst() }
    guard parts.count >= 3, let day = number(parts.removeFirst(), digits: 1...2), (1...31).contains(day),
      let month = month(parts.removeFirst()), let yearText = parts.popFirst(),
      var year = number(yearText, digits: 2...4)
    else { return nil }
    // RFC 2822, section 4.3.
    if yearText.count == 2 { year += year < 50 ? 2000 : 1900 } else if yearText.count == 3 { year += 1900 }
    var seconds = Double(GregorianDay(year: year, month: month, day: day).number) * 86_400
    if let text = parts.first, text.contains(":") {
      // The zone may follow without a space.
      let time = text.prefix { $0 == ":" || $0.isWholeNumber }
      guard let sinceMidnight = Self.seconds(of: time) else { return nil }
      seconds += sinceMidnight
      let zone = text[time.endIndex...]
      if zone.isEmpty { parts.removeFirst() } else { parts[parts.startIndex] = zone }
    }
    guard parts.count <= 1 else { return nil }
    return Date(timeIntervalSince1970: seconds - (parts.first.map(offset) ?? 0))
  }

  /// Returns the month of a name such as `Jun` or `June`.
  private static func month(_ name: Substring) -> Int? {
    guard name.allSatisfy({ $0.isASCII && $0.isLetter }), name.count >= 3 else { return nil }
    return months.firstIndex(of: name.prefix(3).lowercased()).map { $0 + 1 }
  }

  /// Returns the seconds since midnight of a time such as `18:00` or `18:00:30`.
  private static func seconds(of time: Substring) -> Double? {
    let fields = time.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(fields.count), let hour = number(fields[0], digits: 1...2), hour < 25,
      let minute = number(fields[1], digits: 2...2), minute < 60,
      let second = fields.count == 3 ? number(fields[2], digits: 2...2) : 0
    else { return nil }
    return Double(hour * 3600 + minute * 60 + second)
  }

  private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
    let bytes = text.utf8
    guard digits.contains(bytes.count), bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Returns the seconds from UTC of a zone such as `+0200`, `GMT` or `EDT`; 0 for what is none.
  private static func offset(of zone: Substring) -> Double {
    guard let sign = zone.first, sign == "+" || sign == "-" else { return Double(zones[zone.lowercased()] ?? 0) * 3600 }
    let digits = zone.dropFirst().filter { $0 != ":" }
    guard let number = number(digits[...], digits: 4...4) else { return 0 }
    let seconds = Double(number / 100 * 3600 + number % 100 * 60)
    return sign == "-" ? -seconds : seconds
  }
}
