import Foundation
import Synchronization
import TesseraValues

/// Things that are slow to make and are made of a key, such as formatters: the first so many are kept.
final class FormatterCache<Key: Hashable & Sendable, Formatter: Sendable>: Sendable {
  private static var capacity: Int { 64 }

  private let formatters = Mutex<[Key: Formatter]>([:])

  func formatter(_ key: Key, make: () -> Formatter) -> Formatter {
    formatters.withLock { formatters in
      if let known = formatters[key] { return known }
      let formatter = make()
      if formatters.count >= Self.capacity { formatters.removeAll() }
      formatters[key] = formatter
      return formatter
    }
  }
}

/// The longest pattern of a number or a date. A pattern of zeros makes a text as long as itself of every number.
private let maximumPatternLength = 128

/// `number`: numbers as text, by a pattern of Unicode Technical Standard 35 such as `#,##0.00`; without one as the
/// locale writes numbers. Anything but a number does not apply.
final class NumberTransformer: Sendable {
  private struct Key: Hashable {
    var pattern: String?
    var locale: Locale
  }

  private final class Writer: Sendable {
    private let formatter: Mutex<NumberFormatter>

    init(_ key: Key) {
      let formatter = NumberFormatter()
      formatter.locale = key.locale
      if let pattern = key.pattern {
        formatter.format = pattern
      } else {
        formatter.numberStyle = .decimal
      }
      self.formatter = Mutex(formatter)
    }

    func text(of number: NSNumber) -> String? { formatter.withLock { $0.string(from: number) } }
  }

  private let writers = FormatterCache<Key, Writer>()

  func transform(_ value: Value, pattern: Value?, _ context: EvaluationContext) -> Value? {
    let number: NSNumber
    switch value {
    case .integer(let whole): number = NSNumber(value: whole)
    case .double(let double): number = NSNumber(value: double)
    default: return nil
    }
    if let pattern {
      guard let text = pattern.string, !text.isEmpty, text.utf8.count <= maximumPatternLength else { return nil }
    }
    let key = Key(pattern: pattern?.string, locale: context.locale)
    return writers.formatter(key) { Writer(key) }.text(of: number).map(Value.string)
  }
}

/// `date`: dates as text, by a pattern of Unicode Technical Standard 35 such as `d MMM yyyy`; without one as the locale
/// writes days. Texts in ISO 8601 are dates too. Anything else does not apply.
final class PatternDateTransformer: Sendable {
  private struct Key: Hashable {
    var pattern: String?
    var locale: Locale
    var timeZone: TimeZone
  }

  private let converters = FormatterCache<Key, DateConverter>()

  func transform(_ value: Value, pattern: Value?, _ context: EvaluationContext) -> Value? {
    guard let date = value.date ?? value.string.flatMap(DateReading.date) else { return nil }
    if let pattern {
      guard let text = pattern.string, !text.isEmpty, text.utf8.count <= maximumPatternLength else { return nil }
    }
    let key = Key(pattern: pattern?.string, locale: context.locale, timeZone: context.timeZone)
    let converter = converters.formatter(key) {
      DateConverter(DateFormat(pattern: key.pattern), locale: key.locale, timeZone: key.timeZone)
    }
    return .string(converter.text(of: date))
  }
}
