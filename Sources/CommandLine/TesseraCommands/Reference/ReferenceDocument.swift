import TesseraComponents
import TesseraExpressions
import TesseraLayout
import TesseraRuntime
import TesseraValues
import TesseraViews

/// Generates the reference of components, styles, actions and objects from the registries, which keeps it correct.
enum ReferenceDocument {
  static func markdown(of extensions: WidgetExtensions) -> String {
    var lines = [
      "# Reference", "",
      "The vocabulary of screens. This page is printed by `tessera reference` from the tables that check documents.",
      "",
      "Every property, style and attribute takes a literal, or an expression such as `@{state.title}`.", "",
    ]
    lines += components(extensions.components)
    lines += style
    lines += actions(extensions.actions)
    lines += mediators(extensions.mediators)
    lines += expressions(extensions)
    return lines.joined(separator: "\n")
  }

  private static func components(_ registry: ComponentRegistry) -> [String] {
    let common = PropertyTable("every component", View.commonProperties)
    var lines = [
      "## Components", "",
      "Every component has `type`, and may have `id`, `style`, `context`, the properties and events of this table, and",
      "those of its own. Properties can be set in the component, in `attrs` of its element, and be bound (`to`); the prefix",
      "`wx_` of WidgetKit is accepted.",
    ]
    lines += table(common.all) + events(EventDefinition.common)
    let commonEvents = Set(EventDefinition.common.map(\.name))
    for definition in registry.all {
      lines += ["### `\(definition.type)`", "", definition.documentation]
      lines += definition.slots.map { "Holds `\($0.name)`: \(lowercased($0.documentation))" }
      let own = definition.properties.all.filter { property in
        common[property.name] == nil || property.documentation != common[property.name]?.documentation
      }
      lines += table(own) + events(definition.events.filter { !commonEvents.contains($0.name) })
      for variant in definition.variants {
        let more = variant.definition.properties.all.filter { definition.properties[$0.name] == nil }
        lines += ["With `\"\(variant.attribute)\": \"\(variant.value)\"`:"] + table(more)
      }
    }
    return lines
  }

  private static var style: [String] {
    [
      "## Style", "", "Layout: " + names(LayoutStyle.propertyNames) + ".", "",
      "Appearance: " + names(StyleProperties.appearanceNames) + ".", "",
      "Colours are `#rgb`, `#rrggbb`, `#rrggbbaa` or one of " + names(SemanticColor.allCases.map(\.rawValue)) + ".", "",
    ]
  }

  private static func actions(_ registry: ActionRegistry) -> [String] {
    var lines = [
      "## Actions", "",
      "An event takes an action or a list of actions, which start in order. An action reads the values of its event by the",
      "event's name: `@{onChange.value}`.", "",
    ]
    for definition in registry.all {
      lines += ["### `\(definition.type)`", "", definition.documentation]
      lines += definition.slots.map { "Holds `\($0.name)`: \(lowercased($0.documentation))" }
      if !definition.attributes.isEmpty {
        lines += ["", "| Attribute | Takes | |", "| --- | --- | --- |"]
        lines += definition.attributes.map {
          "| `\($0.name)`\($0.isRequired ? ", needed" : "") | \($0.type.name) | \($0.documentation) |"
        }
      }
      lines.append("")
      lines += events(definition.events)
    }
    return lines
  }

  private static func mediators(_ registry: MediatorRegistry) -> [String] {
    var lines = ["## Objects", "", "The types of the section `objects`.", ""]
    for definition in registry.types.compactMap({ registry[$0] }) {
      lines += ["### `\(definition.type)`", "", definition.documentation]
      lines += table(definition.mediatorClass.properties.all)
      let outlets = definition.mediatorClass.outlets
      if !outlets.isEmpty {
        lines += ["| Outlet | Connects to | |", "| --- | --- | --- |"]
        lines += outlets.map { "| `\($0.name)` | \(target(of: $0)) | \($0.documentation) |" }
        lines.append("")
      }
      lines += events(definition.mediatorClass.events)
      let evaluations = definition.mediatorClass.evaluationNames
      if !evaluations.isEmpty { lines += ["Reads the evaluations " + names(evaluations) + " of `evals`.", ""] }
    }
    return lines
  }

  private static func expressions(_ extensions: WidgetExtensions) -> [String] {
    [
      "## Expressions", "", "Operations: " + names(extensions.operations.names) + ".", "",
      "Transformers: " + names(extensions.transformers.names) + ".", "",
      "Service providers: " + names(extensions.serviceProviders.names) + ".", "",
    ]
  }

  private static func table<Owner>(_ properties: [Property<Owner>]) -> [String] {
    guard !properties.isEmpty else { return [""] }
    var lines = ["", "| Property | Takes | |", "| --- | --- | --- |"]
    for property in properties {
      let type = property.isWritable ? property.type.name : "\(property.type.name), to read"
      lines.append("| `\(property.name)` | \(type) | \(property.documentation) |")
    }
    lines.append("")
    return lines
  }

  private static func events(_ events: [EventDefinition]) -> [String] {
    guard !events.isEmpty else { return [] }
    var lines = ["| Event | Carries | |", "| --- | --- | --- |"]
    for event in events {
      let carries = event.carries.map { "`\($0.name)`: \($0.documentation)" }.joined(separator: "; ")
      lines.append("| `\(event.name)` | \(carries) | \(event.documentation) |")
    }
    lines.append("")
    return lines
  }

  private static func target(of outlet: Outlet) -> String {
    let noun: String =
      switch outlet.accepts {
      case .views(let kinds): kinds.isEmpty ? "a view" : "a " + names(kinds.map(\.name).sorted())
      case .mediators: "an object"
      case .objects: "`content` or an object"
      case .constraints: "a constraint with a name"
      case .targets: "an object or a view"
      }
    return outlet.isList ? noun + ", or a list" : noun
  }

  private static func lowercased(_ sentence: String) -> String {
    sentence.prefix(1).lowercased() + sentence.dropFirst()
  }

  private static func names(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: ", ") }
}
