import Foundation
import Synchronization
import TesseraValues
import Testing

@testable import TesseraExpressions

@Suite("Budgets while producing output")
struct BudgetTests {
  static let small = EvaluationContext(
    now: { Date(timeIntervalSince1970: 0) }, limits: ExpressionLimits(outputBytes: 100))
  static let ten = Value.string("0123456789")
  static let list: Value = .array(Array(repeating: ten, count: 5))
  static let scope: Value = [
    "ten": ten, "list": list, "nested": .array(Array(repeating: list, count: 5)), "numbers": [1, 2, 3],
  ]

  @Test(arguments: [Template.Dialect.native, .beagle])
  func `an operation with too long a result gives null, one that fits gives the text`(_ dialect: Template.Dialect) {
    let environment = TemplateEnvironment(context: Self.small)
    func value(_ text: String) -> Value {
      Template(text, dialect: dialect).value(in: Self.scope, environment: environment)
    }
    func concat(_ count: Int) -> String { "concat(\(repeatElement("ten", count: count).joined(separator: ", ")))" }
    #expect(value("@{\(concat(10))}").string?.utf8.count == 100)
    #expect(value("@{\(concat(11))}") == nil)
    #expect(value("@{concat(\(concat(6)), \(concat(6)))}") == nil)
    #expect(value("\(String(repeating: "@{ten}", count: 10))").string?.utf8.count == 100)
    #expect(value("\(String(repeating: "@{ten}", count: 10))!") == nil)
    #expect(value("@{list}: ").string?.utf8.count == 68)
    #expect(value("@{nested}: ") == nil)
    #expect(value("@{nested}") == Self.scope.dictionary?["nested"])
  }

  @Test(
    arguments: [
      ("ten + ten", 20), ("'' + list", 66), ("'' + nested", nil), ("[list, list] + ''", nil),
      ("[list] + ten", 78), ("list + (ten + ten + ten + ten)", nil), ("ten | long: 100", 100), ("ten | long: 101", nil),
      ("ten | long: 101 | default: 'much'", 4),
    ] as [(String, Int?)])
  func `joining and transforming have the same limit`(_ expression: String, _ expected: Int?) {
    var transformers = ValueTransformers.standard
    transformers.register("long") { _, count, _ in
      .string(String(repeating: "x", count: Int(count?.integer ?? 0)))
    }
    let environment = TemplateEnvironment(transformers: transformers, context: Self.small)
    let template = Template("@{\(expression)}", dialect: .native)
    #expect(template.problem == nil)
    #expect(template.value(in: Self.scope, environment: environment).string?.utf8.count == expected)
  }

  @Test(
    arguments: [
      ("stringByAppendingString:(ten, ten)", 20), ("componentsJoinedByString:(list, '-')", 54),
      ("componentsJoinedByString:(nested, '-')", nil), ("stringValue(list)", 66), ("stringValue(nested)", nil),
      ("CAST(nested, 'NSString')", nil), ("componentsJoinedByString:({list, list}, '')", nil),
      ("stringByReplacingOccurrencesOfString:withString:(ten, '5', stringValue(list))", 75),
      (
        "stringByReplacingOccurrencesOfString:withString:(ten, '5', componentsJoinedByString:(list, '0123456789!'))",
        nil
      ),
    ] as [(String, Int?)])
  func `the functions of expressions have the same limit`(_ format: String, _ expected: Int?) throws {
    let value = try ValueExpression(format).value(with: Self.scope, context: Self.small)
    #expect(value.string?.utf8.count == expected)
  }

  @Test func `lists count their elements as steps`() {
    let context = EvaluationContext(now: { Date() }, limits: ExpressionLimits(steps: 100))
    let environment = TemplateEnvironment(context: context)
    func count(_ expression: String) -> Int? {
      Template("@{\(expression)}").value(in: Self.scope, environment: environment).array?.count
    }
    let union = "union(\(repeatElement("list", count: 10).joined(separator: ", ")))"
    #expect(count(union) == 50)
    #expect(count("union(\(union), \(union))") == nil)
    #expect(count("insert(\(union), 1)") == nil)
    #expect(count("insert(list, 1)") == 6)
  }

  @Test func `the output of a mapping counts, and nothing is produced beyond the last step`() throws {
    let rows = Value.array(Array(repeating: ["a": 1], count: 60))
    let context = EvaluationContext(now: { Date() }, limits: ExpressionLimits(steps: 100))
    func value(_ format: String) throws -> Value {
      try ValueExpression(format).value(
        with: ["rows": [rows], "text": .string(String(repeating: "x", count: 2000))], context: context)
    }
    #expect(try value("rows.a") != nil)
    #expect(try value("{rows.a, rows.a}") == nil)
    #expect(try value("{text.uppercaseString}") != nil)
    #expect(try value("{text.uppercaseString, text.uppercaseString}") == nil)
    #expect(try value("{text, text}") != nil)
  }

  @Test func `filling a text stops at its limit`() throws {
    let template = TextTemplate("$ten and %@")
    #expect(try template.filled(from: ["ten": Self.ten], maximumBytes: 35) == #"0123456789 and {"ten":"0123456789"}"#)
    #expect(throws: Diagnostic.self) { try template.filled(from: ["ten": Self.ten], maximumBytes: 34) }
    #expect(throws: Diagnostic.self) { try TextTemplate("constant").filled(from: Self.ten, maximumBytes: 7) }
    let problem = #expect(throws: Diagnostic.self) {
      try TextTemplate("%@").filled(from: Self.ten, maximumBytes: 20) { $0 + $0 + "!" }
    }
    #expect(problem?.rule == "text-limit")
  }

  @Test func `a hostile format of 200 kB on a text of a megabyte produces two megabytes at most`() throws {
    let made = Mutex(0)
    let format = TextTemplate(String(repeating: "%@", count: 100_000))
    let text = Value.string(String(repeating: "x", count: 1_000_000))
    #expect(throws: Diagnostic.self) {
      try format.filled(from: text) { text in
        made.withLock { $0 += text.utf8.count }
        return text
      }
    }
    #expect(made.withLock { $0 } <= 2_000_000)
    let rule = try Evaluation(format: String(repeating: "%@", count: 100_000), placeholder: "too much")
    #expect(rule.evaluate(input: text, scope: Value.null) == "too much")
    #expect(rule.evaluate(input: "ab", scope: Value.null).string?.utf8.count == 200_000)
  }

  @Test func `shared lists that would print as gigabytes are not printed`() throws {
    var value = Value.string(String(repeating: "x", count: 1000))
    for _ in 0..<20 { value = [value, value] }
    #expect(try ValueExpression("stringValue(SELF)").value(with: value) == nil)
    #expect(Template("@{x}!").value(in: Value.dictionary(["x": value])) == nil)
    #expect(Template("@{'' + x}", dialect: .native).value(in: Value.dictionary(["x": value])) == nil)
    #expect(TextTemplate("%@").text(from: value) == "")
    let many = "[" + String(repeating: "x, ", count: 10_000) + "x]"
    let scope: Value = ["x": .string(String(repeating: "x", count: 500_000))]
    #expect(Template("@{\(many)} ", dialect: .native).value(in: scope) == nil)
    #expect(Template("@{\(many)}", dialect: .native).value(in: scope).array?.count == 10_001)
  }
}
