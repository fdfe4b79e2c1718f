/// A value of a property.
package enum InterfaceValue: Sendable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case point(InterfacePoint)
  case size(InterfaceSize)
  case rectangle(InterfaceRectangle)
  case insets(InterfaceInsets)
  case color(InterfaceColor)
  case font(InterfaceFont)
  case autoresizing(InterfaceAutoresizing)
  /// The name of an image.
  case image(String)
  /// Anything else: the states of a button, traits of text input, rich text.
  indirect case record(InterfaceRecord)
}

/// A value with parts of its own that is not an object of the interface.
package struct InterfaceRecord: Sendable, InterfaceElement {
  /// The name of the file's element, such as `state` or `textInputTraits`.
  package var elementName: String
  package var attributes: [String: String]
  package var values: [(key: String, value: InterfaceValue)]
  /// The text of the element itself.
  package var text: String
}

/// A point in points of the screen.
package struct InterfacePoint: Hashable, Sendable {
  package var x: Double
  package var y: Double
}

/// A size in points.
package struct InterfaceSize: Hashable, Sendable {
  package var width: Double
  package var height: Double
}

/// A rectangle in points, from its upper left corner.
package struct InterfaceRectangle: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double
}

/// Distances from the edges in points. Directional insets have `leading` as `left` and `trailing` as `right`.
package struct InterfaceInsets: Hashable, Sendable {
  package var top: Double
  package var left: Double
  package var bottom: Double
  package var right: Double
}

/// What of a view's frame changes with its superview: the raw values are those of compiled nibs (`UIAutoresizingMask`).
package struct InterfaceAutoresizing: OptionSet, Hashable, Sendable {
  package var rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let flexibleMinX = InterfaceAutoresizing(rawValue: 1)
  package static let widthSizable = InterfaceAutoresizing(rawValue: 2)
  package static let flexibleMaxX = InterfaceAutoresizing(rawValue: 4)
  package static let flexibleMinY = InterfaceAutoresizing(rawValue: 8)
  package static let heightSizable = InterfaceAutoresizing(rawValue: 16)
  package static let flexibleMaxY = InterfaceAutoresizing(rawValue: 32)
}
