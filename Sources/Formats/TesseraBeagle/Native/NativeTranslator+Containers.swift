import TesseraExpressions
import TesseraValues

// Translation of containers to native documents.
extension NativeTranslator {
  mutating func box(_ object: BeagleObject, children: [BeagleValue]) -> JSONNode {
    var node = begin("container", object)
    let children = children.flatMap { components($0) }
    if !children.isEmpty { node.set("children", .list(children, object.range)) }
    return Self.growing(node.node, around: children)
  }

  /// Wraps a node in a container, for components that do not support all common members themselves.
  mutating func box(_ object: BeagleObject, holding node: JSONNode, base: [(String, Value)]? = nil) -> JSONNode {
    var box = begin("container", object, base: base)
    box.set("children", .list([node], object.range))
    return Self.growing(box.node, around: [node])
  }

  mutating func scrollView(_ object: BeagleObject) -> JSONNode {
    var node = scrollBox(object, isHorizontal: object["scrollDirection"]?.text == "HORIZONTAL")
    if object["scrollBarEnabled"]?.bool == false { node = node.adding("showsIndicator", .flag(false, object.range)) }
    return node
  }

  /// Returns a scroll container with the children of a component.
  mutating func scrollBox(_ object: BeagleObject, isHorizontal: Bool) -> JSONNode {
    var node = begin("scroll", object, base: scrollStyle(isHorizontal: isHorizontal))
    if isHorizontal { node.set("direction", .text("horizontal", object.range)) }
    node.set("children", scrolled(components(object["children"]), object.range, isHorizontal: isHorizontal))
    return node.node
  }

  /// Wraps a component in a container without properties.
  static func plainBox(_ node: JSONNode) -> JSONNode {
    var box = ObjectBuilder(type: "container", node.range)
    box.set("children", .list([node], node.range))
    return box.node
  }

  func scrollStyle(isHorizontal: Bool) -> [(String, Value)] {
    Self.givingWay(growing: true) + (isHorizontal ? [("flexDirection", "row")] : [])
  }

  /// Returns the inner container, which keeps its length, as in Beagle.
  mutating func scrolled(_ children: [JSONNode], _ range: SourceRange, isHorizontal: Bool = false) -> JSONNode {
    var inner = ObjectBuilder(type: "container", range)
    let style: [(String, Value)] = [("flexGrow", 1), ("flexShrink", 0)]
    inner.set("style", self.style(nil, base: style + (isHorizontal ? [("flexDirection", "row")] : []), at: range))
    inner.set("children", .list(children, range))
    return .list([inner.node], range)
  }

  mutating func touchable(_ object: BeagleObject) -> JSONNode {
    guard let child = object["child"]?.element else {
      return Self.placeholder("The touchable area has no content", object.range)
    }
    var node = component(child)
    // The press is handled even if there are no actions.
    let actions = tracking(object["clickAnalyticsEvent"], actions(object["onPress"])) ?? .list([], object.range)
    node = node.adding("onPress", actions)
    // A touchable has no view of its own, unless it uses members that Beagle does not support for it.
    if ["style", "context", "onInit", "accessibility"].contains(where: { object[$0] != nil }) {
      return box(object, holding: node)
    }
    if let id = object.member("id"), let text = id.value.text { node = node.adding("id", .text(text, id.value.range)) }
    return node
  }
}
