import Foundation
import Synchronization
import TesseraValues

/// A cache of objects that are expensive to create, such as formatters. When the cache is full, it is emptied.
final class FormatterCache<Key: Hashable & Sendable, Formatter: Sendable>: Sendable {
  /// The maximum number of formatters of each kind that are kept. Then all are dropped.
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

/// The maximum length of a number or date pattern, in bytes. The result for a longer one is null. A pattern of zeros
/// produces a text of its own length for every number.
private let maximumPatternLength = 128

/// The transformer `number`. It formats numbers by a pattern of Unicode Technical Standard 35, such as `#,##0.00`, or
/// in the locale's decimal style if there is no pattern. It does not apply to other values.
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

    func text(of number: Int64) -> String? { formatter.withLock { $0.string(from: NSNumber(value: number)) } }

    func text(of number: Double) -> String? {
      formatter.withLock { formatter in
        let text = QuantityTransformers.text(of: number) { formatter.string(from: NSNumber(value: $0)) ?? "" }
        return text.isEmpty ? nil : text
      }
    }
  }

  private let writers = FormatterCache<Key, Writer>()

  func transform(_ value: Value, pattern: Value?, _ context: EvaluationContext) -> Value? {
    guard QuantityTransformers.number(value) != nil else { return nil }
    if let pattern {
      guard let text = pattern.string, !text.isEmpty, text.utf8.count <= maximumPatternLength else { return nil }
    }
    let key = Key(pattern: pattern?.string, locale: context.locale)
    let writer = writers.formatter(key) { Writer(key) }
    switch value {
    case .integer(let number): return writer.text(of: number).map(Value.string)
    case .double(let number): return writer.text(of: number).map(Value.string)
    default: return nil
    }
  }
}

/// The transformer `date`. It formats dates by a pattern of Unicode Technical Standard 35, such as `d MMM yyyy`, or in
/// the locale's date style if there is no pattern. ISO 8601 strings count as dates. It does not apply to other values.
final class PatternDateTransformer: Sendable {
  private struct Key: Hashable {
    var pattern: String?
    var locale: Locale
    var timeZone: TimeZone
  }

  private let converters = FormatterCache<Key, DateConverter>()

  /// - Parameter format: A pattern, or a list of a pattern and the name of a time zone.
  func transform(_ value: Value, format: Value?, _ context: EvaluationContext) -> Value? {
    guard let date = value.date ?? value.string.flatMap(DateReading.date) else { return nil }
    var key = Key(pattern: nil, locale: context.locale, timeZone: context.timeZone)
    if let format {
      let parts = format.array ?? [format]
      guard (1...2).contains(parts.count), let text = parts[0].string, !text.isEmpty,
        text.utf8.count <= maximumPatternLength
      else { return nil }
      key.pattern = text
      if parts.count == 2 {
        guard let timeZone = TimeZoneReading.timeZone(parts[1], usual: context.timeZone) else { return nil }
        key.timeZone = timeZone
      }
    }
    return .string(converter(key).text(of: date))
  }

  /// Returns the date that an English text has in a pattern.
  func date(from text: String, pattern: String, timeZone: TimeZone) -> Date? {
    guard !pattern.isEmpty, pattern.utf8.count <= maximumPatternLength, text.utf8.count <= maximumPatternLength else {
      return nil
    }
    return converter(Key(pattern: pattern, locale: Self.english, timeZone: timeZone)).date(from: text)
  }

  private static let english = Locale(identifier: "en_US_POSIX")

  private func converter(_ key: Key) -> DateConverter {
    converters.formatter(key) {
      DateConverter(DateFormat(pattern: key.pattern), locale: key.locale, timeZone: key.timeZone)
    }
  }
}
