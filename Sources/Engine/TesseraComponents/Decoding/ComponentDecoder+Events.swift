package import TesseraValues
package import TesseraViews

extension ComponentDecoder {
  /// Decodes the handler of an event: one action or a list of actions. They access the event's details by its name.
  package mutating func decodeEvent(_ node: JSONNode, _ event: EventDefinition, depth: Int) -> [ActionCall] {
    let nodes = node.elements ?? [node]
    if nodes.count > Self.maximumActionCount {
      session.add(
        "action-limit", nodes[Self.maximumActionCount].range,
        "An event can have at most \(Self.maximumActionCount) actions")
    }
    guard depth < Self.maximumActionDepth else {
      session.add(
        "action-limit", node.range, "Actions can be nested at most \(Self.maximumActionDepth) levels deep")
      return []
    }
    return session.withEvent(event) {
      nodes.prefix(Self.maximumActionCount).compactMap { decodeAction($0, depth: depth) }
    }
  }

  private mutating func decodeAction(_ node: JSONNode, depth: Int) -> ActionCall? {
    guard let members = node.membersWithoutComments else {
      session.add("action-type", node.range, "An action is an object with a 'type', found \(node.typeName)")
      return nil
    }
    guard let typeNode = node["type"] else {
      session.add("action-type", node.range, "An action needs a 'type'", fix: "Add 'type', such as 'push'")
      return nil
    }
    guard let type = typeNode.string else {
      session.add("action-type", typeNode.range, "'type' takes text, found \(typeNode.typeName)")
      return nil
    }
    guard let definition = session.actions[type] else {
      session.add(
        .error, "unknown-action", typeNode.range, "Unknown action '\(type)'", near: type, in: session.actions.types,
        synonym: session.actions.type(forSynonym: type))
      return nil
    }
    var call = ActionCall(definition, range: node.range)
    var isSound = true
    for member in members where member.name != "type" {
      if let attribute = definition.attribute(member.name) {
        if let value = session.value(member, ofType: attribute.type, of: "action '\(type)'") {
          call.attributes[attribute.name] = value
        } else {
          // Without one of its attributes, the action would do something else.
          isSound = false
        }
      } else if let event = definition.events.first(where: { $0.name == member.name }) {
        call.events[event.name] = decodeEvent(member.value, event, depth: depth + 1)
      } else if member.name == "analytics" {
        call.analytics = session.analytics(member.value)
      } else if let slot = definition.slots.first(where: { $0.name == member.name }) {
        call.components[slot.name] = decodeList(member.value.elements ?? [member.value])
      } else {
        let known =
          definition.attributes.map(\.name) + definition.events.map(\.name) + definition.slots.map(\.name) + [
            "analytics"
          ]
        session.add(
          .error, "unknown-attribute", member.nameRange, "Unknown attribute '\(member.name)' of action '\(type)'",
          near: member.name, in: known, synonym: definition.attributes.first { $0.synonyms.contains(member.name) }?.name
        )
      }
    }
    for attribute in definition.attributes where attribute.isRequired && node[attribute.name] == nil {
      session.add(
        "missing-attribute", node.range, "Action '\(type)' needs '\(attribute.name)'",
        fix: "Add '\(attribute.name)': \(attribute.type.name)")
      isSound = false
    }
    for problem in definition.check?(node, session.configuration.actionContext) ?? [] { session.add(problem) }
    let alternatives = definition.alternatives
    let given = alternatives.filter { node[$0] != nil }
    let isMisspelled = definition.attributes.contains { attribute in
      alternatives.contains(attribute.name) && attribute.synonyms.contains { node[$0] != nil }
    }
    if isMisspelled { isSound = false }
    if !alternatives.isEmpty, given.count != 1, !isMisspelled {
      let names = alternatives.map { "'\($0)'" }.joined(separator: " or ")
      session.add(
        given.isEmpty ? "missing-attribute" : "attribute-conflict", node.range,
        "Action '\(type)' takes either \(names), found \(given.isEmpty ? "neither" : "both")")
      isSound = false
    }
    return isSound ? call : nil
  }
}
