/// A value read from a document, with its source range.
package struct Located<Value> {
  /// The value.
  package var value: Value
  /// The range of the value in the document.
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

/// The expected type of a member of a document: a name for messages, and a conversion from a node to a value.
///
/// A format that accepts more than the built-in JSON types adds its own:
///
/// ```swift
/// extension NodeType<Bool> {
///   static let bit = NodeType("0 or 1") { [0: false, 1: true][$0.number] }
/// }
/// ```
package struct NodeType<Value>: Sendable {
  /// The name of the type for messages, as in "takes number".
  package let name: String
  /// Returns the value of a node, or nil if the node is of another type.
  package let read: @Sendable (JSONNode) -> Value?

  /// Creates a type.
  package init(_ name: String, read: @escaping @Sendable (JSONNode) -> Value?) {
    self.name = name
    self.read = read
  }
}

extension NodeType<String> {
  /// A string.
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
  /// An array, as its elements.
  package static var list: Self { Self("list") { $0.elements } }
}

extension NodeType<JSONNode> {
  /// An object, as the node itself for use with an ``ObjectReader``.
  package static var object: Self { Self("object") { $0.members == nil ? nil : $0 } }
}
