import Foundation
import TesseraValues
import Testing

@testable import TesseraExpressions

@Suite("Operations of native templates")
struct OperationTests {
  static let scope: Value = [
    "rows": [["n": 2, "t": "b"], ["n": nil, "t": "Ä"], ["n": 1, "t": "a"], ["n": 1, "t": "c"]],
    "columns": ["a": [1, 2, 3], "b": [4], "unit": "°C"], "numbers": [3, nil, "1"], "mixed": [1, "a", nil, true],
    "date": "2030-01-01T12:00:00Z", "many": .array((0..<2000).map { .integer($0 % 7) }),
  ]

  private func value(
    _ expression: String, dialect: Template.Dialect = .native, locale: String = "en_US",
    limits: ExpressionLimits = .standard
  ) -> Value {
    let context = EvaluationContext(
      now: { Date(timeIntervalSince1970: 1_893_499_200 - 7500) }, locale: Locale(identifier: locale), limits: limits)
    return Template("@{\(expression)}", dialect: dialect)
      .value(in: Self.scope, environment: TemplateEnvironment(context: context))
  }

  @Test func `Each operation has a number of arguments, and is null or false with any other`() throws {
    let kinds: [Value] = [3, "2018-06-20", [1, 2], ["a": [1]], true, nil]
    for name in TemplateOperations.standard.names {
      let arity = try #require(OperationArity.arity(of: name), "\(name)")
      let operation = try #require(TemplateOperations.standard[name])
      for count in 0...6 where !arity.contains(count) && !TemplateOperations.timed.contains(name) {
        for kind in kinds {
          let result = operation([Value](repeating: kind, count: count))
          #expect(result.isNull || result == false, "\(name) with \(count)")
        }
      }
    }
  }

  @Test(
    arguments: [
      ("map(sort(rows, 'n'), 't')", ["a", "c", "b", "Ä"]),
      ("map(sort(rows, 'n', 'descending'), 't')", ["b", "a", "c", "Ä"]),
      ("map(sort(rows, 't'), 't')", ["a", "Ä", "b", "c"]), ("map(filter(rows, 'n == nil'), 't')", ["Ä"]),
      ("map(filter(rows, '%K IN %@', 't', ['a', 'c']), 'n')", [1, 1]), ("map(group(rows, 'n'), 'key')", [2, nil, 1]),
      ("map(group(rows, 'n')[2].items, 't')", ["a", "c"]), ("map(zip(columns), 'b')", [4, nil, nil]),
      ("map(zip(columns), 'unit')", [nil, nil, nil]), ("map(entries(columns), 'key')", ["a", "b", "unit"]),
      ("map(rows, '@count')", [2, 2, 2, 2]), ("sort([])", []),
      ("flatten([1, [2, [3]]])", [1, 2, [3]]), ("slice([1, 2, 3], 5)", []), ("slice([1, 2, 3], -9, 2)", [1, 2]),
      ("slice([1, 2, 3], 2, 1)", []), ("range(0)", []),
      ("range(5, 2)", []), ("split('a-b', '')", ["a-b"]), ("sort([10, 9, 2.5])", [2.5, 9, 10]),
    ] as [(String, Value)])
  func `rows are shaped, also where values are missing`(expression: String, expected: Value) {
    #expect(value(expression) == expected, "\(expression)")
  }

  @Test(
    arguments: [
      ("sum(numbers)", 4), ("sum([])", 0), ("average(numbers)", 2), ("average([])", nil), ("min([])", nil),
      ("max(['a', 'b'])", "b"), ("max(mixed)", nil), ("round(-2.5)", -3), ("round('2.4')", 2), ("floor(1.29, 1)", 1.2),
      ("ceil(1.21, 1)", 1.3), ("abs('-2.5')", 2.5), ("join([1, null, 'a'])", "1, a"),
      ("replace('aaa', 'a', 'b')", "bbb"), ("replace('aaa', '', 'b')", "aaa"), ("match('a1b22', '[0-9]{2}')", "22"),
      ("match('ab', '(a)|(c)', 2)", nil), ("match('ab', '(a', 1)", nil), ("match('ab', 'a', 4)", nil),
      ("match('ab', join(many, '?'))", nil),
      ("urlEncode('a/ü~')", "a%2F%C3%BC~"), ("urlEncode(1.5)", "1.5"), ("hash('a') == hash('a')", true),
      ("hash('a') == hash('b')", false), ("date | until", "2h"), ("date | date: ['HH:mm', 'Nowhere/Land']", nil),
      ("date | date: ['HH:mm', 'America/New_York']", "07:00"),
      ("(date | date: ['HH:mm', '']) == (date | date: 'HH:mm')", true),
      ("toDate('31.12.2026', 'dd.MM.yyyy', '') == toDate('31.12.2026', 'dd.MM.yyyy')", true),
      ("toDate('31.12.', 'yyyy')", nil),
      ("toDate('x', 'yyyy', 'Nowhere/Land')", nil), ("toDate(0) < toDate(1)", true),
    ] as [(String, Value)])
  func `numbers and texts`(expression: String, expected: Value) {
    // A transformer that does not apply keeps the value.
    let kept: Value = expression.hasPrefix("date | date") ? "2030-01-01T12:00:00Z" : nil
    #expect(value(expression) == (expected.isNull ? kept : expected), "\(expression)")
  }

  @Test(
    arguments: TemplateOperations.standard.names.filter {
      !TemplateOperations.beagle.contains($0) && !["now", "today", "text"].contains($0)
    })
  func `unsuitable arguments give null`(name: String) {
    for arguments in ["", "null", "true", "true, true", "null, null, null, null"] {
      let result = value("\(name)(\(arguments))")
      // The extreme of anything with an order is one; a truth value has a text, and is a number.
      let isMeant = ["min", "max", "hash", "urlEncode", "range"].contains(name) && arguments.hasPrefix("true")
      #expect(result.isNull || isMeant || name == "hash", "\(name)(\(arguments))")
    }
  }

  @Test func `the strict dialect does not know them`() {
    #expect(value("sort(rows)", dialect: .beagle) == nil)
    #expect(value("first(rows)", dialect: .beagle) == nil)
    #expect(value("toDate(date)", dialect: .beagle) == nil)
  }

  @Test func `quantities are written in the locale's format`() {
    #expect(value("12345678 | compact", locale: "de_DE").string?.replacing("\u{A0}", with: " ") == "12,3 Mio.")
    #expect(value("0.5 | percent", locale: "de_DE").string?.replacing("\u{A0}", with: " ") == "50 %")
    #expect(value("7384 | duration", locale: "de_DE") == "2h 3min")
    #expect(value("200000 | duration", locale: "fr_FR") == "2j 7h")
    for expression in ["'a' | compact", "'a' | percent", "1 | percent: 99", "'a' | bytes", "1 | bytes: 'x'"] {
      #expect(value(expression).string == "a" || value(expression) == 1, "\(expression)")
    }
    #expect(value("1 | duration: 'x'") == 1)
  }

  @Test(arguments: [
    "sort(many)", "range(100000)", "map(many, 'self')", "filter(many, 'SELF > 3')", "group(many, 'self')",
    "flatten([many, many])", "zip(columns)", "match(join(many), '(1|2|3)*x')", "split(join(many), ',')",
    "join(many, 'long separator')", "urlEncode(join(many))", "replace(join(many), ',', ', ')",
    "map([many, many, many, many], 'self')", "group([many, many], 'self')",
  ])
  func `each spends steps for what it does`(expression: String) {
    #expect(value(expression, limits: ExpressionLimits(steps: 1_000_000)) != nil || expression.hasPrefix("match"))
    #expect(value(expression, limits: ExpressionLimits(steps: expression.contains("many") ? 2050 : 5)) == nil)
  }
}
