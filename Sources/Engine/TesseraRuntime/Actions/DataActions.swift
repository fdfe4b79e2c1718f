import TesseraComponents
import TesseraData
import TesseraValues
import TesseraViews

extension ActionDefinition {
  static let insert = ActionDefinition(
    type: "insert", documentation: "Adds an object to the widget's store.", synonyms: ["create", "add", "save"],
    attributes: [
      Attribute("entity", .reference(.entity), "The entity of the object.", isRequired: true),
      Attribute("values", .object, "The properties by name."),
    ],
    events: [
      EventDefinition(
        "onSuccess", "The object was added.", carries: [EventDefinition.Member("object", .any, "the object")]), .failed,
    ]
  ) { run in
    run.changeStore { store in
      let object = try store.insert(run["entity"].description, run["values"].dictionary ?? [:])
      run.screen?.core.undoHistory.add(.inserted(object))
      return ["object": .object(object)]
    }
  }.checked(by: checkValues)

  /// Checks the literal values of an `insert` against the entity that it names.
  @Sendable private static func checkValues(_ node: JSONNode, _ context: (any ActionCheckContext)?) -> [Diagnostic] {
    guard let model = (context as? ScreenSurroundings)?.model, let name = node["entity"]?.string,
      let entity = model[name]
    else { return [] }
    return (node["values"]?.membersWithoutComments ?? []).compactMap { member in
      guard entity.propertyNames.contains(member.name) else {
        return Diagnostic(
          rule: "unknown-property", range: member.nameRange, message: "'\(name)' has no property '\(member.name)'",
          fix: SpellingSuggestion.fix(for: member.name, in: entity.propertyNames))
      }
      let isExpression = member.value.string?.contains("@{") == true
      guard let attribute = entity.attribute(member.name), !isExpression,
        let expected = attribute.type.mismatch(with: member.value.valueWithoutComments)
      else { return nil }
      return Diagnostic(
        rule: "attribute-type", range: member.value.range,
        message: "'\(member.name)' of '\(name)' takes \(expected), found \(member.value.typeName)")
    }
  }

  static let update = ActionDefinition(
    type: "update", documentation: "Changes properties of an object of the store.", synonyms: ["edit", "change"],
    attributes: [
      Attribute("object", .any, "The object, such as `@{item}`.", isRequired: true),
      Attribute("values", .object, "The new values by name; other properties are unchanged.", isRequired: true),
    ],
    events: [
      EventDefinition(
        "onSuccess", "The object was changed.", carries: [EventDefinition.Member("object", .any, "the changed object")]),
      .failed,
    ]
  ) { run in
    run.changeStore { store in
      guard let object = run["object"].object as? ManagedObject else {
        throw ActionProblem("'object' is not an object of the store")
      }
      let values = run["values"].dictionary ?? [:]
      let before = (try? store.object(object.identity)) ?? object
      let current = try store.update(object, values)
      let old = Dictionary(uniqueKeysWithValues: values.keys.map { ($0, before.value(forKey: $0) ?? .null) })
      run.screen?.core.undoHistory.add(.updated(current, old))
      return ["object": .object(current)]
    }
  }

  static let delete = ActionDefinition(
    type: "delete", documentation: "Deletes an object, or a list of objects, from the store.",
    synonyms: ["remove", "destroy"],
    attributes: [Attribute("object", .any, "The object, such as `@{item}`, or a list.", isRequired: true)],
    events: [EventDefinition("onSuccess", "The objects were deleted."), .failed]
  ) { run in
    run.changeStore { store in
      let objects = (run["object"].array ?? [run["object"]]).compactMap { $0.object as? ManagedObject }
      guard !objects.isEmpty || run["object"].array != nil else {
        throw ActionProblem("'object' is not an object of the store")
      }
      let gone = try store.delete(objects)
      if !gone.isEmpty { run.screen?.core.undoHistory.add(.deleted(gone)) }
      return [:]
    }
  }
}

extension EventDefinition {
  /// The event for a failed change of the store.
  static let failed = EventDefinition(
    "onError", "The action failed.", carries: [EventDefinition.Member("message", .string, "the reason")])
}

/// The reason why an action failed.
private struct ActionProblem: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

extension ActionRun {
  /// Changes the store. A failure runs `onError`, or shows an alert if the document does not handle that event.
  /// - Parameter body: Returns the values of the event `onSuccess`; nil for no event.
  func changeStore(_ body: (Store) throws -> [String: Value]?) {
    guard let screen, !screen.core.instance.isDrawnOnly else { return }
    do {
      let details = try body(screen.store)
      screen.core.unstoredRuns?.append(self)
      if let details { fire("onSuccess", details) }
    } catch {
      revert()
      if handles("onError") { fire("onError", ["message": .string("\(error)")]) } else { report("\(error)") }
    }
  }
}

extension ScreenController {
  /// Starts actions whose changes of the store are kept all or not at all. If they cannot be kept, all that made one have
  /// failed, whatever they said before.
  func performTogether(_ body: () -> Void) {
    guard core.unstoredRuns == nil, !core.instance.isDrawnOnly else { return body() }
    let history = core.undoHistory
    do {
      try store.together {
        core.unstoredRuns = []
        body()
      }
      core.unstoredRuns = nil
    } catch {
      // Without a transaction, each change says why it fails.
      guard let failed = core.unstoredRuns else { return body() }
      core.unstoredRuns = nil
      core.undoHistory = history
      var isTold = false
      for run in failed {
        run.revert()
        guard !run.fire("onError", ["message": .string("\(error)")]), !isTold else { continue }
        run.report("\(error)")
        isTold = true
      }
    }
  }
}
