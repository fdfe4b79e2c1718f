import TesseraComponents
import TesseraLayout
import TesseraRuntime
import TesseraValues
import TesseraViews

/// The reference of components, styles, actions and mediators, made of the registries, so that it cannot be wrong.
enum ReferenceDocument {
  static func markdown(
    components: ComponentRegistry = .standard, mediators: MediatorRegistry = .standard
  ) -> String {
    var lines = [
      "# Reference",
      "",
      "What screens can say. This page is printed by `tessera reference` from the tables that check documents.",
      "",
      "## Components",
      "",
      "Every component has `type`, and may have `id`, `style`, `onPress` and the properties of its table. Properties can",
      "be set in the component, in `attrs` of its element, and be bound (`to`); the prefix `wx_` of WidgetKit is understood.",
      "",
    ]
    for definition in components.types.compactMap({ components[$0] }) {
      lines.append("### `\(definition.type)`")
      lines.append("")
      lines.append(definition.documentation)
      if definition.allowsChildren { lines.append("Holds `children`.") }
      if !definition.slots.isEmpty {
        lines.append("Holds one component each in \(definition.slots.map { "`\($0)`" }.joined(separator: " and ")).")
      }
      if definition.hasPrototypes { lines.append("Holds prototypes of rows, by name, in `cells`.") }
      lines += table(definition.properties)
    }
    lines += [
      "## Style", "", "Layout: " + names(LayoutStyle.propertyNames) + ".", "",
      "Appearance: " + names(StyleProperties.appearanceNames) + ".", "",
      "Colours are `#rgb`, `#rrggbb`, `#rrggbbaa` or one of " + names(SemanticColor.allCases.map(\.rawValue)) + ".", "",
      "## Actions of components", "",
      "`onPress` takes an action or a list: " + names(ComponentAction.names)
        + ". `push` and `present` take a `screen`, `alert` takes `title` and `message`.", "",
      "## Objects", "", "The types of the section `objects`.", "",
    ]
    for definition in mediators.types.compactMap({ mediators[$0] }) {
      lines.append("### `\(definition.type)`")
      lines.append("")
      lines.append(definition.documentation)
      lines += table(definition.mediatorClass.properties)
      let outlets = definition.mediatorClass.outlets
      if !outlets.isEmpty {
        lines += ["| Outlet | Connects to | |", "| --- | --- | --- |"]
        lines += outlets.map { "| `\($0.name)` | \(target(of: $0)) | \($0.documentation) |" }
        lines.append("")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func table<Owner>(_ properties: PropertyTable<Owner>) -> [String] {
    guard !properties.all.isEmpty else { return [""] }
    var lines = ["", "| Property | Takes | |", "| --- | --- | --- |"]
    for property in properties.all {
      let type = property.set == nil ? "\(property.type.name), to read" : property.type.name
      lines.append("| `\(property.name)` | \(type) | \(property.documentation) |")
    }
    lines.append("")
    return lines
  }

  private static func target(of outlet: Outlet) -> String {
    let noun: String =
      switch outlet.accepts {
      case .views(let kinds): kinds.isEmpty ? "a view" : "a " + names(kinds.map(\.rawValue).sorted())
      case .mediators: "an object"
      case .objects: "`content` or an object"
      }
    return outlet.isList ? noun + ", or a list" : noun
  }

  private static func names(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: ", ") }
}
