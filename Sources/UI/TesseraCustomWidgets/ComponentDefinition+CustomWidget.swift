import TesseraValues
package import TesseraViews

extension ComponentDefinition {
  /// Creates the component definition of a custom widget.
  package init(_ widgetClass: any CustomWidget.Type) {
    let definition = widgetClass.definition
    let kind = ViewKind(definition.type)
    self.init(
      type: definition.type, documentation: definition.documentation, kind: kind,
      properties: definition.properties.map(Self.property), events: definition.events,
      makeView: { CustomWidgetView(widgetClass, kind: kind, in: $0) })
    self = withParts(definition.kinds).writing(
      definition.properties.map(\.name), eventPrefix: CustomWidgetView.writeEventPrefix,
      value: definition.valueProperty)
  }

  private static func property(_ property: ModelProperty) -> Property<View> {
    let get: @Sendable (View) -> Value = { view in
      (view as? CustomWidgetView)?.model.value(forKey: property.name) ?? .null
    }
    guard property.access == .readWrite else {
      return Property(property.name, property.type, property.tooltip, get: get)
    }
    return Property(property.name, property.type, property.tooltip, get: get) { value throws(PropertyMismatch) in
      if let expected = property.mismatch(with: value) { throw PropertyMismatch(expected: expected) }
      return { view in
        try? (view as? CustomWidgetView)?.model.write(value, forKey: property.name, by: .host)
      }
    }
  }
}
