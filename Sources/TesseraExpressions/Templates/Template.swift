public import TesseraValues

/// A text with expressions between `@{` and `}`, as server-driven components use them: `Hello @{user.name}`.
///
/// A template that is one expression keeps the type of its value; anything around it makes text. Every text is a
/// template: one in which an expression cannot be read is plain text as a whole, and ``problem`` says why. `\@{` is
/// text, `\\` in front of `@{` is one backslash.
///
/// ```swift
/// Template("@{sum(counter, 1)}").value(in: scope)        // 3
/// Template("Counter: @{counter}").value(in: scope)       // "Counter: 2"
/// ```
public struct Template: Sendable, Hashable {
  private enum Part: Sendable, Hashable {
    case text(String)
    case expression(TemplateNode)
  }

  private let parts: [Part]
  private let isSingle: Bool
  /// Why the text is not an expression although it has `@{` in it.
  public let problem: Diagnostic?

  /// Reads a text.
  public init(_ text: String, limits: ExpressionLimits = .standard) {
    guard text.utf8.contains(UInt8(ascii: "@")) || text.utf8.contains(UInt8(ascii: "\\")) else {
      self.init(literal: text, problem: nil)
      return
    }
    guard text.utf8.count <= limits.bytes else {
      let message = "The template is longer than \(limits.bytes) bytes"
      self.init(literal: text, problem: Diagnostic(rule: "template-limit", message: message))
      return
    }
    var scanner = TemplateScanner(text, maximumDepth: limits.depth)
    var parts: [Part] = []
    var textStart = 0
    let bytes = scanner.source.bytes
    func flush() {
      if scanner.offset > textStart {
        parts.append(.text(Self.unescaped(String(decoding: bytes[textStart..<scanner.offset], as: UTF8.self))))
      }
    }
    while !scanner.isAtEnd {
      let byte = bytes[scanner.offset]
      let next = scanner.offset + 1 < bytes.count ? bytes[scanner.offset + 1] : 0
      if byte == UInt8(ascii: "\\"), next == byte || next == UInt8(ascii: "@") {
        scanner.offset += 2
      } else if byte == UInt8(ascii: "@"), next == UInt8(ascii: "{") {
        flush()
        let start = scanner.offset
        guard let node = scanner.single() else {
          self.init(literal: Self.unescaped(text), problem: Self.problem(in: scanner, from: start))
          return
        }
        parts.append(.expression(node))
        textStart = scanner.offset
      } else {
        scanner.offset += 1
      }
    }
    flush()
    let hasExpression = parts.contains { part in if case .expression = part { true } else { false } }
    guard hasExpression else {
      self.init(literal: Self.unescaped(text), problem: nil)
      return
    }
    self.init(parts: parts, isSingle: parts.count == 1, problem: nil)
  }

  private init(literal: String, problem: Diagnostic?) {
    self.init(parts: literal.isEmpty ? [] : [.text(literal)], isSingle: false, problem: problem)
  }

  private init(parts: [Part], isSingle: Bool, problem: Diagnostic?) {
    self.parts = parts
    self.isSingle = isSingle
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

  /// Whether there is no expression in it.
  public var isConstant: Bool {
    parts.allSatisfy { part in if case .text = part { true } else { false } }
  }

  /// The value: that of the expression if the template is a single one, else text. Contexts are read from the scope by
  /// their names; what is missing is null, and as a part of text empty.
  public func value(
    in scope: any ValueReading, operations: TemplateOperations = .standard, limits: ExpressionLimits = .standard
  ) -> Value {
    if isSingle, case .expression(let node) = parts.first {
      var evaluation = TemplateEvaluation(scope: TemplateScope(scope), operations: operations, limits: limits)
      return evaluation.value(of: node)
    }
    return .string(text(in: scope, operations: operations, limits: limits))
  }

  /// The value as text; null is empty.
  public func text(
    in scope: any ValueReading, operations: TemplateOperations = .standard, limits: ExpressionLimits = .standard
  ) -> String {
    if parts.count == 1, case .text(let text) = parts[0] { return text }
    var evaluation = TemplateEvaluation(scope: TemplateScope(scope), operations: operations, limits: limits)
    var result = ""
    for part in parts {
      switch part {
      case .text(let text): result += text
      case .expression(let node):
        TemplateText.append(evaluation.value(of: node), to: &result)
        if result.utf8.count > limits.outputBytes { return "" }
      }
    }
    return result
  }

  // MARK: - What it uses

  /// The paths that it reads, each beginning with the name of a context.
  public var paths: Set<ContextPath> {
    var found: Set<ContextPath> = []
    visit { node in if case .binding(let path) = node { found.insert(path) } }
    return found
  }

  /// The names of the contexts that it reads.
  public var contextNames: Set<String> {
    Set(paths.compactMap { path in if case .key(let name) = path.nodes.first { name } else { nil } })
  }

  /// The names of the operations that it calls, known or not.
  public var operationNames: Set<String> {
    var found: Set<String> = []
    visit { node in if case .operation(let name, _) = node { found.insert(name) } }
    return found
  }

  private func visit(_ body: (TemplateNode) -> Void) {
    func walk(_ node: TemplateNode) {
      body(node)
      if case .operation(_, let arguments) = node { arguments.forEach(walk) }
    }
    for case .expression(let node) in parts { walk(node) }
  }
}

extension Template: CustomStringConvertible {
  /// The canonical text: one blank behind each comma of an operation and none elsewhere. It reads back as the same
  /// template.
  public var description: String {
    parts.map { part in
      switch part {
      case .text(let text): Self.escaped(text)
      case .expression(let node): "@{\(Self.source(of: node))}"
      }
    }.joined()
  }

  /// Doubles backslashes in front of `@{`, of another backslash and at the end, and escapes `@{`.
  private static func escaped(_ text: String) -> String {
    text.replacing(#"\"#, with: #"\\"#).replacing("@{", with: #"\@{"#)
  }

  private static func source(of node: TemplateNode) -> String {
    switch node {
    case .literal(.null): "null"
    case .literal(.bool(let flag)): flag ? "true" : "false"
    case .literal(.integer(let number)): String(number)
    case .literal(.double(let number)): TemplateText.plain(number)
    case .literal(.text(let text)): "'\(text.replacing("'", with: #"\'"#))'"
    case .binding(let path): path.description
    case .operation(let name, let arguments): "\(name)(\(arguments.map(source).joined(separator: ", ")))"
    }
  }
}
