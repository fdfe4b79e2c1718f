import TesseraExpressions
import TesseraValues

// Translation of pages to native documents.
extension NativeTranslator {
  mutating func pageView(_ object: BeagleObject) -> JSONNode {
    var node = begin("pager", object, base: [])
    set(object, in: &node)
    // A page is only as high as its content.
    let pages = components(object["children"]).map(Self.plainBox)
    node.set("children", .list(pages, object.range))
    guard let indicator = object["pageIndicator"]?.element else { return node.node }
    // In 1.x, the page indicator is placed below the pages and follows them.
    if !node.has("id") { node.set("id", .text(generatedName("pages"), object.range)) }
    let name = node.members.first { $0.name == "id" }?.value.string ?? ""
    var dots = component(indicator)
    if dots["type"]?.string == "pageIndicator" {
      dots = dots.adding("count", .number(Double(pages.count), object.range))
        .adding("value", .text("@{\(name).value}", object.range))
    }
    var box = ObjectBuilder(type: "container", object.range)
    box.set("style", style(nil, base: Self.filling, at: object.range))
    box.set("children", .list([node.node, dots], object.range))
    return box.node
  }

  /// Returns the path of the new value in a change event. In Beagle, the event itself is a number; here, it is a
  /// member.
  static func change(_ name: String) -> [String: ContextPath] {
    [name: ContextPath(nodes: [.key("onChange"), .key("value")])]
  }

  mutating func tab(_ item: BeagleObject) -> JSONNode {
    tab(value(item["title"]), icon: value(item["icon"]?.object?["mobileId"]), item.range)
  }

  /// Returns a tab with a title and an icon.
  func tab(_ title: JSONNode?, icon: JSONNode?, _ range: SourceRange) -> JSONNode {
    var tab = ObjectBuilder(range)
    tab.set("text", title)
    tab.set("icon", icon)
    return tab.node
  }

  /// Translates a pull-to-refresh component. A list or a scroll container handles the gesture itself; any other child
  /// is wrapped in a scroll container.
  mutating func pullToRefresh(_ object: BeagleObject) -> JSONNode {
    guard let child = object["child"]?.element else {
      return Self.placeholder("The pull-to-refresh area has no content", object.range)
    }
    var node = component(child)
    if !["list", "grid", "scroll"].contains(node["type"]?.string ?? "") {
      var scroll = ObjectBuilder(type: "scroll", object.range)
      scroll.set("style", style(nil, base: scrollStyle(isHorizontal: false), at: object.range))
      scroll.set("children", scrolled([node], object.range))
      node = scroll.node
    }
    node = node.adding("onRefresh", actions(object["onPull"]) ?? .list([], object.range))
    if let refreshing = value(object["isRefreshing"]) { node = node.adding("refreshControl.value", refreshing) }
    let isMore = ["id", "style", "context", "onInit", "accessibility"].contains { object[$0] != nil }
    return isMore ? box(object, holding: node, base: Self.filling) : node
  }
}
