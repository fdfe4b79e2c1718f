import TesseraLayout

extension ViewKind {
  /// A thin line between other views.
  package static let divider = ViewKind(
    "divider", defaults: ViewDefaults(backgroundColor: .separator),
    style: LayoutStyle {
      $0.flexShrink = 0
      $0.minWidth = 1
      $0.minHeight = 1
      $0.alignSelf = .stretch
    },
    element: WebElement(attributes: ["role": "separator"]))

  /// Space between other views.
  package static let spacer = ViewKind(
    "spacer", style: LayoutStyle { $0.flexGrow = 1 }, element: WebElement(attributes: ["aria-hidden": "true"]))
}

extension ComponentDefinition {
  /// A thin line between other views.
  package static let divider = ComponentDefinition(
    type: "divider", documentation: "A thin line between components, perpendicular to their direction.",
    synonyms: ["separator", "hr", "line"], kind: .divider, makeView: { View(.divider, in: $0) })

  /// Space between other views.
  package static let spacer = ComponentDefinition(
    type: "spacer", documentation: "Flexible space; between two components, it pushes them apart.",
    synonyms: ["flexibleSpace", "gap"], kind: .spacer, makeView: { View(.spacer, in: $0) })
}
