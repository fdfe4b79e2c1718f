import TesseraExpressions
package import TesseraValues

/// Encodes payloads in normal form: type identifiers in lower case, expressions in canonical spelling, and no unused
/// members.
///
/// The output decodes to the same payload. Like Beagle, the encoder always writes certain members: the four edges of a
/// safe area, the style of a list, the icon of a tab and the placeholder of a remote image.
package struct BeagleEncoder {
  package init() {}

  /// Returns the document of a payload.
  package func document(of payload: BeaglePayload) -> JSONNode {
    if !payload.hasScreenRoot, case .known(_, let screen) = payload.screen.content,
      let root = screen["child"]?.element
    {
      return node(of: root, key: BeagleDecoder.componentKey)
    }
    return node(of: payload.screen, key: BeagleDecoder.componentKey)
  }

  /// Returns the node of a component or an action.
  func node(of element: BeagleElement, key: String) -> JSONNode {
    var object = ObjectBuilder(element.range)
    object.set(key, .text(element.typeID.lowercased(), element.range))
    switch element.content {
    case .broken: break
    case .known(let schema, let content):
      add(content, to: &object)
      complete(schema.name, &object)
    case .custom(_, let common, let members):
      add(common, to: &object)
      for member in members { object.set(member.name, node(of: member.value, nil), at: member.nameRange) }
    }
    return object.node
  }

  private func add(_ content: BeagleObject, to object: inout ObjectBuilder) {
    for member in content.members {
      object.set(member.name, node(of: member.value, content.schema[member.name]?.type), at: member.nameRange)
    }
  }

  /// Adds the members that Beagle always writes.
  private func complete(_ type: String, _ object: inout ObjectBuilder) {
    let range = object.range
    if type == "screencomponent", !object.has("safeArea") {
      var edges = ObjectBuilder(range)
      for edge in ["top", "leading", "bottom", "trailing"] { edges.set(edge, .flag(true, range)) }
      object.set("safeArea", edges.node)
    }
    // Beagle 2.x uses another name for the number of columns than 1.x.
    if type == "gridview", !object.has("spanCount"), let columns = object["numColumns"] {
      object.set("spanCount", columns)
      object.remove("numColumns")
    }
    if type == "listview", !object.has("style") { object.set("style", ObjectBuilder(range).node) }
  }

  private func node(of value: BeagleValue, _ type: BeagleSlotType?) -> JSONNode {
    switch value {
    case .literal(let node):
      if case .binding = type, let text = node.string { return .text(Template.escaped(text), node.range) }
      if let whole = node.number.flatMap({ Int64(exactly: $0) }) {
        return JSONNode(.integer(whole), range: node.range)
      }
      return node
    case .template(let template, let range): return .text(template.description, range)
    case .data(let node):
      if case .native = type { return node }
      return data(node)
    case .list(let values, let range):
      var inner: BeagleSlotType?
      if case .list(let type) = type { inner = type }
      return .list(values.map { node(of: $0, inner) }, range)
    case .element(let element): return node(of: element, key: key(of: element, type))
    case .object(let content): return node(of: content, type)
    }
  }

  private func key(of element: BeagleElement, _ type: BeagleSlotType?) -> String {
    if case .action = type { return BeagleDecoder.actionKey }
    guard type == nil else { return BeagleDecoder.componentKey }
    switch element.content {
    case .known(let schema, _) where BeagleTypeSchema.actions[schema.name] != nil: return BeagleDecoder.actionKey
    case .custom: return element.isAction ? BeagleDecoder.actionKey : BeagleDecoder.componentKey
    default: return BeagleDecoder.componentKey
    }
  }

  private func node(of content: BeagleObject, _ type: BeagleSlotType?) -> JSONNode {
    var object = ObjectBuilder(content.range)
    switch content.schema.name {
    case BeagleObjectSchema.localImage.name:
      // In a remote image, the kind of the placeholder is implied.
      if case .imagePath = type { object.set(BeagleDecoder.imageKey, .text("local", content.range)) }
    case BeagleObjectSchema.remoteImage.name: object.set(BeagleDecoder.imageKey, .text("remote", content.range))
    default: break
    }
    add(content, to: &object)
    switch content.schema.name {
    case BeagleObjectSchema.remoteImage.name where !object.has("placeholder"):
      object.set("placeholder", ObjectBuilder(content.range).node)
    case BeagleObjectSchema.tabBarItem.name where !object.has("icon"):
      object.set("icon", ObjectBuilder(content.range).node)
    default: break
    }
    return object.node
  }

  private func data(_ node: JSONNode) -> JSONNode {
    node.mappingLiterals { literal in
      switch literal.content {
      case .string(let text):
        let template = Template(text)
        let spelling = template.isConstant ? Template.escaped(template.literalText) : template.description
        return .text(spelling, literal.range)
      case .double(let number): return .number(number, literal.range)
      default: return literal
      }
    }
  }
}
