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
      return known(schema.name, object).map { adding(object["analytics"], to: $0, of: element) }
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

  private mutating func known(_ name: String, _ object: BeagleObject) -> JSONNode? {
    if let action = RenamedAction.ofPayloads[name] { return renamed(action, object) }
    switch name {
    case "setcontext": return setContext(object)
    case "addchildren": return addChildren(object)
    case "sendrequest": return sendRequest(object)
    case "condition":
      var node = ObjectBuilder(type: "condition", object.range)
      node.set("condition", isTrue(object["condition"]))
      for name in ["onTrue", "onFalse"] { node.set(name, actions(object[name])) }
      return node.node
    case "pushview": return navigation("push", object)
    case "popview": return navigation("pop", object)
    case "poptoview":
      var node = ObjectBuilder(type: "pop", object.range)
      node.set("to", value(object["route"]))
      setHandover(object, of: &node)
      return node.node
    case "pushstack": return navigation("present", object)
    case "popstack": return navigation("dismiss", object)
    case "resetstack": return navigation("replace", object)
    case "resetapplication":
      return navigation("replace", object)?.adding("all", .flag(true, object.range))
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

  private mutating func renamed(_ action: RenamedAction, _ object: BeagleObject) -> JSONNode {
    var node = ObjectBuilder(type: action.type.native, object.range)
    for words in action.values { node.set(words.native, value(object[words.payload])) }
    for words in action.events { node.set(words.native, actions(object[words.payload])) }
    return node.node
  }

  private mutating func setContext(_ object: BeagleObject) -> JSONNode {
    var node = ObjectBuilder(type: "setContext", object.range)
    if let id = object["contextId"], let name = id.text { node.set("context", .text(writtenContext(name), id.range)) }
    node.set("path", value(object["path"]))
    node.set("value", value(object["value"]))
    return node.node
  }

  private mutating func addChildren(_ object: BeagleObject) -> JSONNode? {
    var node = ObjectBuilder(type: "addChildren", object.range)
    node.set("to", value(object["componentId"]))
    // The added components can read the names available at the place where they are added.
    node.set("reads", .text("container", object.range))
    node.set("mode", word(object["mode"]))
    switch object["value"] {
    case .list(let values, let range):
      // Components that cannot be created are left out.
      let sound = values.compactMap(\.element).filter { if case .broken = $0.content { false } else { true } }
      let outer = names
      names = []
      node.set("children", .list(sound.map { component($0) }, range))
      names = outer
    case .template(let template, let range): node.set("from", text(template, range))
    default: return nil
    }
    return node.node
  }

  private mutating func sendRequest(_ object: BeagleObject) -> JSONNode {
    var node = ObjectBuilder(type: "request", object.range)
    for (from, to) in [("url", "url"), ("method", "method"), ("headers", "headers"), ("data", "body")] {
      node.set(to, value(object[from]))
    }
    if isStrict, case .data(let headers)? = object["headers"] {
      // Beagle does not evaluate expressions in the values of this object.
      node.set("headers", headers.mappingLiterals { .text(Template.spelling(of: $0.string ?? ""), $0.range) })
    }
    for name in ["onSuccess", "onError", "onFinish"] {
      node.set(name, within([name: ContextPath(nodes: [.key(name)])]) { $0.actions(object[name]) })
    }
    // Without actions, Beagle does not report the error.
    if !node.has("onError") { node.set("onError", .list([], object.range)) }
    return node.node
  }

  // MARK: Navigation

  private mutating func navigation(_ type: String, _ object: BeagleObject) -> JSONNode? {
    var node = ObjectBuilder(type: type, object.range)
    if let route = object["route"]?.object {
      if let screen = route["screen"]?.element {
        node.set("screen", innerScreen(screen))
      } else {
        node.set("url", value(route["url"]))
        if route["shouldPrefetch"]?.bool == true { node.set("prefetch", .flag(true, route.range)) }
        if let fallback = route["fallback"]?.element { node.set("fallback", innerScreen(fallback)) }
        if let data = route["httpAdditionalData"]?.object {
          for name in ["method", "headers", "body"] { node.set(name, value(data[name])) }
        }
      }
    }
    // The name of a navigation controller becomes the name of a stack.
    if !isStrict || type != "replace" || object.schema.name == "resetapplication" {
      node.set("stack", value(object["controllerId"]))
    }
    setHandover(object, of: &node)
    return node.node
  }

  /// Sets the data passed to the screen that becomes visible.
  private mutating func setHandover(_ object: BeagleObject, of node: inout ObjectBuilder) {
    guard let handover = object[Self.navigationContext]?.object else { return }
    var write = ObjectBuilder(handover.range)
    write.set("context", .text(Self.navigationContext, handover.range))
    write.set("path", value(handover["path"]))
    write.set("value", value(handover["value"]))
    node.set("hands", write.node)
  }
}
