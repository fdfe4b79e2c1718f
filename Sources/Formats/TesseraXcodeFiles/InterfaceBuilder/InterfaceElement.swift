/// What objects and records have of an element: attributes, and values that are elements inside it.
package protocol InterfaceElement: XMLAttributes {
  /// The values, in the order of the file.
  var values: [(key: String, value: InterfaceValue)] { get }
}

extension InterfaceElement {
  /// The first value with a key.
  package func value(_ key: String) -> InterfaceValue? { values.first { $0.key == key }?.value }

  /// A text with a key, in an attribute or, if it has several lines, in an element.
  package func text(_ key: String) -> String? {
    if let text = attributes[key] { return text }
    guard case .string(let text) = value(key) else { return nil }
    return text
  }

  /// The values of a record, such as a button's state `normal`.
  package func record(_ key: String) -> InterfaceRecord? {
    guard case .record(let record) = value(key) else { return nil }
    return record
  }

  /// The color with a key, such as `backgroundColor`.
  package func color(_ key: String) -> InterfaceColor? {
    guard case .color(let color) = value(key) else { return nil }
    return color
  }
}
