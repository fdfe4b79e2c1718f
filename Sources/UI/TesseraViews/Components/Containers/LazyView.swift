import TesseraLayout
package import TesseraValues

/// A view whose content is fetched when it is created. The fetched content replaces the placeholder.
package final class LazyView: View {
  /// Creates a view without a URL.
  package init(in context: ViewContext) { super.init(.lazy, in: context) }

  /// The URL of the content. Setting another URL fetches again.
  package private(set) var address: String? {
    didSet {
      guard address != oldValue, address != nil else { return }
      context.host?.afterLayout { [weak self] in self.map { $0.context.host?.load($0) } }
      context.markChanged(self)
    }
  }

  package override var fieldValue: Value { .null }

  package override class var properties: PropertyTable<View> { ComponentDefinition.lazy.properties }

  fileprivate static let own: [Property<View>] = [
    .of(
      LazyView.self, "url", .address, "The address of a component or a screen, on a host that the manifest names.",
      get: { $0.address.map(Value.string) ?? .null },
      set: { $0.address = $1.string.flatMap { $0.isEmpty ? nil : $0 } })
  ]
}

extension ViewKind {
  /// A view whose content is fetched.
  package static let lazy = ViewKind("lazy")
}

extension ComponentDefinition {
  /// A view whose content is fetched.
  package static let lazy = ComponentDefinition(
    type: "lazy",
    documentation: "A component that is fetched on demand; until then, a placeholder is shown.",
    synonyms: ["lazyComponent", "remote", "include"], kind: .lazy, properties: LazyView.own,
    events: [
      EventDefinition("onSuccess", "The component was loaded."),
      EventDefinition(
        "onError", "Loading failed. Without actions, an alert shows the reason. The placeholder remains.",
        carries: [EventDefinition.Member("message", .string, "the reason")]),
    ],
    slots: [
      SlotDefinition("placeholder", "The placeholder shown until the component is loaded.", .one) { view, children in
        for child in children { view.addChild(child) }
      }
    ],
    makeView: { LazyView(in: $0) })
}
