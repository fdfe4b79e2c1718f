/// A type whose contents are read by key: a dictionary, an object of the store, or a screen's table of identifiers.
///
/// Predicates, bindings and templates access data only through this protocol. A key can therefore never reach a method,
/// a class or a process.
public protocol ValueReading {
  /// Returns the value for a key, or nil if the key is unknown. In a key path, unknown keys and null values are
  /// equivalent.
  func value(forKey key: String) -> Value?
  /// Returns the value at a path. A missing step yields ``Value/null``.
  func value(at path: ValuePath) -> Value
}

/// A scope in which a name can refer to an object that is not data, such as a view of the screen. Reading such an
/// object yields its properties.
package protocol NameLookup: ValueReading {
  /// Returns whether a name refers to an object instead of data.
  func isThing(_ name: String) -> Bool
}

extension ValueReading {
  /// Reads the first key from this object, and the remaining keys from its value.
  public func value(at path: ValuePath) -> Value {
    guard let first = path.first else { return .null }
    let head = value(forKey: first) ?? .null
    return path.count == 1 ? head : head.value(at: path.dropFirst())
  }
}

extension Value: ValueReading {
  /// Returns the member of a dictionary, the property of an object, or the element of a list if the key is an integer.
  /// Any other key of a list yields the list of its elements' values: `posts.text` returns the texts of all posts, as
  /// in key-value coding.
  public func value(forKey key: String) -> Value? {
    switch self {
    case .dictionary(let members): members[key]
    case .object(let object): object.value(forKey: key)
    case .array(let values):
      if let index = Int(key) {
        values.indices.contains(index) ? values[index] : nil
      } else {
        .array(values.map { $0.value(forKey: key) ?? .null })
      }
    default: nil
    }
  }

  /// Returns the value at a path. The empty path yields the value itself.
  public func value(at path: ValuePath) -> Value {
    var current = self
    for key in path {
      if case .null = current { return .null }
      current = current.value(forKey: key) ?? .null
    }
    return current
  }
}

extension Dictionary: ValueReading where Key == String, Value == TesseraValues.Value {
  /// Returns the value for the given key.
  public func value(forKey key: String) -> Value? { self[key] }
}
