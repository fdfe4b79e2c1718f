public import TesseraValues

/// A text with expressions between `@{` and `}`: `Hello @{user.name}`.
///
/// A template that is one expression keeps the type of its value; anything around it makes text. Every text is a
/// template: one in which an expression cannot be read is plain text as a whole, and ``problem`` says why. `\@{` is
/// text, `\\` in front of `@{` is one backslash.
///
/// ```swift
/// Template("@{sum(counter, 1)}").value(in: scope)                                // 3
/// Template("Counter: @{counter}").value(in: scope)                               // "Counter: 2"
/// Template("@{counter > 1 ? 'many' : 'one'}", dialect: .native).value(in: scope)  // "many"
/// ```
public struct Template: Sendable, Hashable {
  /// The languages of expressions.
  public enum Dialect: Sendable, Hashable {
    /// What our own documents are written in: literals, paths and operations, and operators, conditions, subscripts,
    /// collection operators and pipes. Everything that ``beagle`` can read means the same here, but that whole
    /// numbers in text have no `.0`.
    case native
    /// What server-driven components use: literals, paths and operations, without blanks around them.
    case beagle
  }

  /// A piece of a template, in the order of its text.
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
  /// Why the text is not an expression although it has `@{` in it, with a range in the text.
  ///
  /// Rules: `template-syntax`, `template-limit`.
  public let problem: Diagnostic?

  /// Whether its value changes with time.
  package var readsTime: Bool {
    !TemplateOperations.timed.isDisjoint(with: operationNames) || transformerNames.contains("ago")
  }

  /// The path that it is, if it is nothing but a path: `@{draft.tags}`.
  package var path: ContextPath? {
    if isSingle, case .expression(.binding(let path))? = parts.first { path } else { nil }
  }

  /// Reads a text. It never fails: a text with a ``problem`` stands for itself, character by character in the native
  /// dialect, with its escapes read in the strict one.
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

  /// The pieces of text and the expressions between them.
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

  /// A text of pieces, in the native dialect.
  init(pieces: [Piece]) { self.init(parts: pieces, isSingle: pieces.count == 1, .native, problem: nil) }

  private init(parts: [Piece], isSingle: Bool, _ dialect: Dialect, problem: Diagnostic?) {
    self.parts = parts
    self.isSingle = isSingle
    self.dialect = dialect
    self.problem = problem
  }

  /// Replaces `\\` by a backslash, then `\@{` by `@{`.
  private static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
    return text.replacing(#"\\"#, with: #"\"#).replacing(#"\@{"#, with: "@{")
  }

  private static func problem(in scanner: TemplateScanner, from start: Int) -> Diagnostic {
    let place = max(scanner.furthest, start)
    let source = scanner.source
    guard place < source.bytes.count else {
      return source.error(
        "template-syntax", start..<source.bytes.count, "The expression is not closed", fix: "add } at its end")
    }
    let fix: String? =
      switch Unicode.Scalar(source.bytes[place]) {
      case " ", "\t", "\n": "remove the blank"
      case "\"": "quote texts with '"
      default: nil
      }
    let found = source.excerpt(place..<min(place + 12, source.bytes.count))
    return source.error(
      "template-syntax", place..<place + 1,
      "A path, a literal or an operation is expected between '@{' and '}', found '\(found)'", fix: fix)
  }

  // MARK: - Evaluation

  /// Whether there is no expression in it, so that its value is the text, with its escapes read.
  public var isConstant: Bool { !parts.contains(where: \.isExpression) }

  /// The value: that of the expression if the template is a single one, else text. Contexts are read from the scope by
  /// their names; what is missing is null, and as a part of text empty. An evaluation that needs more than the limits
  /// of the environment's context allow is null.
  public func value(in scope: any ValueReading, environment: TemplateEnvironment = .standard) -> Value {
    if isSingle, case .expression(let node) = parts.first {
      var evaluation = TemplateEvaluation(scope: scope, environment: environment, dialect: dialect)
      let value = evaluation.value(of: node)
      return evaluation.isExhausted ? .null : value
    }
    return mixedText(in: scope, environment).map(Value.string) ?? .null
  }

  /// The value as text; null is empty.
  public func text(in scope: any ValueReading, environment: TemplateEnvironment = .standard) -> String {
    mixedText(in: scope, environment) ?? ""
  }

  /// The parts behind each other; nil if they would be longer than the limit.
  private func mixedText(in scope: any ValueReading, _ environment: TemplateEnvironment) -> String? {
    if parts.count == 1, case .text(let text) = parts[0] { return text }
    var evaluation = TemplateEvaluation(scope: scope, environment: environment, dialect: dialect)
    var result = ""
    for part in parts {
      switch part {
      case .text(let text): result += text
      case .expression(let node):
        guard evaluation.append(node, to: &result) else { return nil }
      }
    }
    return evaluation.isExhausted || result.utf8.count > environment.context.limits.outputBytes ? nil : result
  }

  // MARK: - What it uses

  /// What it surely gives, as far as it can be told without data; null aside.
  package var resultType: TemplateResultType {
    if isSingle, case .expression(let node) = parts.first { TemplateResultType(of: node) } else { .text }
  }

  /// The texts that stand in it and that it may give as they are: those of `?:` and `??`.
  package var literalResults: [String] {
    guard isSingle, case .expression(let node) = parts.first else { return [] }
    if case .literal = node { return [] }
    return node.literalResults
  }

  /// The paths that it reads, each beginning with the name of a context. Where an index is computed, the path in front
  /// of it; of a collection operator, the path of the collection.
  package var paths: Set<ContextPath> {
    var found: Set<ContextPath> = []
    visit { node in if case .binding(let path) = node { found.insert(path) } }
    return found
  }

  /// The names of the contexts that it reads.
  package var rootNames: Set<String> {
    Set(paths.compactMap { path in if case .key(let name) = path.nodes.first { name } else { nil } })
  }

  /// Whether it reads something of a context.
  package func reads(_ name: String) -> Bool {
    var isRead = false
    visit { node in
      if case .binding(let path) = node, path.nodes.first == .key(name) { isRead = true }
    }
    return isRead
  }

  /// The names of the operations that it calls, known or not.
  package var operationNames: Set<String> {
    var found: Set<String> = []
    visit { node in if case .operation(let name, _) = node { found.insert(name) } }
    return found
  }

  /// The names of the transformers behind its pipes, known or not.
  package var transformerNames: Set<String> {
    var found: Set<String> = []
    visit { node in if case .transformed(_, let name, _) = node { found.insert(name) } }
    return found
  }

  private func visit(_ body: (TemplateNode) -> Void) {
    func walk(_ node: TemplateNode) {
      body(node)
      node.children.forEach(walk)
    }
    for case .expression(let node) in parts { walk(node) }
  }
}

extension Template: CustomStringConvertible {
  /// The canonical text, which reads back as the same template.
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
