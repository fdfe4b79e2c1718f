public import TesseraValues
public import TesseraViews

/// What a type of component is: how it is checked, and how its view is made.
public struct ComponentDefinition: Sendable {
  /// The name in documents.
  public let type: String
  /// One sentence for the reference.
  public let documentation: String
  /// What the view is to a host; also gives the default layout.
  public let kind: ViewKind
  /// What attributes and bindings can name.
  public let properties: PropertyTable<View>
  /// Whether components may stand in it.
  public let allowsChildren: Bool
  /// The names of its special places.
  public let slots: [String]
  /// Whether it has prototypes of rows.
  public let hasPrototypes: Bool
  /// Makes the bare view; layout, appearance, properties and children are put in by the builder.
  public let makeView: @Sendable (ViewContext) -> View

  /// Creates a definition.
  public init(
    type: String, documentation: String, kind: ViewKind, properties: PropertyTable<View>,
    allowsChildren: Bool = false, slots: [String] = [], hasPrototypes: Bool = false,
    makeView: @escaping @Sendable (ViewContext) -> View
  ) {
    self.type = type
    self.documentation = documentation
    self.kind = kind
    self.properties = properties
    self.allowsChildren = allowsChildren
    self.slots = slots
    self.hasPrototypes = hasPrototypes
    self.makeView = makeView
  }
}

/// The types of components that documents can use.
public struct ComponentRegistry: Sendable {
  private var definitions: [String: ComponentDefinition] = [:]

  /// An empty registry.
  public init() {}

  /// Adds a type; a type of the same name is replaced.
  public mutating func register(_ definition: ComponentDefinition) { definitions[definition.type] = definition }

  /// The type with a name.
  public subscript(type: String) -> ComponentDefinition? { definitions[type] }

  /// The names of all types, sorted.
  public var types: [String] { definitions.keys.sorted() }

  /// The types that Tessera brings along.
  public static let standard: ComponentRegistry = {
    var registry = ComponentRegistry()
    for definition in standardDefinitions { registry.register(definition) }
    return registry
  }()

  private static let standardDefinitions: [ComponentDefinition] = [
    ComponentDefinition(
      type: "container", documentation: "A box that lays out its children.", kind: .container,
      properties: View.properties, allowsChildren: true, makeView: { View(.container, in: $0) }),
    ComponentDefinition(
      type: "scroll", documentation: "A box whose content scrolls.", kind: .scroll,
      properties: ScrollView.properties, allowsChildren: true, makeView: { ScrollView(in: $0) }),
    ComponentDefinition(
      type: "form", documentation: "A box that knows the values of its fields.", kind: .form,
      properties: FormView.properties, allowsChildren: true, makeView: { FormView(in: $0) }),
    ComponentDefinition(
      type: "text", documentation: "Text that is read.", kind: .text, properties: Label.properties,
      makeView: { Label(in: $0) }),
    ComponentDefinition(
      type: "image", documentation: "A picture from the bundle or from a server.", kind: .image,
      properties: ImageView.properties, makeView: { ImageView(in: $0) }),
    ComponentDefinition(
      type: "button", documentation: "Something to press.", kind: .button, properties: Button.properties,
      makeView: { Button(in: $0) }),
    ComponentDefinition(
      type: "textInput", documentation: "One line of text to type.", kind: .textInput,
      properties: TextField.properties, makeView: { TextField(.textInput, in: $0) }),
    ComponentDefinition(
      type: "textArea", documentation: "Several lines of text to type.", kind: .textArea,
      properties: TextField.properties, makeView: { TextField(.textArea, in: $0) }),
    ComponentDefinition(
      type: "searchBar", documentation: "A field to search with.", kind: .searchBar,
      properties: TextField.properties, makeView: { TextField(.searchBar, in: $0) }),
    ComponentDefinition(
      type: "activityIndicator", documentation: "A sign that something goes on.", kind: .activityIndicator,
      properties: ActivityIndicatorView.properties, makeView: { ActivityIndicatorView(in: $0) }),
    ComponentDefinition(
      type: "table", documentation: "A list of rows that scrolls.", kind: .table, properties: TableView.properties,
      slots: ["header", "footer"], hasPrototypes: true, makeView: { TableView(in: $0) }),
  ]
}
