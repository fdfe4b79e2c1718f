import Foundation
import Synchronization
import TesseraValues

/// How a date is written: by a pattern (Unicode Technical Standard 35) or by the styles of the locale.
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

  /// A style by name or by Foundation's number from 0 to 4.
  private static func style(_ value: Value?, name: String) throws(Diagnostic) -> DateFormatter.Style {
    guard let value, !value.isNull else { return .none }
    if let text = value.string, let style = styles[text] { return style }
    if let number = value.integer, number >= 0, number < 5 { return stylesInOrder[Int(number)] }
    let fix = value.string.flatMap { NearMiss.fix(for: $0, in: styles.keys) }
    throw Diagnostic(
      rule: "transformer-style",
      message: "'\(value.description)' of the date transformer '\(name)' is not one of none, short, medium, long, full",
      fix: fix)
  }
}

/// Converts texts to dates and dates to texts. Anything else does not apply.
final class DateTransformer: Sendable {
  private struct Key: Hashable {
    var locale: Locale
    var timeZone: TimeZone
  }

  private let format: DateFormat
  /// Formatters are slow to make, so there is one for each place in the world that has been asked for.
  private let formatters = Mutex<[Key: DateFormatter]>([:])

  init(_ format: DateFormat) { self.format = format }

  func transform(_ value: Value, _ context: EvaluationContext) -> Value? {
    let key = Key(
      locale: format.locale.map(Locale.init(identifier:)) ?? context.locale,
      timeZone: format.timeZone.flatMap { TimeZone(identifier: $0) ?? TimeZone(abbreviation: $0) } ?? context.timeZone)
    return formatters.withLock { formatters in
      let formatter = formatters[key] ?? makeFormatter(key)
      if formatters.count < 64 { formatters[key] = formatter }
      switch value {
      case .string(let text): return formatter.date(from: text).map(Value.date)
      case .date(let date): return .string(formatter.string(from: date))
      default: return nil
      }
    }
  }

  private func makeFormatter(_ key: Key) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = key.locale
    formatter.timeZone = key.timeZone
    formatter.dateStyle = format.dateStyle
    formatter.timeStyle = format.timeStyle
    if let pattern = format.pattern { formatter.dateFormat = pattern }
    return formatter
  }
}
