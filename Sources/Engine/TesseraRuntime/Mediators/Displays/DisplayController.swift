package import TesseraValues
import TesseraViews

/// Shows what a provider provides: the base of all display controllers.
package class DisplayController: Mediator {
  /// Where the content comes from.
  var mainContentProvider: ContentProvider?
  /// Filters the content while the person types.
  var searchController: SearchActionController?
  /// Elements that show the content. Kept for schemes that set it: bindings follow what they read.
  var elements: [View] = []
  /// A notification that shows everything anew.
  private var renderOn: String?

  /// The provider that is shown now.
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
    // Providers are set up by now, whatever the order of the document.
    render()
  }

  package override func awaits(_ name: String) -> Bool { name == renderOn }

  package override func notificationDidArrive(_ notification: WidgetNotification) {
    if let currentProvider { currentProvider.fetchAndNotify() } else { render() }
  }

  /// Shows what the provider has now.
  func render() { propertiesDidChange() }

  /// Shows some items anew. They are the same items in the same places, with other values.
  func render(changed keys: Set<Int64>) { render() }

  package override class var outlets: [Outlet] { displayOutlets }

  static var displayOutlets: [Outlet] {
    [
      .mediator("mainContentProvider", "Where the content comes from.", \DisplayController.mainContentProvider),
      .mediator("searchController", "Filters the content.", \DisplayController.searchController),
      .views("elements", "Elements that show the content.", \DisplayController.elements),
    ]
  }

  static let displayProperties: [Property<Mediator>] = [
    .text(
      DisplayController.self, "renderOn", "The name of a notification that shows everything anew.", \.renderOn)
  ]

  private static let table = PropertyTable<Mediator>("BaseDisplayController", displayProperties)
  package override class var properties: PropertyTable<Mediator> { table }
}

/// Makes a provider's value the content of the screen.
package final class ContentDisplayController: DisplayController {
  override func render() {
    guard let provider = currentProvider else { return }
    screen?.content = provider.value
  }

  private static let table = PropertyTable<Mediator>("ContentDisplayController", displayProperties)
  package override class var properties: PropertyTable<Mediator> { table }
}
