package import TesseraComponents
import TesseraLayout
package import TesseraValues

/// The request for the document of a remote screen.
package struct ScreenRequest: Sendable, Hashable {
  /// The absolute URL.
  var url: String
  var method: String?
  var headers: [String: Value] = [:]
  var body: Value = .null

  /// The URL without query and fragment, which may contain secrets.
  var addressWithoutQuery: Substring { url.prefix { $0 != "?" && $0 != "#" } }

  /// The size of the URL and header fields, in UTF-8 bytes.
  var size: Int { headers.reduce(url.utf8.count) { $0 + $1.key.utf8.count + $1.value.description.utf8.count } }
}

/// A value that a screen receives when it appears.
struct NavigationResult {
  /// The name of one of the screen's contexts.
  var context: String
  /// The path in the context; empty for the whole value.
  var path: String
  var value: Value
}

/// A decoded and checked screen: one model for all formats of documents.
package struct ScreenDefinition: Sendable {
  /// The name in the bundle.
  package var name: String
  /// The URL from which the screen is fetched when it opens; nil for a local screen.
  package var source: DynamicValue?
  /// The request for that URL; nil for the default one.
  package var request: ScreenRequest?
  /// The header fields of the requests that the screen makes for documents and data, unless an action has its own.
  var requestHeaders: [String: String] = [:]
  /// The name of the screen that is shown if the URL cannot be fetched.
  package var fallback: String?
  /// Whether the view only wraps the component in the document.
  package var isWrapped = false
  /// Whether the user is told about problems of its actions; otherwise they are only logged.
  package var reportsProblems = true
  /// Whether unknown service actions are reported only to developers, as in WidgetKit.
  var isLenient = false
  /// The problems that no placeholder shows; they are displayed on top of the screen.
  package var problems: [Diagnostic] = []
  /// The contexts that the screen owns.
  package var contexts: [ContextDefinition] = []
  /// The title in the navigation bar.
  package var title: DynamicValue?
  /// The title of the back button of screens that this one opens; nil for "Back".
  package var backTitle: DynamicValue?
  /// The view in place of the title.
  package var titleView: Component?
  /// The views at the start of the navigation bar.
  package var leftItems: [Component] = []
  /// The views at the end of the navigation bar.
  package var rightItems: [Component] = []
  /// Whether the document has a navigation item.
  package var hasNavigationItem = false
  /// The themed style of the navigation bar.
  package var barStyle: ThemedStyle?
  /// Whether the navigation bar is hidden, even if there is a screen to go back to.
  package var hidesNavigationBar = false
  /// Whether the navigation bar has no back button.
  package var hidesBackButton = false
  /// The screens that only actions of this document can open, by name.
  package var ownScreens: [String: ScreenDefinition] = [:]
  /// The actions on events of the screen, by event.
  package var events: [String: [ActionCall]] = [:]
  /// The navigation actions whose remote screens are prefetched when this screen opens.
  var prefetches: [ActionCall] = []
  /// The root component.
  package var view: Component
  /// The objects and elements.
  package var scheme = SchemeDefinition()

  /// Creates a screen that shows a component.
  package init(name: String, view: Component) {
    self.name = name
    self.view = view
  }

  /// Creates a screen that is fetched when it opens.
  package init(name: String, source: DynamicValue) {
    self.init(
      name: name, view: Component(content: .broken(reason: name), range: SourceRange(.start), layoutStyle: .init()))
    self.source = source
  }

  /// Creates a screen that shows a problem.
  package init(name: String, problem: String) {
    self.init(
      name: name, view: Component(content: .broken(reason: problem), range: SourceRange(.start), layoutStyle: .init()))
  }

  /// Returns one of the document's own screens. It can open the others, too.
  func ownScreen(named name: String) -> ScreenDefinition? {
    guard var screen = ownScreens[name] else { return nil }
    screen.ownScreens = ownScreens
    return screen
  }

  /// Whether the screen takes its content from the view that opens it.
  var derivesContent: Bool { scheme.derivesContent }
}
