import Foundation
import TesseraValues

/// Decodes Swift values from a ``Value``. In contrast to Foundation's JSON decoder, it needs no intermediate text and
/// can pass along objects that are not `Sendable`, such as the views of a presentation.
struct ValueDecoder: Decoder {
  let value: Value
  var codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any]

  init(_ value: Value, userInfo: [CodingUserInfoKey: Any] = [:]) {
    self.value = value
    self.userInfo = userInfo
  }

  fileprivate func inner(_ value: Value, _ key: any CodingKey) -> ValueDecoder {
    var decoder = ValueDecoder(value, userInfo: userInfo)
    decoder.codingPath = codingPath + [key]
    return decoder
  }

  fileprivate func mismatch(_ type: Any.Type) -> DecodingError {
    .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "It is not of type \(type)"))
  }

  fileprivate func decode<Result: Decodable>(_ type: Result.Type) throws -> Result {
    if type == Value.self, let value = value as? Result { return value }
    if type == URL.self {
      guard let url = value.string.flatMap({ URL(string: $0) }) as? Result else { throw mismatch(type) }
      return url
    }
    return try Result(from: self)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard let members = value.dictionary else { throw mismatch([String: Value].self) }
    return KeyedDecodingContainer(ValueMembers<Key>(decoder: self, members: members))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let elements = value.array else { throw mismatch([Value].self) }
    return ValueElements(decoder: self, elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { SingleValue(decoder: self) }
}

private struct SingleValue: SingleValueDecodingContainer {
  let decoder: ValueDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.value.isNull }

  func decode(_ type: Bool.Type) throws -> Bool {
    switch decoder.value {
    case .bool(let flag): return flag
    // The numbers 0 and 1 are accepted, as in properties.
    case .integer(let number) where [0, 1].contains(number): return number == 1
    default: throw decoder.mismatch(type)
    }
  }

  func decode(_ type: String.Type) throws -> String {
    switch decoder.value {
    case .string(let text): return text
    case .integer, .double, .bool, .date: return decoder.value.description
    default: throw decoder.mismatch(type)
    }
  }

  func decode(_ type: Double.Type) throws -> Double { try number() }
  func decode(_ type: Float.Type) throws -> Float { Float(try number()) }
  func decode(_ type: Int.Type) throws -> Int { try whole() }
  func decode(_ type: Int8.Type) throws -> Int8 { try whole() }
  func decode(_ type: Int16.Type) throws -> Int16 { try whole() }
  func decode(_ type: Int32.Type) throws -> Int32 { try whole() }
  func decode(_ type: Int64.Type) throws -> Int64 { try whole() }
  func decode(_ type: UInt.Type) throws -> UInt { try whole() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try whole() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try whole() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try whole() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try whole() }
  func decode<Result: Decodable>(_ type: Result.Type) throws -> Result { try decoder.decode(type) }

  private func number() throws -> Double {
    guard let number = decoder.value.number else { throw decoder.mismatch(Double.self) }
    return number
  }

  private func whole<Number: FixedWidthInteger>() throws -> Number {
    let number: Number?
    // Large integers, such as identifiers, stay exact.
    if case .integer(let whole) = decoder.value {
      number = Number(exactly: whole)
    } else {
      number = Number(exactly: try self.number())
    }
    guard let number else { throw decoder.mismatch(Number.self) }
    return number
  }
}

private struct ValueMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ValueDecoder
  let members: [String: Value]
  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { members.keys.sorted().compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try inner(key).value.isNull }
  func decode<Result: Decodable>(_ type: Result.Type, forKey key: Key) throws -> Result {
    try inner(key).decode(type)
  }

  func nestedContainer<Inner: CodingKey>(
    keyedBy type: Inner.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Inner> {
    try inner(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try inner(key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { decoder }
  func superDecoder(forKey key: Key) throws -> any Decoder { try inner(key) }

  private func inner(_ key: Key) throws -> ValueDecoder {
    guard let value = members[key.stringValue] else {
      throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "It is missing"))
    }
    return decoder.inner(value, key)
  }
}

private struct ValueElements: UnkeyedDecodingContainer {
  let decoder: ValueDecoder
  let elements: [Value]
  private(set) var currentIndex = 0
  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  private struct Index: CodingKey {
    let intValue: Int?
    var stringValue: String { intValue.map(String.init) ?? "" }
    init(_ index: Int) { intValue = index }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { self.intValue = intValue }
  }

  private mutating func next() throws -> ValueDecoder {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        Any.self, .init(codingPath: codingPath, debugDescription: "The list is at its end"))
    }
    defer { currentIndex += 1 }
    return decoder.inner(elements[currentIndex], Index(currentIndex))
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, elements[currentIndex].isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Result: Decodable>(_ type: Result.Type) throws -> Result { try next().decode(type) }
  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try next().container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
  mutating func superDecoder() throws -> any Decoder { try next() }
}
