import TesseraComponents
public import TesseraCustomWidgets
import TesseraViews

/// The widgets made of Swift that a host knows.
public struct CustomWidgetRegistry: Sendable {
  private var widgets: [String: any CustomWidget.Type] = [:]

  /// An empty registry.
  public init() {}

  mutating func add(_ widget: any CustomWidget.Type) { widgets[widget.definition.type] = widget }

  /// Whether widgets of a type decide themselves which cells of a grid they take.
  func decidesSize(_ type: String) -> Bool { widgets[type] is any GridWidget.Type }

  /// The definition of a type.
  public subscript(type: String) -> CustomWidgetDefinition? { widgets[type]?.definition }

  /// All definitions, sorted by type.
  public var all: [CustomWidgetDefinition] { widgets.values.map { $0.definition }.sorted { $0.type < $1.type } }
}

extension WidgetExtensions {
  /// Adds a widget made of Swift: as a component of screens, and as a widget of its own that people place on boards.
  public mutating func register(_ widget: any CustomWidget.Type) {
    components.register(ComponentDefinition(widget))
    customWidgets.add(widget)
  }
}
