import Foundation
import TesseraValues

/// Writes syntax trees as canonical text, which parses back to the same tree.
///
/// Strings are written in double quotes, dates as `CAST(seconds since 2001, "NSDate")`, dictionaries as `CAST("{…}",
/// "NSDictionary")`, and keys that are not plain words as `#"…"`. Objects have no textual form; their identity is
/// written.
struct CanonicalText {
  private(set) var text = ""

  static func of(_ node: PredicateNode) -> String {
    var writer = CanonicalText()
    writer.write(node)
    return writer.text
  }

  static func of(_ node: ExpressionNode) -> String {
    var writer = CanonicalText()
    writer.write(node)
    return writer.text
  }

  // MARK: - Predicates

  private mutating func write(_ node: PredicateNode) {
    switch node {
    case .constant(let value): text += value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .comparison(let comparison): write(comparison)
    case .not(let inner):
      text += "NOT "
      switch inner {
      case .and, .or: parenthesized { $0.write(inner) }
      default: write(inner)
      }
    case .and(let parts): write(parts, joinedBy: " AND ", empty: true)
    case .or(let parts): write(parts, joinedBy: " OR ", empty: false)
    }
  }

  private mutating func write(_ parts: [PredicateNode], joinedBy separator: String, empty: Bool) {
    guard !parts.isEmpty else { return write(.constant(empty)) }
    for (index, part) in parts.enumerated() {
      if index > 0 { text += separator }
      switch part {
      case .and, .or: parenthesized { $0.write(part) }
      default: write(part)
      }
    }
  }

  private mutating func write(_ comparison: ComparisonNode) {
    if comparison.quantifier != .none { text += comparison.quantifier.rawValue + " " }
    write(comparison.left)
    text += " " + comparison.operator.rawValue + Self.text(of: comparison.options) + " "
    write(comparison.right)
  }

  private static func text(of options: ComparisonOptions) -> String {
    guard !options.isEmpty else { return "" }
    let letters: [(ComparisonOptions, String)] = [
      (.caseInsensitive, "c"), (.diacriticInsensitive, "d"), (.normalized, "n"), (.localeSensitive, "l"),
    ]
    return "[" + letters.filter { options.contains($0.0) }.map(\.1).joined() + "]"
  }

  private mutating func parenthesized(_ body: (inout CanonicalText) -> Void) {
    text += "("
    body(&self)
    text += ")"
  }

  // MARK: - Expressions

  private mutating func write(_ node: ExpressionNode) {
    switch node {
    case .constant(let value): write(value)
    case .selfObject: text += "SELF"
    case .variable(let name): text += "$" + name
    case .keyPath(let base, let components): writeKeyPath(base, components)
    case .element(let base, let selector):
      writeBase(base)
      text += "["
      write(selector)
      text += "]"
    case .function(let function, let arguments): write(function, arguments)
    case .aggregate(let nodes):
      text += "{"
      write(nodes)
      text += "}"
    case .subquery(let collection, let variable, let predicate):
      text += "SUBQUERY("
      write(collection)
      text += ", $\(variable), "
      write(predicate)
      text += ")"
    case .set(let setOperator, let left, let right):
      writeInfix(left, setOperator.rawValue, right, precedence: 1)
    case .conditional(let condition, let a, let b):
      text += "TERNARY("
      write(condition)
      text += ", "
      write([a, b])
      text += ")"
    }
  }

  private mutating func write(_ nodes: [ExpressionNode]) {
    for (index, node) in nodes.enumerated() {
      if index > 0 { text += ", " }
      write(node)
    }
  }

  private mutating func write(_ function: BuiltInFunction, _ arguments: [ExpressionNode]) {
    if let (symbol, precedence) = function.infix, arguments.count == 2 {
      return writeInfix(arguments[0], symbol, arguments[1], precedence: precedence)
    }
    if function == .negate, let operand = arguments.first {
      text += "-"
      let isNumber = if case .constant(let value) = operand { value.number != nil } else { false }
      if isNumber || precedence(of: operand) < 5 { parenthesized { $0.write(operand) } } else { write(operand) }
      return
    }
    text += (function == .cast ? "CAST" : function.callName) + "("
    write(arguments)
    text += ")"
  }

  private mutating func writeInfix(
    _ left: ExpressionNode, _ symbol: String, _ right: ExpressionNode, precedence: Int
  ) {
    if self.precedence(of: left) < precedence { parenthesized { $0.write(left) } } else { write(left) }
    text += " \(symbol) "
    if self.precedence(of: right) <= precedence { parenthesized { $0.write(right) } } else { write(right) }
  }

  private func precedence(of node: ExpressionNode) -> Int {
    switch node {
    case .set: 1
    case .function(let function, let arguments) where arguments.count == 2: function.infix?.precedence ?? 6
    case .function(.negate, _): 5
    default: 6
    }
  }

  /// Writes the expression before a dot or a bracket.
  private mutating func writeBase(_ node: ExpressionNode) {
    let isNumber = if case .constant(let value) = node { value.number != nil && value.bool == nil } else { false }
    if isNumber || precedence(of: node) < 6 { parenthesized { $0.write(node) } } else { write(node) }
  }

  private mutating func writeKeyPath(_ base: ExpressionNode, _ components: [KeyPathComponent]) {
    var isFirst = base == .selfObject
    if !isFirst || components.isEmpty { writeBase(base) }
    for component in components {
      if !isFirst { text += "." }
      switch component {
      case .key(let key): text += Self.text(of: key, isRoot: isFirst)
      case .collectionOperator(let collectionOperator): text += "@" + collectionOperator.rawValue
      }
      isFirst = false
    }
  }

  /// Returns the written form of a key: bare, with `#` if the word is reserved, or quoted.
  private static func text(of key: String, isRoot: Bool) -> String {
    let scalars = key.unicodeScalars
    let isWord = scalars.allSatisfy {
      $0.isASCII
        ? $0 == "_" || $0.properties.isAlphabetic || $0.properties.numericType != nil
        : $0.properties.isAlphabetic
    }
    guard isWord, let first = scalars.first else { return "#" + quoted(key) }
    guard isRoot else { return key }
    let isDigit = first.properties.numericType != nil
    let isReserved = Keyword.spelled(key[...].utf8).map { !$0.needsParenthesis } ?? false
    return isDigit || isReserved ? "#" + key : key
  }

  private mutating func write(_ selector: ElementSelector) {
    switch selector {
    case .first: text += "FIRST"
    case .last: text += "LAST"
    case .size: text += "SIZE"
    case .index(let node):
      if let key = node.plainKeyPath, key.count == 1, ["FIRST", "LAST", "SIZE"].contains(key[0].uppercased()) {
        text += "#"
      }
      write(node)
    }
  }

  // MARK: - Constants

  private mutating func write(_ value: Value) {
    switch value {
    case .null: text += "NULL"
    case .bool(let flag): text += flag ? "TRUE" : "FALSE"
    case .integer(let number): text += String(number)
    case .double(let number): text += number.isFinite ? "\(number)" : "NULL"
    case .string(let string): text += Self.quoted(string)
    case .date(let date): text += "CAST(\(date.timeIntervalSinceReferenceDate), \"NSDate\")"
    case .dictionary: text += "CAST(\(Self.quoted(JSONText.text(of: value))), \"NSDictionary\")"
    case .object(let object): text += Self.quoted(object.identity.description)
    case .array(let values):
      text += "{"
      for (index, value) in values.enumerated() {
        if index > 0 { text += ", " }
        write(value)
      }
      text += "}"
    }
  }

  static func quoted(_ string: String) -> String {
    var result = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
