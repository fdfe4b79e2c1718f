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
    registry.register("BaseContentProvider", BaseContentProvider.self, "Provides items that its document gives it.")
    registry.register(
      "JSONFileDataProvider", JSONFileDataProvider.self, "Provides the objects of a JSON file of the bundle.")
    registry.register(
      "ManagedObjectsCollection", ManagedObjectsCollection.self,
      "Provides what a result chain makes of rows of the store, as they were when they were read.")
    registry.register(
      "BaseDisplayController", DisplayController.self, "Lets those who read a provider see what it has.")
    registry.register(
      "TableInfiniteScrollController", TableInfiniteScrollController.self,
      "Shows rows, and notes when the person comes near their end or their start.")
    registry.register(
      "CollectionDisplayController", CollectionDisplayController.self,
      "Shows a provider's items beside and below each other.")
    registry.register(
      "CollectionPageScrollController", CollectionPageScrollController.self, "Shows a provider's items as pages.")
    registry.register(
      "CollectionCircleScrollController", CollectionCircleScrollController.self,
      "Shows a provider's items as pages that go on without end.")
    registry.register(
      "TimerActionController", TimerActionController.self, "Runs an action again and again; each minute by default.")
    registry.register(
      "StandardMediaPickerController", StandardMediaPickerController.self,
      "Lets a button pick files of the device, each for the first form that has none yet.")
    registry.register(
      "InfiniteScrollActionController", InfiniteScrollActionController.self,
      "Runs an action when the person comes near the end of a table.")
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
