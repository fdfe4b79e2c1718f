import TesseraComponents
import TesseraExpressions
import TesseraValues
import TesseraViews

/// Decoding of the section `elements`.
extension SchemeDecoder {
  private static let keys = ["attrs", "bindings", "outlets", "action"]

  mutating func decodeElement(_ entry: JSONMember) -> ElementDefinition? {
    guard let parts = parts(of: entry) else { return nil }
    guard let type = elementTypes[entry.name] else {
      session.checkReference(entry.name, .element, at: entry.nameRange)
      return nil
    }
    var element = ElementDefinition(identifier: entry.name)
    for part in parts {
      switch part.name {
      case "attrs":
        element.attributes = decodeAttributes(part.value, in: type.properties, of: type.type)
      case "outlets": element.outlets = decodeOutlets(part.value, of: type, on: entry.name)
      case "bindings": element.bindings = decodeBindings(part.value, in: type.properties, of: type.type, on: entry.name)
      case "action": element.action = decodeAction(part.value, of: type)
      default: complain(about: part, of: entry.name)
      }
    }
    return element
  }

  /// Decodes the entry of a named constraint.
  func decodeConstraint(_ entry: JSONMember) -> ConstraintDefinition? {
    guard let parts = parts(of: entry) else { return nil }
    var constraint = ConstraintDefinition(identifier: entry.name)
    let table = ConstraintElement.properties
    for part in parts {
      switch part.name {
      case "attrs": constraint.attributes = decodeAttributes(part.value, in: table, of: table.owner)
      case "bindings":
        constraint.bindings = decodeBindings(part.value, in: table, of: table.owner, on: entry.name)
      default: complain(about: part, of: entry.name)
      }
    }
    return constraint
  }

  /// Decodes the entry `@self`, which stands for the screen.
  mutating func decodeScreen(_ entry: JSONMember, into scheme: inout SchemeDefinition) {
    guard let parts = parts(of: entry) else { return }
    let table = ScreenController.properties
    for part in parts {
      switch part.name {
      case "attrs":
        scheme.screenAttributes = decodeAttributes(part.value, in: table, of: "the screen")
        if let derives = part.value["deriveSegueContent"]?.value { scheme.derivesContent = derives.isTrue }
      case "bindings": scheme.screenBindings = decodeBindings(part.value, in: table, of: "the screen", on: "@self")
      default: complain(about: part, of: entry.name)
      }
    }
  }

  private func parts(of entry: JSONMember) -> [JSONMember]? {
    guard let parts = entry.value.membersWithoutComments else {
      session.add(
        "element-type", entry.value.range, "An entry of 'elements' must be an object, found \(entry.value.typeName)")
      return nil
    }
    return parts
  }

  private func complain(about part: JSONMember, of element: String) {
    session.add(
      .error, "unknown-attribute", part.nameRange, "Unknown key '\(part.name)' of element '\(element)'",
      near: part.name, in: Self.keys)
  }

  private func decodeAttributes<Owner>(
    _ node: JSONNode, in table: PropertyTable<Owner>, of owner: String
  ) -> [PropertyAssignment<Owner>] {
    members(of: node, named: "attrs").compactMap { member in
      guard let property = property(named: member.name, at: member.nameRange, in: table, of: owner) else { return nil }
      return session.assignment(member, to: property, of: owner)
    }
  }

  private func property<Owner>(
    named name: String, at range: SourceRange, in table: PropertyTable<Owner>, of owner: String
  ) -> Property<Owner>? {
    if let property = Self.property(named: name, in: table) { return property }
    let quoted = owner == "the screen" ? owner : "'\(owner)'"
    if StyleProperties.names.contains(name) {
      session.add(
        "unknown-attribute", range, "Unknown attribute '\(name)' of \(quoted)", fix: "Move it to 'style'")
      return nil
    }
    session.add(
      .error, "unknown-attribute", range, "Unknown attribute '\(name)' of \(quoted)",
      near: View.canonicalKey(name), in: table.names)
    return nil
  }

  /// Returns a property by its name. Views also accept UIKit's names.
  private static func property<Owner>(named name: String, in table: PropertyTable<Owner>) -> Property<Owner>? {
    if let views = table as? PropertyTable<View> { return views.named(name) as? Property<Owner> }
    return table[View.canonicalKey(name)]
  }

  /// Decodes `{"target": id, "selector": "name:"}` of a button.
  private func decodeAction(_ node: JSONNode, of type: ComponentDefinition) -> ElementAction? {
    guard type.kind == .button else {
      session.add("element-action", node.range, "Only a button has an 'action'")
      return nil
    }
    guard let target = node["target"], let name = target.string, let selector = node["selector"],
      let text = selector.string
    else {
      session.add("element-action", node.range, "'action' takes an object with 'target' and 'selector'")
      return nil
    }
    let known: [String]
    if name == "@self" {
      known = ScreenController.selectors
    } else if let mediatorClass = mediatorClasses[name] {
      known = mediatorClass.selectors
    } else if let element = elementTypes[name] {
      known = element.selectors + View.selectors
    } else {
      if !brokenObjects.contains(name) {
        session.add(
          .error, "unknown-identifier", target.range, "The screen has no object '\(name)'", near: name,
          in: Array(mediatorClasses.keys) + elementTypes.keys)
      }
      return nil
    }
    // Colons stand for arguments, which are the same for all selectors: the content and the button.
    let plain = String(text.prefix { $0 != ":" })
    guard known.contains(plain) else {
      session.add(
        .error, "unknown-selector", selector.range, "'\(name)' has no action '\(text)'", near: plain, in: known)
      return nil
    }
    return ElementAction(target: name, selector: plain)
  }

  private mutating func decodeOutlets(
    _ node: JSONNode, of type: ComponentDefinition, on element: String
  ) -> [OutletConnection<ElementOutlet>] {
    let outlets = ElementOutlet.outlets(of: type.kind)
    var found: [OutletConnection<ElementOutlet>] = []
    for member in members(of: node, named: "outlets") {
      guard let outlet = outlets.first(where: { $0.name == member.name }) else {
        session.add(
          .error, "unknown-outlet", member.nameRange, "Unknown outlet '\(member.name)' of '\(type.type)'",
          near: member.name, in: outlets.map(\.name))
        continue
      }
      guard let targets = targets(of: member) else { continue }
      var connected: [String] = []
      for target in targets {
        let name = target.string ?? ""
        if elementTypes[name] == nil {
          session.checkReference(name, .element, at: target.range)
        } else if isField(element, of: name) {
          session.add("outlet-cycle", target.range, "The form '\(element)' would be a field of itself")
        } else {
          formFields[element, default: []].append(name)
          connected.append(name)
        }
      }
      found.append(OutletConnection(outlet: outlet, targets: connected))
    }
    return found
  }

  /// Whether an element is a form itself or, at any depth, a field of it.
  private func isField(_ element: String, of form: String) -> Bool {
    var seen: Set<String> = []
    var pending = [form]
    while let next = pending.popLast() {
      if next == element { return true }
      if seen.insert(next).inserted { pending += formFields[next] ?? [] }
    }
    return false
  }

  // MARK: Bindings

  /// Adds the bindings of components from `wx.addBinding`: an object, the inside of one as text, or a list of either.
  /// They replace bindings of the same properties in the section `elements`.
  func addBindingsOfComponents(to scheme: inout SchemeDefinition) {
    for (identifier, node, file) in elements.addedBindings {
      guard let type = elementTypes[identifier] else { continue }
      let added = session.withFile(file) {
        let entries = (node.elements ?? [node]).compactMap { bindingObject($0) }
        return decodeBindings(entries, in: type.properties, of: type.type, on: identifier)
      }
      let names = Set(added.map(\.property.name))
      if let index = scheme.elements.firstIndex(where: { $0.identifier == identifier }) {
        scheme.elements[index].bindings =
          added + scheme.elements[index].bindings.filter { !names.contains($0.property.name) }
      } else {
        scheme.elements.append(ElementDefinition(identifier: identifier, bindings: added))
      }
    }
  }

  private func bindingObject(_ node: JSONNode) -> JSONNode? {
    guard let text = node.string else { return node }
    guard !text.isEmpty, let value = try? Value.parseJSON(Array("{\(text)}".utf8), limits: JSONLimits(bytes: 100_000))
    else {
      session.add(
        "binding-type", node.range, "'wx.addBinding' takes a binding, or the inside of one as text",
        fix: "Write it as an object: {\"from\": \"content.name\"}")
      return nil
    }
    return JSONNode(value, at: node.range)
  }

  private func decodeBindings<Owner>(
    _ node: JSONNode, in table: PropertyTable<Owner>, of owner: String, on element: String
  ) -> [BindingDefinition<Owner>] {
    guard let entries = node.elements else {
      session.add("binding-type", node.range, "'bindings' takes a list, found \(node.typeName)")
      return []
    }
    return decodeBindings(entries, in: table, of: owner, on: element)
  }

  private func decodeBindings<Owner>(
    _ entries: [JSONNode], in table: PropertyTable<Owner>, of owner: String, on element: String
  ) -> [BindingDefinition<Owner>] {
    var seen: Set<String> = []
    return entries.compactMap { entry in
      guard let binding = decodeBinding(entry, in: table, of: owner) else { return nil }
      let property = binding.property.name
      let isDynamic = elements.isDynamic(property, of: element)
      guard seen.insert(property).inserted, !isDynamic else {
        session.add(
          "duplicate-binding", entry.range,
          "'\(property)' of '\(element)' already has \(isDynamic ? "an expression in its component" : "a binding")")
        return nil
      }
      return binding
    }
  }

  private func decodeBinding<Owner>(
    _ node: JSONNode, in table: PropertyTable<Owner>, of owner: String
  ) -> BindingDefinition<Owner>? {
    guard let evaluation = decodeEvaluation(node, ignoring: ["from", "to"]) else { return nil }
    var target: Property<Owner>?
    if let node = node["to"] {
      guard let name = node.string else {
        session.add("binding-type", node.range, "'to' takes the name of a property, found \(node.typeName)")
        return nil
      }
      target = property(named: name, at: node.range, in: table, of: owner)
      if let property = target, !property.isWritable {
        session.add("read-only-attribute", node.range, "Attribute '\(name)' of '\(owner)' is read-only")
        target = nil
      }
    } else {
      target = property(named: "value", at: node.range, in: table, of: owner)
    }
    var from: ReadingPath?
    if let source = node["from"] {
      guard let text = source.string, !text.isEmpty else {
        session.add("binding-type", source.range, "'from' takes a key path, found \(source.typeName)")
        return nil
      }
      do throws(Diagnostic) {
        from = try ReadingPath(text)
      } catch {
        session.add(error.within(text: source.range))
        return nil
      }
      session.checkName(from?.root ?? "", at: source.range)
    }
    let paths: Set<ValuePath>
    if let from {
      paths = [from.path]
      session.recordReading(of: from.path, at: node["from"]?.range ?? node.range)
    } else {
      paths = evaluation.keyPaths
      let range = (node["predicateFormat"] ?? node["format"] ?? node).range
      for root in Set(paths.compactMap(\.first)).sorted() { session.checkName(root, at: range, .warning) }
      for path in paths.sorted(by: { $0.description < $1.description }) { session.recordReading(of: path, at: range) }
    }
    guard let target else { return nil }
    return BindingDefinition(property: target, from: from, evaluation: evaluation, paths: paths)
  }

  func decodeEvaluation(_ node: JSONNode, ignoring handled: Set<String>) -> Evaluation? {
    guard let members = node.membersWithoutComments else {
      session.add("binding-type", node.range, "A binding must be an object, found \(node.typeName)")
      return nil
    }
    let keys = ["predicateFormat", "ifTrue", "ifFalse", "transformer", "format", "placeholder"]
    for member in members where !keys.contains(member.name) && !handled.contains(member.name) {
      session.add(
        .error, "unknown-attribute", member.nameRange, "Unknown key '\(member.name)' of a binding",
        near: member.name, in: keys + handled)
    }
    for key in ["predicateFormat", "transformer", "format"] {
      if let value = node[key], value.string == nil {
        session.add("binding-type", value.range, "'\(key)' takes text, found \(value.typeName)")
        return nil
      }
    }
    if let name = node["transformer"], let text = name.string {
      session.checkReference(text, .transformer, at: name.range)
    }
    do throws(Diagnostic) {
      return try Evaluation(
        predicateFormat: node["predicateFormat"]?.string, ifTrue: node["ifTrue"]?.value,
        ifFalse: node["ifFalse"]?.value, transformer: node["transformer"]?.string, format: node["format"]?.string,
        placeholder: node["placeholder"]?.value)
    } catch {
      session.add(error.within(text: node["predicateFormat"]?.range ?? node.range))
      return nil
    }
  }
}
