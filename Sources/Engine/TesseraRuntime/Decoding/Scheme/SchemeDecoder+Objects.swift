import TesseraComponents
import TesseraData
import TesseraExpressions
import TesseraValues
import TesseraViews

/// Decoding of the section `objects`.
extension SchemeDecoder {
  /// Records the class of an object, so that outlets of earlier objects can refer to it.
  mutating func declare(_ entry: JSONMember) {
    guard let type = entry.value["type"]?.string, let definition = mediators[type] else {
      brokenObjects.insert(entry.name)
      return
    }
    mediatorClasses[entry.name] = definition.mediatorClass
  }

  /// Records the alias of an object. The first owner of a name keeps it.
  mutating func declareAlias(of entry: JSONMember) {
    guard let node = entry.value["alias"], let alias = node.string else { return }
    guard let mediatorClass = mediatorClasses[entry.name] else {
      brokenObjects.insert(alias)
      return
    }
    if mediatorClasses[alias] != nil || elementTypes[alias] != nil {
      session.add("duplicate-id", node.range, "The name '\(alias)' is already used on this screen")
    } else {
      mediatorClasses[alias] = mediatorClass
    }
  }

  mutating func decodeObject(_ entry: JSONMember) -> ObjectDefinition? {
    guard let parts = entry.value.membersWithoutComments else {
      session.add("object-type", entry.value.range, "An entry of 'objects' must be an object with a 'type'")
      return nil
    }
    guard let typeNode = entry.value["type"], let type = typeNode.string else {
      session.add("object-type", entry.value.range, "Object '\(entry.name)' needs a 'type'")
      return nil
    }
    guard let definition = mediators[type] else {
      session.add(
        .error, "unknown-mediator", typeNode.range, "Unknown object type '\(type)'", near: type, in: mediators.types)
      return nil
    }
    if elementTypes[entry.name] != nil {
      session.add("duplicate-id", entry.nameRange, "An element of the screen already has the id '\(entry.name)'")
    }
    var object = ObjectDefinition(identifier: entry.name, definition: definition)
    let events = definition.mediatorClass.events
    let problemCount = session.diagnostics.all.count
    for part in parts {
      switch part.name {
      case "type": break
      case "alias":
        object.alias = part.value.string
        if object.alias == nil { session.add("attribute-type", part.value.range, "'alias' takes text") }
      case "attrs":
        let isAsked = entry.value["outlets"]?["target"] != nil
        object.attributes = decodeAttributes(part.value, of: definition, asksTarget: isAsked)
      case "outlets": object.outlets = decodeOutlets(part.value, of: definition)
      case "evals": object.evaluations = decodeEvaluations(part.value, of: definition)
      default:
        if let event = events.first(where: { $0.name == part.name }) {
          var actions = ComponentDecoder(session: session)
          object.events[event.name] = actions.decodeEvent(part.value, event, depth: 0)
          continue
        }
        session.add(
          .error, "unknown-attribute", part.nameRange, "Unknown key '\(part.name)' of object '\(entry.name)'",
          near: part.name, in: ["type", "alias", "attrs", "outlets", "evals"] + events.map(\.name))
      }
    }
    let given = Set(["attrs", "outlets"].flatMap { entry.value[$0]?.members?.map(\.name) ?? [] })
    // A misspelled key has already been reported.
    let isSound = session.diagnostics.all.count == problemCount
    for alternatives in definition.mediatorClass.requirements where isSound && given.isDisjoint(with: alternatives) {
      let names = alternatives.map { "'\($0)'" }.joined(separator: " or ")
      session.add("missing-attribute", typeNode.range, "'\(entry.name)' does nothing without \(names)")
    }
    return object
  }

  private mutating func decodeEvaluations(
    _ node: JSONNode, of definition: MediatorRegistry.Definition
  ) -> [String: Evaluation] {
    let known = definition.mediatorClass.evaluationNames
    var evaluations: [String: Evaluation] = [:]
    for member in members(of: node, named: "evals") {
      if !known.contains(member.name) {
        session.add(
          .warning, "unknown-evaluation", member.nameRange, "The evaluation '\(member.name)' is not used",
          near: member.name, in: known)
      }
      evaluations[member.name] = decodeEvaluation(member.value, ignoring: [])
      // Without a format, the result is the name of a cell.
      for key in ["ifTrue", "ifFalse"] where member.value["format"] == nil && member.value["transformer"] == nil {
        guard let node = member.value[key], let name = node.string, !name.contains("$"), !name.contains("%@") else {
          continue
        }
        session.checkReference(name, .cell, at: node.range)
      }
    }
    return evaluations
  }

  private func decodeAttributes(
    _ node: JSONNode, of definition: MediatorRegistry.Definition, asksTarget: Bool
  ) -> [PropertyAssignment<Mediator>] {
    let table = definition.mediatorClass.properties
    let selectors =
      asksTarget && definition.mediatorClass is ActionController.Type ? ActionController.selectorProperties : []
    let assignments = members(of: node, named: "attrs").compactMap { member -> PropertyAssignment<Mediator>? in
      guard let property = selectors.first(where: { $0.name == member.name }) ?? table[member.name] else {
        session.add(
          .error, "unknown-attribute", member.nameRange,
          "Unknown attribute '\(member.name)' of '\(definition.type)'", near: member.name, in: table.names)
        return nil
      }
      return session.assignment(member, to: property, of: definition.type)
    }
    return isResultChain(in: node) ? assignments : assignments.filter { !$0.property.name.hasPrefix("resultChain") }
  }

  /// Whether the object has no result chain, or a valid one.
  private func isResultChain(in node: JSONNode) -> Bool {
    func texts(_ node: JSONNode?, _ split: (Value) -> [String]) -> [String]? {
      node?.elements?.compactMap(\.string) ?? node?.string.map { split(.string($0)) }
    }
    guard let chain = node["resultChain"] ?? node["resultChainTxt"],
      let functions = texts(chain, ContentProvider.pieces), !functions.isEmpty,
      !session.isDynamic(chain)
    else {
      return true
    }
    let arguments = node["resultChainArgs"] ?? node["resultChainArgsTxt"]
    do {
      _ = try ResultChain(functions, arguments: texts(arguments, ContentProvider.arguments))
      return true
    } catch {
      session.add(error.at((error.rule == "result-chain-arguments" ? arguments : nil)?.range ?? chain.range))
      return false
    }
  }

  private func decodeOutlets(
    _ node: JSONNode, of definition: MediatorRegistry.Definition
  ) -> [OutletConnection<Outlet>] {
    let outlets = definition.mediatorClass.outlets
    return members(of: node, named: "outlets").compactMap { member in
      guard let outlet = outlets.first(where: { $0.name == member.name }) else {
        session.add(
          .error, "unknown-outlet", member.nameRange, "Unknown outlet '\(member.name)' of '\(definition.type)'",
          near: member.name, in: outlets.map(\.name))
        return nil
      }
      guard let targets = targets(of: member) else { return nil }
      guard targets.count == 1 || outlet.isList else {
        session.add(
          "outlet-type", member.value.range, "Outlet '\(outlet.name)' of '\(definition.type)' takes one identifier")
        return nil
      }
      let fitting = targets.filter { fits($0, outlet, owner: definition.type) }
      return OutletConnection(outlet: outlet, targets: fitting.compactMap(\.string))
    }
  }

  private func fits(_ node: JSONNode, _ outlet: Outlet, owner: String) -> Bool {
    let name = node.string ?? ""
    if let element = elementTypes[name] {
      if case .views(let kinds) = outlet.accepts, kinds.isEmpty || kinds.contains(element.kind) { return true }
      if case .targets = outlet.accepts { return true }
      session.add(
        "outlet-type", node.range, "Outlet '\(outlet.name)' of '\(owner)' cannot be the \(element.type) '\(name)'")
      return false
    }
    if let mediatorClass = mediatorClasses[name] {
      switch outlet.accepts {
      case .objects, .targets: return true
      case .mediators(let wanted) where isSubclass(mediatorClass, of: wanted): return true
      default: break
      }
      session.add("outlet-type", node.range, "Outlet '\(outlet.name)' of '\(owner)' cannot be the object '\(name)'")
      return false
    }
    if constraintNames.contains(name) {
      if case .constraints = outlet.accepts { return true }
      session.add("outlet-type", node.range, "Outlet '\(outlet.name)' of '\(owner)' cannot be the constraint '\(name)'")
      return false
    }
    if name == "content", case .objects = outlet.accepts { return true }
    session.checkName(name, at: node.range)
    return false
  }

  private func isSubclass(_ candidate: Mediator.Type, of wanted: Mediator.Type) -> Bool {
    sequence(first: candidate as AnyClass, next: { _getSuperclass($0) }).contains { $0 == wanted }
  }
}
