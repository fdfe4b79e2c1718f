/// A part of a JSON document that remembers where it stands, so that every later complaint can point at it.
package struct JSONNode: Sendable, Hashable {
  /// What the part is.
  package var content: Content
  /// From its first character to one behind its last.
  package var range: SourceRange

  /// The kinds of JSON values. Objects keep their order of members.
  package enum Content: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without fraction and exponent that fits 64 bits.
    case integer(Int64)
    /// Any other number.
    case double(Double)
    /// A text.
    case string(String)
    /// A list.
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

/// A name and a value of a JSON object.
package struct JSONMember: Sendable, Hashable {
  /// The name.
  package var name: String
  /// Where the name stands, quotes included.
  package var nameRange: SourceRange
  /// The value.
  package var value: JSONNode

  /// Creates a member.
  package init(name: String, nameRange: SourceRange, value: JSONNode) {
    self.name = name
    self.nameRange = nameRange
    self.value = value
  }

  /// Whether the member is a remark of the author: its name begins with `***`. Every object of every document may have
  /// such.
  package var isComment: Bool { name.hasPrefix("***") }
}

extension JSONNode {
  /// The members, if this is an object.
  package var members: [JSONMember]? {
    if case .object(let members) = content { members } else { nil }
  }

  /// The members without comments, if this is an object.
  package var membersWithoutComments: [JSONMember]? { members?.filter { !$0.isComment } }

  /// The elements, if this is a list.
  package var elements: [JSONNode]? {
    if case .array(let elements) = content { elements } else { nil }
  }

  /// Whether this is `null`.
  package var isNull: Bool { if case .null = content { true } else { false } }

  /// Whether this is a list or an object.
  package var isContainer: Bool {
    switch content {
    case .array, .object: true
    default: false
    }
  }

  /// The text, if this is a text.
  package var string: String? {
    if case .string(let text) = content { text } else { nil }
  }

  /// The truth value, if this is one.
  package var bool: Bool? {
    if case .bool(let flag) = content { flag } else { nil }
  }

  /// The number, if this is one.
  package var number: Double? {
    switch content {
    case .integer(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  /// The member with a name, if this is an object that has it.
  /// - Complexity: linear in the number of members.
  package subscript(name: String) -> JSONNode? {
    members?.first { $0.name == name }?.value
  }

  /// The same data without positions. Of two members with one name the last wins; the parser refuses such objects.
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

  /// The type in words for messages: `object`, `list`, `text`, `number`, `true or false`, `null`.
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
  /// A node of a value that stands in no document.
  /// - Parameter range: where all of it is said to stand.
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

  /// The same with other literals; lists and objects stay as they are.
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
