import TesseraExpressions
import TesseraValues
import Testing

@Suite("Errors of formats")
struct FormatErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var format: String
    var column: Int
    var rule: String
    var fix: String?
    var testDescription: String { format }
  }

  @Test(arguments: [
    Case(format: "text CONTAIN 'x'", column: 6, rule: "expression-syntax", fix: "did you mean 'CONTAINS'?"),
    Case(format: "text BEGINWITH 'x'", column: 6, rule: "expression-syntax", fix: "did you mean 'BEGINSWITH'?"),
    Case(format: "a == ", column: 6, rule: "expression-syntax", fix: nil),
    Case(format: "a == 'x", column: 6, rule: "expression-syntax", fix: "add ' at its end"),
    Case(format: "isHidden", column: 1, rule: "expression-syntax", fix: "compare it, for example with '== TRUE'"),
    Case(format: "a == 1 ADN b == 2", column: 8, rule: "expression-syntax", fix: "did you mean 'AND'?"),
    Case(format: "a ==[x] 1", column: 6, rule: "expression-option", fix: "write [cd] to ignore case and diacritics"),
    Case(format: "a IN (1, 2)", column: 6, rule: "expression-syntax", fix: "replace '(' and ')' with '{' and '}'"),
    Case(format: "squrt(a) > 2", column: 1, rule: "expression-unknown-function", fix: "did you mean 'sqrt'?"),
    Case(
      format: "a.@cuont > 2", column: 3, rule: "expression-unknown-operator", fix: "did you mean '@count'?"),
    Case(format: "sqrt(1, 2) > 2", column: 1, rule: "expression-arguments", fix: nil),
    Case(format: "a == %@", column: 6, rule: "expression-argument", fix: nil),
    Case(
      format: "a == 1 == 2", column: 8, rule: "expression-syntax", fix: "join comparisons with AND"),
    Case(format: "a ≤ 3", column: 3, rule: "expression-syntax", fix: "write '<='"),
    Case(
      format: "a % 2 == 0", column: 3, rule: "expression-argument", fix: "write modulus:by:(a, b) for a remainder"),
    Case(format: "", column: 1, rule: "expression-syntax", fix: nil),
    Case(format: "text MATCH 'x'", column: 6, rule: "expression-syntax", fix: "did you mean 'MATCHES'?"),
    Case(format: "ANNY tags == 'x'", column: 1, rule: "expression-syntax", fix: "did you mean 'ANY'?"),
    Case(format: "NOOT a == 1", column: 1, rule: "expression-syntax", fix: "did you mean 'NOT'?"),
    Case(format: "TRUEPREDICAT", column: 1, rule: "expression-syntax", fix: "did you mean 'TRUEPREDICATE'?"),
    Case(
      format: "a IN [1, 2]", column: 6, rule: "expression-syntax", fix: "replace '[' and ']' with '{' and '}'"),
    Case(format: "a === 1", column: 5, rule: "expression-syntax", fix: "remove it"),
    Case(format: "FUNCTION(a, 'performSelector:', 'x') == 1", column: 13, rule: "expression-unknown-function"),
    Case(format: "CAST('NSFileManager', 'Class') == 1", column: 6, rule: "expression-unknown-type"),
  ])
  func `an error has its position, its rule and the likely fix`(_ test: Case) {
    let problem = #expect(throws: Diagnostic.self) { try ValuePredicate(test.format) }
    #expect(problem?.range?.start == SourcePosition(line: 1, column: test.column))
    #expect(problem?.rule == test.rule)
    if let fix = test.fix { #expect(problem?.fix == fix) }
  }

  @Test(arguments: ["(", "!", "-", "{", "a[", "NOT "])
  func `excessive depth is rejected`(_ opening: String) {
    let problem = #expect(throws: Diagnostic.self) {
      try ValuePredicate(String(repeating: opening, count: 10_000) + "1 == 1")
    }
    #expect(problem?.rule == "expression-limit")
  }

  @Test func `a long chain of operators is rejected, a long chain of AND is not`() throws {
    #expect(throws: Diagnostic.self) { try ValueExpression("1" + String(repeating: "+1", count: 5_000)) }
    let wide = "a == 1" + String(repeating: " AND a == 1", count: 4_000)
    #expect(try ValuePredicate(wide).evaluate(with: ["a": 1]))
  }
}
