/// An object of a storyboard or xib: a view controller, view, bar item, gesture recognizer or placeholder.
package struct InterfaceObject: Sendable, InterfaceElement {
  /// An object inside another one, and how the outer one has it.
  package struct Child: Sendable {
    /// The key of a single object, such as `view` or `navigationItem`, or the name of a collection, such as `subviews`,
    /// `prototypes` or `rightBarButtonItems`.
    package var relation: String
    package var object: InterfaceObject
  }

  /// The name of the file's element, such as `tableView`.
  package var elementName: String
  package var id: String?
  /// The class to use in place of the element's own.
  package var customClass: String?
  /// The Swift module of the custom class.
  package var customModule: String?
  /// The attributes of the element, including those that have properties here.
  package var attributes: [String: String]
  /// Properties that are elements, in the order of the file.
  package var values: [(key: String, value: InterfaceValue)] = []
  package var children: [Child] = []
  /// Constraints that the view owns. They may concern views inside it.
  package var constraints: [InterfaceConstraint] = []
  /// What differs for size classes.
  package var variations: [InterfaceVariation] = []
  /// Values set by key path after loading.
  package var runtimeAttributes: [InterfaceRuntimeAttribute] = []
  package var connections: [InterfaceConnection] = []
  /// The line of the file on which the element's start tag ends, from 1.
  package var line: Int

  /// The frame in points, in the coordinates of the superview.
  package var frame: InterfaceRectangle? {
    guard case .rectangle(let rectangle) = value("frame") else { return nil }
    return rectangle
  }

  /// The font with a key. Labels and fields have it as `fontDescription`.
  package func font(_ key: String = "fontDescription") -> InterfaceFont? {
    guard case .font(let font) = value(key) else { return nil }
    return font
  }

  /// The object with a key.
  package func object(_ key: String) -> InterfaceObject? { children.first { $0.relation == key }?.object }

  /// The objects of a collection in the order of the file.
  package func objects(_ collection: String) -> [InterfaceObject] {
    children.compactMap { $0.relation == collection ? $0.object : nil }
  }

  /// Whether the object only stands for another one.
  package var isPlaceholder: Bool { elementName == "placeholder" || elementName == "exit" }
}

/// A value that Interface Builder sets by key path after loading.
package struct InterfaceRuntimeAttribute: Sendable {
  package var keyPath: String
  package var value: InterfaceValue
}
