import TesseraExpressions
import TesseraValues
import Testing

@Suite("Syntax that predicates and templates share")
struct SharedSyntaxTests {
  @Test(arguments: [
    ("≤", "write '<='"), ("≥", "write '>='"), ("≠", "write '!='"), ("“", "quote texts with ' or \""),
    ("’", "quote texts with ' or \""), ("`", "quote texts with ' or \""),
  ])
  func `a sign of another language has the same replacement in both`(_ sign: String, _ fix: String) {
    let problem = #expect(throws: Diagnostic.self) { try ValuePredicate("a \(sign) 3") }
    #expect(problem?.fix == fix)
    #expect(problem?.range == SourceRange(SourcePosition(line: 1, column: 3), length: 1))
    let other = Template("@{a \(sign) 3}", dialect: .native).problem
    #expect(other?.fix == fix)
    #expect(other?.range == SourceRange(SourcePosition(line: 1, column: 5), length: 1))
  }

  @Test(arguments: [
    ("2 = 2", true, "write '==' to compare"), ("1 <> 2", true, "write '!='"), ("1 =< 2", true, "write '<='"),
    ("2 => 1", true, "write '>=' to compare"), ("2 ** 2 == 4", true, nil),
  ])
  func `a sign means what its language says`(_ format: String, _ holds: Bool, _ fix: String?) throws {
    #expect(try ValuePredicate(format).evaluate(with: Value.null) == holds)
    let problem = try #require(Template("@{\(format)}", dialect: .native).problem)
    #expect(problem.rule == "template-syntax")
    #expect(problem.fix == fix)
  }

  @Test func `a surrogate pair is one character in both`() throws {
    #expect(try ValueExpression(#"'\ud83d\ude00'"#).value(with: Value.null) == "😀")
    #expect(Template(#"@{"\ud83d\ude00"}"#, dialect: .native).value(in: Value.null) == "😀")
  }

  @Test(arguments: [
    (#"\u12"#, 4, 2), (#"\ud83d"#, 6, 6), (#"\ud83d\u12"#, 10, 8), (#"\ud83d\u0041"#, 12, 12), (#"\ude00"#, 6, 6),
  ])
  func `an invalid escape has its range`(_ escape: String, _ inPredicate: Int, _ inTemplate: Int) {
    let problem = #expect(throws: Diagnostic.self) { try ValueExpression("'\(escape)'") }
    #expect(problem?.range == SourceRange(SourcePosition(line: 1, column: 2), length: inPredicate))
    let other = Template("@{\"\(escape)\"}", dialect: .native).problem
    #expect(other?.range == SourceRange(SourcePosition(line: 1, column: 4), length: inTemplate))
  }
}
