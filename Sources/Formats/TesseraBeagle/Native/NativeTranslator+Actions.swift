import TesseraExpressions
import TesseraValues

/// Translation of actions.
extension NativeTranslator {
  mutating func actions(_ value: BeagleValue?) -> JSONNode? {
    value.flatMap { actions($0.elements, $0.range) }
  }

  mutating func actions(_ elements: [BeagleElement], _ range: SourceRange) -> JSONNode? {
    let nodes = elements.compactMap { action($0) }
    return nodes.isEmpty ? nil : .list(nodes, range)
  }

  /// - Returns: Nil for an action without effect. Beagle writes a log entry in this case.
  mutating func action(_ element: BeagleElement) -> JSONNode? {
    guard let node = withoutPatch(action: element) else { return nil }
    return patched(node, by: element)
  }

  private mutating func withoutPatch(action element: BeagleElement) -> JSONNode? {
    switch element.content {
    case .broken: return nil
    case .custom(let name, let object, let members):
      guard let type = extensions.actions[name] else {
        report(
          "unknown-action", element.range, "Unknown action '\(element.typeID.prefix(100))'",
          fix: SpellingSuggestion.fix(for: name, in: extensions.actions.keys))
        return nil
      }
      var node = ObjectBuilder(type: type, element.range)
      for member in members {
        node.set(member.name, customMember(member), at: member.nameRange)
      }
      return adding(object["analytics"], to: node.node, of: element)
    case .known(let schema, let object):
      return known(schema, object).map { adding(object["analytics"], to: $0, of: element) }
    }
  }

  /// Adds the analytics setting of the payload to an action, with the attributes identified by their paths in the
  /// payload.
  private mutating func adding(_ analytics: BeagleValue?, to action: JSONNode, of element: BeagleElement) -> JSONNode {
    guard case .data(let node)? = analytics else { return action }
    if let flag = node.bool { return action.adding("analytics", .flag(flag, node.range)) }
    guard node.members != nil else { return action }
    var details = ObjectBuilder(node.range)
    details.set("name", .text(element.typeID.lowercased(), node.range))
    var attributes = ObjectBuilder(node.range)
    let said = BeagleEncoder().node(of: element, key: BeagleDecoder.actionKey)
    for path in (node["attributes"]?.elements ?? []).compactMap(\.string) where !path.contains("[") {
      attributes.set(path, path.split(separator: ".").reduce(said) { $0?[String($1)] }.map { data($0) })
    }
    details.set("attributes", attributes.node)
    if let entries = node["additionalEntries"], entries.members != nil {
      details.set("additionalEntries", data(entries))
    }
    return action.adding("analytics", details.node)
  }

  /// Returns the actions of a press, preceded by the analytics event that Beagle 1.x records for it.
  mutating func tracking(_ event: BeagleValue?, _ actions: JSONNode?) -> JSONNode? {
    guard case .data(let node)? = event, let name = node["category"]?.string ?? node["screenName"]?.string else {
      return actions
    }
    var track = ObjectBuilder(type: "track", node.range)
    track.set("name", .text(Template.spelling(of: name), node.range))
    let more = (node.members ?? []).filter { ["label", "value"].contains($0.name) && !$0.value.value.isNull }
    if !more.isEmpty { track.set("data", data(JSONNode(.object(more), range: node.range))) }
    return .list([track.node] + (actions?.elements ?? []), node.range)
  }

  /// Returns the actions that follow the response to a 1.x form: the response is an action, and the values stored for
  /// the form's group are discarded.
  private func afterSubmission(_ range: SourceRange) -> [JSONNode] {
    var answer = ObjectBuilder(type: "performActions", range)
    answer.set("from", .text("@{onSuccess.data}", range))
    guard let formGroup else { return [answer.node] }
    var forgetting = ObjectBuilder(type: "forget", range)
    forgetting.set("group", .text(Template.spelling(of: formGroup), range))
    return [forgetting.node, answer.node]
  }

  /// Translates an action that the app registered under its name.
  private mutating func localAction(_ object: BeagleObject) -> JSONNode? {
    guard let name = object["name"]?.text else { return nil }
    guard let type = extensions.actions[name.lowercased()] else {
      report(
        "unknown-action", object["name"]?.range ?? object.range, "Unknown action '\(name.prefix(100))'",
        fix: SpellingSuggestion.fix(for: name.lowercased(), in: extensions.actions.keys))
      return nil
    }
    var node = ObjectBuilder(type: type, object.range)
    node.set("data", value(object["data"]))
    node.set("values", .text("@{onSubmit.value}", object.range))
    return node.node
  }

  private mutating func known(_ schema: BeagleTypeSchema, _ object: BeagleObject) -> JSONNode? {
    guard let native = schema.native else { return legacy(schema.name, object) }
    var node = ObjectBuilder(type: native.name, object.range)
    if let route = object["route"]?.object { setRoute(route, of: &node) }
    set(object, in: &node)
    node.set(native.constants, at: object.range)
    switch schema.name {
    case "addchildren": guard setAdded(object["value"], of: &node) else { return nil }
    case "sendrequest":
      if isStrict, case .data(let headers)? = object["headers"] {
        // Beagle does not evaluate expressions in the values of this object.
        node.set("headers", headers.mappingLiterals { .text(Template.spelling(of: $0.string ?? ""), $0.range) })
      }
      // Without actions, Beagle does not report the error.
      if !node.has("onError") { node.set("onError", .list([], object.range)) }
    // The name of a navigation controller becomes the name of a stack.
    case "resetstack" where isStrict: node.remove("stack")
    default: break
    }
    return node.node
  }

  /// Translates an action of 1.x.
  private mutating func legacy(_ name: String, _ object: BeagleObject) -> JSONNode? {
    switch name {
    case "formremoteaction":
      var node = ObjectBuilder(type: "request", object.range)
      node.set("url", value(object["path"]))
      node.set("method", value(object["method"]))
      node.set("body", .text("@{onSubmit.value}", object.range))
      node.set("onSuccess", .list(afterSubmission(object.range), object.range))
      var alert = ObjectBuilder(type: "alert", object.range)
      alert.set("message", .text("@{onError.message}", object.range))
      node.set("onError", .list([alert.node], object.range))
      return node.node
    case "formlocalaction": return localAction(object)
    case "formvalidation":
      var node = ObjectBuilder(type: "showErrors", object.range)
      var messages = ObjectBuilder(object.range)
      for error in (object["errors"]?.list ?? []).compactMap(\.object) {
        if let name = error["inputName"]?.text { messages.set(name, value(error["message"])) }
      }
      node.set("errors", messages.node)
      return node.node
    default: return nil
    }
  }

  /// Sets the components that an action adds.
  ///
  /// - Returns: Whether the payload says which ones.
  private mutating func setAdded(_ value: BeagleValue?, of node: inout ObjectBuilder) -> Bool {
    switch value {
    case .list(let values, let range):
      // Components that cannot be created are left out.
      let sound = values.compactMap(\.element).filter { if case .broken = $0.content { false } else { true } }
      let outer = names
      names = []
      node.set("children", .list(sound.map { component($0) }, range))
      names = outer
    case .template(let template, let range): node.set("from", text(template, range))
    default: return false
    }
    return true
  }

  // MARK: Navigation

  /// Sets the destination of a navigation.
  private mutating func setRoute(_ route: BeagleObject, of node: inout ObjectBuilder) {
    if let screen = route["screen"]?.element { return node.set("screen", innerScreen(screen)) }
    set(route, in: &node)
    if let fallback = route["fallback"]?.element { node.set("fallback", innerScreen(fallback)) }
  }

  /// Returns the data passed to the screen that becomes visible.
  mutating func handover(_ object: BeagleObject) -> JSONNode {
    var write = ObjectBuilder(object.range)
    write.set("context", .text(Self.navigationContext, object.range))
    set(object, in: &write)
    return write.node
  }
}
