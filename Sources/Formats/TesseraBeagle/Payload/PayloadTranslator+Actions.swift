import TesseraExpressions
import TesseraValues

/// Translation of actions to payloads.
extension PayloadTranslator {
  /// - Returns: A list, for both a single action and a list of actions.
  mutating func actions(_ node: JSONNode?) -> JSONNode? {
    guard let node, !node.isNull else { return nil }
    return .list((node.elements ?? [node]).compactMap { $0["type"] == nil ? nil : action($0) }, node.range)
  }

  private mutating func action(_ node: JSONNode) -> JSONNode {
    guard let type = node["type"]?.string else { return node }
    if let action = RenamedAction.native[type] { return renamed(action, node) }
    switch type {
    case "setContext" where node["context"]?.string != nil || !contexts.isEmpty: return setContext(node)
    case "addChildren" where node["reads"]?.string == "container": return addChildren(node)
    case "request": return request(node)
    case "condition":
      guard let condition = condition(node["condition"]) else { break }
      var part = PayloadPart("condition", node.range, isAction: true)
      part.said.set("condition", condition)
      for event in ["onTrue", "onFalse"] { hold(event, as: event, of: node, in: &part) }
      return finish(part, of: node)
    case "push": return navigation("pushview", node)
    case "present": return navigation("pushstack", node)
    case "replace": return navigation(node["all"]?.bool == true ? "resetapplication" : "resetstack", node)
    case "dismiss": return finish(goingBack("popstack", node), of: node)
    case "pop":
      guard let target = node["to"] else { return finish(goingBack("popview", node), of: node) }
      guard let route = data(target) else { break }
      var part = goingBack("poptoview", node)
      part.said.set("route", route)
      return finish(part, of: node)
    case "showErrors":
      guard let errors = node["errors"]?.members else { break }
      reportLegacy("showErrors", "beagle:formvalidation", node["type"]?.range ?? node.range)
      var part = PayloadPart("formvalidation", node.range, isAction: true)
      let messages = errors.compactMap { error -> JSONNode? in
        guard let message = plain(error.value) else { return nil }
        var object = ObjectBuilder(error.value.range)
        object.set("inputName", .text(error.name, error.nameRange))
        object.set("message", message)
        return object.node
      }
      part.said.set("errors", .list(messages, node.range))
      return finish(part, of: node)
    default: break
    }
    return own(type, node, isAction: true)
  }

  private mutating func renamed(_ action: RenamedAction, _ node: JSONNode) -> JSONNode {
    var part = PayloadPart(action.type.payload, node.range, isAction: true)
    for words in action.values { part.said.set(words.payload, data(node[words.native])) }
    // Adds the members that Beagle requires.
    for slot in BeagleTypeSchema.actions[action.type.payload]?.object.required ?? []
    where slot.fallback == nil && !part.said.has(slot.name) {
      part.said.set(slot.name, .text("", node.range))
    }
    for words in action.events { hold(words.native, as: words.payload, of: node, in: &part) }
    return finish(part, of: node)
  }

  private mutating func hold(_ event: String, as name: String, of node: JSONNode, in part: inout PayloadPart) {
    part.held.set(name, actions(node[event]))
    part.covered.insert(event)
  }

  private mutating func setContext(_ node: JSONNode) -> JSONNode {
    var part = PayloadPart("setcontext", node.range, isAction: true)
    // Without a name, the nearest enclosing context is used. The content of a row has no name of its own.
    part.said.set("contextId", node["context"] ?? contexts.last.map { .text($0, node.range) })
    part.said.set("path", plain(node["path"]))
    part.said.set("value", data(node["value"]) ?? JSONNode(.null, range: node.range))
    return finish(part, of: node)
  }

  private mutating func addChildren(_ node: JSONNode) -> JSONNode {
    var part = PayloadPart("addchildren", node.range, isAction: true)
    part.said.set("componentId", plain(node["to"]) ?? .text("", node.range))
    part.said.set("mode", word(node["mode"]))
    if let from = node["from"], let source = data(from), source.string != nil {
      part.said.set("value", source)
    } else {
      let outer = reader.names
      reader.names = []
      let children = (node["children"]?.elements ?? []).map { component($0) }
      reader.names = outer
      part.stubs.set("value", .list([], node.range))
      part.held.set("value", .list(children, node.range))
      part.covered.insert("children")
    }
    return finish(part, of: node)
  }

  private mutating func request(_ node: JSONNode) -> JSONNode {
    var part = PayloadPart("sendrequest", node.range, isAction: true)
    part.said.set("url", data(node["url"]) ?? .text("", node.range))
    for (from, to) in [("method", "method"), ("headers", "headers"), ("body", "data")] {
      part.said.set(to, data(node[from]))
    }
    for name in ["onSuccess", "onError", "onFinish"] where node[name] != nil {
      part.held.set(name, within([name: ContextPath(nodes: [.key(name)])]) { $0.actions(node[name]) })
      part.covered.insert(name)
    }
    return finish(part, of: node)
  }

  // MARK: Navigation

  private mutating func navigation(_ name: String, _ node: JSONNode) -> JSONNode {
    var part = goingBack(name, node)
    if name != "pushview" { part.said.set("controllerId", plain(node["stack"])) }
    if let screen = node["screen"]?.string {
      guard let inner = removeInnerScreen(screen) else { return own(node["type"]?.string ?? "", node, isAction: true) }
      var route = ObjectBuilder(node.range)
      route.set("screen", inner)
      part.held.set("route", route.node)
      part.stubs.set("route", emptyRoute(node.range))
      part.covered.formUnion(["screen", "url"])
      return finish(part, of: node)
    }
    var route = ObjectBuilder(node.range)
    route.set("url", data(node["url"]) ?? .text("", node.range))
    if node["prefetch"]?.bool == true { route.set("shouldPrefetch", .flag(true, node.range)) }
    var request = ObjectBuilder(node.range)
    for name in ["method", "headers", "body"] { request.set(name, data(node[name])) }
    if !request.isEmpty { route.set("httpAdditionalData", request.node) }
    part.stubs.set("route", route.node)
    if let fallback = node["fallback"]?.string {
      guard let inner = removeInnerScreen(fallback) else {
        return own(node["type"]?.string ?? "", node, isAction: true)
      }
      part.covered.insert("fallback")
      route.set("fallback", inner)
    }
    part.held.set("route", route.node)
    return finish(part, of: node)
  }

  private func emptyRoute(_ range: SourceRange) -> JSONNode {
    var route = ObjectBuilder(range)
    route.set("url", .text("", range))
    return route.node
  }

  /// Creates a navigation action with the data passed to the screen that becomes visible.
  private mutating func goingBack(_ name: String, _ node: JSONNode) -> PayloadPart {
    var part = PayloadPart(name, node.range, isAction: true)
    if let hands = node["hands"], hands["context"]?.string == NativeTranslator.navigationContext {
      var handover = ObjectBuilder(hands.range)
      handover.set("path", plain(hands["path"]))
      handover.set("value", data(hands["value"]) ?? JSONNode(.null, range: hands.range))
      part.said.set(NativeTranslator.navigationContext, handover.node)
    }
    return part
  }
}
