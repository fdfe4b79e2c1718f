/// The types of mediators that schemes can use.
public struct MediatorRegistry: Sendable {
  /// A type: its name in documents, its class, and one sentence for the reference.
  public struct Definition: Sendable {
    /// The name in documents.
    public let type: String
    /// One sentence for the reference.
    public let documentation: String
    /// The class.
    public let mediatorClass: Mediator.Type
  }

  private var definitions: [String: Definition] = [:]

  /// An empty registry.
  public init() {}

  /// Adds a type; a type of the same name is replaced.
  public mutating func register(_ type: String, _ mediatorClass: Mediator.Type, _ documentation: String) {
    definitions[type] = Definition(type: type, documentation: documentation, mediatorClass: mediatorClass)
  }

  /// The type with a name.
  public subscript(type: String) -> Definition? { definitions[type] }

  /// The names of all types, sorted.
  public var types: [String] { definitions.keys.sorted() }

  /// The types that Tessera brings along.
  public static let standard: MediatorRegistry = {
    var registry = MediatorRegistry()
    registry.register("ItemsCollection", ItemsCollection.self, "Provides the elements of a list in another object.")
    registry.register("ManagedObjectsProvider", ManagedObjectsProvider.self, "Provides rows of the store, live.")
    registry.register(
      "ContentDisplayController", ContentDisplayController.self, "Makes a provider's value the content of the screen.")
    registry.register(
      "TableDisplayController", TableDisplayController.self, "Shows a provider's items as the rows of a table.")
    registry.register("ActionController", ActionController.self, "Runs an action when another object asks for it.")
    registry.register("OnLoadActionController", OnLoadActionController.self, "Runs an action when the screen opens.")
    registry.register("ButtonActionController", ButtonActionController.self, "Runs an action when a button is pressed.")
    registry.register(
      "BarButtonActionController", BarButtonActionController.self,
      "Runs an action when a button of the navigation bar is pressed.")
    registry.register(
      "TableRefreshActionController", TableRefreshActionController.self,
      "Runs an action when the person asks a table for new data.")
    registry.register(
      "SearchActionController", SearchActionController.self, "Filters a provider while the person types.")
    registry.register(
      "ActionStatusController", ActionStatusController.self, "Knows how an action is doing, and reports its errors.")
    return registry
  }()
}
