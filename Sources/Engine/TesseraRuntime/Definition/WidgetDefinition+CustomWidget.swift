import TesseraBundles
package import TesseraCustomWidgets
package import TesseraValues
import TesseraViews

extension WidgetDefinition {
  /// A widget made of Swift as one that people place: a bundle of one screen with nothing but the component, whose properties are
  /// the options of the widget.
  package init(_ widget: CustomWidgetDefinition, extensions: WidgetExtensions) {
    let bundle = WidgetBundle(texts: [
      "widget.json": JSONText.text(of: Self.manifest(of: widget)),
      WidgetBundle.screenPath("Widget"): JSONText.text(of: Self.screen(of: widget)),
    ])
    self.init(bundle: bundle, extensions: extensions, customWidget: widget)
  }

  /// The version of the widget's properties that its options are meant for; nil where there was never another.
  package var optionsVersion: Int? { customWidget.flatMap { $0.version > 1 ? $0.version : nil } }

  /// Options that were set for an earlier version as the present one has them; nil where that is the present one.
  package func migratedOptions(_ options: [String: Value], of version: Int?) -> [String: Value]? {
    guard let customWidget, customWidget.version > version ?? 1 else { return nil }
    return customWidget.migrate(options, version ?? 1)
  }

  /// Whether the widget decides itself which cells of a grid it takes.
  package var decidesSize: Bool { customWidget.map { extensions.customWidgets.decidesSize($0.type) } ?? false }

  private static func manifest(of widget: CustomWidgetDefinition) -> Value {
    func cells(_ size: GridCells) -> Value { .string("\(size.columns)x\(size.rows)") }
    return [
      "format": 1, "id": .string(widget.id), "name": .string(widget.title), "version": "1.0.0",
      "summary": .string(widget.documentation), "main": "Widget",
      "sizes": ["default": cells(widget.sizes.preferred), "minimum": cells(widget.sizes.minimum)],
      "options": .array(settings(of: widget).map(option)),
    ]
  }

  /// The properties that a person can set: those that are written as one piece of text, a number or a truth value.
  private static func settings(of widget: CustomWidgetDefinition) -> [ModelProperty] {
    widget.properties.filter { $0.access == .readWrite && optionType(of: $0) != nil }
  }

  private static func optionType(of property: ModelProperty) -> String? {
    switch property.type {
    case .string, .scalar, .imageSource, .imageURL, .address, .icon: "string"
    case .number: "number"
    case .bool: "bool"
    case .choice: "choice"
    case .color: "color"
    default: nil
    }
  }

  private static func option(_ property: ModelProperty) -> Value {
    var members: [String: Value] = [
      "name": .string(property.name), "type": optionType(of: property).map(Value.string) ?? .null,
      "title": .string(property.title), "summary": .string(property.tooltip), "default": property.default,
    ]
    if let group = property.group { members["group"] = .string(group) }
    if let condition = property.condition { members["condition"] = .string(condition) }
    if let range = property.range { members["range"] = [.double(range.lowerBound), .double(range.upperBound)] }
    if !property.choices.isEmpty {
      members["choices"] = .array(property.choices.map { ["value": .string($0.value), "title": .string($0.title)] })
    }
    return .dictionary(members)
  }

  private static func screen(of widget: CustomWidgetDefinition) -> Value {
    let bindings = settings(of: widget).map { ($0.name, Value.string("options.\($0.name)")) }
    var view: [String: Value] = [
      "type": .string(widget.type), "id": "custom",
      "style": ["flexGrow": 1, "flexShrink": 1, "margin": .double(widget.boardMargin)],
    ]
    if !bindings.isEmpty { view["bind"] = .dictionary(Dictionary(bindings, uniquingKeysWith: { $1 })) }
    return ["view": .dictionary(view)]
  }
}
