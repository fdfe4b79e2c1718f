/// Something that is read by key: a dictionary, an object of the store, a screen's table of identifiers.
///
/// Predicates, bindings and templates see the world through this protocol only, so data stays data: there is no way
/// to reach a method, a class or a process through a key.
public protocol ValueReading {
  /// The value of one key, or nil where the key is unknown. Unknown and null read the same in a key path.
  func value(forKey key: String) -> Value?
  /// The value at a path. A missing step gives ``Value/null``.
  func value(at path: ValuePath) -> Value
}

/// A scope whose names can stand for things that are no data, such as the views of a screen: what is read of these are
/// their properties.
package protocol NameLookup: ValueReading {
  /// Whether a name stands for a thing and not for data.
  func isThing(_ name: String) -> Bool
}

extension ValueReading {
  /// Reads the first key here and the rest from its value.
  public func value(at path: ValuePath) -> Value {
    guard let first = path.first else { return .null }
    let head = value(forKey: first) ?? .null
    return path.count == 1 ? head : head.value(at: path.dropFirst())
  }
}

extension Value: ValueReading {
  /// A dictionary's member, an object's property, or for a list the list of each element's value: `posts.text` reads
  /// the texts of all posts, as key-value coding does.
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

  /// The value at a path; the empty path is the value itself.
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
  /// The member with this key.
  public func value(forKey key: String) -> Value? { self[key] }
}
