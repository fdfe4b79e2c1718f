import Foundation
import TesseraValues

/// Functions for strings. Lengths and indices count UTF-16 code units, as in Foundation.
enum TextFunctions {
  static func length(_ value: Value) -> Value {
    value.string.map { .integer(Int64($0.utf16.count)) } ?? .null
  }

  static func append(_ a: Value, _ b: Value, _ state: inout EvaluationState) -> Value {
    guard let x = a.string, let y = b.string, state.make(bytes: x.utf8.count + y.utf8.count) else { return .null }
    return .string(x + y)
  }

  static func replace(_ text: Value, _ part: Value, _ replacement: Value, _ state: inout EvaluationState) -> Value {
    guard let text = text.string, let part = part.string, let replacement = replacement.string else { return .null }
    guard !part.isEmpty else { return .string(text) }
    // Searching is far more expensive than copying, and every match adds to the cost.
    guard state.spend(text.utf8.count >> 2) else { return .null }
    let pieces = text.components(separatedBy: part)
    let size = text.utf8.count + (pieces.count - 1) * replacement.utf8.count
    guard state.spend(6 * pieces.count), state.make(bytes: size) else { return .null }
    return .string(pieces.joined(separator: replacement))
  }

  /// Returns the lowercase string with the Greek final sigma at the end of words (`Final_Sigma` in Unicode), which
  /// Swift's own mapping does not support.
  static func lowercased(_ text: String) -> String {
    guard text.unicodeScalars.contains("\u{3A3}") else { return text.lowercased() }
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      if scalar == "\u{3A3}" {
        let before = scalars[..<index].last { !$0.properties.isCaseIgnorable }
        let after = scalars[(index + 1)...].first { !$0.properties.isCaseIgnorable }
        let isFinal = before?.properties.isCased == true && after?.properties.isCased != true
        result.append(isFinal ? "\u{3C2}" : "\u{3C3}")
      } else {
        result.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      }
    }
    return String(result)
  }

  /// Returns the string with the first letter of each word in uppercase and the rest in lowercase, like
  /// `capitalizedString`.
  static func capitalized(_ text: String) -> String {
    text.unicodeScalars.contains("\u{3A3}") ? lowercased(text).capitalized : text.capitalized
  }

  static func substring(_ text: Value, from index: Value) -> Value {
    guard let text = text.string, let offset = index.integer, offset >= 0, offset <= text.utf16.count else {
      return .null
    }
    return .string(String(decoding: text.utf16.dropFirst(Int(offset)), as: UTF16.self))
  }

  static func substring(_ text: Value, to index: Value) -> Value {
    guard let text = text.string, let offset = index.integer, offset >= 0, offset <= text.utf16.count else {
      return .null
    }
    return .string(String(decoding: text.utf16.prefix(Int(offset)), as: UTF16.self))
  }

  static func split(_ text: Value, _ separator: Value, _ state: inout EvaluationState) -> Value {
    guard let text = text.string, let separator = separator.string else { return .null }
    guard !separator.isEmpty else { return .array([.string(text)]) }
    // There may be as many pieces as characters.
    guard state.spend(text.utf8.count >> 2) else { return .null }
    let pieces = text.components(separatedBy: separator)
    return state.spend(pieces.count) ? .array(pieces.map(Value.string)) : .null
  }

  static func test(_ a: Value, _ b: Value, _ body: (String, String) -> Bool) -> Value {
    guard let x = a.string, let y = b.string else { return .null }
    return .bool(body(x, y))
  }

  // MARK: - Conversions, as lenient as the methods of `NSString`

  static func integerValue(_ value: Value) -> Value {
    switch value {
    case .integer: return value
    case .bool(let flag): return .integer(flag ? 1 : 0)
    case .double(let number): return .integer(clamped(number))
    case .string(let text):
      let trimmed = text.drop { $0.isWhitespace }
      let sign = trimmed.prefix(1).filter { "+-".contains($0) }
      let digits = trimmed.dropFirst(sign.count).prefix { ("0"..."9").contains($0) }
      guard !digits.isEmpty else { return .integer(0) }
      return .integer(Int64(sign + digits) ?? (sign == "-" ? .min : .max))
    default: return .null
    }
  }

  private static func clamped(_ number: Double) -> Int64 {
    if number.isNaN { return 0 }
    return Int64(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
  }

  static func doubleValue(_ value: Value) -> Value {
    switch value {
    case .integer, .bool, .double: return value.number.map(Value.double) ?? .null
    case .string(let text):
      let scanner = Scanner(string: text)
      return Arithmetic.finite(scanner.scanDouble() ?? 0)
    default: return .null
    }
  }

  /// Returns true for numbers other than 0, and for strings that begin with `Y`, `y`, `T`, `t` or a digit from 1 to 9
  /// after optional white space, a sign and zeros.
  static func boolValue(_ value: Value) -> Value {
    switch value {
    case .bool: return value
    case .integer, .double: return .bool(value.number != 0)
    case .string(let text):
      var rest = text.drop { $0.isWhitespace }
      if let sign = rest.first, sign == "+" || sign == "-" { rest = rest.dropFirst() }
      return .bool(rest.drop { $0 == "0" }.first.map { "YyTt123456789".contains($0) } ?? false)
    default: return .null
    }
  }
}
