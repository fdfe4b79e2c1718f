import TesseraExpressions
import TesseraValues

/// Translation of screens and their navigation bars to payloads.
extension PayloadTranslator {
  /// Translates a screen that is opened by exactly one action, so that it can be nested in this action.
  mutating func removeInnerScreen(_ name: String) -> JSONNode? {
    guard openings[name] == 1, let document = innerScreens.removeValue(forKey: name) else { return nil }
    let outer = (reader.names, contexts)
    (reader.names, contexts) = ([], [])
    defer { (reader.names, contexts) = outer }
    return screen(document, named: name)
  }

  mutating func screen(_ document: JSONNode, named name: String? = nil) -> JSONNode {
    let view = document["view"] ?? .empty(document.range)
    var part = PayloadPart("screencomponent", document.range)
    part.covered = ["view", "context", "screens"]
    // Payloads always have the context for data passed by navigations.
    let contexts = document.declaredContexts.filter { $0["id"]?.string != NativeTranslator.navigationContext }
    // A screen nested in an action keeps its name from the section of screens.
    let ownName = Self.isFrame(view) ? plain(view["id"]) : nil
    part.said.set("id", name.map { .text($0, document.range) } ?? ownName)
    part.held.set("context", contexts.first.flatMap { context($0) })
    // A screen of a payload has a single context, whose initial value must be expressible in payloads.
    let isSaid = contexts.count <= 1 && contexts.allSatisfy { $0["value"] == nil || data($0["value"]) != nil }
    if !isSaid { part.covered.remove("context") }
    self.contexts += contexts.compactMap { $0["id"]?.string }
    reader.names.append(contextNames(contexts))
    defer { reader.names.removeLast() }
    var bar: NavigationBar?
    if let item = document["navigationItem"], item["hidden"]?.bool != true {
      bar = navigationBar(item)
      part.said.set("navigationBar", bar?.node, at: item.range)
    }
    // The root container of the screen.
    let frame: JSONNode
    if Self.isFrame(view) {
      frame = view
      if let color = view["style"]?["backgroundColor"] {
        var style = ObjectBuilder(color.range)
        style.set("backgroundColor", color)
        part.said.set("style", self.style(style.node))
      }
      part.held.set("onInit", actions(view["onInit"]))
      if let child = view["children"]?.elements?.first { part.held.set("child", component(child)) }
    } else {
      frame = Self.frame(at: document.range)
      part.held.set("child", component(Self.filling(view)))
    }
    return finish(screen: part, document, frame: frame, saysItems: bar?.saysItems ?? false)
  }

  /// Completes a screen, like ``finish(_:of:)`` for components.
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
        ?? .empty(document.range))
    // The context for data passed by navigations exists only if expressions of the payload read it.
    if Self.hasHandover(document), !Self.mentionsHandover(object.node) { patch.set("context", document["context"]) }
    if !patch.isEmpty {
      object.set(BeagleDecoder.patchKey, patch.node)
      report(patch.node, of: "screen")
    }
    return object.node
  }

  private static func hasHandover(_ document: JSONNode) -> Bool {
    document.declaredContexts.contains { $0["id"]?.string == NativeTranslator.navigationContext }
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

  /// Returns whether a view is just the root container that screens of payloads have.
  private static func isFrame(_ view: JSONNode) -> Bool {
    guard view["type"]?.string == "container", (view["children"]?.elements?.count ?? 0) == 1,
      (view.members ?? []).allSatisfy({ ["type", "id", "style", "children", "onInit"].contains($0.name) })
    else { return false }
    let usual = NativeTranslator.screenStyle(view.range).members
    let style = view["style"]?.without(["backgroundColor"]).members ?? []
    return style.count == usual.count
      && usual.allSatisfy { member in
        style.contains { $0.name == member.name && $0.value.number == member.value.number }
      }
  }

  private static func frame(at range: SourceRange) -> JSONNode {
    var frame = ObjectBuilder(type: "container", range)
    frame.set("style", NativeTranslator.screenStyle(range).node)
    return frame.node
  }

  /// Returns the root view of a screen as a child of the root container. It fills the container unless it specifies
  /// another size.
  private static func filling(_ view: JSONNode) -> JSONNode {
    let own = view["style"]
    guard own?["flexGrow"]?.number ?? 0 == 0, own?["flexGrow"]?.string == nil,
      own?["height"].map({ $0.string == "auto" }) ?? true
    else { return view }
    var filling = ObjectBuilder(view)
    var style = ObjectBuilder(own ?? .empty(view.range))
    for member in NativeTranslator.screenStyle(view.range).members { style.set(member.name, member.value) }
    filling.set("style", style.node)
    return filling.node
  }

  /// Decodes a screen again, without its content.
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
    /// Whether all items at the trailing end are represented.
    var saysItems: Bool
  }

  private mutating func navigationBar(_ bar: JSONNode) -> NavigationBar {
    var object = object(.navigationBar, of: bar)
    object.set("styleId", plain(bar["styleId"]))
    let native = bar["rightItems"].map { $0.elements ?? [$0] } ?? []
    let items = native.compactMap { navigationBarItem($0) }
    if !items.isEmpty { object.set("navigationBarItems", .list(items, bar.range)) }
    return NavigationBar(node: object.node, saysItems: !items.isEmpty && items.count == native.count)
  }

  /// Translates a button of the navigation bar. Payloads support no other items.
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
      report(patch, of: "button")
    }
    return item.node
  }
}
