import TesseraExpressions
import TesseraValues

// Translation of containers to payloads.
extension PayloadTranslator {
  mutating func touchable(_ node: JSONNode, _ press: JSONNode) -> JSONNode {
    var touchable = ObjectBuilder(node.range)
    touchable.set(BeagleDecoder.componentKey, .text("beagle:touchable", node.range))
    touchable.set("onPress", actions(press) ?? .list([], press.range))
    touchable.set("child", component(node))
    return touchable.node
  }

  mutating func pullToRefresh(_ node: JSONNode, _ pull: JSONNode) -> JSONNode {
    let name = "refreshControl.value"
    let refreshing = data(node[name])
    var box = ObjectBuilder(node.range)
    box.set(BeagleDecoder.componentKey, .text("beagle:pulltorefresh", node.range))
    box.set("onPull", actions(pull) ?? .list([], pull.range))
    box.set("isRefreshing", refreshing)
    box.set("child", component(node.without(refreshing == nil ? ["onRefresh"] : ["onRefresh", name])))
    return box.node
  }

  /// Translates a scroll container. In payloads, it contains an inner container that keeps its length.
  mutating func scrollView(_ node: JSONNode) -> JSONNode {
    let isHorizontal = node["direction"]?.string == "horizontal"
    var outer = node
    var children = node["children"]
    if let inner = Self.scrolledBox(in: node, isHorizontal: isHorizontal) {
      children = inner["children"]
    } else if Self.canAddScrolledBox(to: node, isHorizontal: isHorizontal) {
      (outer, children) = Self.addingScrolledBox(to: node, isHorizontal: isHorizontal)
    } else {
      return own("scroll", node)
    }
    var part = begin("scrollview", outer)
    if isHorizontal { part.said.set("scrollDirection", .text("HORIZONTAL", node.range)) }
    if node["showsIndicator"]?.bool == false { part.said.set("scrollBarEnabled", .flag(false, node.range)) }
    part.held.set("children", components(children))
    part.covered.insert("children")
    return finish(part, of: outer)
  }

  /// Returns the inner container if it is the one that Beagle's scroll containers have anyway.
  static func scrolledBox(in node: JSONNode, isHorizontal: Bool) -> JSONNode? {
    guard let children = node["children"]?.elements, children.count == 1, children[0]["type"]?.string == "container",
      (children[0].members ?? []).allSatisfy({ ["type", "style", "children"].contains($0.name) }),
      let style = children[0]["style"]?.members, style.count == (isHorizontal ? 3 : 2),
      children[0]["style"]?["flexGrow"]?.number == 1, children[0]["style"]?["flexShrink"]?.number == 0,
      !isHorizontal || children[0]["style"]?["flexDirection"]?.string == "row"
    else { return nil }
    return children[0]
  }

  /// The style properties that lay out the children of a container.
  private static let laying: Set<String> = [
    "alignContent", "alignItems", "justifyContent", "flexDirection", "flexWrap", "gap", "rowGap", "columnGap",
  ]

  /// Returns whether the children keep their positions if an inner container is added. This is not the case if they are
  /// laid out across the scroll direction, or if a theme style or the container's size determines the layout.
  static func canAddScrolledBox(to node: JSONNode, isHorizontal: Bool) -> Bool {
    let direction = node["style"]?["flexDirection"]?.string ?? "column"
    let isAlong = isHorizontal ? direction == "row" : direction == "column"
    let isRelative = (node["style"]?.members ?? []).contains { member in
      isLaying(member.name) && JSONText.text(of: member.value, indented: false).contains { $0 == "%" || $0 == "@" }
    }
    return isAlong && !isRelative && node["styleId"] == nil
  }

  static func isLaying(_ name: String) -> Bool { laying.contains(name) || name.hasPrefix("padding") }

  /// Returns the scroll container without the properties that lay out its children, and an inner container with the
  /// children and these properties.
  static func addingScrolledBox(to node: JSONNode, isHorizontal: Bool) -> (JSONNode, JSONNode) {
    var inner = ObjectBuilder(node.range)
    var outer = ObjectBuilder(node.range)
    for member in node["style"]?.members ?? [] {
      if isLaying(member.name) {
        inner.set(member.name, member.value, at: member.nameRange)
      } else {
        outer.set(member.name, member.value, at: member.nameRange)
      }
    }
    inner.set("flexGrow", .number(1, node.range))
    if isHorizontal { outer.set("flexDirection", .text("row", node.range)) }
    var box = ObjectBuilder(type: "container", node.range)
    box.set("style", inner.node)
    box.set("children", node["children"])
    var changed = ObjectBuilder(node)
    changed.set("style", outer.node)
    return (changed.node, .list([box.node], node.range))
  }
}
