import TesseraLayout
package import TesseraValues

/// A box whose expressions and bindings read its own data as `content`.
package final class ContentDisplayView: View {
  /// The data of the box.
  package var content: Value = .null {
    didSet {
      guard !content.isSame(as: oldValue) else { return }
      contentDidChange?(content)
      // Hosts do not receive the content, so no attribute reports the change.
      if isObserved { context.host?.observedViewDidChange(self) }
    }
  }
  /// Called when the content changes.
  package var contentDidChange: ((Value) -> Void)?

  package override class var properties: PropertyTable<View> { ComponentDefinition.contentDisplayView.properties }
}

extension ViewKind {
  /// A box with its own data.
  package static let contentDisplayView = ViewKind("contentDisplayView")
}

extension ComponentDefinition {
  /// A box with its own data.
  package static let contentDisplayView = ComponentDefinition(
    type: "contentDisplayView", documentation: "A box with its own data, which its children read as 'content'.",
    synonyms: ["ContentDisplayView"], kind: .contentDisplayView,
    properties: [
      .of(
        ContentDisplayView.self, "content", .any, "The data that its children read as 'content'.", get: { $0.content },
        set: { $0.content = $1 })
    ],
    slots: [.children, .menu], makeView: { ContentDisplayView(.contentDisplayView, in: $0) })
}
