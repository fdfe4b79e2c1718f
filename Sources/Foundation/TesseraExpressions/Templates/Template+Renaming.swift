package import TesseraValues

/// Conversions between the strict and the native dialect.
extension Template {
  /// Returns the equivalent template in the native dialect, with renamed contexts.
  /// - Parameter path: Returns the new path for a name, or nil to keep the name.
  package func native(renaming path: (String) -> ContextPath?) -> Template {
    Template(
      pieces: parts.map { part in
        switch part {
        case .text: part
        case .expression(let node): .expression(node.renaming(path))
        }
      })
  }

  /// Returns the equivalent template in the strict dialect, with operations instead of operators; nil if there is none.
  /// The results may differ for values of unexpected types.
  /// - Parameter rename: Returns the new path for a path of the template.
  package func beagle(renaming rename: (ContextPath) -> ContextPath) -> Template? {
    let printer = TemplatePrinter(dialect: .beagle)
    var text = ""
    for part in parts {
      switch part {
      case .text(let piece): text += TemplatePrinter.escaped(piece)
      case .expression(let node):
        var size = 0
        guard let node = node.withoutOperators(rename, &size) else { return nil }
        text += "@{\(printer.text(of: node))}"
      }
    }
    let template = Template(text)
    return template.problem == nil ? template : nil
  }

  /// Returns the argument to which the template applies an operation, if the template consists of nothing else.
  package func argument(of operation: String, before arguments: [Value] = []) -> Template? {
    guard parts.count == 1, case .expression(.operation(operation, let nodes)) = parts[0], let first = nodes.first,
      nodes.dropFirst().elementsEqual(arguments.compactMap { Literal($0) }.map(TemplateNode.literal))
    else { return nil }
    return Template(pieces: [.expression(first)])
  }

  /// Returns the expression before a text, if the template consists of nothing else.
  package func expression(before text: String) -> Template? {
    guard parts.count == 2, case .expression = parts[0], parts[1] == .text(text) else { return nil }
    return Template(pieces: [parts[0]])
  }

  /// Returns a template that applies an operation to this template's value, if this is a single expression.
  package func applying(_ operation: String, before arguments: [Value] = []) -> Template? {
    guard parts.count == 1, case .expression(let node) = parts[0] else { return nil }
    return Template(
      pieces: [
        .expression(
          .operation(operation, [node] + arguments.compactMap { Literal($0) }.map(TemplateNode.literal)))
      ])
  }

  /// Returns a template that maps certain texts of this template's value to results, and all other values to null.
  package func choosing(_ cases: [(value: String, result: String)]) -> Template? {
    guard parts.count == 1, case .expression(let node) = parts[0] else { return nil }
    let choice = cases.reversed().reduce(TemplateNode.literal(.null)) { otherwise, each in
      .conditional(
        .infix(.equal, node, .literal(.text(each.value))), then: .literal(.text(each.result)), else: otherwise)
    }
    return Template(pieces: [.expression(choice)])
  }

  /// Returns a template that reads members of this template's value and yields the first one that is not null, if this
  /// is a single expression.
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

  /// Returns the template with a text appended.
  package func followed(by text: String) -> Template { Template(pieces: parts + [.text(text)]) }

  /// Returns a plain text in which backslashes and the beginnings of expressions are escaped.
  package static func escaped(_ text: String) -> String { TemplatePrinter.escaped(text) }

  /// Returns a plain text as it must be written in a document where expressions are evaluated.
  package static func spelling(of text: String) -> String {
    // Most texts contain no `@`, and searching for a single byte is faster.
    text.utf8.contains(UInt8(ascii: "@")) && text.contains("@{") ? TemplatePrinter.escaped(text) : text
  }
}

extension TemplateNode {
  fileprivate func renaming(_ path: (String) -> ContextPath?) -> TemplateNode {
    switch self {
    case .binding(let own):
      guard case .key(let name)? = own.nodes.first, let new = path(name) else { return self }
      return .binding(ContextPath(nodes: new.nodes + own.nodes.dropFirst()))
    case .literal: return self
    case .operation(let name, let nodes): return .operation(name, nodes.map { $0.renaming(path) })
    case .list(let nodes): return .list(nodes.map { $0.renaming(path) })
    case .object(let members):
      return .object(members.map { Member(name: $0.name, value: $0.value.renaming(path)) })
    case .function(let own, let body): return .function(own, body.renaming { $0 == own ? nil : path($0) })
    case .member(let base, let key): return .member(of: base.renaming(path), key)
    case .element(let base, let index): return .element(of: base.renaming(path), index.renaming(path))
    case .collection(let base, let sign, let keys): return .collection(of: base.renaming(path), sign, keys: keys)
    case .not(let operand): return .not(operand.renaming(path))
    case .negative(let operand): return .negative(operand.renaming(path))
    case .infix(let sign, let left, let right): return .infix(sign, left.renaming(path), right.renaming(path))
    case .conditional(let condition, let yes, let no):
      return .conditional(condition.renaming(path), then: yes.renaming(path), else: no.renaming(path))
    case .transformed(let base, let name, let argument):
      return .transformed(base.renaming(path), by: name, argument: argument?.renaming(path))
    }
  }
}

extension TemplateNode {
  /// The maximum number of nodes of an expression that is translated to operations of Beagle. A larger one is not
  /// translated. It would not be readable.
  private static let maximumSize = 500

  /// Returns the node with operations instead of operators; nil if that is not possible.
  /// - Parameter size: The number of nodes in the result; nodes that are written twice count twice.
  fileprivate func withoutOperators(_ rename: (ContextPath) -> ContextPath, _ size: inout Int) -> TemplateNode? {
    var operands: [TemplateNode] = []
    var sizes: [Int] = []
    for child in children {
      var own = 0
      guard let operand = child.withoutOperators(rename, &own) else { return nil }
      operands.append(operand)
      sizes.append(own)
    }
    size = 2 + sizes.reduce(0, +)
    if case .infix(.coalesce, _, _) = self { size += sizes[0] }
    guard size <= Self.maximumSize else { return nil }
    switch self {
    case .literal: return self
    case .binding(let path):
      let path = rename(path)
      guard case .key(let name)? = path.nodes.first, Self.isReadable(name) else { return nil }
      return .binding(path)
    case .operation(let name, _): return TemplateOperations.beagle.contains(name) ? .operation(name, operands) : nil
    case .not: return .operation("not", operands)
    case .negative: return .operation("subtract", [.literal(.integer(0))] + operands)
    case .conditional: return .operation("condition", operands)
    case .infix(.coalesce, _, _):
      return .operation("condition", [.operation("isNull", [operands[0]]), operands[1], operands[0]])
    case .infix(.notEqual, _, _): return .operation("not", [.operation("eq", operands)])
    case .infix(.add, _, _):
      guard operands.contains(where: \.isText) else { return .operation("sum", operands) }
      // In the strict dialect, only strings can be joined.
      return .operation("concat", operands.map { $0.isText ? $0 : .operation("string", [$0]) })
    case .infix(let sign, _, _):
      let names: [TemplateOperator: String] = [
        .or: "or", .and: "and", .equal: "eq", .less: "lt", .lessOrEqual: "lte", .greater: "gt", .greaterOrEqual: "gte",
        .subtract: "subtract", .multiply: "multiply", .divide: "divide",
      ]
      return names[sign].map { .operation($0, operands) }
    case .list, .object, .function, .member, .element, .collection, .transformed: return nil
    }
  }

  /// The original implementation parses a word that begins with a literal as that literal.
  private static func isReadable(_ name: String) -> Bool {
    !["true", "false", "null"].contains { name.hasPrefix($0) }
  }

  private var isText: Bool {
    switch self {
    case .literal(.text): true
    case .operation(let name, _): ["concat", "string", "capitalize", "uppercase", "lowercase", "substr"].contains(name)
    default: false
    }
  }
}
