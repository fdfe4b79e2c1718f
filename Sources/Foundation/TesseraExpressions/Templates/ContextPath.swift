package import TesseraValues

/// A path into the data of a context, consisting of keys and indices, as in `client.phones[0]`.
///
/// Unlike a key path, it is strict: a key reads only from a dictionary or an object, and an index only from a list.
/// Everything else is null.
package struct ContextPath: Sendable, Hashable {
  /// A component of a path.
  package enum Node: Sendable, Hashable {
    /// A member of a dictionary or an object.
    case key(String)
    /// An element of a list; indices start at 0.
    case index(Int)
  }

  /// The components in order.
  package var nodes: [Node]

  /// Returns whether a name can be used in expressions: a word of letters, digits and underscores that does not begin
  /// with a digit.
  package static func isWord(_ name: String) -> Bool {
    name.first.map { $0.isLetter || $0 == "_" } == true
      && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// Creates a path from its components.
  package init(nodes: [Node]) { self.nodes = nodes }

  /// Parses a path of keys and indices, with dots between keys.
  /// - Throws: `template-path` at the position that is invalid.
  package init(_ text: String) throws(Diagnostic) {
    var scanner = TemplateScanner(FormatText(text))
    guard let path = scanner.path(), scanner.isAtEnd else {
      throw Diagnostic(
        rule: "template-path", range: scanner.source.range(scanner.furthest..<scanner.furthest),
        message: "'\(text.prefix(60))' is not a path", fix: "write keys and indices such as 'client.phones[0]'")
    }
    self = path
  }

  /// The maximum index to which a write to a context extends a list. A write beyond it has no effect. It prevents a
  /// hostile path from exhausting memory.
  package static let maximumIndex = 9_999

  /// Returns the value at this path, or null.
  package func value(in value: Value) -> Value { Self.value(at: nodes[...], in: value) }

  static func value(at nodes: ArraySlice<Node>, in value: Value) -> Value {
    var current = value
    for node in nodes {
      switch (node, current) {
      case (.key(let key), .dictionary(let members)): current = members[key] ?? .null
      case (.key(let key), .object(let object)): current = object.value(forKey: key) ?? .null
      case (.index(let index), .array(let values)) where values.indices.contains(index): current = values[index]
      default: return .null
      }
    }
    return current
  }

  /// The keys without the indices.
  package var keyPath: ValuePath {
    ValuePath(keys: nodes.compactMap { node in if case .key(let key) = node { key } else { nil } })
  }
}

extension ContextPath: CustomStringConvertible {
  /// The text form, which parses back to the same path.
  package var description: String {
    var text = ""
    for node in nodes {
      switch node {
      case .key(let key): text += (text.isEmpty ? "" : ".") + key
      case .index(let index): text += "[\(index)]"
      }
    }
    return text
  }
}
