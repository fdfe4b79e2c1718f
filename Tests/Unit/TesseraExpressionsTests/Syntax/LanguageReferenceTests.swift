import Foundation
import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraExpressions

@Suite("The language reference")
struct LanguageReferenceTests {
  /// A line of a code block of the reference.
  struct Example: Sendable, CustomTestStringConvertible {
    var kind: String
    var text: String
    var expected: String
    var testDescription: String { "\(kind): \(text)" }
  }

  static let page: String = {
    let file = Repository.url("docs/reference/language.md")
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }()

  /// The code blocks of the page with their info strings.
  static let blocks: [(kind: String, lines: [String])] = {
    var blocks: [(kind: String, lines: [String])] = []
    var isInside = false
    for line in page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") {
        isInside.toggle()
        if isInside { blocks.append((String(line.dropFirst(3)), [])) }
      } else if isInside {
        blocks[blocks.count - 1].lines.append(line)
      }
    }
    return blocks
  }()

  static let examples: [Example] = blocks.filter { $0.kind != "json" }.flatMap { block in
    block.lines.map { line in
      let parts = line.components(separatedBy: "→")
      return Example(
        kind: block.kind, text: parts[0].trimmingCharacters(in: .whitespaces),
        expected: parts.dropFirst().joined(separator: "→").trimmingCharacters(in: .whitespaces))
    }
  }

  static let variables: [String: Value] = ["input": "ADA", "n": 3]

  @Test(arguments: examples)
  func `every example has the result that the page states`(_ example: Example) throws {
    let data = try Value.parseJSON(Self.blocks.first { $0.kind == "json" }?.lines.joined(separator: "\n") ?? "")
    let variables = Self.variables
    func expect(_ result: Value) throws {
      // The values are compared as printed, which distinguishes integers from other numbers only where JSON does.
      #expect(try Value.parseJSON(JSONText.text(of: result)) == Value.parseJSON(example.expected))
    }
    switch example.kind {
    case "canonical": #expect(try ValuePredicate(example.text).format == example.expected)
    case "text": #expect(TextTemplate(example.text).text(from: data) == example.expected)
    case "predicate":
      try expect(.bool(ValuePredicate(example.text).evaluate(with: data, variables: variables)))
    case "expression": try expect(ValueExpression(example.text).value(with: data, variables: variables))
    case "template":
      let template = Template(example.text, dialect: .native)
      #expect(template.problem == nil)
      try expect(template.value(in: data))
    case "beagle": try expect(Template(example.text).value(in: data))
    case "problem":
      let problem = try #require(Template(example.text, dialect: .native).problem)
      #expect(problem.description == example.expected)
    default: Issue.record("no such kind of block: \(example.kind)")
    }
  }

  @Test func `every operator and function has an example`() {
    #expect(Self.examples.count > 150)
    let text = Self.examples.map(\.text).joined(separator: "\n")
    var wanted = ComparisonOperator.allCases.filter { $0 != .greaterThan }.map { " \($0.rawValue)" }
    wanted += CollectionOperator.allCases.map { "@" + $0.rawValue }
    wanted += SetOperator.allCases.map { " \($0.rawValue) " }
    wanted += BuiltInFunction.allCases.map { $0.rawValue.hasSuffix(":") ? String($0.rawValue.dropLast()) : $0.rawValue }
    wanted += TemplateOperations.standard.names.map { $0 + "(" }
    wanted += [
      "ANY ", "SOME ", "ALL ", "NONE ", "NOT ", "SUBQUERY(", "TERNARY(", "CAST(", "FUNCTION(", "[FIRST]", "[cd]",
    ]
    #expect(wanted.filter { !text.contains($0) && !text.contains($0.replacing(" ", with: "")) } == [])
  }
  @Test func `every operator and transformer of templates has an example`() {
    let text = Self.examples.filter { $0.kind == "template" }.map(\.text).joined(separator: "\n")
    let wanted =
      TemplateOperator.allCases.map { " \($0.rawValue) " } + ValueTransformers.standard.names.map { "| " + $0 }
    #expect(wanted.filter { !text.contains($0) } == [])
  }
}
