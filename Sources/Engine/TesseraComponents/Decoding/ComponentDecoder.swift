import TesseraExpressions
import TesseraLayout
package import TesseraValues
import TesseraViews

/// Decodes the component tree of a document.
///
/// A component that cannot be created is replaced by one with the reason, so that the rest of the screen works.
/// Problems are reported to the session.
package struct ComponentDecoder {
  /// The maximum nesting depth of components. A placeholder takes the place of a deeper one.
  package static let maximumDepth = 100
  /// The maximum number of components on a screen. A placeholder takes the place of the rest.
  package static let maximumCount = 10_000
  /// The maximum number of components in a row prototype. A placeholder takes the place of a larger prototype. It is
  /// instantiated for each visible row.
  package static let maximumPrototypeCount = 250
  /// The maximum number of templates in a list. Further ones are ignored, and reported.
  package static let maximumTemplateCount = 100
  /// The maximum number of contexts on a screen. Further ones are ignored, and reported.
  package static let maximumContextCount = 1000
  /// The maximum number of actions for an event. Further ones are ignored, and reported.
  package static let maximumActionCount = 100
  /// The maximum nesting depth of actions in events of actions. Deeper ones are ignored, and reported.
  package static let maximumActionDepth = 32

  let session: DecodingSession
  /// The names and properties of the decoded components, for the sections that refer to them.
  package private(set) var elements = DecodedElements()
  private var prototypeDepth = 0
  private var count = 0
  private var contextCount = 0
  /// The first occurrence of each identifier, since identifiers are unique on a screen.
  private var identifiers: [String: SourceRange] = [:]

  /// Creates a decoder for a screen.
  package init(session: DecodingSession) { self.session = session }

  /// The keys that every component accepts in addition to its properties, slots and events.
  private static let commonKeys = ["type", "id", "style", "styleId", "fallbackStyle", "context", "bind", "***"]
  /// The additional keys of components with templates.
  private static let templateKeys = ["itemName", "indexName"]

  /// The keys that are decoded separately rather than in document order.
  private static let keysReadApart: Set<String> = [
    "type", "context", "bind", "styleId", "fallbackStyle", "wx.addBinding",
  ]

  /// Common alternative names, with the correct ones.
  private static let keySynonyms = [
    "label": "text", "title": "text", "caption": "text", "onclick": "onPress", "ontap": "onPress",
    "ontouch": "onPress", "action": "onPress", "src": "image", "source": "image", "subviews": "children",
    "components": "children", "items": "children", "css": "style", "identifier": "id", "contexts": "context",
    "state": "context", "hint": "placeholder", "model": "bind", "binding": "bind", "vmodel": "bind",
    "min": "minimum", "max": "maximum", "options": "choices", "maxlength": "maximumLength", "child": "children",
    "mandatory": "required", "isrequired": "required",
    "optional": "required", "isdisabled": "disabled", "ishidden": "hidden", "rows": "cells",
    "prototypes": "cells",
  ]

  /// Decodes a component and its descendants.
  package mutating func decode(_ node: JSONNode) -> Component { decode(node, depth: 0) }

  private mutating func decode(_ node: JSONNode, depth: Int) -> Component {
    let component = decodeOne(node, depth: depth)
    elements.record(component, isInRow: prototypeDepth > 0)
    return component
  }

  private mutating func decodeOne(_ node: JSONNode, depth: Int) -> Component {
    count += 1
    guard depth <= Self.maximumDepth else {
      return broken(
        node, rule: "component-limit", "Components can be nested at most \(Self.maximumDepth) levels deep")
    }
    guard count <= Self.maximumCount else {
      return broken(node, rule: "component-limit", "A screen can have at most \(Self.maximumCount) components")
    }
    guard let members = node.members else {
      return broken(node, rule: "component-type", "A component is an object with a 'type', found \(node.typeName)")
    }
    guard let typeNode = node["type"] else {
      return broken(node, rule: "component-type", "A component needs a 'type'", fix: "Add 'type', such as 'container'")
    }
    guard let type = typeNode.string else {
      return broken(typeNode, rule: "component-type", "'type' takes text, found \(typeNode.typeName)")
    }
    guard let plain = session.components[type] else {
      let synonym = session.components.type(forSynonym: type)
      var component = broken(
        typeNode, rule: "unknown-component", "Unknown component '\(type)'",
        fix: synonym.map { "did you mean '\($0)'?" } ?? session.nearMiss(type, in: session.components.types))
      // Keeps references to the component from being reported as unknown.
      component.identifier = node["id"]?.string
      return component
    }
    let definition =
      plain.variants.first { node[$0.attribute]?.string == $0.value }.map(\.definition) ?? plain
    for problem in definition.check?(node) ?? [] { session.add(problem) }
    var component = Component(
      content: .known(definition), range: node.range, layoutStyle: definition.kind.defaultStyle)
    if definition.slots.contains(where: { $0.content == .template }) { component.rowNames = decodeRowNames(node) }
    if let name = members.first(where: { $0.name == "styleId" }),
      let look = session.look(name, of: definition.kind, over: node["fallbackStyle"])
    {
      component.layoutStyle = look.layout
      component.appearance = look.appearance
      component.themeCode = look.code
    }
    if let context = members.first(where: { $0.name == "context" }) {
      component.contexts = decodeContexts(context.value)
    }
    return session.withContexts(component.contexts) {
      for member in members where !Self.keysReadApart.contains(member.name) && !member.isComment {
        if plain.variants.contains(where: { $0.attribute == member.name }) {
          checkVariant(member, of: definition)
        } else {
          decode(member, of: definition, into: &component, depth: depth)
        }
      }
      addDefaults(of: definition, missingIn: members, at: node.range, to: &component)
      addPrototypes(to: &component, of: definition, depth: depth)
      for member in members where member.name == "wx.addBinding" {
        if let identifier = component.identifier {
          elements.addedBindings.append((identifier, member.value, session.file))
        } else {
          session.add("component-id", member.nameRange, "A component with 'wx.addBinding' needs an 'id'")
        }
      }
      if let member = members.first(where: { $0.name == "bind" }) { bind(member, of: definition, into: &component) }
      return component
    }
  }

  /// Adds prototypes from separate files. Those of the document take precedence.
  private mutating func addPrototypes(to component: inout Component, of definition: ComponentDefinition, depth: Int) {
    guard let identifier = component.identifier, let added = session.addedPrototypes[identifier],
      definition.slots.contains(where: { $0.content == .prototypes })
    else { return }
    for prototype in added where component.prototypes[prototype.name] == nil {
      component.prototypes[prototype.name] = session.withFile(prototype.file) {
        decodePrototype(
          prototype.document, named: prototype.name, at: prototype.document.range, depth: depth + 1)
      }
    }
  }

  private mutating func decode(
    _ member: JSONMember, of definition: ComponentDefinition, into component: inout Component, depth: Int
  ) {
    let node = member.value
    if member.name == "id" { return decodeIdentifier(node, into: &component) }
    if member.name == "style" {
      // The theme applies first.
      var decoder = StyleDecoder(
        kind: definition.kind, layout: component.layoutStyle, appearance: component.appearance, session: session)
      decoder.decode(node)
      if node["height"]?.string != "auto" { decoder.heedHeight(among: (node.members ?? []).map(\.name)) }
      component.layoutStyle = decoder.layout
      component.appearance = decoder.appearance
      component.themeCode?.settings += decoder.settings
      component.dynamicStyle = decoder.dynamic
      return
    }
    let hasTemplates = definition.slots.contains { $0.content == .template }
    if hasTemplates, Self.templateKeys.contains(member.name) { return }
    if let slot = definition.slot(member.name) { return decode(node, slot, into: &component, depth: depth) }
    if let event = definition.event(member.name) {
      component.events[event.name] = decodeEvent(node, event, depth: 0)
      return
    }
    if member.name == SlotDefinition.children.name {
      let only = definition.slots.first { $0.content == .one && $0.name == "child" }
      return session.add(
        "component-children", member.nameRange, "'\(definition.type)' has no children",
        fix: only.map { "It has one '\($0.name)'" })
    }
    guard let property = definition.properties.attribute(named: member.name) else {
      let known =
        definition.properties.names + Self.commonKeys + (hasTemplates ? Self.templateKeys : [])
        + definition.slots.map(\.name) + definition.events.map(\.name)
      let synonym = Self.keySynonyms[member.name.lowercased()].flatMap { known.contains($0) ? $0 : nil }
      if synonym == nil, StyleProperties.names.contains(member.name) {
        return session.add(
          "unknown-attribute", member.nameRange, "Unknown attribute '\(member.name)' of '\(definition.type)'",
          fix: "Move it to 'style'")
      }
      return session.add(
        .error, "unknown-attribute", member.nameRange,
        "Unknown attribute '\(member.name)' of '\(definition.type)'", near: member.name, in: known, synonym: synonym)
    }
    if let assignment = session.assignment(member, to: property, of: definition.type) {
      component.properties.append(assignment)
    }
  }

  /// Applies the component's default values for attributes that the document does not specify.
  private mutating func addDefaults(
    of definition: ComponentDefinition, missingIn members: [JSONMember], at range: SourceRange,
    to component: inout Component
  ) {
    for (attribute, text) in definition.defaults {
      guard !members.contains(where: { View.canonicalKey($0.name) == attribute }) else { continue }
      let member = JSONMember(name: attribute, nameRange: range, value: JSONNode(.string(text), range: range))
      decode(member, of: definition, into: &component, depth: 0)
    }
  }

  /// Checks that an attribute that selects a variant is a literal, since the variant must be known when the document is
  /// decoded.
  private func checkVariant(_ member: JSONMember, of definition: ComponentDefinition) {
    guard let property = definition.properties[member.name],
      let value = session.value(member, ofType: property.type, of: "'\(definition.type)'")
    else { return }
    if value.literal == nil {
      session.add("expression-type", member.value.range, "'\(member.name)' must be a literal, not an expression")
    }
  }

  private mutating func decodeIdentifier(_ node: JSONNode, into component: inout Component) {
    guard let identifier = node.string else {
      return session.add("component-id", node.range, "'id' takes text, found \(node.typeName)")
    }
    if identifier.utf8.contains(UInt8(ascii: "@")), identifier.contains("@{") {
      session.add("component-id", node.range, "An 'id' must be a literal, not an expression")
    }
    guard !identifier.isEmpty else { return session.add("component-id", node.range, "An 'id' must not be empty") }
    if Self.reservedNames.contains(identifier) {
      session.add(
        .warning, "reserved-name", node.range,
        "The name '\(identifier)' is reserved, so expressions cannot read the component",
        near: identifier, in: [])
    }
    if let first = identifiers[identifier] {
      session.add(
        "duplicate-id", node.range,
        "The id '\(identifier)' is used twice on this screen; it first appears at line \(first.start.line)",
        fix: "Rename one of the two")
    } else {
      identifiers[identifier] = node.range
    }
    component.identifier = identifier
  }

  private mutating func decode(
    _ node: JSONNode, _ slot: SlotDefinition, into component: inout Component, depth: Int
  ) {
    switch slot.content {
    case .one: component.slots[slot.name] = [decode(node, depth: depth + 1)]
    case .many:
      guard let elements = node.elements else {
        return session.add("component-children", node.range, "'\(slot.name)' takes a list, found \(node.typeName)")
      }
      component.slots[slot.name] = decodeList(elements, depth: depth + 1)
    case .prototypes:
      guard let prototypes = node.membersWithoutComments else {
        return session.add(
          "component-cells", node.range, "'\(slot.name)' takes an object of components, found \(node.typeName)")
      }
      for prototype in prototypes {
        component.prototypes[prototype.name] = decodePrototype(
          prototype.value, named: prototype.name, at: prototype.nameRange, depth: depth + 1)
        if count > Self.maximumCount { break }
      }
    case .template:
      component.prototypes[slot.name] = decodePrototype(
        node, named: slot.name, at: node.range, names: component.rowNames, depth: depth + 1)
    case .templates: decodeTemplates(node, slot, into: &component, depth: depth)
    }
  }

  /// Decodes `[{"case": condition, "template": component}, …]`.
  private mutating func decodeTemplates(
    _ node: JSONNode, _ slot: SlotDefinition, into component: inout Component, depth: Int
  ) {
    guard let elements = node.elements else {
      return session.add("component-templates", node.range, "'\(slot.name)' takes a list, found \(node.typeName)")
    }
    for (index, element) in elements.enumerated() where index < Self.maximumTemplateCount {
      guard let template = element["template"] else {
        session.add(
          "component-templates", element.range,
          "Each element of '\(slot.name)' must be an object with a 'template' and usually a 'case'")
        continue
      }
      for member in element.membersWithoutComments ?? [] where !["case", "template"].contains(member.name) {
        session.add(
          .error, "unknown-attribute", member.nameRange, "Unknown attribute '\(member.name)' of a template",
          near: member.name, in: ["case", "template"])
      }
      let names = Self.names(in: component.rowNames)
      let condition = element.membersWithoutComments?.first { $0.name == "case" }.flatMap { member in
        session.withNames(names) { session.value(member, ofType: .condition, of: "a template") }
      }
      let name = "\(slot.name)[\(index)]"
      component.cases.append(Component.TemplateCase(prototype: name, condition: condition))
      component.prototypes[name] = decodePrototype(
        template, named: name, at: element.range, names: component.rowNames, depth: depth + 1)
    }
    if elements.count > Self.maximumTemplateCount {
      session.add(
        "component-limit", elements[Self.maximumTemplateCount].range,
        "A list can have at most \(Self.maximumTemplateCount) templates")
    }
  }

  /// Decodes the names of a row's item and index.
  private func decodeRowNames(_ node: JSONNode) -> Component.RowNames {
    func name(_ key: String) -> String? {
      guard let value = node[key] else { return nil }
      guard let name = value.string, ContextPath.isWord(name), !Self.reservedNames.contains(name) else {
        session.add(
          "context-name", value.range,
          "'\(key)' must be an unreserved name of letters, digits and underscores")
        return nil
      }
      return name
    }
    return Component.RowNames(item: name("itemName"), index: name("indexName"))
  }

  private static func names(in names: Component.RowNames) -> [String] {
    ["item", "index", "isSelected"] + [names.item, names.index].compactMap { $0 }
  }

  /// Decodes a list of sibling components.
  package mutating func decodeList(_ elements: [JSONNode], depth: Int = 0) -> [Component] {
    var components: [Component] = []
    for element in elements {
      components.append(decode(element, depth: depth))
      // A single placeholder reports the excess; more would only fill the screen.
      if count > Self.maximumCount { break }
    }
    return components
  }

  private mutating func decodePrototype(
    _ node: JSONNode, named name: String, at range: SourceRange, names: Component.RowNames = Component.RowNames(),
    depth: Int
  ) -> Component {
    // Identifiers in a prototype belong to the rows created from it, so each prototype has its own.
    let outer = identifiers
    identifiers = [:]
    prototypeDepth += 1
    defer {
      identifiers = outer
      prototypeDepth -= 1
    }
    let before = count
    let component = session.withNames(Self.names(in: names)) {
      session.withItems(["item"] + [names.item].compactMap { $0 }) { decode(node, depth: depth) }
    }
    guard count - before <= Self.maximumPrototypeCount else {
      return broken(
        node, at: range, rule: "component-limit",
        "The cell '\(name)' can have at most \(Self.maximumPrototypeCount) components")
    }
    return component
  }

  // MARK: Contexts

  /// Decodes `{"id", "value"}`, or a list of such objects.
  package mutating func decodeContexts(_ node: JSONNode) -> [ContextDefinition] {
    var found: [ContextDefinition] = []
    for entry in node.elements ?? [node] {
      contextCount += 1
      guard contextCount <= Self.maximumContextCount else {
        session.add(
          "context-limit", entry.range, "A screen can have at most \(Self.maximumContextCount) contexts")
        break
      }
      guard let members = entry.membersWithoutComments else {
        session.add("context-type", entry.range, "A context is an object with an 'id', found \(entry.typeName)")
        continue
      }
      for member in members where !["id", "value"].contains(member.name) {
        session.add(
          .error, "unknown-attribute", member.nameRange, "Unknown attribute '\(member.name)' of a context",
          near: member.name, in: ["id", "value"])
      }
      guard let identifier = entry["id"]?.string, !identifier.isEmpty else {
        session.add("context-type", (entry["id"] ?? entry).range, "A context needs an 'id' of text")
        continue
      }
      if !ContextPath.isWord(identifier) {
        session.add(
          "context-name", (entry["id"] ?? entry).range, "Expressions cannot read a context named '\(identifier)'",
          fix: "Use letters, digits and underscores, beginning with a letter")
        continue
      }
      if Self.reservedNames.contains(identifier) {
        session.add("context-name", (entry["id"] ?? entry).range, "The name '\(identifier)' has a special meaning")
        continue
      }
      // The nearest context with a name takes precedence. A thing that already has the name for another reason could no
      // longer be read.
      let isTaken =
        session.screenNames.contains(identifier) && session.references[.context]?.contains(identifier) != true
      if found.contains(where: { $0.identifier == identifier }) || isTaken {
        session.add(
          "duplicate-id", (entry["id"] ?? entry).range, "The name '\(identifier)' is already in use on this screen")
        continue
      }
      found.append(
        ContextDefinition(
          identifier: identifier, value: entry["value"].map { session.dynamicValue($0) } ?? .literal(.null)))
    }
    return found
  }

  package static let reservedNames: Set<String> = [
    "item", "index", "isSelected", "content", "options", "defaults", "global", "strings", "widget",
  ]

  // MARK: Problems

  /// Returns a component that cannot be created. The problem is reported at `position`, by default at the start of the
  /// node.
  private func broken(
    _ node: JSONNode, at position: SourceRange? = nil, rule: String, _ message: String,
    fix: @autoclosure () -> String? = nil
  ) -> Component {
    let fix = session.diagnostics.all.count < session.diagnostics.limit ? fix() : nil
    session.add(rule, position ?? node.range, message, fix: fix)
    let reason = fix.map { "\(message); \($0)" } ?? message
    return Component(
      content: .broken(reason: reason), range: node.range, layoutStyle: ViewKind.placeholder.defaultStyle)
  }
}
