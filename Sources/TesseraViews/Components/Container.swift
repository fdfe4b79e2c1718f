extension ViewKind {
  /// A box with children.
  public static let container = ViewKind("container")
}

extension ComponentDefinition {
  /// A box that lays out its children.
  public static let container = ComponentDefinition(
    type: "container", documentation: "A box that lays out its children.",
    synonyms: ["view", "box", "div", "stack", "column", "row"],
    kind: .container, slots: [.children],
    makeView: { View(.container, in: $0) })
}
