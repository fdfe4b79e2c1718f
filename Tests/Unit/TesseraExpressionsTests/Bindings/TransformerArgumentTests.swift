import Foundation
import TesseraExpressions
import TesseraValues
import Testing

@Suite("Transformers with arguments")
struct TransformerArgumentTests {
  private func context(_ locale: String) -> EvaluationContext {
    EvaluationContext(
      now: { Date(timeIntervalSince1970: 1_529_517_600) }, locale: Locale(identifier: locale),
      timeZone: TimeZone(secondsFromGMT: 7200) ?? .gmt)
  }

  @Test(
    arguments: [
      ("en_US", 1234.5, "#,##0.00", "1,234.50"), ("de_DE", 1234.5, "#,##0.00", "1.234,50"),
      ("de_DE", 1234.5, "0.00", "1234,50"), ("en_US", 7, "000", "007"), ("en_US", 0.256, "0.#%", "25.6%"),
      ("en_US", -3, "0.0;(0.0)", "(3.0)"), ("en_US", 3, "'#'0", "#3"), ("en_US", 3, nil, "3"),
      ("fr_FR", 1234.5, nil, "1\u{202F}234,5"), ("en_US", 9_007_199_254_740_993, "0", "9007199254740993"),
    ] as [(String, Value, Value?, Value)])
  func `numbers are formatted by their pattern in the locale`(
    _ locale: String, _ number: Value, _ pattern: Value?, _ expected: Value
  ) {
    let transformers = ValueTransformers.standard
    for _ in 0..<2 {
      let text = transformers.transform(number, with: "number", argument: pattern, context: context(locale))
      #expect(text == expected)
    }
  }

  @Test func `values that are not numbers and invalid patterns do not apply`() {
    let transformers = ValueTransformers.standard
    for value in ["12", true, nil, [1]] as [Value] {
      #expect(transformers.transform(value, with: "number", argument: "0") == nil)
    }
    for pattern in [.string(String(repeating: "0", count: 129)), "", 5] as [Value] {
      #expect(transformers.transform(1, with: "number", argument: pattern) == nil)
      #expect(transformers.transform("2018-06-20", with: "date", argument: pattern) == nil)
    }
    #expect(transformers.transform("soon", with: "date", argument: "d") == nil)
    #expect(transformers.transform(5, with: "date", argument: "d") == nil)
  }

  @Test(
    arguments: [
      ("en_US", "d MMM yyyy, HH:mm", "20 Jun 2018, 20:00"), ("de_DE", "d. MMMM", "20. Juni"),
      ("en_US", nil, "Jun 20, 2018"), ("de_DE", nil, "20.06.2018"),
    ] as [(String, Value?, Value)])
  func `dates, and texts in ISO 8601, are formatted by their pattern in the locale and time zone`(
    _ locale: String, _ pattern: Value?, _ expected: Value
  ) {
    let moment = Value.date(Date(timeIntervalSince1970: 1_529_517_600))
    for value in [moment, "2018-06-20T18:00:00Z"] {
      let text = ValueTransformers.standard.transform(value, with: "date", argument: pattern, context: context(locale))
      #expect(text == expected)
    }
  }

  @Test(arguments: [
    ("-0.004 | number: '0.00'", "0.00"), ("-0.4 | number: '0'", "0"), ("-0.0001 | percent", "0%"),
    ("-0.04 | compact", "0"), ("-0.004 | number: '0.00;(0.00)'", "0.00"), ("-0.006 | number: '0.00'", "-0.01"),
    ("-0.06 | compact", "-0.1"), ("-0.006 | percent", "-1%"), ("-1.5 | number: '0.0'", "-1.5"),
    ("round(-0.004, 2)", "0"), ("round(-0.4)", "0"),
  ])
  func `what is rounded to zero has no minus sign`(_ expression: String, _ expected: String) {
    let template = Template("@{\(expression)}x", dialect: .native)
    #expect(template.value(in: [:]) == .string(expected + "x"))
  }

  @Test(arguments: [0, 1, 500, 999, 1000, 999_999])
  func `single bytes are whole, up to a unit of a thousand`(_ count: Int) {
    let names = [0: "0 bytes", 1: "1 byte", 500: "500 bytes", 999: "999 bytes", 1000: "1 kB", 999_999: "1 MB"]
    let text = ValueTransformers.standard.transform(
      .integer(Int64(count)), with: "bytes", argument: nil, context: context("en_US"))
    #expect(text?.string == names[count])
  }

  @Test(
    arguments: [
      ("en_US", 1_500_000, 2, "1.50 MB"), ("en_US", 1_500_000, 0, "2 MB"), ("de_DE", 1_500_000, 1, "1,5 MB"),
      ("fr_FR", 1_500_000, 2, "1,50 Mo"), ("en_US", 999_940, 1, "999.9 kB"), ("en_US", 999_960, 1, "1.0 MB"),
      ("en_US", 999, 2, "999 bytes"), ("en_US", 1000, 2, "1.00 kB"), ("en_US", 0, 2, "0 bytes"),
      ("en_US", -1500, 1, "-1.5 kB"), ("en_US", 1536, ["binary", 2], "1.50 kB"),
      ("en_US", 1023, ["binary", 1], "1,023 bytes"),
      ("en_US", 1_572_864, "binary", "1.5 MB"), ("en_US", 1_572_864, ["binary"], "1.5 MB"),
      ("en_US", 1.53e18, 1, "1,530.0 PB"), ("en_US", 1_234_567, 10, "1.2345670000 MB"),
      ("en_US", 1, 11, nil), ("en_US", 1, -1, nil), ("en_US", 1, 1.5, nil), ("en_US", 1, "decimal", nil),
      ("en_US", 1, [2, "binary"], nil), ("en_US", 1, ["binary", "x"], nil), ("en_US", 1, [], nil),
      ("en_US", "1", 1, nil),
    ] as [(String, Value, Value, String?)])
  func `sizes have the digits of the argument, and the unit that their rounded number has`(
    _ locale: String, _ bytes: Value, _ argument: Value, _ expected: String?
  ) {
    let text = ValueTransformers.standard.transform(bytes, with: "bytes", argument: argument, context: context(locale))
    // Locales have spaces of several kinds before the unit.
    #expect(text?.string?.replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ") == expected)
  }

  @Test func `null stays null except for transformers that take it, and those that do not apply leave the value`() {
    var transformers = ValueTransformers.standard
    transformers.register("mark") { value, argument, _ in .string("\(value)-\(argument ?? "none")") }
    transformers.register("never") { _, _ in nil }
    let environment = TemplateEnvironment(transformers: transformers)
    for (expression, expected) in [
      ("a | mark", "1-none"), ("a | mark: 2", "1-2"), ("a | mark: b | mark: 'x'", "1--x"), ("b | mark: 2", nil),
      ("a | never", 1), ("a | unknown: 2", 1), ("b | default: a", 1), ("a | default: 2", 1), ("b | default", nil),
      ("b | mark | default: 'x' | uppercase", "X"), ("'ÉA' | lowercase | capitalize", "Éa"), ("a | uppercase", 1),
    ] as [(String, Value)] {
      let template = Template("@{\(expression)}", dialect: .native)
      #expect(template.value(in: ["a": 1, "b": nil], environment: environment) == expected, "\(expression)")
    }
  }

  @Test func `evaluations use an environment's present context, even after a change`() {
    var environment = TemplateEnvironment()
    environment.context = context("de_DE")
    let template = Template("@{1.5 | number}", dialect: .native)
    #expect(template.value(in: Value.null, environment: environment) == "1,5")
    environment.context = EvaluationContext(now: { Date() }, limits: ExpressionLimits(outputBytes: 2))
    #expect(template.value(in: Value.null, environment: environment) == nil)
  }
}
