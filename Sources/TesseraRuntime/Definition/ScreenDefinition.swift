package import TesseraComponents
import TesseraLayout
package import TesseraValues

/// A screen, read and checked: one typed model, whatever the spelling of its document.
package struct ScreenDefinition: Sendable {
  /// The name in its bundle.
  package var name: String
  /// The address that the screen is fetched from when it opens; nil for a screen that is here.
  package var source: DynamicValue?
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
  /// What happens to the screen as a whole, by the name of the event.
  package var events: [String: [ActionCall]] = [:]
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

  /// Whether the screen takes the content of the view that opens it.
  var derivesContent: Bool { scheme.derivesContent }
}
