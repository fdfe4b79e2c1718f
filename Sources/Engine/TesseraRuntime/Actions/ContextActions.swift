import TesseraComponents
import TesseraData
import TesseraExpressions
import TesseraValues
import TesseraViews

extension ActionDefinition {
  static let condition = ActionDefinition(
    type: "condition", documentation: "Chooses between actions.", synonyms: ["if", "when"],
    attributes: [

      Attribute(
        "condition", .condition, "What decides; null, false, 0 and empty text do not hold.", isRequired: true,
        synonyms: ["if", "test", "when", "predicate", "expression"])

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
        "The context; the nearest one around without it, and `global` spans all screens.",
        synonyms: ["contextId", "id", "name"]),
      Attribute(
        "path", .path, "Where in it, such as `draft.tags[0]`; all of it without a path.",
        synonyms: ["key", "keyPath", "property"]),
      Attribute("value", .any, "What is written; null without it."),
    ]
  ) { run in
    guard let context = run.scope.contextToWrite(named: run["context"].string) else {
      return run.report("Nothing around this place owns a context '\(run["context"].description)'")
    }
    let text = run["path"].description
    do {
      let path = text.isEmpty ? ContextPath(nodes: []) : try ContextPath(text)
      if let object = context.value.object as? ManagedObject, path.nodes.count == 1, case .key(let key) = path.nodes[0]
      {
        // The item of a row is an object of the store, so the change is made there.
        return run.changeStore { store in ["object": .object(try store.update(object, [key: run["value"]]))] }
      }
      try context.set(run["value"], at: path)
    } catch let problem as Diagnostic {
      run.report(problem.message)
    } catch Context.WriteProblem.tooLarge {
      run.report("A context takes no more than \(Context.maximumSize) values at once")
    } catch Context.WriteProblem.notWritable {
      run.report("'\(context.identifier)' can only be read")
    } catch {
      run.report("Nothing can be written at '\(text)': an object of the store is changed by 'update'")
    }
  }

  static let addChildren = ActionDefinition(
    type: "addChildren", documentation: "Adds components to a container.", synonyms: ["append", "addComponent"],
    attributes: [
      Attribute("to", .reference(.element), "The container.", isRequired: true),
      Attribute(
        "mode", .choice(ScreenController.Insertion.allCases.map(\.rawValue)),
        "Whether they stand behind those that are there, which is the default, before them, or instead of them."),
      Attribute(
        "reads", .choice(["action", "container"]),
        "Whether their expressions read what the action reads, which is the default, or what those in the container do."
      ),
      Attribute(
        "from", .any, "Components as data, such as the answer of a server: a list of documents, in place of 'children'."
      ),
    ],
    slots: [SlotDefinition("children", "The components.", .many)]
  ) { run in
    guard let screen = run.screen else { return }
    let name = run["to"].description
    guard let container = run.scope.view(name), container.laysOutChildren else {
      return run.report("'\(name)' is not a container of this screen")
    }
    let insertion = run["mode"].string.flatMap(ScreenController.Insertion.init) ?? .append
    var components = run.components("children")
    if run.call.attributes["from"] != nil {
      guard let found = screen.components(from: run["from"]) else {
        return run.report("'from' is no list of components")
      }
      components += found
    }
    let place = run["reads"] == "container" ? screen.place(of: container) : nil
    if !screen.add(components, to: container, insertion, in: place ?? run.scope) {
      run.report("The screen has too many components already")
    }
  }
}

extension Scope {
  /// Returns the context that an action writes to: the named one, or else the nearest one that a document owns.
  fileprivate func contextToWrite(named name: String?) -> Context? {
    guard let name else { return nearestOwnContext }
    return context(name)
  }
}

extension Value {
  /// Whether the value counts as true in conditions and expressions.
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
