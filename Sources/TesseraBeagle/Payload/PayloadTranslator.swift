import TesseraExpressions
package import TesseraValues

/// Says a native document in the words of payloads.
///
/// What these have no words for stands beside them in native ones, as a patch that only Tessera reads, so that nothing is lost on
/// the way back. What that is nobody has to know: each part is read again as a payload, and where something else comes out than
/// what went in, the difference is the patch. The rules for components and actions only say as much as clients of Beagle can show.
package struct PayloadTranslator {
  /// What clients of Beagle do not see, once for each member of each type.
  package private(set) var diagnostics = Diagnostics()
  let extensions: NativeTranslator.Extensions
  /// The way back.
  var reader: NativeTranslator
  private var told: Set<String> = []
  /// The screens of the document by their names, as long as no action has taken them in.
  private var innerScreens: [String: JSONNode] = [:]
  /// The contexts around, from the outside to the inside.
  var contexts: [String] = []
  /// How many actions open each of them.
  private var openings: [String: Int] = [:]

  /// Creates a translator.
  package init(extensions: NativeTranslator.Extensions) {
    self.extensions = extensions
    reader = NativeTranslator(extensions: extensions)
  }

  /// Says the document of a screen as a payload.
  package mutating func payload(of document: JSONNode) -> JSONNode {
    var found = NativeNames()
    found.add(document)
    reader.takenNames = NativeTranslator.reservedNames.union(found.identifiers)
    reader.declaredNames = found.contexts
    openings = found.openings
    for screen in document["screens"]?.membersWithoutComments ?? [] { innerScreens[screen.name] = screen.value }
    var screen = ObjectBuilder(screen(document))
    guard !innerScreens.isEmpty, let section = document["screens"] else { return screen.node }
    // What no action could take in keeps its native words.
    let rest = (section.members ?? []).filter { innerScreens[$0.name] != nil }
    var patch = ObjectBuilder(screen.node[BeagleDecoder.patchKey] ?? JSONNode(.object([]), range: section.range))
    patch.set("screens", JSONNode(.object(rest), range: section.range))
    screen.set(BeagleDecoder.patchKey, patch.node)
    return screen.node
  }

  // MARK: Texts

  /// A text of a native document as one of a payload; nil where that has no words for it.
  func text(_ text: String) -> String? {
    let template = Template(text, dialect: .native)
    if template.isConstant { return Template.escaped(template.literalText) }
    return payload(template)?.description
  }

  func payload(_ template: Template) -> Template? {
    template.beagle { path in
      // What an event tells may have another name, as far as nothing around has the same.
      guard case .key(let root)? = path.nodes.first else { return path }
      for scope in reader.names.reversed() {
        for (name, own) in scope where own.nodes.count > 1 && path.nodes.starts(with: own.nodes) {
          return ContextPath(nodes: [.key(name)] + path.nodes.dropFirst(own.nodes.count))
        }
        if scope[root] != nil { return path }
      }
      return path
    }
  }

  /// Data of a native document, in which texts may be expressions.
  func data(_ node: JSONNode?) -> JSONNode? {
    guard let node else { return nil }
    var isSayable = true
    let data = node.mappingLiterals { literal in
      guard let string = literal.string else { return literal }
      guard let text = text(string) else {
        isSayable = false
        return literal
      }
      return .text(text, literal.range)
    }
    return isSayable ? data : nil
  }

  /// A literal text; nil for one with expressions.
  func plain(_ node: JSONNode?) -> JSONNode? {
    guard let node, let text = node.string, case let template = Template(text, dialect: .native), template.isConstant
    else { return nil }
    return .text(template.literalText, node.range)
  }

  /// A text of which an expression is changed, or a literal.
  func text(_ node: JSONNode?, template change: (Template) -> Template?, literal: (JSONNode) -> JSONNode?) -> JSONNode?
  {
    guard let node else { return nil }
    guard let string = node.string, case let template = Template(string, dialect: .native), !template.isConstant else {
      return literal(node)
    }
    return change(template).flatMap { payload($0) }.map { .text($0.description, node.range) }
  }

  /// A word as payloads spell it.
  func word(_ node: JSONNode?) -> JSONNode? {
    text(node) {
      $0.argument(of: "lowercase")
    } literal: { node in
      node.string.map {
        .text($0 == "nowrap" ? "NO_WRAP" : $0.uppercased().replacing("-", with: "_"), node.range)
      }
    }
  }

  /// The opposite of a truth value.
  func negated(_ node: JSONNode?) -> JSONNode? {
    text(node) {
      $0.argument(of: "not") ?? $0.applying("not")
    } literal: { node in
      node.bool.map { .flag(!$0, node.range) }
    }
  }

  /// A condition.
  func condition(_ node: JSONNode?) -> JSONNode? {
    text(node) { template in
      template.argument(of: "condition", before: [true, false]) ?? template
    } literal: { node in
      node.bool == nil ? nil : node
    }
  }

  /// Whether a condition holds in a payload just when it holds in a native document: there only what is exactly true does.
  func isExact(condition node: JSONNode) -> Bool {
    guard let text = node.string else { return node.bool != nil }
    let template = Template(text, dialect: .native)
    if let argument = template.argument(of: "condition", before: [true, false]) { return payload(argument) != nil }
    return template.resultType == .bool && payload(template)?.description == template.description
  }

  mutating func within<Result>(_ scope: [String: ContextPath], _ body: (inout Self) -> Result) -> Result {
    reader.names.append(scope)
    defer { reader.names.removeLast() }
    return body(&self)
  }

  /// What contexts lead to in the native document that comes of the payload.
  func contextNames(_ contexts: [JSONNode]) -> [String: ContextPath] {
    let names = contexts.compactMap { $0["id"]?.string }
    return Dictionary(
      names.map { ($0, ContextPath(nodes: [.key(reader.nativeName($0))])) }, uniquingKeysWith: { $1 })
  }

  // MARK: Parts

  /// Puts a part together: what it says, what stands in it, and what it cannot say.
  /// - Parameter inner: the member that holds what the part is in the payload, if it is a box around that.
  mutating func finish(_ part: PayloadPart, of native: JSONNode, around inner: String? = nil) -> JSONNode {
    var decoder = BeagleDecoder()
    var reader = reader
    let element = part.isAction ? decoder.action(part.sample) : decoder.component(part.sample)
    let read = part.isAction ? reader.action(element) ?? native : reader.component(element)
    let said = BeagleEncoder().node(
      of: element, key: part.isAction ? BeagleDecoder.actionKey : BeagleDecoder.componentKey)
    var object = ObjectBuilder(native.range)
    for member in said.members ?? [] where part.said.has(member.name) || !part.stubs.has(member.name) {
      object.set(member.name, member.value, at: member.nameRange)
    }
    for member in part.held.members { object.set(member.name, member.value, at: member.nameRange) }
    // A context may have another name when it is read again, and patches follow it.
    let again = part.said.has("context") ? read.replacing("context", by: native["context"], where: isRenamed) : read
    func normal(_ node: JSONNode) -> JSONNode {
      guard let inner, let child = node[inner] else { return NormalForm.of(node, without: part.covered) }
      var box = ObjectBuilder(NormalForm.of(node, without: [inner]))
      box.set(inner, NormalForm.of(child, without: part.covered))
      return box.node
    }
    if let patch = DocumentPatch.difference(from: normal(again), to: normal(native), isSame: NormalForm.isSame) {
      object.set(BeagleDecoder.patchKey, patch)
      tell(patch, of: native["type"]?.string ?? "screen", saying: part.said.node)
    }
    return object.node
  }

  /// Whether two contexts differ in their names alone, as they may.
  private func isRenamed(_ again: JSONNode, _ native: JSONNode) -> Bool {
    guard let id = native["id"]?.string, again["id"]?.string == reader.nativeName(id) else { return false }
    return NormalForm.isSame(again["value"] ?? again, native["value"] ?? again)
  }

  /// Tells that clients of Beagle do not see something.
  /// - Parameter said: what they do see, in their words.
  private mutating func tell(_ patch: JSONNode, of type: String, saying said: JSONNode? = nil) {
    for member in patch.members ?? [] where !member.value.isNull && !isSaid(member.value, in: said) {
      if member.name == "style" {
        for part in member.value.members ?? [] where !part.value.isNull && !isSaid(part.value, in: said) {
          tell("'style.\(part.name)' of '\(type)'", part.nameRange)
        }
      } else {
        tell("'\(member.name)' of '\(type)'", member.nameRange)
      }
    }
  }

  /// Whether something is said in other words: an expression by operations, or the opposite.
  private func isSaid(_ value: JSONNode, in said: JSONNode?) -> Bool {
    guard let said, value.members == nil, value.elements == nil else { return false }
    let spellings = [data(value), negated(value)].compactMap(\.self).map { Self.normal($0).value }
    func isIn(_ node: JSONNode) -> Bool {
      switch node.content {
      case .array(let elements): elements.contains(where: isIn)
      case .object(let members): members.contains { isIn($0.value) }
      default: spellings.contains(Self.normal(node).value)
      }
    }
    return isIn(said)
  }

  private static func normal(_ node: JSONNode) -> JSONNode {
    node.string.map { .text(Template($0).description, node.range) } ?? node
  }

  private mutating func tell(_ what: String, _ range: SourceRange) {
    guard told.insert(what).inserted else { return }
    diagnostics.add(
      Diagnostic(
        .warning, rule: "payload-patch", range: range,
        message: "Beagle has no words for \(what): it stands in '\(BeagleDecoder.patchKey)', and only Tessera shows it")
    )
  }

  mutating func tellOwn(_ type: String, _ range: SourceRange, isAction: Bool) {
    guard told.insert("\(isAction) \(type)").inserted else { return }
    diagnostics.add(
      Diagnostic(
        .warning, rule: "payload-custom", range: range,
        message: "Beagle has no \(isAction ? "action" : "component") '\(type)': it becomes 'custom:\(type)'",
        fix: "Register one of that name in clients of Beagle"))
  }

  mutating func tellLegacy(_ type: String, _ counterpart: String, _ range: SourceRange) {
    guard told.insert("1.x \(type)").inserted else { return }
    diagnostics.add(
      Diagnostic(
        .warning, rule: "payload-legacy", range: range,
        message: "'\(type)' becomes '\(counterpart)', which only clients of Beagle 1.x have"))
  }

  // MARK: Screens

  /// A screen of the document that one action opens, and no other, so that it can stand there.
  mutating func takeInnerScreen(_ name: String) -> JSONNode? {
    guard openings[name] == 1, let document = innerScreens.removeValue(forKey: name) else { return nil }
    let outer = (reader.names, contexts)
    (reader.names, contexts) = ([], [])
    defer { (reader.names, contexts) = outer }
    return screen(document, named: name)
  }

  private mutating func screen(_ document: JSONNode, named name: String? = nil) -> JSONNode {
    let view = document["view"] ?? JSONNode(.object([]), range: document.range)
    var part = PayloadPart("screencomponent", document.range)
    part.covered = ["view", "context", "screens"]
    // Payloads have what navigations hand over always.
    let contexts = Self.contexts(of: document).filter { $0["id"]?.string != NativeTranslator.navigationContext }
    // A screen in an action is called as it was in its section.
    let ownName = Self.isFrame(view) ? plain(view["id"]) : nil
    part.said.set("id", name.map { .text($0, document.range) } ?? ownName)
    if contexts.count <= 1 {
      part.held.set("context", contexts.first.flatMap { context($0) })
    } else {
      part.covered.remove("context")
    }
    self.contexts += contexts.compactMap { $0["id"]?.string }
    reader.names.append(contextNames(contexts))
    defer { reader.names.removeLast() }
    var bar: NavigationBar?
    if let item = document["navigationItem"], item["hidden"]?.bool != true {
      bar = navigationBar(item)
      part.said.set("navigationBar", bar?.node, at: item.range)
    }
    // The box that a screen is, around what is in it.
    let frame: JSONNode
    if Self.isFrame(view) {
      frame = view
      if let color = view["style"]?["backgroundColor"] {
        part.said.set("style", style([("backgroundColor", color)], color.range))
      }
      part.held.set("onInit", actions(view["onInit"]))
      if let child = view["children"]?.elements?.first { part.held.set("child", component(child)) }
    } else {
      frame = Self.frame(at: document.range)
      part.held.set("child", component(Self.filling(view)))
    }
    return finish(screen: part, document, frame: frame, saysItems: bar?.saysItems ?? false)
  }

  /// As ``finish(_:of:)``, for what is no component.
  private mutating func finish(
    screen part: PayloadPart, _ document: JSONNode, frame: JSONNode, saysItems: Bool
  ) -> JSONNode {
    let (element, again) = reading(screen: part)
    var object = ObjectBuilder(document.range)
    for member in BeagleEncoder().node(of: element, key: BeagleDecoder.componentKey).members ?? []
    where member.name != "child" {
      object.set(member.name, member.value, at: member.nameRange)
    }
    for member in part.held.members { object.set(member.name, member.value, at: member.nameRange) }
    let ignored: Set<String> = ["children", "onInit"]
    func whole(_ document: JSONNode, _ view: JSONNode?) -> JSONNode {
      var whole = ObjectBuilder(NormalForm.of(document, without: part.covered))
      if saysItems { whole.set("navigationItem", document["navigationItem"]?.without(["rightItems"])) }
      whole.set("view", view.map { NormalForm.of($0, without: ignored) })
      return whole.node
    }
    var patch = ObjectBuilder(
      DocumentPatch.difference(
        from: whole(again, again["view"]), to: whole(document, frame), isSame: NormalForm.isSame)
        ?? JSONNode(.object([]), range: document.range))
    // What navigations hand over is there only where expressions of payloads read it.
    if Self.hasHandover(document), !Self.mentionsHandover(object.node) { patch.set("context", document["context"]) }
    if !patch.isEmpty {
      object.set(BeagleDecoder.patchKey, patch.node)
      tell(patch.node, of: "screen")
    }
    return object.node
  }

  private static func contexts(of document: JSONNode) -> [JSONNode] {
    document["context"].map { $0.elements ?? [$0] } ?? []
  }

  private static func hasHandover(_ document: JSONNode) -> Bool {
    contexts(of: document).contains { $0["id"]?.string == NativeTranslator.navigationContext }
  }

  private static func mentionsHandover(_ payload: JSONNode) -> Bool {
    switch payload.content {
    case .string(let text): text.contains(NativeTranslator.navigationContext)
    case .array(let elements): elements.contains(where: mentionsHandover)
    case .object(let members):
      members.contains { $0.name != BeagleDecoder.patchKey && mentionsHandover($0.value) }
    default: false
    }
  }

  /// Whether a view is no more than the box that a screen is in payloads.
  private static func isFrame(_ view: JSONNode) -> Bool {
    guard view["type"]?.string == "container", (view["children"]?.elements?.count ?? 0) == 1,
      (view.members ?? []).allSatisfy({ ["type", "id", "style", "children", "onInit"].contains($0.name) })
    else { return false }
    let usual = ["flexGrow": 1.0, "flexShrink": 1, "flexBasis": 0]
    let style = view["style"]?.members ?? []
    return style.allSatisfy { $0.name == "backgroundColor" || usual[$0.name] == $0.value.number }
      && usual.keys.allSatisfy { name in style.contains { $0.name == name } }
  }

  private static func frame(at range: SourceRange) -> JSONNode {
    var frame = ObjectBuilder(type: "container", range)
    var style = ObjectBuilder(range)
    for (name, number) in [("flexGrow", 1.0), ("flexShrink", 1), ("flexBasis", 0)] {
      style.set(name, .number(number, range))
    }
    frame.set("style", style.node)
    return frame.node
  }

  /// The root of a screen, as something that stands in a box: it fills that unless it asks for something else.
  private static func filling(_ view: JSONNode) -> JSONNode {
    let own = view["style"]
    guard own?["flexGrow"]?.number ?? 0 == 0, own?["flexGrow"]?.string == nil,
      own?["height"].map({ $0.string == "auto" }) ?? true
    else { return view }
    var filling = ObjectBuilder(view)
    var style = ObjectBuilder(own ?? JSONNode(.object([]), range: view.range))
    for member in frame(at: view.range)["style"]?.members ?? [] { style.set(member.name, member.value) }
    filling.set("style", style.node)
    return filling.node
  }

  /// A screen read again, without what stands in it.
  private func reading(screen part: PayloadPart) -> (BeagleElement, JSONNode) {
    var sample = ObjectBuilder(part.sample)
    sample.set("child", PayloadPart("container", sample.range).sample)
    var decoder = BeagleDecoder()
    var reader = reader
    let element = decoder.component(sample.node)
    return (element, reader.screen(element))
  }

  private struct NavigationBar {
    var node: JSONNode
    /// Whether all that stands at its end is in it.
    var saysItems: Bool
  }

  private mutating func navigationBar(_ bar: JSONNode) -> NavigationBar {
    var object = ObjectBuilder(bar.range)
    object.set("title", plain(bar["title"]) ?? .text("", bar.range))
    object.set("styleId", plain(bar["styleId"]))
    if bar["hidesBackButton"]?.bool == true { object.set("showBackButton", .flag(false, bar.range)) }
    let native = bar["rightItems"].map { $0.elements ?? [$0] } ?? []
    let items = native.compactMap { navigationBarItem($0) }
    if !items.isEmpty { object.set("navigationBarItems", .list(items, bar.range)) }
    return NavigationBar(node: object.node, saysItems: !items.isEmpty && items.count == native.count)
  }

  /// A button in the bar; nothing else can stand there in payloads.
  private mutating func navigationBarItem(_ node: JSONNode) -> JSONNode? {
    guard node["type"]?.string == "button" else { return nil }
    var item = ObjectBuilder(node.range)
    item.set("id", plain(node["id"]))
    item.set("image", plain(node["image"]))
    item.set("text", plain(node["text"] ?? node["value"] ?? node["accessibilityLabel"]) ?? .text("", node.range))
    var bar = ObjectBuilder(node.range)
    bar.set("title", .text("", node.range))
    bar.set("navigationBarItems", .list([item.node.adding("onPress", .list([], node.range))], node.range))
    var screen = PayloadPart("screencomponent", node.range)
    screen.said.set("navigationBar", bar.node)
    let again = reading(screen: screen).1["navigationItem"]?["rightItems"]?.elements?.first
    let patch = DocumentPatch.difference(
      from: NormalForm.of(again ?? node, without: ["onPress"]), to: NormalForm.of(node, without: ["onPress"]),
      isSame: NormalForm.isSame)
    item.set("onPress", actions(node["onPress"]) ?? .list([], node.range))
    if let patch {
      item.set(BeagleDecoder.patchKey, patch)
      tell(patch, of: "button")
    }
    return item.node
  }
}

/// A component or an action of a payload that is being written.
struct PayloadPart {
  let isAction: Bool
  /// What it says of itself.
  var said: ObjectBuilder
  /// The components and actions in it.
  var held: ObjectBuilder
  /// What has to be there for it to be read, and is not what is held.
  var stubs: ObjectBuilder
  /// The native members that what is held says.
  var covered: Set<String> = []
  private let typeID: JSONNode

  /// - Parameter name: Of the namespace `beagle`, unless it has another one.
  init(_ name: String, _ range: SourceRange, isAction: Bool = false) {
    self.isAction = isAction
    typeID = .text(name.contains(":") ? name : "beagle:\(name)", range)
    said = ObjectBuilder(range)
    held = ObjectBuilder(range)
    stubs = ObjectBuilder(range)
  }

  /// Without what is held.
  var sample: JSONNode {
    var object = ObjectBuilder(typeID.range)
    object.set(isAction ? BeagleDecoder.actionKey : BeagleDecoder.componentKey, typeID)
    for member in stubs.members + said.members { object.set(member.name, member.value, at: member.nameRange) }
    return object.node
  }
}
