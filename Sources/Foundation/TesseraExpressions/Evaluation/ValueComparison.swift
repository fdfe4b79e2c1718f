import Foundation
import TesseraValues

/// How values compare, as Foundation's predicates do.
///
/// - Numbers and truth values compare by number, whatever their type; texts, dates and lists with their kind.
/// - Different kinds are never equal and have no order; every operator but `!=` is false for them.
/// - Null equals null and nothing else, and has no order.
enum ValueComparison {
  static func equal(_ left: Value, _ right: Value, _ rule: TextRule) -> Bool {
    switch (left, right) {
    case (.string(let a), .string(let b)): rule.equal(a, b)
    case (.array(let a), .array(let b)):
      a.count == b.count && zip(a, b).allSatisfy { equal($0, $1, rule) }
    default: left == right
    }
  }

  /// Negative, zero or positive; nil without an order.
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

  /// Compares without losing the digits of large whole numbers.
  private static func order(_ a: Int64, _ b: Double) -> Int? {
    if b.isNaN { return nil }
    if b >= 0x1p63 { return -1 }
    if b < -0x1p63 { return 1 }
    let whole = Int64(b.rounded(.down))
    if a != whole { return a < whole ? -1 : 1 }
    return b == b.rounded(.down) ? 0 : -1
  }

  /// Whether a collection has an element, or a text a part.
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

/// How two texts compare under the options of an operator.
struct TextRule: Sendable {
  let folding: TextFolding.Options
  /// Code units decide, without looking at equivalent spellings.
  let isLiteral: Bool
  let locale: Locale?

  init(_ options: ComparisonOptions, locale: Locale?) {
    isLiteral = options.contains(.normalized)
    folding = isLiteral ? [] : TextFolding.Options(options)
    self.locale = options.contains(.localeSensitive) && !isLiteral ? locale : nil
  }

  static let plain = TextRule([], locale: nil)

  /// Without options `==` looks at the characters as they are stored, as `isEqual:` does.
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

  /// A text to look for under this rule.
  func pattern(_ text: String) -> TextPattern { TextPattern(text, options: folding, isLiteral: isLiteral) }

  func contains(_ text: String, _ part: String) -> Bool { pattern(part).isContained(in: text) }

  func hasPrefix(_ text: String, _ part: String) -> Bool { pattern(part).isPrefix(of: text) }

  func hasSuffix(_ text: String, _ part: String) -> Bool { pattern(part).isSuffix(of: text) }
}
