/// A property value, independent of its source format.
package indirect enum StyleValue: Sendable, Hashable {
  case number(Double)
  case string(String)
  case object([String: StyleValue])
}

extension StyleValue: CustomStringConvertible {
  /// A description of the value for messages.
  package var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .string(let string): "'\(string)'"
    case .object: "an object"
    }
  }
}

/// The error for an unknown property, or for a value that a property does not accept.
package struct StyleError: Error, Sendable, Hashable {
  /// The kinds of errors.
  package enum Reason: Sendable, Hashable {
    /// There is no property with this name; `LayoutStyle.propertyNames` lists the known ones.
    case unknownProperty
    /// An object contains a key that the property does not support; `allowedValues` lists the supported ones.
    case unknownKey
    /// The property does not accept values of this type, or this keyword.
    case unexpectedValue
    /// The number is not finite or outside of the property's range.
    case numberOutOfRange
  }

  /// The kind of error.
  package var reason: Reason
  /// The name of the property.
  package var property: String
  /// The key of an object value, if the error concerns a single key.
  package var key: String?
  /// The rejected value.
  package var found: StyleValue?
  /// Descriptions of the accepted values, such as "a number of points" or "a percentage".
  package var expected: [String]
  /// The accepted keywords or keys, if there is a fixed list.
  package var allowedValues: [String]
}

extension StyleError: CustomStringConvertible {
  /// The error message.
  package var description: String {
    let path = key.map { "\(property).\($0)" } ?? property
    let words = allowedValues.map { "'\($0)'" }.joined(separator: ", ")
    let choices = (expected + (words.isEmpty ? [] : ["one of \(words)"])).joined(separator: " or ")
    switch reason {
    case .unknownProperty: return "Unknown layout property '\(property)'"
    case .unknownKey: return "Unknown key '\(key ?? "")' in '\(property)'; expected one of \(words)"
    case .unexpectedValue, .numberOutOfRange:
      return "'\(path)' is \(found.map(\.description) ?? "missing"); expected \(choices)"
    }
  }
}
