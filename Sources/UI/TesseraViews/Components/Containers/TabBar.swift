import TesseraLayout
package import TesseraValues

/// A row of titles, one of which is selected. The corresponding content is elsewhere.
package final class TabBar: ChoiceGroup {
  /// Creates a bar without titles.
  package init(in context: ViewContext) {
    super.init(.tabBar, in: context)
    // The selection is not form data.
    takesPartInForm = false
    value = 0
  }

  /// The titles as given by the document. They are choices whose values are their indices.
  var items: [Value] = [] {
    didSet {
      let titles = items.prefix(100).map { item in
        let (text, icon) = item.dictionary == nil ? (item, .null) : (item.value(at: "text"), item.value(at: "icon"))
        return (
          text: text.description, sign: icon.string.flatMap(IconNames.scalar(named:)).map { String(Character($0)) }
        )
      }
      source.items = titles.enumerated().map { index, title in
        let text = [title.sign ?? "", title.text].filter { !$0.isEmpty }.joined(separator: Icon.spacing)
        return ["value": .integer(Int64(index)), "text": .string(text)]
      }
      // Icons have no text for assistive technology.
      for ((title, item), button) in zip(zip(titles, items), children) {
        button[.accessibilityLabel] = title.sign == nil ? .null : .string(title.text)
        button[.image] = item.value(at: "image").string.map { ["name": .string($0)] } ?? .null
        button[.renderingMode] = item.value(at: "renderingMode").string.map(Value.string) ?? .null
      }
    }
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.tabBar.properties }
}

extension ComponentDefinition {
  /// A row of titles, one of which is selected. The corresponding content is elsewhere.
  package static let tabBar = ComponentDefinition(
    type: "tabBar",
    documentation: "A row of titles, one of which is selected. It does not show pages itself: see 'tabs'.",
    synonyms: ["tabStrip", "bottomNavigation"], kind: .tabBar,
    properties: [
      .of(
        TabBar.self, "items", .list,
        "The titles, in order: texts, or objects with 'text' and 'icon', the name of an icon as in 'icon', or 'image' and "
          + "'renderingMode' as in 'image'.",
        get: { .array($0.items) }, set: { $0.items = $1.array ?? [] }),
      .of(
        TabBar.self, "value", .number, "The index of the selected title, from 0.", get: { $0.value },
        set: { $0.value = $1.integer.map(Value.integer) ?? .integer(0) }),
    ],
    events: [.change(.number, "the index of the selected title, from 0")],
    makeView: { TabBar(in: $0) }
  ).withParts([.tab]).checked { TabBar.unknownIcons(in: $0["items"]) }
}

extension TabBar {
  /// Returns the problems with icon names of titles in a document.
  static func unknownIcons(in titles: JSONNode?) -> [Diagnostic] {
    (titles?.elements ?? []).compactMap { item in
      guard let icon = item["icon"], let name = icon.string, !name.contains("@{"), IconNames.scalar(named: name) == nil
      else { return nil }
      return Diagnostic(
        rule: "unknown-icon", range: icon.range, message: "The icon '\(name.prefix(60))' does not exist",
        fix: "Names are those of Material Design Icons 1.6")
    }
  }
}
