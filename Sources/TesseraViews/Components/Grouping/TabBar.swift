import TesseraLayout
package import TesseraValues

/// Titles beside each other, of which one is chosen; what it leads to stands elsewhere.
package final class TabBar: ChoiceGroup {
  /// Creates a bar without titles.
  package init(in context: ViewContext) {
    super.init(.tabBar, in: context)
    // Which one is chosen is no matter of forms.
    takesPartInForm = false
    value = 0
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.tabBar.properties }
}

extension ComponentDefinition {
  /// Titles beside each other, of which one is chosen; what it leads to stands elsewhere.
  package static let tabBar = ComponentDefinition(
    type: "tabBar",
    documentation: "Titles beside each other, of which one is chosen. It shows no pages itself: see 'tabs'.",
    synonyms: ["tabStrip", "bottomNavigation"], kind: .tabBar,
    properties: [
      .of(
        TabBar.self, "items", .list, "The titles, in order: texts, or objects with 'text'.",
        get: { .array($0.source.items) },
        set: { $0.source.items = choices($1.array ?? []) }),
      .of(
        TabBar.self, "value", .number, "The place of the title that is chosen, from 0.", get: { $0.value },
        set: { $0.value = $1.integer.map(Value.integer) ?? .integer(0) }),
    ],
    events: [.change(.number, "the place of the title that is chosen now, from 0")],
    makeView: { TabBar(in: $0) }
  ).withParts([.tab])

  /// Titles as choices whose values are their places.
  private static func choices(_ items: [Value]) -> [Value] {
    items.prefix(100).enumerated().map { index, item -> Value in
      let text = item.dictionary == nil ? item : item.value(at: "text")
      return .dictionary(["value": .integer(Int64(index)), "text": text])
    }
  }
}
