import TesseraLayout
package import TesseraValues

/// A box whose expressions and bindings read content of its own as `content`.
package final class ContentDisplayView: View {
  /// What it is about.
  package var content: Value = .null {
    didSet {
      guard !content.isSame(as: oldValue) else { return }
      contentDidChange?(content)
      // Hosts are not told, so that no attribute of its own tells.
      if isObserved { context.observedViewDidChange?(self) }
    }
  }
  /// Called when it is about something else.
  package var contentDidChange: ((Value) -> Void)?

  package override class var properties: PropertyTable<View> { ComponentDefinition.contentDisplayView.properties }
}

extension ViewKind {
  /// A box with content of its own.
  package static let contentDisplayView = ViewKind("contentDisplayView")
}

extension ComponentDefinition {
  /// A box with content of its own.
  package static let contentDisplayView = ComponentDefinition(
    type: "contentDisplayView", documentation: "A box whose children read content of its own as 'content'.",
    synonyms: ["ContentDisplayView"], kind: .contentDisplayView,
    properties: [
      .of(
        ContentDisplayView.self, "content", .any, "What its children read as 'content'.", get: { $0.content },
        set: { $0.content = $1 })
    ],
    slots: [.children, .menu], makeView: { ContentDisplayView(.contentDisplayView, in: $0) })
}
