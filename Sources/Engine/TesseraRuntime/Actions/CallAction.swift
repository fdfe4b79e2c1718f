import TesseraComponents
import TesseraCustomWidgets
import TesseraValues
import TesseraViews

extension ActionDefinition {
  static let call = ActionDefinition(
    type: "call", documentation: "Calls a method of a custom widget.",
    synonyms: ["callMethod", "invoke", "method"],
    attributes: [
      Attribute("id", .reference(.element), "The component.", isRequired: true, synonyms: ["to", "element", "target"]),
      Attribute("method", .string, "The name of the method.", isRequired: true, synonyms: ["name", "selector"]),
      Attribute("arguments", .object, "The arguments, by name.", synonyms: ["parameters", "args"]),
    ],
    events: [
      EventDefinition(
        "onSuccess", "The method was called.",
        carries: [EventDefinition.Member("result", .any, "the result; null for none")]),
      EventDefinition(
        "onFailure", "The call failed.",
        carries: [EventDefinition.Member("message", .string, "the reason")]),
    ]
  ) { run in
    let name = run["id"].description
    guard let view = run.scope.view(name) as? CustomWidgetView else {
      return run.report("'\(name)' is not a custom widget")
    }
    do {
      let result = try view.call(run["method"].description, run["arguments"].dictionary ?? [:])
      run.fire("onSuccess", ["result": result])
    } catch {
      // Without a handler for the error, the author must see it.
      if !run.fire("onFailure", ["message": .string("\(error)")]) { run.report("'\(name)': \(error)") }
    }
  }
}
