import Foundation
import TesseraTestSupport
import TesseraText
import TesseraValues
import Testing

@testable import TesseraExpressions

@Suite("Invariants of predicates")
struct PredicateInvariantTests {
  static let variables: [String: Value] = ["x": 3, "y": "Ada"]
  static let context = EvaluationContext(now: { Date(timeIntervalSince1970: 0) }, random: { 0.5 })

  private func holds(_ node: PredicateNode, _ object: Value) -> Bool {
    ValuePredicate(node).evaluate(with: object, variables: Self.variables, context: Self.context)
  }

  @Test(arguments: [1, 2, 3, 4])
  func `NOT, AND and OR obey the laws of logic`(_ seed: UInt64) {
    var generator = PredicateGenerator(seed: seed)
    for _ in 0..<500 {
      let p = generator.predicate()
      let q = generator.predicate()
      let object = generator.object()
      let (a, b) = (holds(p, object), holds(q, object))
      #expect(holds(.not(p), object) == !a, "\(CanonicalText.of(p))")
      #expect(holds(.and([p, q]), object) == (a && b))
      #expect(holds(.or([p, q]), object) == (a || b))
      #expect(holds(.and([q, p]), object) == holds(.and([p, q]), object))
      #expect(holds(.not(.and([p, q])), object) == holds(.or([.not(p), .not(q)]), object))
    }
  }

  @Test(arguments: [5, 6, 7])
  func `opposite operators are opposite, mirrored ones are mirrored`(_ seed: UInt64) {
    var generator = PredicateGenerator(seed: seed)
    for _ in 0..<1000 {
      let left = generator.expression(2)
      let right = generator.expression(2)
      let object = generator.object()
      func compare(_ a: ExpressionNode, _ sign: ComparisonOperator, _ b: ExpressionNode) -> Bool {
        holds(.comparison(ComparisonNode(a, sign, b)), object)
      }
      let text = "\(CanonicalText.of(left)) and \(CanonicalText.of(right)) on \(object)"
      #expect(compare(left, .equalTo, right) != compare(left, .notEqualTo, right), "\(text)")
      #expect(compare(left, .equalTo, right) == compare(right, .equalTo, left), "\(text)")
      #expect(compare(left, .lessThan, right) == compare(right, .greaterThan, left), "\(text)")
      #expect(compare(left, .lessThanOrEqualTo, right) == compare(right, .greaterThanOrEqualTo, left), "\(text)")
      #expect(compare(left, .in, right) == compare(right, .contains, left), "\(text)")
      if compare(left, .lessThan, right) {
        #expect(compare(left, .lessThanOrEqualTo, right) && compare(left, .notEqualTo, right), "\(text)")
      }
    }
  }

  @Test(arguments: [8, 9])
  func `ANY and ALL are negations of each other`(_ seed: UInt64) {
    var generator = PredicateGenerator(seed: seed)
    for _ in 0..<500 {
      let left = ExpressionNode.keyPath(base: .selfObject, components: generator.components())
      let right = generator.expression(0)
      let object = generator.object()
      let any = PredicateNode.comparison(ComparisonNode(left, .equalTo, right, quantifier: .any))
      let all = PredicateNode.comparison(ComparisonNode(left, .notEqualTo, right, quantifier: .all))
      #expect(holds(any, object) == !holds(all, object))
    }
  }

  @Test(arguments: 10..<18 as Range<UInt64>)
  func `canonical text reads back as the same predicate with the same answers`(_ seed: UInt64) throws {
    var generator = PredicateGenerator(seed: seed)
    for _ in 0..<500 {
      let predicate = ValuePredicate(generator.predicate())
      let object = generator.object()
      let read = try ValuePredicate(predicate.format)
      #expect(read.format == predicate.format)
      #expect(
        read.evaluate(with: object, variables: Self.variables, context: Self.context)
          == predicate.evaluate(with: object, variables: Self.variables, context: Self.context),
        "\(predicate.format) on \(object)")
    }
  }

  @Test(arguments: [20, 21])
  func `replacing variables by their values changes no result`(_ seed: UInt64) {
    var generator = PredicateGenerator(seed: seed)
    for _ in 0..<500 {
      let predicate = ValuePredicate(generator.predicate())
      let object = generator.object()
      let bound = predicate.withSubstitutionVariables(Self.variables)
      #expect(bound.variables.subtracting(["p"]).isEmpty)
      #expect(
        bound.evaluate(with: object, context: Self.context)
          == predicate.evaluate(with: object, variables: Self.variables, context: Self.context),
        "\(predicate.format) on \(object)")
    }
  }
}

@Suite("Hostile formats")
struct FormatFuzzTests {
  @Test(arguments: 1..<9 as Range<UInt64>)
  func `any text parses to a tree or to a problem with a position`(_ seed: UInt64) {
    var generator = PredicateGenerator(seed: seed)
    let pieces = [
      "(", ")", "{", "}", "[", "]", "'", "\"", "\\", "$", "@", "%", "%@", "%K", "#", ".", ",", "NOT ", " AND ", "==",
      "é", "\u{301}", "\u{0}", "9e999", "0x", "SUBQUERY(", "CAST(", "FUNCTION(", "[cd]", " MATCHES '(", "{{",
      "TERNARY(",
      "1.", "-", "**", "ANY ", "@avg", "\u{FFFD}", "*", "\n",
    ]
    for _ in 0..<400 {
      var scalars = Array(CanonicalText.of(generator.predicate()).unicodeScalars)
      for _ in 0..<generator.number(1..<4) {
        let place = generator.number(0..<scalars.count + 1)
        switch generator.number(0..<3) {
        case 0 where !scalars.isEmpty: scalars.remove(at: min(place, scalars.count - 1))
        case 1: scalars.insert(contentsOf: generator.pick(pieces).unicodeScalars, at: place)
        default: scalars.removeLast(min(scalars.count, generator.number(0..<6)))
        }
      }
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars)
      do throws(Diagnostic) {
        let predicate = try ValuePredicate(text, arguments: ["a.b", 3])
        _ = predicate.evaluate(with: generator.object(), variables: PredicateInvariantTests.variables)
        #expect((try? ValuePredicate(predicate.format))?.format == predicate.format, "\(text)")
      } catch {
        #expect(error.range != nil, "\(text): \(error)")
        #expect(!error.message.isEmpty)
      }
      _ = Template(text).value(in: Value.null)
      _ = TextTemplate(text).text(from: Value.null)
    }
  }

  @Test func `random bytes are harmless`() {
    var generator = SeededGenerator(seed: 99)
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0..<60, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      let text = String(decoding: bytes, as: UTF8.self)
      _ = try? ValuePredicate(text)
      _ = try? ValueExpression(text)
      _ = Template("@{" + text + "}")
      _ = Template("@{" + text + "}", dialect: .native)
      _ = try? RegularExpression(text, options: .case).matches(text)
      #expect(Wildcard(text, options: []).matches(text) || text.contains { "\\*?".contains($0) })
    }
  }

  @Test func `an evaluation that exceeds its budget is false`() throws {
    let list = Value.array((0..<1000).map { .integer($0) })
    let nested = try ValuePredicate(
      "SUBQUERY(SELF, $a, SUBQUERY(SELF, $b, SUBQUERY(SELF, $c, $a + $b == $c + 5000).@count > 0).@count > 0).@count >= 0"
    )
    #expect(!nested.evaluate(with: list))
    // Examining a whole list or text consumes steps too.
    #expect(!(try ValuePredicate("SUBQUERY(SELF, $a, $a IN SELF).@count >= 0").evaluate(with: list)))
    let texts = Value.array(Array(repeating: .string(String(repeating: "a", count: 100_000)), count: 1000))
    #expect(!(try ValuePredicate("NOT ANY SELF CONTAINS 'b'").evaluate(with: texts)))
    #expect(!(try ValuePredicate("NOT ANY SELF MATCHES '.*b'").evaluate(with: texts)))
    let doubling = String(repeating: "stringByReplacingOccurrencesOfString:withString:(", count: 20)
    let doubled = doubling + "SELF" + String(repeating: ", 'a', SELF)", count: 20)
    #expect(!(try ValuePredicate("length(\(doubled)) != 0").evaluate(with: .string("aaaaaaaa"))))
    let calls = String(repeating: "contains(list, 1), ", count: 1000)
    #expect(Template("@{concat(\(calls)'a')}").value(in: ["list": list]) == .null)
  }

  @Test func `the deepest formats fit into half of a typical stack`() async {
    let formats = [
      String(repeating: "(", count: 60) + "1 == 1" + String(repeating: ")", count: 60),
      String(repeating: "NOT ", count: 60) + "1 == 1",
      "1 == " + String(repeating: "-", count: 60) + "a",
      "1 == " + String(repeating: "{", count: 60) + String(repeating: "}", count: 60),
      "1 == " + String(repeating: "TERNARY(1 == 1, ", count: 60) + "1" + String(repeating: ", 1)", count: 60),
      "1 IN " + String(repeating: "SUBQUERY(a, $x, 1 IN ", count: 30) + "a" + String(repeating: ")", count: 30),
    ]
    let results: [Bool] = await withCheckedContinuation { continuation in
      let thread = Thread {
        continuation.resume(
          returning: formats.map { format in
            guard let predicate = try? ValuePredicate(format) else { return false }
            _ = predicate.evaluate(with: ["a": [1]])
            return (try? ValuePredicate(predicate.format)) == predicate
          })
      }
      // Unoptimized code needs most of it; optimized code needs a tenth.
      thread.stackSize = 4 << 20
      thread.start()
    }
    #expect(results == formats.map { _ in true })
  }
}
