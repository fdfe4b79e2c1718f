import TesseraComponents
public import TesseraCustomWidgets
import TesseraViews

/// The widgets made of Swift that a host knows.
public struct CustomWidgetRegistry: Sendable {
  private var definitions: [String: CustomWidgetDefinition] = [:]

  /// An empty registry.
  public init() {}

  mutating func add(_ definition: CustomWidgetDefinition) { definitions[definition.type] = definition }

  /// The definition of a type.
  public subscript(type: String) -> CustomWidgetDefinition? { definitions[type] }

  /// All definitions, sorted by type.
  public var all: [CustomWidgetDefinition] { definitions.values.sorted { $0.type < $1.type } }
}

extension Vocabulary {
  /// Adds a widget made of Swift: as a component of screens, and as a widget of its own that people place on boards.
  public mutating func register(_ widget: any CustomWidget.Type) {
    components.register(ComponentDefinition(widget))
    customWidgets.add(widget.definition)
  }
}
