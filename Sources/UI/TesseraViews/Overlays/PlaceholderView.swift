package import TesseraLayout
package import TesseraValues

/// Stands where a component could not be made, and says why; the rest of the screen lives on.
package final class PlaceholderView: View {
  /// Creates a placeholder with a reason for people.
  package init(reason: String, in context: ViewContext) {
    super.init(.placeholder, in: context)
    self[.text] = .string(reason)
    self[.role] = "note"
  }

  /// Why.
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
  /// Stands in place of something that is missing.
  package static let placeholder = ComponentDefinition(
    type: "placeholder", documentation: "Stands in place of something that is missing, and says why.",
    synonyms: ["missing", "broken"], kind: .placeholder,
    properties: [
      .of(
        PlaceholderView.self, "text", .scalar, "What it says.", get: { .string($0.reason) },
        set: { $0.reason = $1.description })
    ],
    makeView: { PlaceholderView(reason: "", in: $0) })
}
