import Foundation
import TesseraText
import TesseraValues

/// Compares values with the semantics of Foundation's predicates.
///
/// - Numbers and Boolean values are compared numerically, regardless of their types. Strings, dates and lists are
///   compared only with values of the same kind.
/// - Values of different kinds are never equal and have no order; every operator except `!=` is false for them.
/// - Null is equal only to null, and has no order.
enum ValueComparison {
  static func equal(_ left: Value, _ right: Value, _ rule: TextRule) -> Bool {
    switch (left, right) {
    case (.string(let a), .string(let b)): rule.equal(a, b)
    case (.array(let a), .array(let b)):
      a.count == b.count && zip(a, b).allSatisfy { equal($0, $1, rule) }
    default: left == right
    }
  }

  /// Returns a negative number, zero or a positive number; nil if the values have no order.
  static func order(_ left: Value, _ right: Value, _ rule: TextRule) -> Int? {
    switch (left, right) {
    case (.integer(let a), .integer(let b)): a < b ? -1 : a == b ? 0 : 1
    case (.string(let a), .string(let b)): rule.order(a, b)
    case (.date(let a), .date(let b)): a < b ? -1 : a == b ? 0 : 1
    case (.integer(let a), .double(let b)): order(a, b)
    case (.double(let a), .integer(let b)): order(b, a).map { -$0 }
    default:
      if let a = left.number, let b = right.number { order(a, b) } else { nil }
    }
  }

  private static func order(_ a: Double, _ b: Double) -> Int? {
    a < b ? -1 : a == b ? 0 : a > b ? 1 : nil
  }

  /// Compares the numbers without losing the precision of large integers.
  private static func order(_ a: Int64, _ b: Double) -> Int? {
    if b.isNaN { return nil }
    if b >= 0x1p63 { return -1 }
    if b < -0x1p63 { return 1 }
    let whole = Int64(b.rounded(.down))
    if a != whole { return a < whole ? -1 : 1 }
    return b == b.rounded(.down) ? 0 : -1
  }

  /// Returns whether a collection contains an element, or a string contains a substring.
  static func contains(_ container: Value, _ element: Value, _ rule: TextRule) -> Bool {
    switch (container, element) {
    case (.string(let text), .string(let part)): rule.contains(text, part)
    case (.array(let values), _): values.contains { equal($0, element, rule) }
    case (.dictionary(let members), _): members.values.contains { equal($0, element, rule) }
    default: false
    }
  }

  static func between(_ value: Value, _ bounds: Value, _ rule: TextRule) -> Bool {
    guard case .array(let pair) = bounds, pair.count == 2, let low = order(value, pair[0], rule),
      let high = order(value, pair[1], rule)
    else { return false }
    return low >= 0 && high <= 0
  }
}

/// The rule for comparing strings under the options of an operator.
struct TextRule: Sendable {
  let folding: TextFolding.Options
  /// Whether strings are compared by code units, without considering canonical equivalence.
  let isLiteral: Bool
  let locale: Locale?

  init(_ options: ComparisonOptions, locale: Locale?) {
    isLiteral = options.contains(.normalized)
    folding = isLiteral ? [] : TextFolding.Options(options)
    self.locale = options.contains(.localeSensitive) && !isLiteral ? locale : nil
  }

  static let plain = TextRule([], locale: nil)

  /// Returns whether two strings are equal. Without options, they are compared as stored, like `isEqual:`.
  func equal(_ a: String, _ b: String) -> Bool {
    if let locale { return a.compare(b, options: folding.foundation, range: nil, locale: locale) == .orderedSame }
    if folding.isEmpty { return a.utf8.elementsEqual(b.utf8) }
    return TextFolding.equal(a, b, options: folding)
  }

  func order(_ a: String, _ b: String) -> Int {
    if let locale { return a.compare(b, options: folding.foundation, range: nil, locale: locale).rawValue }
    if isLiteral { return a.utf8.elementsEqual(b.utf8) ? 0 : a.utf8.lexicographicallyPrecedes(b.utf8) ? -1 : 1 }
    return TextFolding.compare(a, b, options: folding)
  }

  /// Returns a pattern for searching a string under this rule.
  func pattern(_ text: String) -> TextPattern { TextPattern(text, options: folding, isLiteral: isLiteral) }

  func contains(_ text: String, _ part: String) -> Bool { pattern(part).isContained(in: text) }

  func hasPrefix(_ text: String, _ part: String) -> Bool { pattern(part).isPrefix(of: text) }

  func hasSuffix(_ text: String, _ part: String) -> Bool { pattern(part).isSuffix(of: text) }
}
