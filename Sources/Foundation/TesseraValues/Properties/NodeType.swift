/// A value that was read from a document, and where it stands.
package struct Located<Value> {
  /// What was read.
  package var value: Value
  /// Where it stands.
  package var range: SourceRange

  /// Creates a located value.
  package init(_ value: Value, at range: SourceRange) {
    self.value = value
    self.range = range
  }
}

extension Located: Sendable where Value: Sendable {}
extension Located: Equatable where Value: Equatable {}
extension Located: Hashable where Value: Hashable {}

/// What a member of a document has to be: a name for messages, and the way from a node to the value.
///
/// A format that accepts more than JSON's own types adds its own:
///
/// ```swift
/// extension NodeType<Bool> {
///   static let bit = NodeType("0 or 1") { [0: false, 1: true][$0.number] }
/// }
/// ```
package struct NodeType<Value>: Sendable {
  /// The type in words, as in "takes number".
  package let name: String
  /// The value of a node; nil where it is of another type.
  package let read: @Sendable (JSONNode) -> Value?

  /// Creates a type.
  package init(_ name: String, read: @escaping @Sendable (JSONNode) -> Value?) {
    self.name = name
    self.read = read
  }
}

extension NodeType<String> {
  /// A text.
  package static var text: Self { Self("text") { $0.string } }
}

extension NodeType<Double> {
  /// A number.
  package static var number: Self { Self("number") { $0.number } }
}

extension NodeType<Bool> {
  /// `true` or `false`.
  package static var flag: Self { Self("true or false") { $0.bool } }
}

extension NodeType<[JSONNode]> {
  /// A list; its elements.
  package static var list: Self { Self("list") { $0.elements } }
}

extension NodeType<JSONNode> {
  /// An object; the node itself, for an ``ObjectReader``.
  package static var object: Self { Self("object") { $0.members == nil ? nil : $0 } }
}
