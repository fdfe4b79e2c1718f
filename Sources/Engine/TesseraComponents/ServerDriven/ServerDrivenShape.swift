import Foundation
import TesseraValues
import TesseraViews

/// The attributes of a component or an action that is implemented as a Swift value, derived from its decoding.
///
/// The value is decoded once from a decoder that has a value for every key and records the keys that are requested.
struct ServerDrivenShape {
  enum Role: Hashable {
    case value(PropertyType)
    case child
    case children
    case event
  }

  struct Member {
    var name: String
    var role: Role
    /// Whether the member may be missing.
    var isOptional: Bool
  }

  var members: [Member]

  /// - Throws: A `Diagnostic` if the type cannot be decoded from example values.
  init(of type: any Decodable.Type) throws(Diagnostic) {
    let probe = ShapeProbe()
    do {
      _ = try type.init(from: probe)
    } catch {
      throw Diagnostic(
        rule: "server-driven-type",
        message: "'\(type)' cannot be decoded from examples of its members: \(error)",
        fix: "Decode the values as they are, and validate them in the component")
    }
    members = probe.shape.members
    if let taken = members.first(where: { Self.takenNames.contains($0.name) }) {
      throw Diagnostic(
        rule: "server-driven-type", message: "'\(taken.name)' of '\(type)' is reserved in all documents",
        fix: "Rename the member in its coding keys")
    }
  }

  /// The keys with a fixed meaning in all components and actions. Types cannot use them for members of their own.
  private static let takenNames: Set<String> = {
    let keys = ["type", "id", "style", "styleId", "fallbackStyle", "context", "bind", "analytics"]
    return Set(keys + EventDefinition.common.map(\.name))
  }()

  /// The members that must have a value.
  var required: [Member] { members.filter { !$0.isOptional && [.event, .children].contains($0.role) == false } }

  /// Returns a description of a decoding error.
  static func words(for error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, _): "'\(key.stringValue)' is missing"
    case DecodingError.valueNotFound(_, let context), DecodingError.typeMismatch(_, let context),
      DecodingError.dataCorrupted(let context):
      "'\(context.codingPath.map(\.stringValue).joined(separator: "."))' does not fit"
    case let problem as Diagnostic: problem.message
    default: "\(error)"
    }
  }

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - values: The attributes in the document. Null counts as missing.
  ///   - otherMembers: The members that are not data.
  func decode<Result: Decodable>(
    _ type: Result.Type, from values: [String: Value], _ otherMembers: ServerDrivenMembers
  ) throws -> Result {
    var data: [String: Value] = [:]
    for member in members {
      switch member.role {
      case .value(let type):
        // Null is a value for members of any type, and a missing value for all others.
        guard let value = values[member.name], !value.isNull || type == .any else { continue }
        data[member.name] = value
      case .child: if !otherMembers.views(member.name).isEmpty { data[member.name] = true }
      case .children, .event: data[member.name] = true
      }
    }
    var userInfo: [CodingUserInfoKey: Any] = [:]
    if let key = ServerDrivenMembers.key { userInfo[key] = otherMembers }
    return try Result(from: ValueDecoder(.dictionary(data), userInfo: userInfo))
  }
}

/// A decoder that has an example for every request and records the members of the outermost value.
private final class ShapeProbe: Decoder {
  final class ShapeRecord {
    var members: [ServerDrivenShape.Member] = []

    func record(_ name: String, _ role: ServerDrivenShape.Role, isOptional: Bool = false) {
      if let index = members.firstIndex(where: { $0.name == name }) {
        if !isOptional { members[index].role = role }
        if isOptional { members[index].isOptional = true }
      } else {
        members.append(ServerDrivenShape.Member(name: name, role: role, isOptional: isOptional))
      }
    }
  }

  let shape = ShapeRecord()
  /// The type of the decoded value.
  fileprivate(set) var type = PropertyType.object
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(codingPath: [any CodingKey] = []) { self.codingPath = codingPath }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    self.type = .object
    return KeyedDecodingContainer(KeyedProbe<Key>(probe: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    type = .list
    return EmptyList(codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { SingleProbe(probe: self) }

  /// Returns the texts of a type that is a choice of texts.
  private static func choices<Choice: CaseIterable & RawRepresentable>(
    of type: Choice.Type
  ) -> (names: [String], first: Any)? {
    let names = type.allCases.compactMap { $0.rawValue as? String }
    guard let first = type.allCases.first, names.count == type.allCases.count else { return nil }
    return (names, first)
  }

  /// Returns an example value of a type, with the role that the type stands for.
  static func example<Example: Decodable>(
    of type: Example.Type, at path: [any CodingKey]
  ) throws -> (Example, ServerDrivenShape.Role) {
    func found(_ value: Any, _ role: ServerDrivenShape.Role) throws -> (Example, ServerDrivenShape.Role) {
      guard let example = value as? Example else {
        throw DecodingError.typeMismatch(type, .init(codingPath: path, debugDescription: "There is no example"))
      }
      return (example, role)
    }
    if type == Value.self { return try found(Value.null, .value(.any)) }
    if type == URL.self { return try found(URL(filePath: "/"), .value(.string)) }
    if type == [String].self { return try found([String](), .value(.strings)) }
    if let choice = type as? any (CaseIterable & RawRepresentable).Type, let (names, first) = choices(of: choice) {
      return try found(first, .value(.choice(names)))
    }
    guard path.count < 20 else {
      throw DecodingError.dataCorrupted(.init(codingPath: path, debugDescription: "There are too many levels"))
    }
    let probe = ShapeProbe(codingPath: path)
    let example = try Example(from: probe)
    let role: ServerDrivenShape.Role?
    switch type {
    case is ServerDrivenChild.Type: role = .child
    case is ServerDrivenChildren.Type: role = .children
    case is ServerDrivenEvent.Type: role = .event
    default: role = nil
    }
    guard let role else { return (example, .value(probe.type)) }
    guard path.count == 1 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: path, debugDescription: "Components and events are members of the type itself"))
    }
    return (example, role)
  }
}

private struct KeyedProbe<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let probe: ShapeProbe
  var codingPath: [any CodingKey] { probe.codingPath }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { true }

  /// Called for optional members.
  func decodeNil(forKey key: Key) -> Bool {
    probe.shape.record(key.stringValue, .value(.any), isOptional: true)
    return false
  }

  func decode<Example: Decodable>(_ type: Example.Type, forKey key: Key) throws -> Example {
    let (example, role) = try ShapeProbe.example(of: type, at: codingPath + [key])
    probe.shape.record(key.stringValue, role)
    return example
  }

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) -> KeyedDecodingContainer<Inner> {
    probe.shape.record(key.stringValue, .value(.object))
    return ShapeProbe(codingPath: codingPath + [key]).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    probe.shape.record(key.stringValue, .value(.list))
    return EmptyList(codingPath: codingPath + [key])
  }

  func superDecoder() -> any Decoder { probe }
  func superDecoder(forKey key: Key) -> any Decoder { ShapeProbe(codingPath: codingPath + [key]) }
}

private struct SingleProbe: SingleValueDecodingContainer {
  let probe: ShapeProbe
  var codingPath: [any CodingKey] { probe.codingPath }

  func decodeNil() -> Bool { false }

  func decode(_ type: Bool.Type) -> Bool { record(.bool, false) }
  func decode(_ type: String.Type) -> String { record(.string, "") }
  func decode(_ type: Double.Type) -> Double { record(.number, 0) }
  func decode(_ type: Float.Type) -> Float { record(.number, 0) }
  func decode(_ type: Int.Type) -> Int { record(.number, 0) }
  func decode(_ type: Int8.Type) -> Int8 { record(.number, 0) }
  func decode(_ type: Int16.Type) -> Int16 { record(.number, 0) }
  func decode(_ type: Int32.Type) -> Int32 { record(.number, 0) }
  func decode(_ type: Int64.Type) -> Int64 { record(.number, 0) }
  func decode(_ type: UInt.Type) -> UInt { record(.number, 0) }
  func decode(_ type: UInt8.Type) -> UInt8 { record(.number, 0) }
  func decode(_ type: UInt16.Type) -> UInt16 { record(.number, 0) }
  func decode(_ type: UInt32.Type) -> UInt32 { record(.number, 0) }
  func decode(_ type: UInt64.Type) -> UInt64 { record(.number, 0) }

  func decode<Example: Decodable>(_ type: Example.Type) throws -> Example {
    let (example, role) = try ShapeProbe.example(of: type, at: codingPath)
    guard case .value(let type) = role else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath, debugDescription: "Use 'decodeIfPresent'"))
    }
    probe.type = type
    return example
  }

  private func record<Example>(_ type: PropertyType, _ example: Example) -> Example {
    probe.type = type
    return example
  }
}

private struct EmptyList: UnkeyedDecodingContainer {
  let codingPath: [any CodingKey]
  let count: Int? = 0
  let isAtEnd = true
  let currentIndex = 0

  private var end: DecodingError {
    .valueNotFound(Any.self, .init(codingPath: codingPath, debugDescription: "The list is empty"))
  }

  func decodeNil() throws -> Bool { throw end }
  func decode<Element: Decodable>(_ type: Element.Type) throws -> Element { throw end }
  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> { throw end }
  func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw end }
  func superDecoder() throws -> any Decoder { throw end }
}
