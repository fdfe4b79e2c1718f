package import TesseraValues

/// Templates of the strict dialect in the words of the native one.
extension Template {
  /// The same in the native dialect, with other names of contexts.
  /// - Parameter path: where what has a name is found; nil where it keeps its name.
  package func native(renaming path: (String) -> ContextPath?) -> Template {
    Template(
      pieces: parts.map { part in
        switch part {
        case .text: part
        case .expression(let node): .expression(node.renaming(path))
        }
      })
  }

  /// An operation of what the template gives, if it is one expression.
  package func applying(_ operation: String, before arguments: [Value] = []) -> Template? {
    guard parts.count == 1, case .expression(let node) = parts[0] else { return nil }
    return Template(
      pieces: [
        .expression(
          .operation(operation, [node] + arguments.compactMap { TemplateLiteral($0) }.map(TemplateNode.literal)))
      ])
  }

  /// What belongs to what the template gives, of some texts; null for others.
  package func choosing(_ cases: [(value: String, result: String)]) -> Template? {
    guard parts.count == 1, case .expression(let node) = parts[0] else { return nil }
    let choice = cases.reversed().reduce(TemplateNode.literal(.null)) { otherwise, each in
      .conditional(
        .infix(.equal, node, .literal(.text(each.value))), then: .literal(.text(each.result)), else: otherwise)
    }
    return Template(pieces: [.expression(choice)])
  }

  /// Members of what the template gives, the first that is there, if it is one expression.
  package func firstMember(of keys: [String]) -> Template? {
    guard parts.count == 1, case .expression(let node) = parts[0] else { return nil }
    let members = keys.map { key -> TemplateNode in
      if case .binding(let path) = node { return .binding(ContextPath(nodes: path.nodes + [.key(key)])) }
      return .member(of: node, key)
    }
    guard let last = members.last else { return nil }
    return Template(
      pieces: [.expression(members.dropLast().reversed().reduce(last) { .infix(.coalesce, $1, $0) })])
  }

  /// The template with a text behind it.
  package func followed(by text: String) -> Template { Template(pieces: parts + [.text(text)]) }

  /// A plain text whose backslashes and beginnings of expressions are escaped.
  package static func escaped(_ text: String) -> String { TemplatePrinter.escaped(text) }

  /// A plain text as it stands in a document, where an expression would be read.
  package static func spelling(of text: String) -> String {
    // Most texts have no such sign, which is found out faster than that they have not both.
    text.utf8.contains(UInt8(ascii: "@")) && text.contains("@{") ? TemplatePrinter.escaped(text) : text
  }
}

extension TemplateNode {
  fileprivate func renaming(_ path: (String) -> ContextPath?) -> TemplateNode {
    switch self {
    case .binding(let own):
      guard case .key(let name)? = own.nodes.first, let new = path(name) else { return self }
      return .binding(ContextPath(nodes: new.nodes + own.nodes.dropFirst()))
    case .operation(let name, let nodes): return .operation(name, nodes.map { $0.renaming(path) })
    default: return self
    }
  }
}

extension TemplateLiteral {
  fileprivate init?(_ value: Value) {
    switch value {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .integer(let number): self = .integer(number)
    case .double(let number): self = .double(number)
    case .string(let text): self = .text(text)
    default: return nil
    }
  }
}
