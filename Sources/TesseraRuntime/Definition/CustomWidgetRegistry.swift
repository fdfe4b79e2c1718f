import TesseraComponents
public import TesseraCustomWidgets
import TesseraViews

/// The widgets made of Swift that a host knows.
public struct CustomWidgetRegistry: Sendable {
  private var definitions: [String: CustomWidgetDefinition] = [:]

  /// An empty registry.
  public init() {}

  private var gridWidgets: Set<String> = []

  mutating func add(_ widget: any CustomWidget.Type) {
    let definition = widget.definition
    definitions[definition.type] = definition
    if widget is any GridWidget.Type { gridWidgets.insert(definition.type) }
  }

  /// Whether widgets of a type decide themselves which cells of a grid they take.
  func decidesSize(_ type: String) -> Bool { gridWidgets.contains(type) }

  /// The definition of a type.
  public subscript(type: String) -> CustomWidgetDefinition? { definitions[type] }

  /// All definitions, sorted by type.
  public var all: [CustomWidgetDefinition] { definitions.values.sorted { $0.type < $1.type } }
}

extension Vocabulary {
  /// Adds a widget made of Swift: as a component of screens, and as a widget of its own that people place on boards.
  public mutating func register(_ widget: any CustomWidget.Type) {
    components.register(ComponentDefinition(widget))
    customWidgets.add(widget)
  }
}
