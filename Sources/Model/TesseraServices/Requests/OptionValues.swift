package import TesseraValues

/// The values of a widget's options in requests: `$options.city` in a path, a query, a header, a parameter or the base URL.
package struct OptionValues: Sendable, Hashable {
  /// The name that precedes those of options.
  static let key = "options"

  /// `["options": {name: value, …}]`.
  let root: Value

  /// Creates the values of options by name.
  package init(_ values: [String: Value]) { root = [Self.key: .dictionary(values)] }

  /// No options.
  package static let none = OptionValues([:])

  /// Returns the name of the option that a path reads; nil for other paths.
  static func name(in path: ValuePath) -> String? {
    path.keys.first == key && path.keys.count > 1 ? path.keys[1] : nil
  }

  /// Returns the value in which a path is read: the options, or an action's object.
  func root(for path: ValuePath, otherwise object: Value) -> Value { Self.name(in: path) == nil ? object : root }

  /// Returns the value at a path of the options or of an action's object.
  func value(at path: ValuePath, otherwise object: Value) -> Value {
    root(for: path, otherwise: object).value(at: path)
  }
}
