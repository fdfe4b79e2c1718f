/// The types of mediators that schemes can use.
public struct MediatorRegistry: Sendable {
  /// The definition of a type.
  public struct Definition: Sendable {
    /// The name in documents.
    public let type: String
    /// A sentence for the reference.
    public let documentation: String
    /// The class.
    public let mediatorClass: Mediator.Type
  }

  private var definitions: [String: Definition] = [:]

  /// Creates an empty registry.
  public init() {}

  /// Registers a type, replacing one of the same name.
  public mutating func register(_ type: String, _ mediatorClass: Mediator.Type, _ documentation: String) {
    definitions[type] = Definition(type: type, documentation: documentation, mediatorClass: mediatorClass)
  }

  /// The definition of a type.
  ///
  /// The name may have a module prefix, as in `WidgetKit.TableDisplayController`.
  public subscript(type: String) -> Definition? {
    definitions[type] ?? type.lastIndex(of: ".").flatMap { definitions[String(type[type.index(after: $0)...])] }
  }

  /// The names of all types, sorted.
  public var types: [String] { definitions.keys.sorted() }

  /// The built-in types.
  public static let standard: MediatorRegistry = {
    var registry = MediatorRegistry()
    registry.register("BaseContentProvider", BaseContentProvider.self, "Provides the items in its document.")
    registry.register(
      "JSONFileDataProvider", JSONFileDataProvider.self, "Provides the objects of a JSON file of the bundle.")
    registry.register(
      "ManagedObjectsCollection", ManagedObjectsCollection.self,
      "Provides the result of a result chain for rows of the store, as of the last fetch.")
    registry.register(
      "BaseDisplayController", DisplayController.self, "Notifies bindings of a provider's changes.")
    registry.register(
      "TableInfiniteScrollController", TableInfiniteScrollController.self,
      "Displays rows, and detects when the user scrolls near their end or start.")
    registry.register(
      "CollectionDisplayController", CollectionDisplayController.self,
      "Displays a provider's items in rows and columns.")
    registry.register(
      "CollectionPageScrollController", CollectionPageScrollController.self, "Shows a provider's items as pages.")
    registry.register(
      "CollectionCircleScrollController", CollectionCircleScrollController.self,
      "Displays a provider's items as pages that repeat endlessly.")
    registry.register(
      "TimerActionController", TimerActionController.self, "Runs an action repeatedly, every minute by default.")
    registry.register(
      "StandardMediaPickerController", StandardMediaPickerController.self,
      "Picks files of the device with a button, each for the first form without a file.")
    registry.register(
      "InfiniteScrollActionController", InfiniteScrollActionController.self,
      "Runs an action when the user scrolls near the end of a table.")
    registry.register("ItemsCollection", ItemsCollection.self, "Provides the elements of a list in another object.")
    registry.register("ManagedObjectsProvider", ManagedObjectsProvider.self, "Provides rows of the store, live.")
    registry.register(
      "ContentDisplayController", ContentDisplayController.self, "Sets the content of the screen to a provider's value."
    )
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
      "Runs an action when the user refreshes a table.")
    registry.register(
      "SearchActionController", SearchActionController.self, "Filters a provider while the user types.")
    registry.register(
      "ActionStatusController", ActionStatusController.self, "Follows the status of an action, and reports its errors.")
    return registry
  }()
}
