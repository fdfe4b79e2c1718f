import Foundation
import TesseraValues

/// Reads keys and collection operators.
enum KeyPathReading {
  /// A collection operator with the keys that follow it.
  struct Segment: Sendable {
    let collectionOperator: CollectionOperator
    let keys: [String]

    func apply(to value: Value, _ state: inout EvaluationState) -> Value {
      guard let elements = ListFunctions.elements(of: value) else { return .null }
      guard state.spend(elements.count) else { return .null }
      if collectionOperator == .count { return KeyPathReading.read(keys, of: .integer(Int64(elements.count))) }
      let makesText = KeyPathReading.makesText(keys)
      var values: [Value] = []
      values.reserveCapacity(elements.count)
      for element in elements {
        let value = KeyPathReading.read(keys, of: element)
        state.charge(mapped: value, makesText: makesText)
        guard !state.isExhausted else { return .null }
        values.append(value)
      }
      return ListFunctions.apply(collectionOperator, to: values, &state)
    }
  }

  /// Splits components, of which the first is an operator, into segments.
  static func segments(_ components: some Sequence<KeyPathComponent>) -> [Segment] {
    var segments: [Segment] = []
    for component in components {
      switch component {
      case .collectionOperator(let collectionOperator):
        segments.append(Segment(collectionOperator: collectionOperator, keys: []))
      case .key(let key):
        guard let last = segments.popLast() else { continue }
        segments.append(Segment(collectionOperator: last.collectionOperator, keys: last.keys + [key]))
      }
    }
    return segments
  }

  /// Returns the components of a path given as text, such as `@distinctUnionOfObjects.name`.
  static func components(_ text: String) -> [KeyPathComponent]? {
    var components: [KeyPathComponent] = []
    for key in text.split(separator: ".") {
      if key.hasPrefix("@") {
        guard let collectionOperator = CollectionOperator(rawValue: String(key.dropFirst())) else { return nil }
        components.append(.collectionOperator(collectionOperator))
      } else {
        components.append(.key(String(key)))
      }
    }
    return components.count <= 64 ? components : nil
  }

  /// Reads components from a value.
  static func read(_ components: [KeyPathComponent], of value: Value, _ state: inout EvaluationState) -> Value {
    let keys = components.prefix { if case .key = $0 { true } else { false } }
    var current = value
    for case .key(let key) in keys { current = read(key, of: current) }
    for segment in segments(components.dropFirst(keys.count)) { current = segment.apply(to: current, &state) }
    return current
  }

  static func read(_ keys: [String], of value: Value) -> Value {
    var current = value
    for key in keys {
      if case .null = current { return .null }
      current = read(key, of: current)
    }
    return current
  }

  /// Reads a single key. `self` is the value itself, unless a dictionary or an object has such a key.
  static func read(_ key: String, of value: Value) -> Value {
    switch value {
    case .dictionary(let members): members[key] ?? (isSelf(key) ? value : .null)
    case .object(let object): object.value(forKey: key) ?? (isSelf(key) ? value : .null)
    case .array(let elements):
      if isSelf(key) {
        value
      } else if let first = key.utf8.first, (0x30...0x39).contains(first), let index = Int(key) {
        elements.indices.contains(index) ? elements[index] : .null
      } else {
        .array(elements.map { read(key, of: $0) })
      }
    default: isSelf(key) ? value : property(key, of: value)
    }
  }

  /// Reads a path from a scope that is not a value.
  static func read(_ path: ValuePath, in scope: any ValueReading) -> Value {
    let direct = scope.value(at: path)
    guard direct.isNull, path.count > 1, let last = path.last else { return direct }
    // A scope does not support the properties of plain values, such as `field.text.length`.
    return property(last, of: scope.value(at: ValuePath(keys: Array(path.keys.dropLast()))))
  }

  /// The properties of plain values that create new texts instead of returning parts of the data.
  private static let textProperties: Set<String> = [
    "uppercaseString", "lowercaseString", "capitalizedString", "stringValue", "description",
  ]

  /// Returns whether reading a path may create texts.
  static func makesText(_ keys: [String]) -> Bool { keys.last.map(textProperties.contains) ?? false }

  private static func isSelf(_ key: String) -> Bool { key == "self" || key == "SELF" }

  /// Returns a property of a plain value, as supported by its Foundation class in key-value coding.
  private static func property(_ key: String, of value: Value) -> Value {
    switch value {
    // Values that have keys of their own have no properties.
    case .null, .array, .dictionary, .object: return .null
    default: break
    }
    switch (key, value) {
    case ("length", .string), ("uppercaseString", .string), ("lowercaseString", .string),
      ("capitalizedString", .string), ("intValue", _), ("integerValue", _), ("longLongValue", _),
      ("doubleValue", _), ("floatValue", _), ("boolValue", _), ("stringValue", _), ("description", _),
      ("timeIntervalSince1970", .date), ("timeIntervalSinceReferenceDate", .date):
      return BuiltInFunction.method(key).map { FunctionCompiler.apply($0, to: value) } ?? .null
    default: return .null
    }
  }
}
