import TesseraComponents
import TesseraValues

/// A screen, decoded and checked.
struct ScreenDefinition: Sendable {
  var name: String
  var title: String?
  var titleView: Component?
  var leftItems: [Component] = []
  var rightItems: [Component] = []
  var view: Component
  var scheme = SchemeDefinition()

  /// Whether the document says anything about a navigation bar.
  var hasNavigationItem = false

  /// Whether the screen takes the content of the view that opens it.
  var derivesContent: Bool {
    let attributes = scheme.element("@self")?.attributes ?? []
    return attributes.last { $0.name == "deriveSegueContent" }?.value.isTrue ?? true
  }

  /// The components that are elements of the screen; those of rows are elements of their rows.
  var elementComponents: [Component] {
    var result: [Component] = []
    var pending = [view] + leftItems + rightItems + (titleView.map { [$0] } ?? [])
    while let component = pending.popLast() {
      result.append(component)
      pending.append(contentsOf: component.slots.values)
      pending.append(contentsOf: component.children)
    }
    return result
  }

  /// The components that are elements of rows.
  var rowComponents: [Component] {
    elementComponents.flatMap { $0.prototypes.values.flatMap { $0.descendants() } }
  }
}
