import TesseraExpressions
import TesseraValues

// Translation of pages to payloads.
extension PayloadTranslator {
  mutating func pageView(_ node: JSONNode) -> JSONNode {
    var part = begin("pageview", node)
    let pages = (node["children"]?.elements ?? []).map { page in
      // In payloads, each page is a container with one component.
      if let inner = Self.component(inPlainBox: page) { return component(inner) }
      var style = ObjectBuilder(page["style"] ?? .empty(page.range))
      if page["style"]?["flexGrow"]?.number ?? 0 == 0 {
        style.set("flexGrow", .number(1, page.range))
        style.set("flexShrink", .number(1, page.range))
      }
      var filling = ObjectBuilder(page)
      filling.set("style", style.node)
      return component(filling.node)
    }
    part.held.set("children", .list(pages, node.range))
    part.covered.insert("children")
    if let schema = BeagleTypeSchema.components["pageview"] { set(schema.object, of: node, in: &part) }
    return finish(part, of: node)
  }

  /// Returns a tab with a title and an optional icon.
  func tab(_ item: JSONNode) -> ObjectBuilder {
    var tab = ObjectBuilder(item.range)
    tab.set("title", plain(item.string == nil ? item["text"] : item))
    if let icon = data(item["icon"]) {
      var object = ObjectBuilder(icon.range)
      object.set("mobileId", icon)
      tab.set("icon", object.node)
    }
    return tab
  }

  /// Translates tabs to the 1.x component with pages and a tab bar.
  mutating func tabView(_ node: JSONNode) -> JSONNode {
    var part = begin("tabview", node)
    let titles = node["titles"]?.elements ?? []
    let pages = node["children"]?.elements ?? []
    guard titles.count == pages.count else { return own("tabs", node) }
    reportLegacy("tabs", "beagle:tabview", node["type"]?.range ?? node.range)
    func tabs(_ child: (JSONNode) -> JSONNode) -> JSONNode {
      let tabs = zip(titles, pages).map { title, page in
        var tab = tab(title)
        tab.set("child", child(page))
        return tab.node
      }
      return .list(tabs, node.range)
    }
    part.stubs.set("children", tabs { PayloadPart("container", $0.range).sample })
    part.held.set("children", tabs { component($0) })
    part.covered.insert("children")
    return finish(part, of: node)
  }
}
