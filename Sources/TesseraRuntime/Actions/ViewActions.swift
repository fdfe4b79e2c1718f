import TesseraComponents
import TesseraValues
import TesseraViews

extension ActionDefinition {
  private static let element = Attribute(
    "id", .reference(.element), "The component.", isRequired: true, synonyms: ["to", "element", "component", "target"])

  static let focus = ActionDefinition(
    type: "focus", documentation: "Gives a field the keyboard focus.", attributes: [element]
  ) { run in
    run.scope.view(run["id"].description)?.perform(.focus)
  }

  static let scrollTo = ActionDefinition(
    type: "scrollTo", documentation: "Scrolls a table or a scrolling box.", synonyms: ["scroll"],
    attributes: [
      element, Attribute("row", .number, "The row of a table, from 0."),
      Attribute("offset", .number, "Points from the top of the content; 0 without `row`."),
    ]
  ) { run in
    let offset = max(0, run["offset"].number ?? 0)
    switch run.scope.view(run["id"].description) {
    case let table as TableView:
      if let row = run["row"].integer { table.scrollToRow(Int(clamping: row)) } else { table.offset = offset }
    case let scroll as ScrollView: scroll.offset = offset
    default: run.report("'\(run["id"].description)' does not scroll")
    }
  }

  static let refresh = ActionDefinition(
    type: "refresh",
    documentation: "Gets new data, as pulling a table does; without `id` all that loads with the screen.",
    synonyms: ["reload"], attributes: [Attribute("id", .reference(.element), "The table.")]
  ) { run in
    guard let screen = run.screen else { return }
    guard let name = run["id"].string else {
      for case let controller as OnLoadActionController in screen.mediators { controller.reload() }
      return
    }
    guard let table = run.scope.view(name) as? TableView else { return run.report("'\(name)' is not a table") }
    table.refresh()
  }
}
