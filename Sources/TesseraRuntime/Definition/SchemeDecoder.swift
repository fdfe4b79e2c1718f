import TesseraComponents
import TesseraData
import TesseraExpressions
import TesseraValues
import TesseraViews

/// What a scheme may refer to, for checks while it is decoded.
struct SchemeReferences {
  /// The type of the component with each identifier: elements of the screen and elements of rows.
  var elementTypes: [String: String] = [:]
  /// The entities; nil if the model could not be read.
  var model: EntityModel?
  /// The names of the service's actions; nil if there is no service or it could not be read.
  var actions: [String]?
  /// The names of value transformers.
  var transformers: [String] = []
  /// The names of pictures.
  var images: Set<String> = []
  /// Identifiers of components that cannot be made: what names them is not to blame.
  var brokenElements: Set<String> = []
}

/// Turns the sections `objects` and `elements` of a screen's document into definitions, and collects what is wrong.
/// What is wrong is left out; the rest works.
struct SchemeDecoder {
  private let components: ComponentRegistry
  private let registry: MediatorRegistry
  private let references: SchemeReferences
  private(set) var diagnostics = Diagnostics()
  /// The class of each object, by identifier and alias.
  private var mediatorClasses: [String: Mediator.Type] = [:]
  /// Names of objects that cannot be made: what names them is not to blame.
  private var brokenObjects: Set<String> = []
  /// The forms that are fields of each form, as far as they were read.
  private var formFields: [String: [String]] = [:]
  /// How often a name was looked for that may be a slip.
  private var nearMissCount = 0
  /// To compare a wrong name with all others costs time; a document with more wrong names has another trouble.
  private static let maximumNearMisses = 50

  init(components: ComponentRegistry, mediators: MediatorRegistry, references: SchemeReferences) {
    self.components = components
    registry = mediators
    self.references = references
  }

  mutating func decode(objects: JSONNode?, elements: JSONNode?) -> SchemeDefinition {
    var scheme = SchemeDefinition()
    let entries = members(of: objects, named: "objects")
    for entry in entries { declare(entry) }
    for entry in entries { declareAlias(of: entry) }
    scheme.objects = entries.compactMap { decodeObject($0) }
    scheme.elements = members(of: elements, named: "elements").compactMap { decodeElement($0) }
    return scheme
  }

  // MARK: Objects

  /// Notes the class of an object, so that outlets of objects before it can name it.
  private mutating func declare(_ entry: JSONMember) {
    guard let type = entry.value["type"]?.string, let definition = registry[type] else {
      brokenObjects.insert(entry.name)
      return
    }
    mediatorClasses[entry.name] = definition.mediatorClass
  }

  /// Notes the second name of an object. The first holder of a name keeps it.
  private mutating func declareAlias(of entry: JSONMember) {
    guard let node = entry.value["alias"], let alias = node.string else { return }
    guard let mediatorClass = mediatorClasses[entry.name] else {
      brokenObjects.insert(alias)
      return
    }
    if mediatorClasses[alias] != nil || references.elementTypes[alias] != nil {
      add("duplicate-id", node.range, "Something on this screen is called '\(alias)' already")
    } else {
      mediatorClasses[alias] = mediatorClass
    }
  }

  private mutating func decodeObject(_ entry: JSONMember) -> ObjectDefinition? {
    guard let parts = entry.value.members else {
      add("object-type", entry.value.range, "An object of the scheme is an object with a 'type'")
      return nil
    }
    guard let typeNode = entry.value["type"], let type = typeNode.string else {
      add("object-type", entry.value.range, "Object '\(entry.name)' needs a 'type'")
      return nil
    }
    guard let definition = registry[type] else {
      add("unknown-mediator", typeNode.range, "Unknown object type '\(type)'", near: type, in: registry.types)
      return nil
    }
    if references.elementTypes[entry.name] != nil {
      add("duplicate-id", entry.nameRange, "An element of the screen has the id '\(entry.name)' already")
    }
    var object = ObjectDefinition(identifier: entry.name, type: type)
    for part in parts {
      switch part.name {
      case "type", "***": break
      case "alias":
        object.alias = part.value.string
        if object.alias == nil { add("attribute-type", part.value.range, "'alias' takes text") }
      case "attrs": object.attributes = decodeAttributes(part.value, of: definition)
      case "outlets": object.outlets = decodeOutlets(part.value, of: definition)
      case "evals":
        for evaluation in members(of: part.value, named: "evals") {
          let known = ["cellIdentifier", "searchCellIdentifier"]
          if !known.contains(evaluation.name) {
            let fix = nearMiss(evaluation.name, in: known)
            diagnostics.add(
              Diagnostic(
                .warning, rule: "unknown-evaluation", range: evaluation.nameRange,
                message: "Nothing reads the evaluation '\(evaluation.name)'", fix: fix))
          }
          object.evaluations[evaluation.name] = decodeEvaluation(evaluation.value, ignoring: [])
        }
      default:
        add(
          "unknown-attribute", part.nameRange, "Unknown key '\(part.name)' of object '\(entry.name)'", near: part.name,
          in: ["type", "alias", "attrs", "outlets", "evals"])
      }
    }
    return object
  }

  private mutating func decodeAttributes(
    _ node: JSONNode, of definition: MediatorRegistry.Definition
  ) -> [AttributeDefinition] {
    let table = definition.mediatorClass.properties
    let attributes = members(of: node, named: "attrs").compactMap { member -> AttributeDefinition? in
      guard check(member, in: table, key: member.name, owner: definition.type) else { return nil }
      checkReference(member)
      return AttributeDefinition(name: member.name, value: member.value.value)
    }
    checkSortFields(in: node)
    return isResultChain(in: node) ? attributes : attributes.filter { !$0.name.hasPrefix("resultChain") }
  }

  /// Whether the functions of a result chain and their arguments can be used, if there are any.
  private mutating func isResultChain(in node: JSONNode) -> Bool {
    guard let chain = node["resultChain"], let functions = chain.elements?.compactMap(\.string), !functions.isEmpty
    else {
      return true
    }
    let arguments = node["resultChainArgs"]
    do {
      _ = try ResultChain(functions, arguments: arguments?.elements?.compactMap(\.string))
      return true
    } catch {
      diagnostics.add(error.at((error.rule == "result-chain-arguments" ? arguments : nil)?.range ?? chain.range))
      return false
    }
  }

  /// Checks attributes that name something elsewhere in the bundle.
  private mutating func checkReference(_ member: JSONMember) {
    guard let name = member.value.string else { return }
    switch member.name {
    case "entityName":
      if let model = references.model, model[name] == nil {
        add("unknown-entity", member.value.range, "The model has no entity '\(name)'", near: name, in: model.names)
      }
    case "actionName", "elseActionName":
      if let actions = references.actions, !actions.contains(name) {
        add("unknown-action", member.value.range, "The service has no action '\(name)'", near: name, in: actions)
      }
    case "serviceProviderClassName": checkProvider(member)
    default: break
    }
  }

  /// Whether objects of the entity, or of one that inherits from it, have what they are sorted and grouped by.
  private mutating func checkSortFields(in node: JSONNode) {
    guard let entity = node["entityName"]?.string, let model = references.model else { return }
    let known = model.hierarchy(of: entity).flatMap(\.propertyNames)
    guard !known.isEmpty else { return }
    for attribute in [node["sortByFields"], node["groupByField"]].compactMap(\.self) {
      for path in SortFields(attribute.string).paths {
        guard let name = path.keys.first, !known.contains(name) else { continue }
        add("unknown-property", attribute.range, "'\(entity)' has no property '\(name)'", near: name, in: known)
      }
    }
  }

  private mutating func checkProvider(_ member: JSONMember) {
    let names = ["StubServiceProvider", "StandardServiceProvider"]
    guard let name = member.value.string, !names.contains(name) else { return }
    add("unknown-provider", member.value.range, "Unknown service provider '\(name)'", near: name, in: names)
  }

  private mutating func decodeOutlets(
    _ node: JSONNode, of definition: MediatorRegistry.Definition
  ) -> [OutletConnection] {
    let outlets = definition.mediatorClass.outlets
    return members(of: node, named: "outlets").compactMap { member in
      guard let outlet = outlets.first(where: { $0.name == member.name }) else {
        add(
          "unknown-outlet", member.nameRange, "Unknown outlet '\(member.name)' of '\(definition.type)'",
          near: member.name, in: outlets.map(\.name))
        return nil
      }
      guard let targets = targets(of: member) else { return nil }
      guard targets.count == 1 || outlet.isList else {
        add("outlet-type", member.value.range, "Outlet '\(outlet.name)' of '\(definition.type)' takes one identifier")
        return nil
      }
      let fitting = targets.filter { fits($0, outlet, owner: definition.type) }
      return OutletConnection(name: member.name, targets: fitting.compactMap(\.string))
    }
  }

  private mutating func targets(of member: JSONMember) -> [JSONNode]? {
    let nodes = member.value.elements ?? [member.value]
    guard nodes.allSatisfy({ $0.string != nil }) else {
      add("outlet-type", member.value.range, "Outlet '\(member.name)' takes an identifier or a list of identifiers")
      return nil
    }
    return nodes
  }

  private mutating func fits(_ node: JSONNode, _ outlet: Outlet, owner: String) -> Bool {
    let name = node.string ?? ""
    if let type = references.elementTypes[name], let kind = components[type]?.kind {
      switch outlet.accepts {
      case .views(let kinds) where kinds.isEmpty || kinds.contains(kind): return true
      case .objects: return true
      default: break
      }
      add("outlet-type", node.range, "Outlet '\(outlet.name)' of '\(owner)' cannot be the \(type) '\(name)'")
      return false
    }
    if let mediatorClass = mediatorClasses[name] {
      switch outlet.accepts {
      case .objects: return true
      case .mediators(let wanted) where isSubclass(mediatorClass, of: wanted): return true
      default: break
      }
      add("outlet-type", node.range, "Outlet '\(outlet.name)' of '\(owner)' cannot be the object '\(name)'")
      return false
    }
    if name == "content", case .objects = outlet.accepts { return true }
    checkRoot(name, at: node.range)
    return false
  }

  private func isSubclass(_ candidate: Mediator.Type, of wanted: Mediator.Type) -> Bool {
    sequence(first: candidate as AnyClass, next: { _getSuperclass($0) }).contains { $0 == wanted }
  }

  // MARK: Elements

  private mutating func decodeElement(_ entry: JSONMember) -> ElementDefinition? {
    guard let parts = entry.value.members else {
      add("element-type", entry.value.range, "An entry of 'elements' is an object, found \(entry.value.typeName)")
      return nil
    }
    let type = references.elementTypes[entry.name]
    guard entry.name == "@self" || type != nil else {
      if references.brokenElements.contains(entry.name) { return nil }
      add(
        "unknown-element", entry.nameRange, "No component of this screen has the id '\(entry.name)'", near: entry.name,
        in: references.elementTypes.keys)
      return nil
    }
    var element = ElementDefinition(identifier: entry.name)
    for part in parts {
      switch part.name {
      case "***": break
      case "attrs":
        for member in members(of: part.value, named: "attrs") where checkProperty(member, name: member.name, of: type) {
          if member.name == "serviceProviderClassName" { checkProvider(member) }
          element.attributes.append(
            AttributeDefinition(name: View.canonicalKey(member.name), value: member.value.value))
        }
      case "outlets": element.outlets = decodeElementOutlets(part.value, of: type ?? "@self", on: entry.name)
      case "bindings": element.bindings = decodeBindings(part.value, of: type, on: entry.name)
      case "action": element.action = decodeAction(part.value, of: type)
      default:
        add(
          "unknown-attribute", part.nameRange, "Unknown key '\(part.name)' of element '\(entry.name)'", near: part.name,
          in: ["attrs", "bindings", "outlets", "action"])
      }
    }
    return element
  }

  /// Reads `{"target": id, "selector": "name:"}` of a button.
  private mutating func decodeAction(_ node: JSONNode, of type: String?) -> ElementAction? {
    guard type == "button" else {
      add("element-action", node.range, "Only a button has an 'action'")
      return nil
    }
    guard let target = node["target"], let name = target.string, let selector = node["selector"],
      let text = selector.string
    else {
      add("element-action", node.range, "'action' takes an object with 'target' and 'selector'")
      return nil
    }
    let known: [String]
    if name == "@self" {
      known = ScreenController.selectors
    } else if let mediatorClass = mediatorClasses[name] {
      known = mediatorClass.selectors
    } else {
      if !brokenObjects.contains(name) {
        add(
          "unknown-identifier", target.range, "No object of this screen is called '\(name)'", near: name,
          in: mediatorClasses.keys)
      }
      return nil
    }
    // Colons stand for arguments, which are the same for all: the content and the button.
    let plain = String(text.prefix { $0 != ":" })
    guard known.contains(plain) else {
      add("unknown-selector", selector.range, "'\(name)' has no action '\(text)'", near: plain, in: known)
      return nil
    }
    return ElementAction(target: name, selector: plain)
  }

  private mutating func decodeElementOutlets(
    _ node: JSONNode, of type: String, on element: String
  ) -> [OutletConnection] {
    let names = components[type].map { ElementOutlets.names(for: $0.kind) } ?? []
    return members(of: node, named: "outlets").compactMap { member in
      guard names.contains(member.name) else {
        add(
          "unknown-outlet", member.nameRange, "Unknown outlet '\(member.name)' of '\(type)'", near: member.name,
          in: names)
        return nil
      }
      guard let targets = targets(of: member) else { return nil }
      var connected: [String] = []
      for target in targets {
        let name = target.string ?? ""
        if references.brokenElements.contains(name) { continue }
        if references.elementTypes[name] == nil {
          add(
            "unknown-identifier", target.range, "No component of this screen has the id '\(name)'", near: name,
            in: references.elementTypes.keys)
        } else if isField(element, of: name) {
          add("outlet-cycle", target.range, "The form '\(element)' would be a field of itself")
        } else {
          formFields[element, default: []].append(name)
          connected.append(name)
        }
      }
      return OutletConnection(name: member.name, targets: connected)
    }
  }

  /// Whether an element is a form, or a field of it or of a form in it.
  private func isField(_ element: String, of form: String) -> Bool {
    var seen: Set<String> = []
    var pending = [form]
    while let next = pending.popLast() {
      if next == element { return true }
      if seen.insert(next).inserted { pending += formFields[next] ?? [] }
    }
    return false
  }

  /// Whether a property of an element, or of the screen for a nil type, can be written; and its value used.
  private mutating func checkProperty(_ member: JSONMember, name: String, of type: String?) -> Bool {
    let key = View.canonicalKey(name)
    guard let type, let table = components[type]?.properties else {
      guard ScreenController.propertyNames.contains(key) else {
        add(
          "unknown-attribute", member.nameRange, "Unknown attribute '\(name)' of the screen", near: key,
          in: ScreenController.propertyNames)
        return false
      }
      return true
    }
    return check(member, in: table, key: key, owner: type)
  }

  private mutating func check<Owner>(
    _ member: JSONMember, in table: PropertyTable<Owner>, key: String, owner: String
  ) -> Bool {
    guard let property = table[key] else {
      add(
        "unknown-attribute", member.nameRange, "Unknown attribute '\(member.name)' of '\(owner)'", near: member.name,
        in: table.names)
      return false
    }
    guard property.set != nil else {
      add("read-only-attribute", member.nameRange, "Attribute '\(member.name)' of '\(owner)' can only be read")
      return false
    }
    let value = member.value.value
    if let expected = property.type.mismatch(with: value) {
      add(
        "attribute-type", member.value.range,
        "Attribute '\(member.name)' of '\(owner)' takes \(expected), found "
          + (value.string.map { "'\($0)'" } ?? value.typeName))
      return false
    }
    if property.type == .predicate, let format = value.string { return isPredicate(format, at: member.value.range) }
    return true
  }

  private mutating func isPredicate(_ format: String, at range: SourceRange) -> Bool {
    do {
      _ = try ValuePredicate(format)
      return true
    } catch {
      diagnostics.add(error.within(text: range))
      return false
    }
  }

  // MARK: Bindings

  private mutating func decodeBindings(_ node: JSONNode, of type: String?, on element: String) -> [BindingDefinition] {
    guard let entries = node.elements else {
      add("binding-type", node.range, "'bindings' takes a list, found \(node.typeName)")
      return []
    }
    var seen: Set<String> = []
    return entries.compactMap { entry in
      guard let binding = decodeBinding(entry, of: type) else { return nil }
      guard seen.insert(binding.property).inserted else {
        add("duplicate-binding", entry.range, "'\(binding.property)' of '\(element)' has a binding already")
        return nil
      }
      return binding
    }
  }

  private mutating func decodeBinding(_ node: JSONNode, of type: String?) -> BindingDefinition? {
    guard let evaluation = decodeEvaluation(node, ignoring: ["from", "to"]) else { return nil }
    var property = "value"
    var isWritable = true
    if let target = node.members?.first(where: { $0.name == "to" }) {
      guard let name = target.value.string else {
        add("binding-type", target.value.range, "'to' takes the name of a property, found \(target.value.typeName)")
        return nil
      }
      property = View.canonicalKey(name)
      // The value is known only when it is evaluated, so only the name is checked here.
      let range = target.value.range
      let probe = JSONMember(name: name, nameRange: range, value: JSONNode(.null, range: range))
      isWritable = checkProperty(probe, name: name, of: type)
    }
    var from: ValuePath?
    if let source = node["from"] {
      guard let text = source.string, !ValuePath(text).isEmpty else {
        add("binding-type", source.range, "'from' takes a key path, found \(source.typeName)")
        return nil
      }
      from = ValuePath(text)
      checkRoot(ValuePath(text).first ?? "", at: source.range)
    }
    let roots: Set<String>
    if let root = from?.first {
      roots = [root]
    } else {
      roots = Set(evaluation.keyPaths.compactMap(\.first))
      let range = (node["predicateFormat"] ?? node["format"] ?? node).range
      for root in roots.sorted() { checkRoot(root, at: range, .warning) }
    }
    guard isWritable else { return nil }
    return BindingDefinition(property: property, from: from, evaluation: evaluation, roots: roots)
  }

  /// Complains about a name that nothing has. What cannot be made was complained about already.
  private mutating func checkRoot(_ root: String, at range: SourceRange, _ severity: Diagnostic.Severity = .error) {
    let isKnown =
      root == "content" || root == "defaults" || references.elementTypes[root] != nil || mediatorClasses[root] != nil
      || references.brokenElements.contains(root) || brokenObjects.contains(root)
    if isKnown { return }
    let fix = nearMiss(
      root, in: Array(references.elementTypes.keys) + Array(mediatorClasses.keys) + ["content", "defaults"])
    diagnostics.add(
      Diagnostic(
        severity, rule: "unknown-identifier", range: range, message: "Nothing on this screen is called '\(root)'",
        fix: fix))
  }

  private mutating func decodeEvaluation(_ node: JSONNode, ignoring handled: Set<String>) -> Evaluation? {
    guard let members = node.members else {
      add("binding-type", node.range, "A binding is an object, found \(node.typeName)")
      return nil
    }
    let keys = ["predicateFormat", "ifTrue", "ifFalse", "transformer", "format", "placeholder"]
    for member in members where !keys.contains(member.name) && !handled.contains(member.name) && member.name != "***" {
      add(
        "unknown-attribute", member.nameRange, "Unknown key '\(member.name)' of a binding", near: member.name,
        in: keys + handled)
    }
    for key in ["predicateFormat", "transformer", "format"] {
      if let value = node[key], value.string == nil {
        add("binding-type", value.range, "'\(key)' takes text, found \(value.typeName)")
        return nil
      }
    }
    if let name = node["transformer"], let text = name.string, !references.transformers.contains(text) {
      add(
        "unknown-transformer", name.range, "Unknown value transformer '\(text)'", near: text,
        in: references.transformers)
    }
    do {
      return try Evaluation(
        predicateFormat: node["predicateFormat"]?.string, ifTrue: node["ifTrue"]?.value,
        ifFalse: node["ifFalse"]?.value, transformer: node["transformer"]?.string, format: node["format"]?.string,
        placeholder: node["placeholder"]?.value)
    } catch {
      diagnostics.add(error.within(text: node["predicateFormat"]?.range ?? node.range))
      return nil
    }
  }

  // MARK: Problems

  private mutating func members(of node: JSONNode?, named name: String) -> [JSONMember] {
    guard let node else { return [] }
    guard let members = node.members else {
      add("scheme-type", node.range, "'\(name)' takes an object, found \(node.typeName)")
      return []
    }
    return members.filter { $0.name != "***" }
  }

  private mutating func add(_ rule: String, _ range: SourceRange, _ message: String) {
    diagnostics.add(Diagnostic(rule: rule, range: range, message: message))
  }

  private mutating func add(
    _ rule: String, _ range: SourceRange, _ message: String, near name: String, in known: some Sequence<String>
  ) {
    diagnostics.add(Diagnostic(rule: rule, range: range, message: message, fix: nearMiss(name, in: known)))
  }

  private mutating func nearMiss(_ name: String, in known: some Sequence<String>) -> String? {
    nearMissCount += 1
    return nearMissCount > Self.maximumNearMisses ? nil : NearMiss.fix(for: name, in: known)
  }
}

extension Diagnostic {
  /// A problem inside a text of a document, placed in the document: the text begins one column behind its quote.
  ///
  /// Exact as long as there is no escape before the place; behind one it is off by the escape's length.
  func within(text literal: SourceRange) -> Diagnostic {
    var copy = self
    if let inner = range, inner.start.line == 1 {
      let start = SourcePosition(line: literal.start.line, column: literal.start.column + inner.start.column)
      let length = inner.end.line == 1 ? max(1, inner.end.column - inner.start.column) : 1
      copy.range = SourceRange(start, length: length)
    } else {
      copy.range = literal
    }
    return copy
  }
}
