package import TesseraValues
import TesseraViews

/// Displays the content of a provider. The base class of all display controllers.
package class DisplayController: Mediator {
  /// The provider of the content.
  var mainContentProvider: ContentProvider?
  /// The controller that filters the content while the user types.
  var searchController: SearchActionController?
  /// The elements that show the content. The first is the table or collection of a controller that shows rows; otherwise it has
  /// no effect, because bindings follow what they read.
  var elements: [View] = []
  /// The name of the notification that triggers a reload.
  private var renderOn: String?

  /// The provider whose content is displayed.
  var currentProvider: ContentProvider? {
    if let search = searchController, search.isSearching, let provider = search.contentProvider { return provider }
    return mainContentProvider
  }

  package override func setUp() {
    mainContentProvider?.addConsumer(self)
    if let search = searchController {
      if search.contentProvider == nil { search.contentProvider = mainContentProvider }
      search.contentProvider?.addConsumer(self)
    }
  }

  package override func start() {
    // All providers are now set up, regardless of their order in the document.
    render()
  }

  package override func awaits(_ name: String) -> Bool { name == renderOn }

  package override func notificationDidArrive(_ notification: WidgetNotification) {
    if let currentProvider { currentProvider.fetchAndNotify() } else { render() }
  }

  /// Displays the current content of the provider.
  func render() { propertiesDidChange() }

  /// Displays new values of some items, whose order has not changed.
  func render(changed keys: Set<Int64>) { render() }

  package override class var outlets: [Outlet] { displayOutlets }

  static var displayOutlets: [Outlet] {
    [
      .mediator("mainContentProvider", "The provider of the content.", \DisplayController.mainContentProvider),
      .mediator("searchController", "Filters the content.", \DisplayController.searchController),
      .views(
        "elements", "Elements that show the content; the first can be the table or collection.",
        \DisplayController.elements),
    ]
  }

  static let displayProperties: [Property<Mediator>] = [
    .text(
      DisplayController.self, "renderOn", "The name of the notification that triggers a reload.", \.renderOn)
  ]

  private static let table = PropertyTable<Mediator>("BaseDisplayController", displayProperties)
  package override class var properties: PropertyTable<Mediator> { table }
}

/// Sets the content of the screen to a provider's value.
package final class ContentDisplayController: DisplayController {
  override func render() {
    guard let provider = currentProvider else { return }
    screen?.content = provider.value
  }

  private static let table = PropertyTable<Mediator>("ContentDisplayController", displayProperties)
  package override class var properties: PropertyTable<Mediator> { table }
}
