/// A node of a JSON document with its source range, so that later diagnostics can point to it.
package struct JSONNode: Sendable, Hashable {
  /// The content of the node.
  package var content: Content
  /// The range of the node in the document.
  package var range: SourceRange

  /// The kinds of JSON values. Objects preserve the order of their members.
  package enum Content: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without fraction and exponent that fits into 64 bits.
    case integer(Int64)
    /// Any other number.
    case double(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONNode])
    /// An object.
    case object([JSONMember])
  }

  /// Creates a node.
  package init(_ content: Content, range: SourceRange) {
    self.content = content
    self.range = range
  }
}

/// A name-value pair of a JSON object.
package struct JSONMember: Sendable, Hashable {
  /// The name.
  package var name: String
  /// The range of the name, including its quotes.
  package var nameRange: SourceRange
  /// The value.
  package var value: JSONNode

  /// Creates a member.
  package init(name: String, nameRange: SourceRange, value: JSONNode) {
    self.name = name
    self.nameRange = nameRange
    self.value = value
  }

  /// Whether the member is an author's comment, that is, its name begins with `***`. Every object of every document may
  /// contain comments.
  package var isComment: Bool { name.hasPrefix("***") }
}

extension JSONNode {
  /// The members if this is an object, otherwise nil.
  package var members: [JSONMember]? {
    if case .object(let members) = content { members } else { nil }
  }

  /// The members without comments if this is an object, otherwise nil.
  package var membersWithoutComments: [JSONMember]? { members?.filter { !$0.isComment } }

  /// The elements if this is an array, otherwise nil.
  package var elements: [JSONNode]? {
    if case .array(let elements) = content { elements } else { nil }
  }

  /// Whether this is `null`.
  package var isNull: Bool { if case .null = content { true } else { false } }

  /// Whether this is an array or an object.
  package var isContainer: Bool {
    switch content {
    case .array, .object: true
    default: false
    }
  }

  /// The string if this is a string, otherwise nil.
  package var string: String? {
    if case .string(let text) = content { text } else { nil }
  }

  /// The Boolean value if this is `true` or `false`, otherwise nil.
  package var bool: Bool? {
    if case .bool(let flag) = content { flag } else { nil }
  }

  /// The number if this is a number, otherwise nil.
  package var number: Double? {
    switch content {
    case .integer(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  /// Returns the value of the first member with the given name; nil if there is none or if this is not an object.
  /// - Complexity: O(*n*), where *n* is the number of members.
  package subscript(name: String) -> JSONNode? {
    members?.first { $0.name == name }?.value
  }

  /// The same data without positions. The last of several members with the same name wins; the parser rejects such
  /// objects.
  package var value: Value {
    switch content {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .integer(let number): .integer(number)
    case .double(let number): .double(number)
    case .string(let text): .string(text)
    case .array(let elements): .array(elements.map(\.value))
    case .object(let members):
      .dictionary(Dictionary(members.map { ($0.name, $0.value.value) }, uniquingKeysWith: { $1 }))
    }
  }

  /// The name of the type for messages: `object`, `list`, `text`, `number`, `true or false` or `null`.
  package var typeName: String {
    switch content {
    case .null: "null"
    case .bool: "true or false"
    case .integer, .double: "number"
    case .string: "text"
    case .array: "list"
    case .object: "object"
    }
  }
}

extension JSONNode {
  /// Creates a node from a value that is not part of a document.
  /// - Parameter range: The range to assign to every node.
  package init(_ value: Value, at range: SourceRange = SourceRange(.start)) {
    let content: Content =
      switch value {
      case .null: .null
      case .bool(let flag): .bool(flag)
      case .integer(let number): .integer(number)
      case .double(let number): .double(number)
      case .string(let text): .string(text)
      case .date, .object: .string(value.description)
      case .array(let values): .array(values.map { JSONNode($0, at: range) })
      case .dictionary(let members):
        .object(
          members.sorted { $0.key < $1.key }.map {
            JSONMember(name: $0.key, nameRange: range, value: JSONNode($0.value, at: range))
          })
      }
    self.init(content, range: range)
  }

  /// Returns a copy whose literals are transformed; arrays and objects keep their structure.
  package func mappingLiterals(_ transform: (JSONNode) -> JSONNode) -> JSONNode {
    switch content {
    case .array(let elements):
      JSONNode(.array(elements.map { $0.mappingLiterals(transform) }), range: range)
    case .object(let members):
      JSONNode(
        .object(
          members.map {
            JSONMember(name: $0.name, nameRange: $0.nameRange, value: $0.value.mappingLiterals(transform))
          }), range: range)
    default: transform(self)
    }
  }
}
