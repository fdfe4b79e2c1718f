import TesseraExpressions
import TesseraValues
import TesseraViews

/// Decoding of `"bind": "state.name"`: the value follows a path, and changes by the person are written there. It is a
/// shorthand for an expression for `value` and an action on `onChange`.
///
/// A component that writes several properties takes an object:
/// `"bind": {"minimum": "filter.from", "maximum": "filter.to"}`.
extension ComponentDecoder {
  func bind(_ member: JSONMember, of definition: ComponentDefinition, into component: inout Component) {
    guard let members = member.value.members, !definition.written.isEmpty else {
      guard let name = definition.boundProperty else {
        return session.add(
          "bind", member.nameRange, "'\(definition.type)' has no single value that 'bind' could refer to",
          fix: "Specify the property: {\"\(definition.written.keys.min() ?? "value")\": \"…\"}")
      }
      return bind(name, to: member.value, at: member.nameRange, of: definition, into: &component)
    }
    for member in members {
      bind(member.name, to: member.value, at: member.nameRange, of: definition, into: &component)
    }
  }

  private func bind(
    _ name: String, to node: JSONNode, at nameRange: SourceRange, of definition: ComponentDefinition,
    into component: inout Component
  ) {
    let range = node.range
    let event = definition.written[name]?.rawValue ?? "onChange"
    let isTold = definition.written[name] != nil || (definition.written.isEmpty && definition.event("onChange") != nil)
    guard let property = definition.properties[name], property.isWritable, isTold else {
      if definition.written.isEmpty || name == definition.boundProperty {
        return session.add(
          "bind", nameRange, "'\(definition.type)' has no value that a user can change",
          fix: "Use an expression to show a value")
      }
      return session.add(
        "bind", nameRange, "'\(definition.type)' has no property '\(name)' that can be bound",
        fix: SpellingSuggestion.fix(for: name, in: definition.written.keys.sorted()))
    }
    // The text of a switch is its label, not its value.
    let isTextName = definition.kind.element.states[.text] == "aria-label"
    let values: Set = isTextName || name != "value" ? [name] : ["value", "text"]
    if let other = component.properties.first(where: { values.contains($0.property.name) }) {
      return session.add(
        "duplicate-binding", range, "'\(other.property.name)' and 'bind' both set the value", fix: "Remove one of them")
    }
    guard let text = node.string else {
      return session.add("bind", range, "'bind' takes a path, found \(node.typeName)")
    }
    let path: ContextPath
    do {
      path = try ContextPath(text)
    } catch {
      return session.add(error.within(text: range))
    }
    guard case .key(let name)? = path.nodes.first, let write = write(to: path, below: name, of: event, at: range) else {
      return
    }
    // The name was checked when the write action was created.
    component.properties.append(
      PropertyAssignment(property, .dynamic(.template(Template("@{\(text)}", dialect: .native)))))
    component.events[event, default: []].insert(write, at: 0)
  }

  /// Returns the action that writes the changed value.
  private func write(
    to path: ContextPath, below name: String, of event: String, at range: SourceRange
  ) -> ActionCall? {
    let value = DynamicValue.template(Template("@{\(event).value}", dialect: .native))
    let rest = ContextPath(nodes: Array(path.nodes.dropFirst()))
    if session.isItem(name), rest.nodes.isEmpty {
      session.add("bind", range, "Bind an attribute of the row's item, such as '\(name).title'")
      return nil
    }
    guard session.isContext(name), let setContext = session.actions["setContext"] else {
      session.checkReference(name, .context, at: range)
      return nil
    }
    return ActionCall(
      setContext,
      attributes: [
        "context": .literal(.string(name)), "path": .literal(.string(rest.description)), "value": value,
      ], range: range)
  }
}
