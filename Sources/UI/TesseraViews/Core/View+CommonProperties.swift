package import TesseraValues

extension View {
  /// The properties of every view.
  package static let commonProperties = generalProperties + contentPriorityProperties

  private static let generalProperties: [Property<View>] = [
    .of(
      View.self, "identifier", .string, "The name on the screen.",
      get: { (view: View) in view.identifier.map(Value.string) ?? .null }),
    .text(View.self, "name", "The name under which a form sends the value.", \.fieldName),
    .text(View.self, "fieldName", "The same as name.", \.fieldName),
    .flag(
      View.self, "takesPartInForm", "Whether an enclosing form includes its value; true by default.",
      \.takesPartInForm),
    .flag(
      View.self, "required", "Whether an enclosing form is incomplete without its value.", \.isRequired),
    .of(
      View.self, "fieldValue", .any, "The value that a form reads from the view.", get: { $0.fieldValue },
      set: { $0.value = $1 }),
    .of(
      View.self, "value", .any, "The value of the view; null by default.", get: { $0.value },
      set: { $0.value = $1 }),
    .flag(View.self, "hidden", "Whether the view is hidden. Its box keeps its space, except in a stack.", \.isHidden),
    .of(
      View.self, "visible", .bool, "The opposite of hidden.", get: { .bool(!$0.isHidden) },
      set: { $0.isHidden = !$1.isTrue }),
    .flag(View.self, "disabled", "Whether the view is shown but does not react.", \.isDisabled),
    .of(
      View.self, "href", .string, "An address that a press opens elsewhere, in place of `onPress`: the view is a link.",
      get: { (view: View) in view[.href] },
      set: { view, value in
        view[.href] = value.string.flatMap { Link.isOpened($0) ? .string($0) : nil } ?? .null
      }),
    .attribute("opacity", .number, .opacity, "0 (clear) to 1."),
    .attribute("backgroundColor", .color, .backgroundColor, "Colour of the box."),
    .attribute(
      "selectedBackgroundColor", .color, .selectedBackgroundColor,
      "Colour over the background while the view is pressed or its row is selected."),
    .attribute("color", .color, .color, "The colour of text and symbols."),
    .attribute("cornerRadius", .number, .cornerRadius, "Radius of the corners in points."),
    .attribute("accessibilityLabel", .string, .accessibilityLabel, "The label of the view for assistive technology."),
    .attribute("accessibilityHint", .string, .accessibilityHint, "A hint for assistive technology."),
    .attribute(
      "accessibilityHidden", .bool, .accessibilityHidden,
      "Whether the view and its descendants are hidden from assistive technology; for decoration."),
    .attribute("role", .string, .role, "An ARIA role."),
  ]
}

extension Property<View> {
  /// Returns a property that is backed by an attribute of every view.
  package static func attribute(
    _ name: String, _ valueType: PropertyType, _ attribute: ViewAttribute, _ documentation: String
  ) -> Property<View> {
    Property(name, valueType, documentation, get: { $0[attribute] }) { value throws(PropertyMismatch) in
      if let expected = valueType.mismatch(with: value) { throw PropertyMismatch(expected: expected) }
      if valueType == .color, let text = value.string, ColorComponents(text, in: .light) == nil {
        throw PropertyMismatch(expected: "colour such as '#3366ff' or 'accent'")
      }
      return { $0[attribute] = value }
    }
  }
}
