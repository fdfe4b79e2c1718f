package import TesseraLayout
package import TesseraValues

/// A placeholder for a component that could not be created. It shows the reason; the rest of the screen keeps
/// working.
package final class PlaceholderView: View {
  /// Creates a placeholder with a reason for the user.
  package init(reason: String, in context: ViewContext) {
    super.init(.placeholder, in: context)
    self[.text] = .string(reason)
    self[.role] = "note"
  }

  /// The reason shown.
  fileprivate var reason: String {
    get { self[.text].string ?? "" }
    set {
      self[.text] = .string(newValue)
      context.remeasure(self)
    }
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.placeholder.properties }

  package override var measuresContent: Bool { true }

  package override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    measureText(self[.text].string ?? "", width: width)
  }
}

extension ComponentDefinition {
  /// A placeholder for something that is missing.
  package static let placeholder = ComponentDefinition(
    type: "placeholder", documentation: "A placeholder for something that is missing, with the reason.",
    synonyms: ["missing", "broken"], kind: .placeholder,
    properties: [
      .of(
        PlaceholderView.self, "text", .scalar, "The text.", get: { .string($0.reason) },
        set: { $0.reason = $1.description })
    ],
    makeView: { PlaceholderView(reason: "", in: $0) })
}
