import Foundation
import TesseraValues

/// The target types of `CAST`.
enum CastType: String {
  case text
  case number
  case date
  case dictionary

  init?(name: String) {
    guard let type = Self.byName[name] else { return nil }
    self = type
  }

  static let names: [String] = byName.keys.sorted()

  private static let byName: [String: CastType] = [
    "NSString": .text, "String": .text, "NSNumber": .number, "NSDecimalNumber": .number, "Number": .number,
    "NSDate": .date, "Date": .date, "NSDictionary": .dictionary,
  ]

  /// Whether the cast of a literal is itself a literal.
  var foldsConstants: Bool { true }

  /// Returns the value converted to this type, or null.
  ///
  /// Dates and numbers are converted using the seconds since 2001-01-01 00:00:00 UTC, the reference date of `NSDate`.
  /// Strings are parsed as numbers, ISO 8601 dates or JSON objects.
  func cast(_ value: Value) -> Value {
    switch (self, value) {
    case (_, .null): .null
    case (.text, _): .string(value.description)
    case (.number, .integer), (.number, .double): value
    case (.number, .bool(let flag)): .integer(flag ? 1 : 0)
    case (.number, .date(let date)): .double(date.timeIntervalSinceReferenceDate)
    case (.number, .string(let text)): Self.number(text)
    case (.date, .date): value
    case (.date, .string(let text)): DateReading.date(text).map(Value.date) ?? .null
    case (.date, _): value.number.map { .date(Date(timeIntervalSinceReferenceDate: $0)) } ?? .null
    case (.dictionary, .dictionary): value
    case (.dictionary, .string(let text)): Self.dictionary(text)
    default: .null
    }
  }

  /// Parses the whole text as a number; returns null if it is not one.
  static func number(_ text: String) -> Value {
    if let whole = Int64(text) { return .integer(whole) }
    // `Double` also parses hexadecimal numbers, infinities and NaN, which are not numbers of the language.
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0) }),
      let number = Double(text), number.isFinite
    else { return .null }
    return .double(number)
  }

  private static func dictionary(_ text: String) -> Value {
    guard let value = try? Value.parseJSON(text, limits: .document), value.dictionary != nil else { return .null }
    return value
  }
}

/// Parses dates without a formatter: `2018-06-20T18:00:00Z`, with a space instead of `T`, with a fraction, or with an
/// offset such as `+02:00` or `+0200`. A date without a time means midnight UTC.
enum DateReading {
  static func date(_ text: String) -> Date? {
    var bytes = Array(text.utf8)[...]
    guard bytes.count >= 10, bytes.count <= 40, let year = number(&bytes, 4), consume(&bytes, "-"),
      let month = number(&bytes, 2), consume(&bytes, "-"), let day = number(&bytes, 2), (1...12).contains(month),
      (1...31).contains(day)
    else { return nil }
    var seconds = Double(GregorianDay(year: year, month: month, day: day).number) * 86_400
    if bytes.isEmpty { return Date(timeIntervalSince1970: seconds) }
    guard consume(&bytes, "T") || consume(&bytes, " "), let hour = number(&bytes, 2), consume(&bytes, ":"),
      let minute = number(&bytes, 2), hour < 25, minute < 60
    else { return nil }
    seconds += Double(hour * 3600 + minute * 60)
    if consume(&bytes, ":") {
      guard let second = number(&bytes, 2), second < 61 else { return nil }
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
    guard let minutes, bytes.isEmpty else { return nil }
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
