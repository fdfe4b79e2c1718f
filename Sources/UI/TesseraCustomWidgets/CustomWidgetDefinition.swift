public import TesseraValues
public import TesseraViews

/// What a custom widget is, as data: it drives the decoding and the checks of documents, the form of settings, the JSON Schema
/// and the reference.
public struct CustomWidgetDefinition: Sendable {
  /// How many cells of a board's grid a widget takes.
  public struct Sizes: Sendable, Hashable {
    /// When it is placed.
    public var preferred: GridCells
    /// At least.
    public var minimum: GridCells

    /// Creates sizes.
    public init(
      preferred: GridCells = GridCells(columns: 4, rows: 4), minimum: GridCells = GridCells(columns: 2, rows: 2)
    ) {
      self.preferred = preferred
      self.minimum = minimum
    }
  }

  /// The name of the component in documents: `rangeSlider`.
  public var type: String
  /// The identity on boards, in reverse DNS: `org.example.range-slider`. It never changes.
  public var id: String
  /// The name that people see in the gallery of widgets.
  public var title: String
  /// One sentence for the reference and the gallery.
  public var documentation: String
  /// The name of the property that the component is bound by (`"bind": "path"`), and that forms take as its value; nil for none.
  public var valueProperty: String?
  /// Counts the changes of the definition that placed widgets have to be brought to; see ``migrate``.
  public var version: Int
  /// What documents, people and the widget can set.
  public var properties: [ModelProperty]
  /// What it tells.
  public var events: [EventDefinition]
  /// What it can be asked to do.
  public var methods: [CustomWidgetMethod]
  /// Kinds of views that it makes itself, so that browsers know them.
  public var kinds: [ViewKind]
  /// How many cells of a board's grid it takes.
  public var sizes: Sizes
  /// Around the widget on a board, in points.
  public var boardMargin: Double
  /// Brings the values that a widget was placed with under an earlier version to the present one. It is given that version.
  public var migrate: @Sendable (_ values: [String: Value], _ version: Int) -> [String: Value]

  /// Creates a definition.
  public init(
    type: String, id: String, title: String, documentation: String, valueProperty: String? = nil, version: Int = 1,
    properties: [ModelProperty] = [], events: [EventDefinition] = [], methods: [CustomWidgetMethod] = [],
    kinds: [ViewKind] = [], sizes: Sizes = Sizes(), boardMargin: Double = 0,
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
    self.migrate = migrate
  }

  /// The property with a name.
  public func property(_ name: String) -> ModelProperty? { properties.first { $0.name == name } }

  /// The method with a name.
  public func method(_ name: String) -> CustomWidgetMethod? { methods.first { $0.name == name } }
}
