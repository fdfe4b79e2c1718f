import TesseraValues

/// Writes template expressions in canonical form, which parses back to the same tree: a space around operators and
/// after commas, as few parentheses as possible, and single quotes for strings without backslashes.
struct TemplatePrinter {
  let dialect: Template.Dialect

  /// Doubles backslashes and escapes `@{` in the text around expressions.
  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "@") }) else { return text }
    return text.replacing(#"\"#, with: #"\\"#).replacing("@{", with: #"\@{"#)
  }

  func text(of node: TemplateNode) -> String { text(of: node, in: .pipe) }

  /// Returns the text of a node, in parentheses if its precedence is lower than `loosest`.
  private func text(of node: TemplateNode, in loosest: TemplatePrecedence) -> String {
    let text = plain(node)
    return precedence(of: node) < loosest ? "(\(text))" : text
  }

  private func precedence(of node: TemplateNode) -> TemplatePrecedence {
    switch node {
    case .transformed, .function: .pipe
    case .conditional: .conditional
    case .infix(let sign, _, _): sign.precedence
    // Keys and indices can follow numbers and strings only in parentheses.
    case .not, .negative, .literal: .unary
    case .binding, .operation, .list, .object, .member, .element, .collection: .postfix
    }
  }

  private func plain(_ node: TemplateNode) -> String {
    switch node {
    case .literal(let literal): return text(of: literal)
    case .binding(let path): return text(of: path)
    case .operation(let name, let nodes): return "\(name)(\(list(nodes)))"
    case .list(let nodes): return "[\(list(nodes))]"
    case .object(let members):
      let texts = members.map { "\(Self.isWord($0.name) ? $0.name : text(of: .text($0.name))): \(text(of: $0.value))" }
      return "{\(texts.joined(separator: ", "))}"
    case .function(let name, let body): return "\(name) => \(text(of: body))"
    case .member(let base, let key): return head(base) + step(key)
    case .element(let base, let index): return "\(text(of: base, in: .postfix))[\(text(of: index))]"
    case .collection(let base, let collectionOperator, let keys):
      return head(base, isPath: true) + ".@" + ([collectionOperator.rawValue] + keys).joined(separator: ".")
    case .not(let operand): return "!" + text(of: operand, in: .unary)
    case .negative(let operand):
      if case .literal = operand { return "-(\(text(of: operand)))" }
      return "-" + text(of: operand, in: .unary)
    case .infix(let sign, let left, let right):
      // Comparisons cannot be chained.
      let outer = sign.precedence == .comparison ? sign.precedence.next : sign.precedence
      return text(of: left, in: outer) + " \(sign.rawValue) " + text(of: right, in: sign.precedence.next)
    case .conditional(let condition, let yes, let no):
      return "\(text(of: condition, in: .coalesce)) ? \(text(of: yes, in: .conditional)) : "
        + text(of: no, in: .conditional)
    case .transformed(let base, let name, let argument):
      let call = "\(text(of: base)) | \(Self.isWord(name) ? name : text(of: .text(name)))"
      return argument.map { "\(call): \(text(of: $0, in: .conditional))" } ?? call
    }
  }

  private func list(_ nodes: [TemplateNode]) -> String { nodes.map { text(of: $0) }.joined(separator: ", ") }

  /// Returns the text of the base of a key. Keys after a collection operator belong to the operator.
  private func head(_ base: TemplateNode, isPath: Bool = false) -> String {
    if case .collection = base, !isPath { return "(\(text(of: base)))" }
    return text(of: base, in: .postfix)
  }

  private func step(_ key: String) -> String { Self.isWord(key) ? ".\(key)" : "[\(text(of: .text(key)))]" }

  private func text(of path: ContextPath) -> String {
    var text = ""
    for node in path.nodes {
      switch node {
      case .key(let key): text += text.isEmpty ? key : step(key)
      case .index(let index): text += "[\(index)]"
      }
    }
    return text
  }

  private func text(of literal: Literal) -> String {
    switch literal {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .integer(let number): String(number)
    case .double(let number): TemplateText.plain(number)
    case .text(let text):
      if dialect == .native, text.utf8.contains(UInt8(ascii: "\\")) {
        "\"\(text.replacing(#"\"#, with: #"\\"#).replacing("\"", with: "\\\""))\""
      } else {
        text.utf8.contains(UInt8(ascii: "'")) ? "'\(text.replacing("'", with: #"\'"#))'" : "'\(text)'"
      }
    }
  }

  /// Returns whether a text is a key or name that needs no quotes.
  private static func isWord(_ text: String) -> Bool {
    let source = FormatText(text)
    return !text.isEmpty && source.endOfWord(from: 0) == source.bytes.count
  }
}
