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
    switch type {
    case "setContext" where node["context"]?.string == nil && contexts.isEmpty,
      "addChildren" where node["reads"]?.string != "container",
      "condition" where condition(node["condition"]) == nil, "pop" where node["to"] != nil && data(node["to"]) == nil:
      return own(type, node, isAction: true)
    case "push": return navigation("pushview", node)
    case "present": return navigation("pushstack", node)
    case "replace": return navigation(node["all"]?.bool == true ? "resetapplication" : "resetstack", node)
    case "pop" where node["to"] != nil: return finish(begin(action: "poptoview", node), of: node)
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
    guard let schema = BeagleTypeSchema.nativeActions[type] else { return own(type, node, isAction: true) }
    var part = begin(action: schema.name, node)
    switch type {
    case "addChildren": setAdded(node, in: &part)
    // Without actions, the translation back adds some.
    case "request":
      for name in ["onSuccess", "onError", "onFinish"] where node[name] == nil { part.covered.remove(name) }
    default: break
    }
    return finish(part, of: node)
  }

  /// Creates an action with the members that correspond to those of the native one.
  private mutating func begin(action name: String, _ node: JSONNode) -> PayloadPart {
    var part = PayloadPart(name, node.range, isAction: true)
    if let schema = BeagleTypeSchema.actions[name] { set(schema.object, of: node, in: &part) }
    return part
  }

  /// Sets the components that an action adds.
  private mutating func setAdded(_ node: JSONNode, in part: inout PayloadPart) {
    if let from = node["from"], let source = data(from), source.string != nil {
      return part.said.set("value", source)
    }
    let outer = reader.names
    reader.names = []
    let children = (node["children"]?.elements ?? []).map { component($0) }
    reader.names = outer
    part.stubs.set("value", .list([], node.range))
    part.held.set("value", .list(children, node.range))
    part.covered.insert("children")
  }

  // MARK: Navigation

  private mutating func navigation(_ name: String, _ node: JSONNode) -> JSONNode {
    var part = begin(action: name, node)
    if let screen = node["screen"]?.string {
      guard let inner = removeInnerScreen(screen) else { return own(node["type"]?.string ?? "", node, isAction: true) }
      var route = ObjectBuilder(node.range)
      route.set("screen", inner)
      part.held.set("route", route.node)
      part.stubs.set("route", emptyRoute(node.range))
      part.covered.formUnion(["screen", "url"])
      return finish(part, of: node)
    }
    var route = object(.remoteRoute, of: node)
    if !route.has("url") { route.set("url", .text("", node.range)) }
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

  /// Returns the data passed to the screen that becomes visible.
  func handover(_ node: JSONNode) -> JSONNode? {
    node["context"]?.string == NativeTranslator.navigationContext ? object(.navigationContext, of: node).node : nil
  }
}
