package import Foundation
import TesseraValues

/// Parses dates without a formatter: `2018-06-20T18:00:00Z`, with a space instead of `T`, with a fraction, or with an
/// offset such as `+02:00` or `+0200`. A date without a time means midnight UTC. A day that does not exist is no date.
package enum DateReading {
  package static func date(_ text: String) -> Date? {
    var bytes = Array(text.utf8)[...]
    guard bytes.count >= 10, bytes.count <= 40, let year = number(&bytes, 4), consume(&bytes, "-"),
      let month = number(&bytes, 2), consume(&bytes, "-"), let day = number(&bytes, 2)
    else { return nil }
    let calendarDay = GregorianDay(year: year, month: month, day: day)
    guard calendarDay.isValid else { return nil }
    var seconds = Double(calendarDay.number) * 86_400
    if bytes.isEmpty { return Date(timeIntervalSince1970: seconds) }
    guard consume(&bytes, "T") || consume(&bytes, " "), let hour = number(&bytes, 2), consume(&bytes, ":"),
      let minute = number(&bytes, 2), minute < 60, hour < 24 || hour == 24 && minute == 0
    else { return nil }
    seconds += Double(hour * 3600 + minute * 60)
    if consume(&bytes, ":") {
      guard let second = number(&bytes, 2), second < 61, hour < 24 || second == 0 else { return nil }
      seconds += Double(second)
      if consume(&bytes, ".") {
        let digits = bytes.prefix { (0x30...0x39).contains($0) }
        guard let fraction = Double("0." + String(decoding: digits, as: UTF8.self)) else { return nil }
        seconds += fraction
        bytes = bytes.dropFirst(digits.count)
      }
    }
    _ = consume(&bytes, " ")
    if bytes.isEmpty || (consume(&bytes, "Z") && bytes.isEmpty) { return Date(timeIntervalSince1970: seconds) }
    let isWest = consume(&bytes, "-")
    guard isWest || consume(&bytes, "+"), let hours = number(&bytes, 2) else { return nil }
    _ = consume(&bytes, ":")
    let minutes = bytes.isEmpty ? 0 : number(&bytes, 2)
    guard let minutes, bytes.isEmpty, hours < 24, minutes < 60 else { return nil }
    let offset = Double(hours * 3600 + minutes * 60)
    return Date(timeIntervalSince1970: seconds + (isWest ? offset : -offset))
  }

  private static func consume(_ bytes: inout ArraySlice<UInt8>, _ character: Unicode.Scalar) -> Bool {
    guard let first = bytes.first, UInt32(first) == character.value else { return false }
    bytes = bytes.dropFirst()
    return true
  }

  private static func number(_ bytes: inout ArraySlice<UInt8>, _ digits: Int) -> Int? {
    guard bytes.count >= digits, bytes.prefix(digits).allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    defer { bytes = bytes.dropFirst(digits) }
    return bytes.prefix(digits).reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}
