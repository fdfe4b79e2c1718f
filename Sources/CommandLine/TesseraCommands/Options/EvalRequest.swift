import TesseraExpressions
import TesseraValues

/// A request of `tessera eval`: a predicate, an expression or a template, with the data on which it is evaluated.
///
/// ```
/// {"predicate": "a > 1", "with": {"a": 2}}                    → {"result":true}
/// {"expression": "a * $n", "with": {"a": 2}, "variables": {"n": 3}}  → {"result":6}
/// {"template": "@{age + 1}", "with": {"age": 36}}             → {"result":37}
/// {"template": "@{age + 1}", "dialect": "beagle"}             → {"result":"@{age + 1}"}
/// {"predicate": "a >"}                                        → {"error":"1:4: error: Expected a value at the end …"}
/// ```
///
/// Parsed programs are cached, so that a batch of lines with the same text parses it only once.
struct EvalRequest: Sendable {
  private enum Program: Sendable {
    case predicate(ValuePredicate)
    case expression(ValueExpression)
    case template(Template)
  }

  private struct Key: Hashable {
    var kind: String
    var text: String
    var dialect: Template.Dialect
  }

  private static let kinds = ["predicate", "expression", "template"]
  private static let dialects: [String: Template.Dialect] = ["native": .native, "beagle": .beagle]
  private static let cacheSize = 256

  private let context: EvaluationContext
  private var programs: [Key: Program] = [:]

  /// Creates an evaluator.
  init(context: EvaluationContext = .system) { self.context = context }

  /// Returns the response to a line: JSON without a line break. Errors are part of the response.
  mutating func respond(toLine line: some Sequence<UInt8>) -> [UInt8] {
    var response: [UInt8] = []
    do throws(Diagnostic) {
      let result = try value(for: line)
      response += #"{"result":"#.utf8
      JSONText.write(result, into: &response)
    } catch {
      response = Array(#"{"error":"#.utf8)
      JSONText.write(error.description, into: &response)
    }
    response.append(UInt8(ascii: "}"))
    return response
  }

  private mutating func value(for line: some Sequence<UInt8>) throws(Diagnostic) -> Value {
    guard case .dictionary(let request) = try Value.parseJSON(line) else {
      throw Diagnostic(rule: "eval-request", message: "A request must be an object")
    }
    let present = Self.kinds.filter { request[$0] != nil }
    guard present.count == 1, let kind = present.first, let text = request[kind]?.string else {
      let unknown = request.keys.sorted().lazy.compactMap { SpellingSuggestion.fix(for: $0, in: Self.kinds) }.first
      throw Diagnostic(
        rule: "eval-request", message: "A request must have one text 'predicate', 'expression' or 'template'",
        fix: present.isEmpty ? unknown : nil)
    }
    let scope = request["with"] ?? .null
    guard let variables = (request["variables"] ?? [:]).dictionary ?? (request["variables"]?.isNull == true ? [:] : nil)
    else { throw Diagnostic(rule: "eval-request", message: "'variables' must be an object") }
    let dialect = try dialect(request["dialect"])
    switch try program(Key(kind: kind, text: text, dialect: dialect)) {
    case .predicate(let predicate):
      return .bool(predicate.evaluate(with: scope, variables: variables, context: context))
    case .expression(let expression): return expression.value(with: scope, variables: variables, context: context)
    case .template(let template):
      let environment = TemplateEnvironment(context: context)
      if variables.isEmpty { return template.value(in: scope, environment: environment) }
      let contexts = (scope.dictionary ?? [:]).merging(variables) { $1 }
      return template.value(in: contexts, environment: environment)
    }
  }

  private func dialect(_ value: Value?) throws(Diagnostic) -> Template.Dialect {
    guard let value, !value.isNull else { return .native }
    if let dialect = value.string.flatMap({ Self.dialects[$0] }) { return dialect }
    throw Diagnostic(
      rule: "eval-request", message: "'dialect' must be 'native' or 'beagle'",
      fix: value.string.flatMap { SpellingSuggestion.fix(for: $0, in: Self.dialects.keys.sorted()) })
  }

  private mutating func program(_ key: Key) throws(Diagnostic) -> Program {
    if let known = programs[key] { return known }
    let program: Program =
      switch key.kind {
      case "predicate": .predicate(try ValuePredicate(key.text, limits: context.limits))
      case "expression": .expression(try ValueExpression(key.text, limits: context.limits))
      default: .template(try template(key.text, key.dialect))
      }
    if programs.count >= Self.cacheSize { programs.removeAll() }
    programs[key] = program
    return program
  }

  /// Parses a template. A syntax error is reported in the native dialect, and is plain text in Beagle's.
  private func template(_ text: String, _ dialect: Template.Dialect) throws(Diagnostic) -> Template {
    let template = Template(text, dialect: dialect, limits: context.limits)
    if dialect == .native, let problem = template.problem { throw problem }
    return template
  }
}
