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

  static let submit = ActionDefinition(
    type: "submit", documentation: "Submits a form, as Return does in its fields.", synonyms: ["submitForm", "send"],
    attributes: [
      Attribute(
        "id", .reference(.element), "The form; by default the one that encloses the sender.", synonyms: ["form", "to"])
    ]
  ) { run in
    guard let form = run.form else { return run.report("There is no form to submit") }
    form.submit(isAsked: true)
  }

  static let reset = ActionDefinition(
    type: "reset", documentation: "Clears the fields of a form, or one field.",
    synonyms: ["clear", "empty", "clearForm"],
    attributes: [
      Attribute(
        "id", .reference(.element), "The form or field; by default the form that encloses the sender.",
        synonyms: ["form", "field", "to"])
    ]
  ) { run in
    if let field = run["id"].string.flatMap({ run.scope.view($0) }), field.isFormField, !(field is FormView) {
      field.value = .null
    } else if let form = run.form {
      form.reset()
    } else {
      run.report("There is no form to clear")
    }
  }

  static let showErrors = ActionDefinition(
    type: "showErrors",
    documentation:
      "Shows errors at the fields of a form, such as those that a service reported. They disappear when the values change.",
    synonyms: ["formValidation", "setErrors"],
    attributes: [
      Attribute("errors", .object, "The messages, by the names of the fields.", isRequired: true),
      Attribute(
        "id", .reference(.element), "The form; by default the one that encloses the sender.", synonyms: ["form"]),
    ]
  ) { run in
    guard let form = run.form else { return run.report("There is no form to show errors in") }
    form.showErrors((run["errors"].dictionary ?? [:]).mapValues(\.description).filter { !$0.value.isEmpty })
  }

  static let forget = ActionDefinition(
    type: "forget", documentation: "Removes the stored values of a group of forms.",
    attributes: [Attribute("group", .string, "The group of the forms.", isRequired: true)]
  ) { run in run.screen?.core.instance.forms.setValues([:], of: run["group"].description) }

  static let track = ActionDefinition(
    type: "track",
    documentation: "Records an event for the analytics of the app that embeds the widget. A board records nothing.",
    synonyms: ["analytics", "log", "trackEvent"],
    attributes: [
      Attribute("name", .string, "The name of the event.", isRequired: true),
      Attribute("data", .object, "Further data, by name."),
    ]
  ) { run in run.screen?.track(run["name"].description, data: run["data"].dictionary ?? [:], by: run) }

  static let scrollTo = ActionDefinition(
    type: "scrollTo", documentation: "Scrolls a table or a scroll view.", synonyms: ["scroll"],
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
    documentation: "Reloads data, as pulling a table does; without `id`, everything that is loaded with the screen.",
    synonyms: ["reload"], attributes: [Attribute("id", .reference(.element), "The table.")]
  ) { run in
    guard let screen = run.screen else { return }
    guard let name = run["id"].string else {
      for case let controller as OnLoadActionController in screen.mediators { controller.reload() }
      return
    }
    guard let view = run.scope.view(name), view.handles(.refresh) || view is TableView else {
      return run.report("'\(name)' cannot be refreshed")
    }
    view.refresh()
  }
}

extension ActionRun {
  /// The form that the action names, or the one that encloses its sender.
  fileprivate var form: FormView? {
    if let name = self["id"].string { scope.view(name) as? FormView } else { sender?.nearest(FormView.self) }
  }
}
