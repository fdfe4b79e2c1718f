import TesseraComponents
import TesseraExpressions
import TesseraValues
import TesseraViews

extension ActionDefinition {
  static let condition = ActionDefinition(
    type: "condition", documentation: "Chooses between actions.", synonyms: ["if", "when"],
    attributes: [
      Attribute("condition", .any, "What decides; null, false, 0 and empty text do not hold.", isRequired: true)
    ],
    events: [
      EventDefinition("onTrue", "The condition holds."), EventDefinition("onFalse", "The condition does not hold."),
    ]
  ) { run in
    run.fire(run["condition"].holds ? "onTrue" : "onFalse")
  }

  static let setContext = ActionDefinition(
    type: "setContext", documentation: "Writes into a context; what reads there follows.",
    synonyms: ["set", "setState", "assign"],
    attributes: [
      Attribute(
        "context", .reference(.context),
        "The context; the nearest one around without it, and `global` spans all screens."),
      Attribute("path", .path, "Where in it, such as `draft.tags[0]`; all of it without a path."),
      Attribute("value", .any, "What is written; null without it."),
    ]
  ) { run in
    guard let context = run.scope.contextToWrite(named: run["context"].string) else {
      return run.report("Nothing around this place owns a context '\(run["context"].description)'")
    }
    do throws(Diagnostic) {
      let path = run["path"].description
      context.set(run["value"], at: path.isEmpty ? ContextPath(nodes: []) : try ContextPath(path))
    } catch {
      run.report(error.message)
    }
  }

  static let addChildren = ActionDefinition(
    type: "addChildren", documentation: "Adds components to a container.", synonyms: ["append", "addComponent"],
    attributes: [
      Attribute("to", .reference(.element), "The container.", isRequired: true),
      Attribute(
        "mode", .choice(ScreenController.Insertion.allCases.map(\.rawValue)),
        "Whether they stand behind those that are there, which is the default, before them, or instead of them."),
    ],
    slots: [SlotDefinition("children", "The components.", .many)]
  ) { run in
    guard let screen = run.screen else { return }
    let name = run["to"].description
    guard let container = run.scope.view(name), container.laysOutChildren else {
      return run.report("'\(name)' is not a container of this screen")
    }
    let insertion = run["mode"].string.flatMap(ScreenController.Insertion.init) ?? .append
    screen.add(run.components("children"), to: container, insertion, in: run.scope)
  }
}

extension Scope {
  /// The context that an action writes: a named one, or else the nearest one that a document owns.
  fileprivate func contextToWrite(named name: String?) -> Context? {
    guard let name else { return nearestOwnContext }
    return context(name)
  }
}

extension Value {
  /// Whether it counts as true in conditions, as in expressions.
  var holds: Bool {
    switch self {
    case .null: false
    case .string(let text): !text.isEmpty
    case .array(let values): !values.isEmpty
    case .dictionary(let members): !members.isEmpty
    case .date, .object: true
    case .bool, .integer, .double: isTrue
    }
  }
}
