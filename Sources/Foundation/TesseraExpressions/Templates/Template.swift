public import TesseraValues

/// A text with expressions between `@{` and `}`: `Hello @{user.name}`.
///
/// A template that is a single expression keeps the type of its value; any other template yields text. Every text is a
/// valid template: if an expression cannot be parsed, the whole text is treated as plain text, and ``problem``
/// describes why. `\@{` is literal text, and `\\` before `@{` is a single backslash.
///
/// ```swift
/// Template("@{sum(counter, 1)}").value(in: scope)                                // 3
/// Template("Counter: @{counter}").value(in: scope)                               // "Counter: 2"
/// Template("@{counter > 1 ? 'many' : 'one'}", dialect: .native).value(in: scope)  // "many"
/// ```
public struct Template: Sendable, Hashable {
  /// The dialects of expressions.
  public enum Dialect: Sendable, Hashable {
    /// The dialect of Tessera documents: literals, paths, operations, operators, conditions, subscripts, collection
    /// operators and pipes. Every ``beagle`` expression has the same meaning here, except that integers in text have no
    /// `.0`.
    case native
    /// The dialect of server-driven components: literals, paths and operations, without surrounding white space.
    case beagle
  }

  /// A piece of a template, in text order.
  enum Piece: Sendable, Hashable {
    case text(String)
    case expression(TemplateNode)

    var isExpression: Bool {
      if case .expression = self { true } else { false }
    }
  }

  let parts: [Piece]
  private let isSingle: Bool
  private let dialect: Dialect
  /// The reason why the text is not treated as a template although it contains `@{`, with a range in the text.
  ///
  /// Rules: `template-syntax`, `template-limit`.
  public let problem: Diagnostic?

  /// Whether the value changes over time.
  package var readsTime: Bool {
    !TemplateOperations.timed.isDisjoint(with: operationNames)
      || !ValueTransformers.timed.isDisjoint(with: transformerNames)
  }

  /// The path if the template consists of only a path, such as `@{draft.tags}`; otherwise nil.
  package var path: ContextPath? {
    if isSingle, case .expression(.binding(let path))? = parts.first { path } else { nil }
  }

  /// Parses a text. This never fails: a text with a ``problem`` is treated as plain text. In the native dialect it is
  /// kept verbatim; in the strict dialect its escapes are resolved.
  public init(_ text: String, dialect: Dialect = .beagle, limits: ExpressionLimits = .standard) {
    guard text.utf8.contains(UInt8(ascii: "@")) || text.utf8.contains(UInt8(ascii: "\\")) else {
      self.init(literal: text, dialect, problem: nil)
      return
    }
    guard text.utf8.count <= limits.bytes else {
      let message = "The template is longer than \(limits.bytes) bytes"
      self.init(literal: text, dialect, problem: Diagnostic(rule: "template-limit", message: message))
      return
    }
    do throws(Diagnostic) {
      let parts = try Self.parts(of: FormatText(text), dialect, maximumDepth: limits.depth)
      if parts.contains(where: \.isExpression) {
        self.init(parts: parts, isSingle: parts.count == 1, dialect, problem: nil)
      } else {
        self.init(literal: Self.unescaped(text), dialect, problem: nil)
      }
    } catch {
      self.init(literal: dialect == .native ? text : Self.unescaped(text), dialect, problem: error)
    }
  }

  /// Splits a source into pieces of text and expressions.
  private static func parts(
    of source: FormatText, _ dialect: Dialect, maximumDepth: Int
  ) throws(Diagnostic) -> [Piece] {
    var parts: [Piece] = []
    let bytes = source.bytes
    var textStart = 0
    var offset = 0
    func flush() {
      if offset > textStart {
        parts.append(.text(unescaped(String(decoding: bytes[textStart..<offset], as: UTF8.self))))
      }
    }
    while offset < bytes.count {
      let byte = bytes[offset]
      let next = offset + 1 < bytes.count ? bytes[offset + 1] : 0
      if byte == UInt8(ascii: "\\"), next == byte || next == UInt8(ascii: "@") {
        offset += 2
      } else if byte == UInt8(ascii: "@"), next == UInt8(ascii: "{") {
        flush()
        switch dialect {
        case .native:
          var parser = try TemplateParser(source, at: offset, maximumDepth: maximumDepth)
          parts.append(.expression(try parser.template()))
          offset = parser.offset
        case .beagle:
          var scanner = TemplateScanner(source, at: offset, maximumDepth: maximumDepth)
          guard let node = scanner.single() else { throw problem(in: scanner, from: offset) }
          parts.append(.expression(node))
          offset = scanner.offset
        }
        textStart = offset
      } else {
        offset += 1
      }
    }
    flush()
    return parts
  }

  private init(literal: String, _ dialect: Dialect, problem: Diagnostic?) {
    self.init(parts: literal.isEmpty ? [] : [.text(literal)], isSingle: false, dialect, problem: problem)
  }

  /// Creates a template of the native dialect from its pieces.
  init(pieces: [Piece]) { self.init(parts: pieces, isSingle: pieces.count == 1, .native, problem: nil) }

  private init(parts: [Piece], isSingle: Bool, _ dialect: Dialect, problem: Diagnostic?) {
    self.parts = parts
    self.isSingle = isSingle
    self.dialect = dialect
    self.problem = problem
  }

  /// Replaces `\\` with a backslash, and then `\@{` with `@{`.
  private static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
    return text.replacing(#"\\"#, with: #"\"#).replacing(#"\@{"#, with: "@{")
  }

  private static func problem(in scanner: TemplateScanner, from start: Int) -> Diagnostic {
    let offset = max(scanner.furthest, start)
    let source = scanner.source
    guard offset < source.bytes.count else {
      return source.error(
        "template-syntax", start..<source.bytes.count, "The expression is not closed", fix: "add } at its end")
    }
    let fix: String? =
      switch Unicode.Scalar(source.bytes[offset]) {
      case " ", "\t", "\n": "remove the space"
      case "\"": "quote texts with '"
      default: nil
      }
    let found = source.excerpt(offset..<min(offset + 12, source.bytes.count))
    return source.error(
      "template-syntax", offset..<offset + 1,
      "A path, a literal or an operation is expected between '@{' and '}', found '\(found)'", fix: fix)
  }

  // MARK: - Evaluation

  /// Whether the template contains no expressions, so that its value is its text with escapes resolved.
  public var isConstant: Bool { !parts.contains(where: \.isExpression) }

  /// Returns the value of the template: the expression's value if the template is a single expression, otherwise text.
  /// Contexts are read from the scope by name. Missing values are null, and empty within a text. If the evaluation
  /// exceeds the limits of the environment's context, the result is null.
  public func value(in scope: any ValueReading, environment: TemplateEnvironment = .standard) -> Value {
    if isSingle, case .expression(let node) = parts.first {
      var evaluation = TemplateEvaluation(scope: scope, environment: environment, dialect: dialect)
      let value = evaluation.value(of: node)
      return evaluation.isExhausted ? .null : value
    }
    return mixedText(in: scope, environment).map(Value.string) ?? .null
  }

  /// Returns the value as ``value(in:environment:)``, within a number of steps that several evaluations share.
  /// - Parameter steps: The steps that are left. If they do not suffice, the result is null, and it is negative then.
  package func value(
    in scope: any ValueReading, environment: TemplateEnvironment, spending steps: inout Int
  ) -> Value {
    let own = min(steps, environment.context.limits.steps)
    var evaluation = TemplateEvaluation(scope: scope, environment: environment, dialect: dialect, steps: own)
    var value = Value.null
    if isSingle, case .expression(let node) = parts.first {
      value = evaluation.value(of: node)
    } else {
      value = mixedText(&evaluation).map(Value.string) ?? .null
    }
    // Even an expression that reads nothing costs a step.
    steps -= 1 + own - evaluation.steps
    return evaluation.isExhausted ? .null : value
  }

  /// Returns the value as text; null becomes an empty string.
  public func text(in scope: any ValueReading, environment: TemplateEnvironment = .standard) -> String {
    mixedText(in: scope, environment) ?? ""
  }

  /// Returns the concatenated parts, or nil if the result exceeds the limit.
  private func mixedText(in scope: any ValueReading, _ environment: TemplateEnvironment) -> String? {
    if parts.count == 1, case .text(let text) = parts[0] { return text }
    var evaluation = TemplateEvaluation(scope: scope, environment: environment, dialect: dialect)
    return mixedText(&evaluation)
  }

  private func mixedText(_ evaluation: inout TemplateEvaluation) -> String? {
    var result = ""
    for part in parts {
      switch part {
      case .text(let text): result += text
      case .expression(let node):
        guard evaluation.append(node, to: &result) else { return nil }
      }
    }
    return evaluation.isExhausted || result.utf8.count > evaluation.outputBytes ? nil : result
  }

  // MARK: - Dependencies

  /// The type of the result, as far as it is known without data. Any result may also be null.
  package var resultType: TemplateResultType {
    if isSingle, case .expression(let node) = parts.first { TemplateResultType(of: node) } else { .text }
  }

  /// The string literals that may be results of the template, as branches of `?:` and `??`.
  package var literalResults: [String] {
    guard isSingle, case .expression(let node) = parts.first else { return [] }
    if case .literal = node { return [] }
    return node.literalResults
  }

  /// The paths that the template reads, each beginning with the name of a context. For a computed index, this is the
  /// path before the index; for a collection operator, the path of the collection.
  package var paths: Set<ContextPath> {
    var found: Set<ContextPath> = []
    visit { node in if case .binding(let path) = node { found.insert(path) } }
    return found
  }

  /// The names of the contexts that the template reads.
  package var rootNames: Set<String> {
    Set(paths.compactMap { path in if case .key(let name) = path.nodes.first { name } else { nil } })
  }

  /// Returns whether the template reads from the context with the given name.
  package func reads(_ name: String) -> Bool {
    var isRead = false
    visit { node in
      if case .binding(let path) = node, path.nodes.first == .key(name) { isRead = true }
    }
    return isRead
  }

  /// The names of the operations that the template calls, including unknown ones.
  package var operationNames: Set<String> {
    var found: Set<String> = []
    visit { node in if case .operation(let name, _) = node { found.insert(name) } }
    return found
  }

  /// The names of the transformers used in pipes, including unknown ones.
  package var transformerNames: Set<String> {
    var found: Set<String> = []
    visit { node in if case .transformed(_, let name, _) = node { found.insert(name) } }
    return found
  }

  func visit(_ body: (TemplateNode) -> Void) {
    for case .expression(let node) in parts { node.visit(body) }
  }
}

extension Template: CustomStringConvertible {
  /// The canonical text, which parses back to the same template.
  public var description: String {
    let printer = TemplatePrinter(dialect: dialect)
    return parts.map { part in
      switch part {
      case .text(let text): TemplatePrinter.escaped(text)
      case .expression(let node): "@{\(printer.text(of: node))}"
      }
    }.joined()
  }
}
