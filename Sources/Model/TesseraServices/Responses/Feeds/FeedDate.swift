import Foundation
import TesseraExpressions

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

  /// Reads a date such as `Wed, 20 Jun 2018 18:00:00 +0200`, also without the weekday and the seconds.
  private static func date(rfc822 text: String) -> Date? {
    let pattern =
      /(?:[A-Za-z]+,?\s+)?(\d{1,2})\s+([A-Za-z]{3})[a-z]*\s+(\d{2,4})(?:\s+(\d{1,2}):(\d{2})(?::(\d{2}))?)?\s*(\S*)/
    guard let match = text.wholeMatch(of: pattern), let day = Int(match.1),
      let month = months.firstIndex(of: match.2.lowercased()), var year = Int(match.3)
    else { return nil }
    // RFC 2822, section 4.3.
    if match.3.count == 2 { year += year < 50 ? 2000 : 1900 } else if match.3.count == 3 { year += 1900 }
    var parts = DateComponents(year: year, month: month + 1, day: day)
    parts.hour = match.4.flatMap { Int($0) } ?? 0
    parts.minute = match.5.flatMap { Int($0) } ?? 0
    parts.second = match.6.flatMap { Int($0) } ?? 0
    guard (1...31).contains(day), (0...24).contains(parts.hour ?? 0), (0...59).contains(parts.minute ?? 0),
      let date = gregorian.date(from: parts)
    else { return nil }
    return date.addingTimeInterval(-offset(of: match.7))
  }

  /// Returns the seconds from UTC of a zone such as `+0200`, `GMT` or `EDT`; 0 for what is none.
  private static func offset(of zone: Substring) -> Double {
    if let match = zone.wholeMatch(of: /([+-])(\d{2}):?(\d{2})/), let hours = Double(match.2),
      let minutes = Double(match.3)
    {
      return (match.1 == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
    }
    return Double(zones[zone.lowercased()] ?? 0) * 3600
  }

  private static let gregorian: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
}
