import TesseraComponents
public import TesseraCustomWidgets
import TesseraViews

/// The custom widgets of a host.
public struct CustomWidgetRegistry: Sendable {
  private var widgets: [String: any CustomWidget.Type] = [:]

  /// Creates an empty registry.
  public init() {}

  mutating func add(_ widget: any CustomWidget.Type) { widgets[widget.definition.type] = widget }

  /// Whether widgets of a type decide themselves which cells of a grid they occupy.
  func decidesSize(_ type: String) -> Bool { widgets[type] is any GridWidget.Type }

  /// The definition of a component type.
  public subscript(type: String) -> CustomWidgetDefinition? { widgets[type]?.definition }

  /// All definitions, sorted by type.
  public var all: [CustomWidgetDefinition] { widgets.values.map { $0.definition }.sorted { $0.type < $1.type } }
}

extension WidgetExtensions {
  /// Registers a custom widget, both as a component of screens and as a widget for boards.
  public mutating func register(_ widget: any CustomWidget.Type) {
    components.register(ComponentDefinition(widget))
    customWidgets.add(widget)
  }
}
