import TesseraExpressions
package import TesseraValues

/// Decodes payloads of Beagle 2.x and 1.x.
///
/// Decoding never fails as a whole; problems are reported with their positions. A member that cannot be used is omitted
/// or gets its default, and a component that cannot be created is replaced by one with the reason. In Beagle itself,
/// the first error invalidates the whole payload. To reproduce that, callers check the diagnostics.
package struct BeagleDecoder {
  /// The key for the type of a component.
  static let componentKey = "_beagleComponent_"
  /// The key for the type of an action.
  static let actionKey = "_beagleAction_"
  /// The key that distinguishes images in the bundle from remote images.
  static let imageKey = "_beagleImagePath_"
  /// The key for content that only Tessera understands: a merge patch for the native component or action.
  static let patchKey = "_tessera_"
  /// The maximum nesting depth of elements in a Beagle payload. A placeholder takes the place of a deeper one.
  private static let maximumDepth = 200
  /// The maximum number of elements in a Beagle payload. Placeholders take the places of further ones.
  private static let maximumCount = 50_000

  /// The problems found.
  package private(set) var diagnostics = Diagnostics()
  private var depth = 0
  private var count = 0

  private let isStrict: Bool

  /// Creates a decoder.
  ///
  /// - Parameter isStrict: Whether everything that Beagle rejects is an error, even if there is a fallback for it.
  package init(isStrict: Bool = false) { self.isStrict = isStrict }

  /// Returns whether a document is a payload.
  package static func canRead(_ document: JSONNode) -> Bool { document[componentKey] != nil }

  /// Returns whether the root of a payload is a screen.
  package static func isScreen(_ document: JSONNode) -> Bool {
    document[componentKey]?.string?.lowercased() == "beagle:screencomponent"
  }

  /// Decodes a payload.
  package mutating func decode(_ document: JSONNode) -> BeaglePayload {
    let root = component(document)
    if case .known(let schema, _) = root.content, schema.name == "screencomponent" {
      return BeaglePayload(screen: root, hasScreenRoot: true)
    }
    var members = [BeagleMember(name: "child", nameRange: SourceRange(document.range.start), value: .element(root))]
    // The container's identifier also becomes the name of its screen.
    if case .known(let schema, let object) = root.content, schema.name == "container", let id = object.member("id") {
      members.append(id)
    }
    return BeaglePayload(screen: Self.screen(of: members, document.range), hasScreenRoot: false)
  }

  private static let screenSchema = BeagleTypeSchema.components["screencomponent"]

  private static func screen(of members: [BeagleMember], _ range: SourceRange) -> BeagleElement {
    guard let schema = screenSchema else {
      return BeagleElement(typeID: "", content: .broken("Screens are not supported"), range: range)
    }
    return BeagleElement(
      typeID: "beagle:screencomponent",
      content: .known(schema, BeagleObject(schema: schema.object, members: members, range: range)), range: range)
  }

  // MARK: Elements

  mutating func component(_ node: JSONNode) -> BeagleElement {
    element(node, key: Self.componentKey, "component", BeagleTypeSchema.components)
  }

  /// Decodes an action. An unknown action does nothing, and is reported.
  mutating func action(_ node: JSONNode) -> BeagleElement {
    var element = element(node, key: Self.actionKey, "action", BeagleTypeSchema.actions)
    element.isAction = true
    return element
  }

  private mutating func element(
    _ node: JSONNode, key: String, _ family: String, _ schemas: [String: BeagleTypeSchema]
  ) -> BeagleElement {
    func broken(_ typeID: String, _ reason: String) -> BeagleElement {
      BeagleElement(typeID: typeID, content: .broken(reason), range: node.range)
    }
    count += 1
    guard depth < Self.maximumDepth, count <= Self.maximumCount else {
      return broken(
        "", complain("beagle-limit", node.range, "The payload is nested too deeply or has too many elements"))
    }
    depth += 1
    defer { depth -= 1 }
    guard let members = node.members else {
      let reason = "A \(family) is an object with '\(key)', found \(node.typeName)"
      return broken("", complain("beagle-type-key", node.range, reason))
    }
    guard let typeNode = node[key] else {
      let isOther = node[key == Self.actionKey ? Self.componentKey : Self.actionKey] != nil
      return broken(
        "",
        complain(
          "beagle-type-key", node.range, "A \(family) needs '\(key)'",
          fix: isOther ? "Components and actions have different keys" : nil))
    }
    guard let typeID = typeNode.string else {
      return broken("", complain("beagle-type-key", typeNode.range, "'\(key)' takes text, found \(typeNode.typeName)"))
    }
    let name = typeID.lowercased()
    if name.hasPrefix("custom:") {
      return BeagleElement(
        typeID: typeID, content: custom(String(name.dropFirst(7)), node, members, isAction: key == Self.actionKey),
        range: node.range)
    }
    guard name.hasPrefix("beagle:"), let schema = schemas[String(name.dropFirst(7))] else {
      let known = schemas.keys.map { "beagle:\($0)" }
      var fix = SpellingSuggestion.fix(for: name, in: known)
      if fix == nil, !name.contains(":"), schemas[name] != nil { fix = "did you mean 'beagle:\(name)'?" }
      diagnostics.add(
        Diagnostic(
          .warning, rule: "unknown-\(family)", range: typeNode.range,
          message: "Unknown \(family) '\(typeID.prefix(100))'",
          fix: fix))
      return broken(typeID, "Unknown \(family) of type: \(typeID.prefix(100))")
    }
    guard let object = object(node, schema.object, of: .component(typeID)) else {
      return broken(typeID, lastMessage)
    }
    return BeagleElement(typeID: typeID, content: .known(schema, object), range: node.range)
  }

  private static let componentSchema = BeagleObjectSchema("component", BeagleSlot.common)
  private static let actionSchema = BeagleObjectSchema("action", BeagleSlot.commonToActions)

  /// Decodes a component or an action registered by an app. Components and actions nested in it are recognized by their
  /// keys.
  private mutating func custom(
    _ name: String, _ node: JSONNode, _ members: [JSONMember], isAction: Bool
  ) -> BeagleElement.Content {
    let schema = isAction ? Self.actionSchema : Self.componentSchema
    let common = JSONNode(.object(members.filter { schema[$0.name] != nil }), range: node.range)
    let object =
      self.object(common, schema, of: .component("custom:\(name)"))
      ?? BeagleObject(schema: schema, members: [], range: node.range)
    let own = members.filter {
      schema[$0.name] == nil && ![Self.componentKey, Self.actionKey].contains($0.name)
    }
    return .custom(
      name, object,
      own.map { BeagleMember(name: $0.name, nameRange: $0.nameRange, value: customValue($0.value)) })
  }

  private mutating func customValue(_ node: JSONNode) -> BeagleValue {
    if node[Self.componentKey] != nil { return .element(component(node)) }
    if node[Self.actionKey] != nil { return .element(action(node)) }
    if let elements = node.elements,
      elements.contains(where: { $0[Self.componentKey] != nil || $0[Self.actionKey] != nil })
    {
      return .list(elements.map { customValue($0) }, node.range)
    }
    return .data(node)
  }

  // MARK: Objects

  /// A position in the payload, converted to text only when a problem is reported.
  private indirect enum PayloadPath: CustomStringConvertible {
    case component(String)
    case member(String, of: PayloadPath)

    var description: String {
      switch self {
      case .component(let type): "'\(type)'"
      case .member(let name, let owner): "'\(name)' of \(owner)"
      }
    }
  }

  /// - Returns: Nil if a required member without a fallback is missing.
  private mutating func object(_ node: JSONNode, _ schema: BeagleObjectSchema, of owner: PayloadPath) -> BeagleObject? {
    guard let members = node.members else {
      complain("beagle-type", node.range, "\(owner) takes an object, found \(node.typeName)")
      return nil
    }
    var object = BeagleObject(schema: schema, members: [], range: node.range)
    for member in members {
      // Beagle ignores unknown members; comments are ignored as well.
      guard let slot = schema[member.name] else {
        if schema.isClosed, !member.name.hasPrefix("_"), !member.name.hasPrefix("//") {
          complain(
            "beagle-member", member.nameRange, "\(owner) has no member '\(member.name.prefix(100))'",
            fix: SpellingSuggestion.fix(for: member.name, in: schema.slots.map(\.name)), .warning)
        }
        continue
      }
      if case .null = member.value.content, slot.fallback == nil || !slot.isRequired || !slot.type.takesNull {
        continue
      }
      if let value = value(member.value, slot.type, of: .member(member.name, of: owner)) {
        object.members.append(BeagleMember(name: member.name, nameRange: member.nameRange, value: value))
      }
    }
    for slot in schema.required where object[slot.name] == nil {
      if let alternative = slot.alternative, object[alternative] != nil { continue }
      // Backends omit members that are null.
      let isNothing = slot.fallback?.isNull ?? false
      if node[slot.name]?.isNull ?? true, isStrict || !isNothing {
        complain(
          "beagle-missing", node.range, "\(owner) needs '\(slot.name)'", fix: "Add '\(slot.name)': \(slot.type.name)",
          isStrict || slot.fallback == nil ? .error : .warning)
      }
      guard let fallback = slot.fallback else { return nil }
      object.members.append(
        BeagleMember(
          name: slot.name, nameRange: SourceRange(node.range.start),
          value: Self.standing(in: slot.type, fallback, at: SourceRange(node.range.start))))
    }
    return object
  }

  private static func standing(in type: BeagleSlotType, _ fallback: Value, at range: SourceRange) -> BeagleValue {
    let node = JSONNode(fallback, at: range)
    switch type {
    case .any: return .data(node)
    case .list, .componentData: return .list([], range)
    case .binding(let type): return standing(in: type, fallback, at: range)
    default: return .literal(node)
    }
  }

  // MARK: Values

  private mutating func value(_ node: JSONNode, _ type: BeagleSlotType, of owner: PayloadPath) -> BeagleValue? {
    switch type {
    case .string:
      guard let text = node.string else { break }
      return .literal(JSONNode(.string(text), range: node.range))
    case .bool: if node.bool != nil { return .literal(node) }
    case .number: if node.number != nil { return .literal(node) }
    case .integer:
      if let whole = node.number.flatMap({ Int64(exactly: $0) }) {
        return .literal(JSONNode(.integer(whole), range: node.range))
      }
    case .choice(let words):
      if let text = node.string {
        if words.contains(text) { return .literal(node) }
        // Other clients accept such a word in any case.
        let meant = text.uppercased()
        if !isStrict, words.contains(meant) {
          complain(
            "beagle-choice", node.range, "\(owner) takes \(type.name), found '\(text)'", fix: "Write '\(meant)'",
            .warning)
          return .literal(.text(meant, node.range))
        }
        complain(
          "beagle-choice", node.range, "\(owner) takes \(type.name), found '\(text.prefix(60))'",
          fix: words.contains(text.uppercased())
            ? "did you mean '\(text.uppercased())'?" : SpellingSuggestion.fix(for: text, in: words))
        return nil
      }
    case .any: return .data(node)
    case .native: if node.members != nil { return .data(node) }
    case .analytics:
      if node.bool != nil || node.members != nil { return .data(node) }
    case .binding(let type): return binding(node, type, of: owner)
    case .path:
      guard let text = node.string else { break }
      do {
        _ = try ContextPath(text)
        return .literal(node)
      } catch {
        complain("template-path", node.range, error.message, fix: error.fix)
        return nil
      }
    case .texts:
      guard let members = node.members else { break }
      for member in members where member.value.string == nil {
        complain(
          "beagle-type", member.value.range, "'\(member.name)' of \(owner) takes text, found \(member.value.typeName)")
        return nil
      }
      return .data(node)
    case .object(let schema): return object(node, schema, of: owner).map(BeagleValue.object)
    case .list(let element): return list(node, element, of: owner)
    case .component: return .element(component(node))
    case .action: return .element(action(node))
    case .screen: return screen(node, of: owner).map(BeagleValue.element)
    case .componentData: return componentData(node, of: owner)
    case .imagePath: return imagePath(node, of: owner)
    case .route: return route(node, of: owner)
    }
    complain("beagle-type", node.range, "\(owner) takes \(type.name), found \(node.typeName)")
    return nil
  }

  private mutating func list(_ node: JSONNode, _ type: BeagleSlotType, of owner: PayloadPath) -> BeagleValue? {
    if let elements = node.elements {
      return .list(elements.compactMap { value($0, type, of: owner) }, node.range)
    }
    // Beagle's documentation shows single actions where lists are expected.
    guard node.members != nil, case .action = type else {
      complain("beagle-type", node.range, "\(owner) takes a list, found \(node.typeName)")
      return nil
    }
    complain("beagle-type", node.range, "\(owner) takes a list, found one \(type.name)", fix: "Put it in brackets")
    return value(node, type, of: owner).map { .list([$0], node.range) }
  }

  /// Decodes an expression that makes up the whole text, or a literal.
  private mutating func binding(_ node: JSONNode, _ type: BeagleSlotType, of owner: PayloadPath) -> BeagleValue? {
    if let text = node.string {
      let template = Template(text)
      if let problem = template.problem {
        if case .string = type {
          diagnostics.add(problem.within(text: node.range).asWarning)
        } else {
          complain(
            problem.rule, problem.within(text: node.range).range ?? node.range, problem.message, fix: problem.fix)
          return nil
        }
      }
      if !template.isConstant { return .template(template, node.range) }
      if case .string = type { return .literal(JSONNode(.string(template.literalText), range: node.range)) }
    }
    if case .list(.any) = type {
      guard node.elements != nil else {
        complain("beagle-type", node.range, "\(owner) takes a list, or an expression, found \(node.typeName)")
        return nil
      }
      return .data(node)
    }
    return value(node, type, of: owner)
  }

  private mutating func screen(_ node: JSONNode, of owner: PayloadPath) -> BeagleElement? {
    guard let schema = Self.screenSchema, let object = object(node, schema.object, of: owner) else { return nil }
    return BeagleElement(typeID: "beagle:screencomponent", content: .known(schema, object), range: node.range)
  }

  private mutating func componentData(_ node: JSONNode, of owner: PayloadPath) -> BeagleValue? {
    if let elements = node.elements {
      // A component that cannot be decoded is left out later; the others are added.
      return .list(elements.map { .element(component($0)) }, node.range)
    }
    if let text = node.string, case let template = Template(text), !template.isConstant {
      return .template(template, node.range)
    }
    complain("beagle-type", node.range, "\(owner) takes a list of components, found \(node.typeName)")
    return nil
  }

  private mutating func imagePath(_ node: JSONNode, of owner: PayloadPath) -> BeagleValue? {
    if let text = node.string, case let template = Template(text), !template.isConstant {
      return .template(template, node.range)
    }
    let expected = "\(owner) takes an object with '\(Self.imageKey)', 'local' or 'remote'"
    guard node.members != nil, let kind = node[Self.imageKey] else {
      complain("beagle-type", node.range, "\(expected), found \(node.typeName)")
      return nil
    }
    switch kind.string {
    case "local": return object(node, .localImage, of: owner).map(BeagleValue.object)
    case "remote": return object(node, .remoteImage, of: owner).map(BeagleValue.object)
    default:
      complain("beagle-choice", kind.range, expected)
      return nil
    }
  }

  private mutating func route(_ node: JSONNode, of owner: PayloadPath) -> BeagleValue? {
    object(node, node["screen"] == nil ? .remoteRoute : .screenRoute, of: owner).map(BeagleValue.object)
  }

  // MARK: Diagnostics

  private var lastMessage = ""

  /// - Returns: The message.
  @discardableResult
  private mutating func complain(
    _ rule: String, _ range: SourceRange, _ message: String, fix: String? = nil,
    _ severity: Diagnostic.Severity = .error
  ) -> String {
    if severity == .error { lastMessage = message }
    diagnostics.add(Diagnostic(severity, rule: rule, range: range, message: message, fix: fix))
    return message
  }
}

extension BeagleSlotType {
  /// Whether null is a value of the type rather than a missing value.
  fileprivate var takesNull: Bool {
    if case .any = self { true } else { false }
  }
}

extension Diagnostic {
  fileprivate var asWarning: Diagnostic {
    var copy = self
    copy.severity = .warning
    return copy
  }
}

extension Template {
  /// The text of a constant template with its escapes resolved.
  var literalText: String { text(in: EmptyScope()) }
}

/// A scope in which no name is defined.
private struct EmptyScope: ValueReading {
  func value(forKey key: String) -> Value? { nil }
}
