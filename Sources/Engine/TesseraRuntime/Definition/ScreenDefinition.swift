package import TesseraComponents
import TesseraLayout
package import TesseraValues

/// How the document of a screen is asked for.
package struct ScreenRequest: Sendable, Hashable {
  /// An absolute address.
  var url: String
  var method: String?
  var headers: [String: Value] = [:]
  var body: Value = .null

  /// The address without what may be secret.
  var addressWithoutQuery: Substring { url.prefix { $0 != "?" && $0 != "#" } }

  /// The bytes of all that it says, without its body.
  var size: Int { headers.reduce(url.utf8.count) { $0 + $1.key.utf8.count + $1.value.description.utf8.count } }
}

/// What a screen is given when it comes into sight.
struct NavigationResult {
  /// The name of one of the screen's contexts.
  var context: String
  /// Where in it; empty for all of it.
  var path: String
  var value: Value
}

/// A screen, read and checked: one typed model, whatever the spelling of its document.
package struct ScreenDefinition: Sendable {
  /// The name in its bundle.
  package var name: String
  /// The address that the screen is fetched from when it opens; nil for a screen that is here.
  package var source: DynamicValue?
  /// How that address is asked; nil for the usual way.
  package var request: ScreenRequest?
  /// The screen that is shown where the address cannot be had, by its name.
  package var fallback: String?
  /// Whether the view is only a box around what the document says.
  package var isWrapped = false
  /// Whether people are told what its actions cannot do; else only the host's log is.
  package var tellsProblems = true
  /// Whether names of actions that the service does not have are told only to developers, as in WidgetKit.
  var isLenient = false
  /// What is wrong with it beyond what placeholders say; shown on top of it.
  package var problems: [Diagnostic] = []
  /// The data that the screen owns.
  package var contexts: [ContextDefinition] = []
  /// What the bar above the screen says.
  package var title: DynamicValue?
  /// Stands in place of the title.
  package var titleView: Component?
  /// Stands at the start of the bar.
  package var leftItems: [Component] = []
  /// Stands at the end of the bar.
  package var rightItems: [Component] = []
  /// Whether the document says anything about a navigation bar.
  package var hasNavigationItem = false
  /// How a theme wants the bar.
  package var barLook: ThemedStyle?
  /// Whether there is no bar, even where there is a way back.
  package var hidesNavigationBar = false
  /// Whether the bar has no button that leads back.
  package var hidesBackButton = false
  /// The screens that only this document's actions open, by name.
  package var ownScreens: [String: ScreenDefinition] = [:]
  /// What happens to the screen as a whole, by the name of the event.
  package var events: [String: [ActionCall]] = [:]
  /// The actions that ask for the screen that they open as soon as this one is there.
  var prefetches: [ActionCall] = []
  /// What is seen.
  package var view: Component
  /// The objects, and what elements are bound to.
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

  /// Creates a screen that says what is wrong with it.
  package init(name: String, problem: String) {
    self.init(
      name: name, view: Component(content: .broken(reason: problem), range: SourceRange(.start), layoutStyle: .init()))
  }

  /// One of the screens that only this document's actions open. It knows the others, too.
  func ownScreen(named name: String) -> ScreenDefinition? {
    guard var screen = ownScreens[name] else { return nil }
    screen.ownScreens = ownScreens
    return screen
  }

  /// Whether the screen takes the content of the view that opens it.
  var derivesContent: Bool { scheme.derivesContent }
}
