import Foundation
import Synchronization
import TesseraValues

/// The format of a date: a pattern (Unicode Technical Standard 35) or the styles of a locale.
struct DateFormat: Sendable, Hashable {
  var pattern: String?
  var dateStyle = DateFormatter.Style.none
  var timeStyle = DateFormatter.Style.none
  var locale: String?
  var timeZone: String?

  private static let styles: [String: DateFormatter.Style] = [
    "none": .none, "short": .short, "medium": .medium, "long": .long, "full": .full,
  ]
  private static let stylesInOrder: [DateFormatter.Style] = [.none, .short, .medium, .long, .full]

  /// Creates a format from a pattern. Without one, it uses the locale's medium date style.
  init(pattern: String?) {
    self.pattern = pattern
    if pattern == nil { dateStyle = .medium }
  }

  init(_ definition: Value, name: String) throws(Diagnostic) {
    guard case .dictionary(let members) = definition else {
      throw Diagnostic(rule: "transformer-options", message: "The date transformer '\(name)' must be an object")
    }
    pattern = members["format"]?.string
    locale = members["locale"]?.string
    timeZone = members["timeZone"]?.string
    dateStyle = try Self.style(members["dateStyle"], name: name)
    timeStyle = try Self.style(members["timeStyle"], name: name)
    if let timeZone, TimeZone(identifier: timeZone) == nil, TimeZone(abbreviation: timeZone) == nil {
      throw Diagnostic(
        rule: "transformer-time-zone", message: "'\(timeZone)' of the date transformer '\(name)' is not a time zone",
        fix: "write a name such as 'Europe/Berlin' or 'GMT'")
    }
    if pattern == nil, dateStyle == .none, timeStyle == .none {
      throw Diagnostic(
        rule: "transformer-options", message: "The date transformer '\(name)' has neither a format nor a style",
        fix: "add \"format\", \"dateStyle\" or \"timeStyle\"")
    }
  }

  /// Returns a style, given by name or by its number in Foundation, from 0 to 4.
  private static func style(_ value: Value?, name: String) throws(Diagnostic) -> DateFormatter.Style {
    guard let value, !value.isNull else { return .none }
    if let text = value.string, let style = styles[text] { return style }
    if let number = value.integer, number >= 0, number < 5 { return stylesInOrder[Int(number)] }
    let fix = value.string.flatMap { SpellingSuggestion.fix(for: $0, in: styles.keys) }
    throw Diagnostic(
      rule: "transformer-style",
      message: "'\(value.description)' of the date transformer '\(name)' is not one of none, short, medium, long, full",
      fix: fix)
  }
}

/// Converts strings to dates and dates to strings. It does not apply to other values.
final class DateTransformer: Sendable {
  private struct Key: Hashable {
    var locale: Locale
    var timeZone: TimeZone
  }

  private let format: DateFormat
  private let locale: Locale?
  private let timeZone: TimeZone?
  /// Formatters are expensive to create, so one is cached per locale and time zone.
  private let converters = Mutex<[Key: DateConverter]>([:])

  init(_ format: DateFormat) {
    self.format = format
    locale = format.locale.map(Locale.init(identifier:))
    timeZone = format.timeZone.flatMap { TimeZone(identifier: $0) ?? TimeZone(abbreviation: $0) }
  }

  func transform(_ value: Value, _ context: EvaluationContext) -> Value? {
    switch value {
    case .string(let text): return converter(context).date(from: text).map(Value.date)
    case .date(let date): return .string(converter(context).text(of: date))
    default: return nil
    }
  }

  private func converter(_ context: EvaluationContext) -> DateConverter {
    let key = Key(locale: locale ?? context.locale, timeZone: timeZone ?? context.timeZone)
    return converters.withLock { converters in
      if let converter = converters[key] { return converter }
      let converter = DateConverter(format, locale: key.locale, timeZone: key.timeZone)
      if converters.count < 64 { converters[key] = converter }
      return converter
    }
  }
}

/// A date format for one locale and time zone. It uses the compiled pattern if that has a result, and `DateFormatter`
/// otherwise.
final class DateConverter: Sendable {
  private let compiled: CompiledDateFormat?
  private let formatter: Mutex<DateFormatter>

  init(_ format: DateFormat, locale: Locale, timeZone: TimeZone) {
    let formatter = DateFormatter()
    formatter.locale = locale
    formatter.timeZone = timeZone
    formatter.dateStyle = format.dateStyle
    formatter.timeStyle = format.timeStyle
    if let pattern = format.pattern { formatter.dateFormat = pattern }
    compiled = format.pattern.flatMap {
      CompiledDateFormat($0, locale: locale, timeZone: timeZone, formatter: formatter)
    }
    self.formatter = Mutex(formatter)
  }

  func date(from text: String) -> Date? {
    compiled?.date(from: text) ?? formatter.withLock { $0.date(from: text) }
  }

  func text(of date: Date) -> String {
    compiled?.text(of: date) ?? formatter.withLock { $0.string(from: date) }
  }
}
