/// A property's value without the format it came from.
package indirect enum StyleValue: Sendable, Hashable {
  case number(Double)
  case string(String)
  case object([String: StyleValue])
}

extension StyleValue: CustomStringConvertible {
  /// The value, or the message, in words.
  package var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .string(let string): "'\(string)'"
    case .object: "an object"
    }
  }
}

/// A property that does not exist, or a value that the property does not take.
package struct StyleError: Error, Sendable, Hashable {
  /// What kind of mistake was made.
  package enum Reason: Sendable, Hashable {
    /// No property has this name; `LayoutStyle.propertyNames` are the known ones.
    case unknownProperty
    /// An object has a key that the property does not know; `allowedValues` are the known ones.
    case unknownKey
    /// The value is of a kind, or is a word, that the property does not take.
    case unexpectedValue
    /// The number is not in the property's range, or not finite.
    case numberOutOfRange
  }

  /// What kind of mistake was made.
  package var reason: Reason
  /// The property's name.
  package var property: String
  /// The key inside an object value, where the fault lies there.
  package var key: String?
  /// The value that was not taken.
  package var found: StyleValue?
  /// What the property takes, in words: "a number of points", "a percentage".
  package var expected: [String]
  /// The words (or the keys) that are allowed, where there is a list.
  package var allowedValues: [String]
}

extension StyleError: CustomStringConvertible {
  /// The value, or the message, in words.
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
