public import TesseraValues
public import TesseraViews

/// The description of a custom widget as data. It drives the decoding and validation of documents, the settings form,
/// the JSON Schema and the reference.
public struct CustomWidgetDefinition: Sendable {
  /// The sizes of a widget in cells of a board's grid.
  public struct Sizes: Sendable, Hashable {
    /// The initial size.
    public var preferred: GridSize
    /// The minimum size.
    public var minimum: GridSize

    /// Creates sizes.
    public init(
      preferred: GridSize = GridSize(columns: 4, rows: 4), minimum: GridSize = GridSize(columns: 2, rows: 2)
    ) {
      self.preferred = preferred
      self.minimum = minimum
    }
  }

  /// The name of the component in documents: `rangeSlider`.
  public var type: String
  /// The identifier on boards, in reverse-DNS notation: `org.example.range-slider`. It must never change.
  public var id: String
  /// The name shown to users in the widget gallery.
  public var title: String
  /// One sentence for the reference and the gallery.
  public var documentation: String
  /// The name of the property that bindings (`"bind": "path"`) and forms use as the component's value; nil for none.
  public var valueProperty: String?
  /// The version of the definition. It increases with each change that requires placed widgets to be migrated; see
  /// ``migrate``.
  public var version: Int
  /// The properties that documents, users and the widget can set.
  public var properties: [ModelProperty]
  /// The events of the widget.
  public var events: [EventDefinition]
  /// The methods of the widget.
  public var methods: [CustomWidgetMethod]
  /// The view kinds that the widget creates itself, which browsers need to know.
  public var kinds: [ViewKind]
  /// The sizes in cells of a board's grid.
  public var sizes: Sizes
  /// The margin around the widget on a board, in points.
  public var boardMargin: Double
  /// The radius of the corners of the widget's tile on a board, in points; nil for the board's own.
  public var cornerRadius: Double?
  /// The maximum number of these widgets on a board's page up to which people can add more; nil for any number.
  public var allowedInstancesPerPage: Int?
  /// Returns whether people can add the widget to boards now. Called whenever a board's gallery opens. Placed widgets
  /// stay.
  public var isAvailable: @Sendable () -> Bool
  /// Migrates the values of a widget that was placed with an earlier version, which is passed as `version`, to the
  /// current version.
  public var migrate: @Sendable (_ values: [String: Value], _ version: Int) -> [String: Value]

  /// Creates a definition.
  public init(
    type: String, id: String, title: String, documentation: String, valueProperty: String? = nil, version: Int = 1,
    properties: [ModelProperty] = [], events: [EventDefinition] = [], methods: [CustomWidgetMethod] = [],
    kinds: [ViewKind] = [], sizes: Sizes = Sizes(), boardMargin: Double = 0, cornerRadius: Double? = nil,
    allowedInstancesPerPage: Int? = nil, isAvailable: @escaping @Sendable () -> Bool = { true },
    migrate: @escaping @Sendable (_ values: [String: Value], _ version: Int) -> [String: Value] = { values, _ in values
    }
  ) {
    self.type = type
    self.id = id
    self.title = title
    self.documentation = documentation
    self.valueProperty = valueProperty
    self.version = version
    self.properties = properties
    self.events = events
    self.methods = methods
    self.kinds = kinds
    self.sizes = sizes
    self.boardMargin = boardMargin
    self.cornerRadius = cornerRadius
    self.allowedInstancesPerPage = allowedInstancesPerPage
    self.isAvailable = isAvailable
    self.migrate = migrate
  }

  /// Returns the property with a name.
  public func property(_ name: String) -> ModelProperty? { properties.first { $0.name == name } }

  /// Returns the method with a name.
  public func method(_ name: String) -> CustomWidgetMethod? { methods.first { $0.name == name } }
}
