import TesseraExpressions
import TesseraValues
import TesseraViews

/// `"bind": "state.name"`: the value follows a path, and what the person changes is written there. It is another
/// spelling of an expression for `value` and an action on `onChange`.
extension ComponentDecoder {
  func bind(_ member: JSONMember, of definition: ComponentDefinition, into component: inout Component) {
    let range = member.value.range
    guard let property = definition.properties["value"], property.isWritable, definition.event("onChange") != nil else {
      return session.add(
        "bind", member.nameRange, "'\(definition.type)' has no value that a person changes",
        fix: "Use an expression to show a value")
    }
    // The text of a switch is what it is called, not its value.
    let isTextName = definition.kind.element.states[.text] == "aria-label"
    let values: Set = isTextName ? ["value"] : ["value", "text"]
    if let other = component.properties.first(where: { values.contains($0.property.name) }) {
      return session.add(
        "duplicate-binding", range, "'\(other.property.name)' and 'bind' both say what is shown", fix: "leave one out")
    }
    guard let text = member.value.string else {
      return session.add("bind", range, "'bind' takes a path, found \(member.value.typeName)")
    }
    let path: ContextPath
    do {
      path = try ContextPath(text)
    } catch {
      return session.add(error.within(text: range))
    }
    guard case .key(let name)? = path.nodes.first, let write = write(to: path, below: name, at: range) else { return }
    // The name was checked where it is written.
    component.properties.append(
      PropertyAssignment(property, .dynamic(.template(Template("@{\(text)}", dialect: .native)))))
    component.events["onChange", default: []].insert(write, at: 0)
  }

  /// The action that writes what the person changed.
  private func write(to path: ContextPath, below name: String, at range: SourceRange) -> ActionCall? {
    let value = DynamicValue.template(Template("@{onChange.value}", dialect: .native))
    let rest = ContextPath(nodes: Array(path.nodes.dropFirst()))
    if session.isItem(name), rest.nodes.isEmpty {
      session.add("bind", range, "Of a row's item an attribute is bound, such as '\(name).title'")
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
