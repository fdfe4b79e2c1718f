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
        "condition", .condition, "The condition; null, false, 0 and empty text count as false.", isRequired: true,
        synonyms: ["if", "test", "when", "predicate", "expression"])

    ],
    events: [
      EventDefinition("onTrue", "The condition is true."), EventDefinition("onFalse", "The condition is false."),
    ]
  ) { run in
    run.fire(run["condition"].holds ? "onTrue" : "onFalse")
  }

  static let setContext = ActionDefinition(
    type: "setContext", documentation: "Writes to a context; expressions that read it are updated.",
    synonyms: ["set", "setState", "assign"],
    attributes: [
      Attribute(
        "context", .reference(.context),
        "The context; the nearest one by default. `global` spans all screens.",
        synonyms: ["contextId", "id", "name"]),
      Attribute(
        "path", .path, "The path in the context, such as `draft.tags[0]`; the whole value by default.",
        synonyms: ["key", "keyPath", "property"]),
      Attribute("value", .any, "The new value; null by default."),
    ]
  ) { run in
    guard let context = run.scope.contextToWrite(named: run["context"].string) else {
      return run.report("There is no context '\(run["context"].description)' in scope")
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
      run.report("At most \(Context.maximumSize) values can be written to a context at once")
    } catch Context.WriteProblem.notWritable {
      run.report("'\(context.identifier)' is read-only")
    } catch {
      run.report("Cannot write to '\(text)': use 'update' to change an object of the store")
    }
  }

  static let addChildren = ActionDefinition(
    type: "addChildren", documentation: "Adds components to a container.", synonyms: ["append", "addComponent"],
    attributes: [
      Attribute("to", .reference(.element), "The container.", isRequired: true),
      Attribute(
        "mode", .choice(ScreenController.Insertion.allCases.map(\.rawValue)),
        "Where the components are inserted: after the existing ones, which is the default, before them, or in place of them."
      ),
      Attribute(
        "reads", .choice(["action", "container"]),
        "The scope of their expressions: the action's, which is the default, or the container's."
      ),
      Attribute(
        "from", .any, "Components as data, such as a server's response: a list of documents, in place of 'children'."
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
        return run.report("'from' is not a list of components")
      }
      components += found
    }
    let viewScope = run["reads"] == "container" ? screen.scope(of: container) : nil
    if !screen.add(components, to: container, insertion, in: viewScope ?? run.scope) {
      run.report("The screen has too many components already")
    }
  }
}

extension Scope {
  /// Returns the context that an action writes to: the named one, or else the nearest one that a document owns.
  func contextToWrite(named name: String?) -> Context? {
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
