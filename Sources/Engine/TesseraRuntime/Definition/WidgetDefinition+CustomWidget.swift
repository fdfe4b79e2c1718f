import TesseraBundles
package import TesseraCustomWidgets
package import TesseraValues
import TesseraViews

extension WidgetDefinition {
  /// Creates the definition of a custom widget as a widget for boards: a bundle with one screen that contains only the
  /// component, whose properties become the options of the widget.
  package init(_ widget: CustomWidgetDefinition, extensions: WidgetExtensions) {
    let bundle = WidgetBundle(texts: [
      "widget.json": JSONText.text(of: Self.manifest(of: widget)),
      WidgetBundle.screenPath("Widget"): JSONText.text(of: Self.screen(of: widget)),
    ])
    self.init(bundle: bundle, extensions: extensions, customWidget: widget)
  }

  /// The version of the properties that the options belong to; nil for the first version.
  package var optionsVersion: Int? { customWidget.flatMap { $0.version > 1 ? $0.version : nil } }

  /// Returns options of an earlier version, migrated to the current one; nil if no migration is needed.
  package func migratedOptions(_ options: [String: Value], of version: Int?) -> [String: Value]? {
    guard let customWidget, customWidget.version > version ?? 1 else { return nil }
    return customWidget.migrate(options, version ?? 1)
  }

  /// Whether the widget itself decides which cells of a grid it occupies.
  package var decidesSize: Bool { customWidget.map { extensions.customWidgets.decidesSize($0.type) } ?? false }

  /// Whether the widget's screens can write its options: those of a custom widget, or of a widget with a screen for
  /// settings.
  var writesOptions: Bool { customWidget != nil || bundle.manifest.board.settings != nil }

  /// Whether people can add the widget to boards.
  package var isAvailable: Bool { bundle.manifest.board.isAvailable && customWidget?.isAvailable() ?? true }

  private static func manifest(of widget: CustomWidgetDefinition) -> Value {
    func cells(_ size: GridSize) -> Value { .string("\(size.columns)x\(size.rows)") }
    var board: [String: Value] = [:]
    board["cornerRadius"] = widget.cornerRadius.map(Value.double)
    board["allowedInstancesPerPage"] = widget.allowedInstancesPerPage.map { .integer(Int64($0)) }
    return [
      "format": 1, "id": .string(widget.id), "name": .string(widget.title), "version": "1.0.0",
      "summary": .string(widget.documentation), "main": "Widget",
      "sizes": ["default": cells(widget.sizes.preferred), "minimum": cells(widget.sizes.minimum)],
      "board": .dictionary(board), "options": .array(settings(of: widget).map(option)),
    ]
  }

  /// Returns the properties that become options: writable texts, numbers and truth values.
  private static func settings(of widget: CustomWidgetDefinition) -> [ModelProperty] {
    widget.properties.filter { $0.access == .readWrite && optionType(of: $0) != nil }
  }

  private static func optionType(of property: ModelProperty) -> String? {
    switch property.type {
    case .string, .scalar, .imageSource, .imageURL, .address: "string"
    case .icon: "icon"
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
