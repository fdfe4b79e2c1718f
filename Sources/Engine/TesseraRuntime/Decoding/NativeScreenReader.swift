import TesseraComponents
package import TesseraValues
import TesseraViews

/// Reads screens in the native format: `view` beside WidgetKit's sections `objects` and `elements`.
package struct NativeScreenReader: ScreenReader {
  private static let sections = ["view", "url", "context", "objects", "elements", "navigationItem", "screens"]
  /// The rules whose violations WidgetKit only logs.
  private static let lenientRules: Set = ["unknown-action"]
  /// The names that are defined on every screen.
  private static let commonNames: Set<String> = ["content", "options", "defaults", "global", "strings", "widget"]

  /// Creates a reader.
  package init() {}

  /// Returns true: any document may be a native one.
  package func canRead(_ document: JSONNode) -> Bool { true }

  package func screen(performing action: [String: Value]) -> Value? {
    ["view": ["type": "container", "onInit": [.dictionary(action)]]]
  }

  /// Reads a screen. Without a usable `view`, the screen shows a placeholder.
  package func read(
    _ document: JSONNode, scheme: ScreenScheme? = nil, named name: String, in surroundings: ScreenSurroundings
  ) -> ScreenReading {
    let session = surroundings.makeSession()
    session.references[.context] = (session.references[.context] ?? []).union(["content", "global"])
    session.screenNames = Self.commonNames
    if surroundings.hasEntries { session.screenNames.insert("entry") }
    if let address = document.members?.first(where: { $0.name == "url" }) {
      return readSource(address, of: document, named: name, session)
    }
    // The screens that the document itself contains.
    let ownScreens = document["screens"]?.membersWithoutComments ?? []
    session.references[.screen]?.formUnion(ownScreens.map(\.name))
    let identifiers = Self.identifiers(of: document, session.actions)
    let objects = Self.objectNames(of: scheme?.document ?? document)
    let constraints = Self.constraintNames(of: document, apartFrom: identifiers, session)
    session.screenNames.formUnion(identifiers.union(objects).union(constraints))
    let events = EventDefinition.screen
    for member in document.membersWithoutComments ?? []
    where !Self.sections.contains(member.name) && !events.contains(where: { $0.name == member.name }) {
      session.add(
        .error, "unknown-section", member.nameRange, "Unknown section '\(member.name)' of a screen",
        near: member.name, in: Self.sections + events.map(\.name))
    }
    session.addedPrototypes = session.withFile(scheme?.file) {
      Self.prototypes(namedBy: scheme?.document ?? document, in: surroundings, session)
    }
    session.documents[nil] = document
    if let scheme { session.documents[scheme.file] = scheme.document }
    var decoder = ComponentDecoder(session: session)
    let contexts = document["context"].map { decoder.decodeContexts($0) } ?? []
    session.screenNames.formUnion(contexts.map(\.identifier))
    session.references[.context]?.formUnion(contexts.map(\.identifier))
    session.references[.element] = identifiers
    var screen: ScreenDefinition
    if let view = document["view"] {
      screen = ScreenDefinition(name: name, view: decoder.decode(view))
    } else {
      let reason = "Screen '\(name)' needs a 'view'"
      session.add(
        "component-type", document.range, reason, fix: "Add 'view' here, or a file 'screens/\(name).json' with it")
      screen = ScreenDefinition(name: name, problem: reason)
    }
    screen.contexts = contexts
    for event in events {
      if let node = document[event.name] { screen.events[event.name] = decoder.decodeEvent(node, event, depth: 0) }
    }
    if let item = document["navigationItem"] { decodeNavigationItem(item, into: &screen, with: &decoder, session) }
    // References to elements within a component that failed to decode are not reported.
    for identifier in decoder.elements.broken.union(identifiers) {
      session.references.insertBroken(identifier, .element)
    }
    if let scheme {
      for section in ["objects", "elements"] {
        guard let member = document.members?.first(where: { $0.name == section }) else { continue }
        session.add(
          "duplicate-section", member.nameRange, "'\(section)' of this screen is defined in '\(scheme.file)'",
          fix: "Move it there, or remove that file")
      }
    }
    let schemeDecoder = session.withFile(scheme?.file) {
      decodeScheme(
        of: scheme?.document ?? document, decoder.elements, constraints, into: &screen, session, surroundings)
    }
    // The following checks report problems in the file that contains them.
    session.withNames(["item", "index"] + decoder.elements.contexts) {
      schemeDecoder.addBindingsOfComponents(to: &screen.scheme)
    }
    checkReadings(session, decoder.elements, schemeDecoder.mediatorClasses)
    let bar = [screen.titleView].compactMap { $0 } + screen.leftItems + screen.rightItems
    let handlers = [screen.events] + screen.scheme.objects.map(\.events)
    let calls = ([screen.view] + bar).flatMap(\.calls) + handlers.flatMap { $0.values.flatMap(\.withNested) }
    let methods = MethodCallCheck(
      session: session, elements: decoder.elements, widgets: surroundings.extensions.customWidgets)
    calls.forEach(methods.check)
    checkContextKeys(of: document, scheme, session)
    checkData(of: document, scheme, screen, content: nil, session, surroundings)
    screen.prefetches = calls.filter { $0.attributes["prefetch"]?.literal?.isTrue == true }
    screen.isLenient = scheme != nil
    var reading = ScreenReading(
      screen, diagnostics: session.diagnostics.all.map { scheme == nil ? $0 : $0.asWarning(of: Self.lenientRules) })
    reading.offeredContents = session.offeredContents
    readOwnScreens(ownScreens, of: document, into: &reading, surroundings)
    return reading
  }

  /// Reads the screens that a document contains. They can open each other.
  private func readOwnScreens(
    _ members: [JSONMember], of document: JSONNode, into reading: inout ScreenReading,
    _ surroundings: ScreenSurroundings
  ) {
    if let section = document["screens"], section.members == nil {
      reading.diagnostics.append(
        Diagnostic(
          rule: "scheme-type", range: section.range, message: "'screens' takes an object, found \(section.typeName)"))
    }
    if members.count > Self.maximumOwnScreens {
      reading.diagnostics.append(
        Diagnostic(
          rule: "component-limit", range: members[Self.maximumOwnScreens].nameRange,
          message: "A document can contain at most \(Self.maximumOwnScreens) screens"))
    }
    var inner = surroundings
    inner.references[.screen]?.formUnion(members.map(\.name))
    for member in members.prefix(Self.maximumOwnScreens) {
      if let nested = member.value.members?.first(where: { $0.name == "screens" }) {
        reading.diagnostics.append(
          Diagnostic(
            rule: "screen-source", range: nested.nameRange,
            message: "'screens' cannot be nested",
            fix: "Move them beside '\(member.name)'"))
        continue
      }
      let own = read(member.value, named: member.name, in: inner)
      reading.screen.ownScreens[member.name] = own.screen
      reading.diagnostics += own.diagnostics
    }
  }

  /// The maximum number of screens in a document. Further ones are ignored, and reported.
  private static let maximumOwnScreens = 100

  /// Reads a document that consists only of the URL of the screen.
  private func readSource(
    _ address: JSONMember, of document: JSONNode, named name: String, _ session: DecodingSession
  ) -> ScreenReading {
    for member in document.membersWithoutComments ?? [] where member.name != "url" {
      session.add(
        "screen-source", member.nameRange, "'\(member.name)' has no effect on a screen that is fetched by 'url'",
        fix: "Move it to the document at the URL")
    }
    let source = session.value(address, ofType: .address, of: "the screen")
    return ScreenReading(
      source.map { ScreenDefinition(name: name, source: $0) }
        ?? ScreenDefinition(name: name, problem: "The URL of screen '\(name)' is invalid"),
      diagnostics: session.diagnostics.all)
  }

  private static func objectNames(of document: JSONNode) -> Set<String> {
    var names: Set<String> = []
    for object in document["objects"]?.members ?? [] {
      names.insert(object.name)
      if let alias = object.value["alias"]?.string { names.insert(alias) }
    }
    return names
  }

  /// Returns the names that a document gives to components. They are collected first, because expressions may refer to
  /// later components and to ones that fail to decode.
  private static func identifiers(of document: JSONNode, _ actions: ActionRegistry) -> Set<String> {
    var names: Set<String> = []
    let sections = ["view", "navigationItem"] + EventDefinition.screen.map(\.name)
    var pending = sections.compactMap { document[$0] }
    while let node = pending.popLast() {
      if let elements = node.elements {
        pending.append(contentsOf: elements)
      } else if let members = node.members {
        var type: String?
        var identifier: String?
        for member in members {
          switch member.name {
          case "type": type = member.value.string
          case "id": identifier = member.value.string
          default: if member.value.isContainer { pending.append(member.value) }
          }
        }
        // Actions may refer to components by `id`.
        if let type, let identifier, actions[type] == nil { names.insert(identifier) }
      }
    }
    return names
  }

  /// Returns the prototypes in separate files that table controllers refer to, by the identifiers of the tables.
  private static func prototypes(
    namedBy document: JSONNode, in surroundings: ScreenSurroundings, _ session: DecodingSession
  ) -> [String: [(name: String, document: JSONNode, file: String)]] {
    var found: [String: [(name: String, document: JSONNode, file: String)]] = [:]
    for object in document["objects"]?.members ?? [] {
      guard let names = object.value["attrs"]?["cellNibNames"]?.elements,
        let table = object.value.rowsViewName
      else { continue }
      for node in names {
        guard let name = node.string else { continue }
        if let cell = surroundings.cells[name] {
          found[table, default: []].append((name, cell.document, cell.path))
        } else {
          session.add(
            .error, "unknown-cell", node.range, "The bundle has no file 'cells/\(name.prefix(80)).json'", near: name,
            in: surroundings.cells.keys)
        }
      }
    }
    return found
  }

  /// Returns the names that a document gives to constraints, which must be known before the views are decoded.
  ///
  /// Constraints in rows have no names, because each row has its own copy.
  private static func constraintNames(
    of document: JSONNode, apartFrom identifiers: Set<String>, _ session: DecodingSession
  ) -> Set<String> {
    var names: Set<String> = []
    var pending = ["view", "navigationItem"].compactMap { document[$0] }
    while let node = pending.popLast() {
      for element in node.elements ?? [] where element.isContainer { pending.append(element) }
      for member in node.members ?? [] {
        if member.name == "constraints" {
          for node in member.value.elements ?? [] {
            guard let name = node.string.flatMap(ConstraintFormat.name) else { continue }
            if identifiers.contains(name) {
              session.add("duplicate-id", node.range, "An element of the screen already has the id '\(name)'")
            } else {
              names.insert(name)
            }
          }
        } else if member.value.isContainer, !rowSlots.contains(member.name) {
          pending.append(member.value)
        }
      }
    }
    return names
  }

  private static let rowSlots: Set = ["cells", "template", "templates", "sectionHeader"]

  private func decodeNavigationItem(
    _ node: JSONNode, into screen: inout ScreenDefinition, with decoder: inout ComponentDecoder,
    _ session: DecodingSession
  ) {
    guard let members = node.membersWithoutComments else {
      return session.add("scheme-type", node.range, "'navigationItem' takes an object, found \(node.typeName)")
    }
    screen.hasNavigationItem = true
    for member in members {
      switch member.name {
      case "title": screen.title = session.value(member, ofType: .scalar, of: "'navigationItem'")
      case "backTitle": screen.backTitle = session.value(member, ofType: .scalar, of: "'navigationItem'")
      case "titleView": screen.titleView = decoder.decode(member.value)
      case "leftItems": screen.leftItems = decoder.decodeList(member.value.elements ?? [member.value])
      case "rightItems": screen.rightItems = decoder.decodeList(member.value.elements ?? [member.value])
      case "styleId": screen.barStyle = session.look(member, of: .navigationBar)
      case "hidden": screen.hidesNavigationBar = flag(member, session)
      case "hidesBackButton": screen.hidesBackButton = flag(member, session)
      default:
        session.add(
          .error, "unknown-attribute", member.nameRange, "Unknown attribute '\(member.name)' of 'navigationItem'",
          near: member.name,
          in: ["title", "backTitle", "titleView", "leftItems", "rightItems", "styleId", "hidden", "hidesBackButton"])
      }
    }
  }

  private func flag(_ member: JSONMember, _ session: DecodingSession) -> Bool {
    if let flag = member.value.bool { return flag }
    session.add(
      "scheme-type", member.value.range, "'\(member.name)' takes true or false, found \(member.value.typeName)")
    return false
  }

  private func decodeScheme(
    of document: JSONNode, _ elements: DecodedElements, _ constraints: Set<String>, into screen: inout ScreenDefinition,
    _ session: DecodingSession, _ surroundings: ScreenSurroundings
  ) -> SchemeDecoder {
    session.references[.element] = Set(elements.types.keys)
    session.references[.cell] = elements.cells
    var scheme = SchemeDecoder(
      session: session, mediators: surroundings.extensions.mediators, elements: elements, constraintNames: constraints)
    // Elements may be in rows, and in components that own contexts.
    screen.scheme = session.withNames(["item", "index"] + elements.contexts) {
      scheme.decode(objects: document["objects"], elements: document["elements"])
    }
    return scheme
  }

  /// Checks for misspelled keys of contexts, and for values that are computed from themselves. The screens within the
  /// document have their own contexts.
  private func checkContextKeys(of document: JSONNode, _ scheme: ScreenScheme?, _ session: DecodingSession) {
    var parts: [(node: JSONNode, file: String?)] = (document.membersWithoutComments ?? [])
      .filter { $0.name != "screens" }.map { (JSONNode(.object([$0]), range: document.range), nil) }
    if let scheme {
      parts += ["objects", "elements"].compactMap { name in scheme.document[name].map { ($0, scheme.file) } }
    }
    let keys = ContextKeyCheck(session: session, parts: parts)
    keys.report()
    keys.reportElements()
    var circles = CircularDefinitionCheck(session: session)
    circles.report(in: document)
  }

  /// Checks for paths to properties that do not exist, where the entity is known.
  /// - Parameter content: The entity of the screen's content; nil if unknown.
  func checkData(
    of document: JSONNode, _ scheme: ScreenScheme?, _ screen: ScreenDefinition, content: String?,
    _ session: DecodingSession, _ surroundings: ScreenSurroundings
  ) {
    guard let model = surroundings.model else { return }
    let enclosingRows = ([screen.view] + [screen.titleView].compactMap(\.self)).reduce(into: [:]) { all, component in
      all.merge(component.enclosingRows) { first, _ in first }
    }
    let sections = scheme?.document ?? document
    var check = SchemeDataCheck(
      session: session, model: model, enclosingRows: enclosingRows, objects: sections["objects"], content: content)
    session.withFile(scheme?.file) { check.check(elements: sections["elements"]) }
    for part in [document["view"], document["navigationItem"]].compactMap(\.self) { check.check(view: part) }
    session.offeredContents = check.offers
  }
}

extension NativeScreenReader {
  /// Checks for properties that components and objects do not have. Names of properties may contain a dot, such as
  /// `refreshControl.value`.
  fileprivate func checkReadings(
    _ session: DecodingSession, _ elements: DecodedElements, _ classes: [String: Mediator.Type]
  ) {
    for reading in session.readings.names {
      session.withFile(reading.file) { check(reading, session, elements, classes) }
    }
    for reading in session.readings.items {
      session.withFile(reading.file) { checkItems(reading, session, elements, classes) }
    }
  }

  /// Checks that the items of a list are a provider or a property that is a list.
  private func checkItems(
    _ reading: Reading, _ session: DecodingSession, _ elements: DecodedElements,
    _ classes: [String: Mediator.Type]
  ) {
    let found: String
    if let key = reading.key {
      guard elements.isUnambiguous(reading.name),
        let type = classes[reading.name]?.properties[key]?.type
          ?? elements.types[reading.name]?.properties.named(key)?.type,
        ![.any, .list, .strings, .itemSource].contains(type)
      else { return }
      found = "'\(reading.name).\(key)' is \(type.name)"
    } else {
      guard let type = classes[reading.name], !(type is ContentProvider.Type) else { return }
      found = "'\(reading.name)' is not a provider"
    }
    session.add(
      "expression-type", reading.range, "Attribute 'items' takes a list or the name of a provider, but \(found)")
  }

  private func check(
    _ reading: Reading, _ session: DecodingSession, _ elements: DecodedElements,
    _ classes: [String: Mediator.Type]
  ) {
    let (name, range) = (reading.name, reading.range)
    if !reading.isInRow, elements.isInRowsOnly(name), classes[name] == nil {
      session.add(
        "unknown-identifier", range, "'\(name)' is in rows, so there may be several",
        fix: "Read it in its row, or store the value in a context of the screen")
      return
    }
    guard let key = reading.key, elements.isUnambiguous(name) else { return }
    guard let known = elements.types[name]?.properties.names ?? classes[name]?.properties.names else { return }
    let isKnown = elements.types[name]?.properties.named(key) ?? nil != nil
    guard !isKnown, !known.contains(where: { $0 == key || $0.hasPrefix(key + ".") }), View.canonicalKey(key) == key
    else { return }
    session.add(.error, "unknown-property", range, "'\(name)' has no property '\(key)'", near: key, in: known)
  }
}

extension EventDefinition {
  /// The events of a screen.
  static let screen: [EventDefinition] = [
    EventDefinition(EventName.initialize.rawValue, "The screen was opened."),
    EventDefinition(EventName.appear.rawValue, "The screen appeared, or reappeared."),
    EventDefinition(EventName.disappear.rawValue, "The screen disappeared."),
  ]
}

extension Component {
  /// The actions of the component and its descendants, including those on events of actions.
  fileprivate var calls: [ActionCall] {
    var calls: [ActionCall] = []
    var components = [self]
    while let component = components.popLast() {
      calls += component.events.values.flatMap(\.withNested)
      components += component.slots.values.flatMap { $0 } + component.prototypes.values
    }
    return calls
  }
}

extension [ActionCall] {
  /// The actions, and those on their events.
  fileprivate var withNested: [ActionCall] {
    var (calls, pending) = ([ActionCall](), self)
    while let call = pending.popLast() {
      calls.append(call)
      pending += call.events.values.flatMap { $0 }
    }
    return calls
  }
}
