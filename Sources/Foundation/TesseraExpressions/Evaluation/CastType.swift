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
