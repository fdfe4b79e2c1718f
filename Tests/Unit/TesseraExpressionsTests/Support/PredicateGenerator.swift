import Foundation
import TesseraTestSupport
import TesseraValues

@testable import TesseraExpressions

/// Generates random predicates and expressions, and objects on which to evaluate them.
struct PredicateGenerator {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func pick<T>(_ choices: [T]) -> T { choices[Int.random(in: 0..<choices.count, using: &random)] }
  mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  // MARK: - Objects

  mutating func object() -> Value {
    var members: [String: Value] = [:]
    for key in ["a", "b", "c"] where number(0..<8) > 0 { members[key] = scalar() }
    if number(0..<4) > 0 { members["list"] = .array((0..<number(0..<5)).map { _ in .integer(Int64(number(-2..<6))) }) }
    if number(0..<4) > 0 { members["names"] = .array((0..<number(0..<4)).map { _ in .string(word()) }) }
    if number(0..<4) > 0 {
      members["posts"] = .array((0..<number(0..<4)).map { _ in ["n": scalar(), "t": .string(word())] })
    }
    if number(0..<3) > 0 { members["deep"] = ["a": scalar(), "b": scalar()] }
    return .dictionary(members)
  }

  mutating func scalar() -> Value {
    switch number(0..<10) {
    case 0..<4: .integer(Int64(number(-3..<8)))
    case 4: .double(Double(number(-6..<16)) / 2)
    case 5: .bool(number(0..<2) == 0)
    case 6: .null
    case 7: .date(Date(timeIntervalSinceReferenceDate: Double(number(0..<5)) * 86_400))
    default: .string(word())
    }
  }

  mutating func word() -> String {
    pick(["", "Ada", "ada", "Élan", "elan", "Straße", "STRASSE", "a*b", "x?y", "日本", "it's \"q\" \\ n", "a\u{301}b"])
  }

  // MARK: - Trees

  mutating func predicate(_ depth: Int = 3) -> PredicateNode {
    if depth == 0 { return .comparison(comparison(0)) }
    switch number(0..<10) {
    case 0: return .constant(number(0..<2) == 0)
    case 1: return .not(predicate(depth - 1))
    case 2, 3: return .and(flat((0..<number(2..<4)).map { _ in predicate(depth - 1) }, isAnd: true))
    case 4, 5: return .or(flat((0..<number(2..<4)).map { _ in predicate(depth - 1) }, isAnd: false))
    default: return .comparison(comparison(depth - 1))
    }
  }

  /// Chains are flat in parsed trees.
  private func flat(_ parts: [PredicateNode], isAnd: Bool) -> [PredicateNode] {
    parts.flatMap { part -> [PredicateNode] in
      switch part {
      case .and(let inner) where isAnd: inner
      case .or(let inner) where !isAnd: inner
      default: [part]
      }
    }
  }

  mutating func comparison(_ depth: Int) -> ComparisonNode {
    let sign = pick(ComparisonOperator.allCases)
    var options: ComparisonOptions = []
    if number(0..<3) == 0 {
      options = pick([.caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive], .normalized])
    }
    let left = expression(depth)
    var right = expression(depth)
    switch sign {
    case .between: right = .aggregate([expression(0), expression(0)])
    case .matches: right = .constant(.string(pick(["a.*", "[A-Z]\\w+", "\\d+", "", "(a|b)*"])))
    case .like: right = .constant(.string(pick(["a*", "?da", "*", "A\\*b", "*la?"])))
    default: break
    }
    let quantifier = number(0..<5) == 0 ? pick(ComparisonNode.Quantifier.allCases) : .none
    return ComparisonNode(left, sign, right, options: options, quantifier: quantifier)
  }

  mutating func expression(_ depth: Int) -> ExpressionNode {
    if depth <= 0 {
      switch number(0..<6) {
      case 0, 1: return .constant(scalar())
      case 2: return .variable(pick(["x", "y"]))
      case 3: return .selfObject
      default: return .keyPath(base: .selfObject, components: components())
      }
    }
    let inner = depth - 1
    switch number(0..<14) {
    case 0, 1:
      return .function(pick([.add, .subtract, .multiply, .divide, .power]), [expression(inner), expression(inner)])
    case 2: return .function(pick([.modulus, .bitwiseAnd, .leftShift]), [expression(inner), expression(inner)])
    case 3:
      let functions: [BuiltInFunction] = [
        .absolute, .floor, .squareRoot, .uppercase, .length, .sum, .count, .average, .mode, .stringValue,
      ]
      return .function(pick(functions), [expression(inner)])
    case 4:
      let operand = expression(inner)
      // The parser folds the sign into a literal.
      if case .constant(let value) = operand, value.number != nil { return operand }
      return .function(.negate, [operand])
    case 5: return .aggregate((0..<number(0..<4)).map { _ in expression(inner) })
    case 6: return .set(pick(SetOperator.allCases), expression(inner), expression(inner))
    case 7: return .conditional(predicate(min(inner, 1)), then: expression(inner), else: expression(inner))
    case 8:
      return .subquery(collection: expression(inner), variable: pick(["x", "p"]), predicate: predicate(min(inner, 1)))
    case 9: return .element(of: expression(inner), pick([.first, .last, .size, .index(.constant(.integer(1)))]))
    default: return expression(0)
    }
  }

  mutating func components() -> [KeyPathComponent] {
    pick([
      [.key("a")], [.key("b")], [.key("c")], [.key("list")], [.key("names")], [.key("posts"), .key("n")],
      [.key("deep"), .key("a")], [.key("posts"), .collectionOperator(.count)],
      [.key("posts"), .collectionOperator(.max), .key("n")], [.key("list"), .collectionOperator(.sum), .key("self")],
      [.key("in")], [.key("two words")], [.key("posts"), .collectionOperator(.distinctUnionOfObjects), .key("t")],
      [.key("missing"), .key("x")],
    ])
  }
}
