import TesseraExpressions
import TesseraValues

// Translation of lists to native documents.
extension NativeTranslator {
  mutating func list(_ object: BeagleObject, isGrid: Bool) -> JSONNode {
    // 1.x also has lists with fixed components.
    if object["templates"]?.list?.isEmpty ?? true, object["template"] == nil, let children = object["children"],
      !children.elements.isEmpty
    {
      return scrollBox(object, isHorizontal: object["direction"]?.text == "HORIZONTAL")
    }
    var node = begin(isGrid ? "grid" : "list", object, base: Self.givingWay(growing: false))
    set(object, in: &node)
    if isGrid {
      let columns = object["numColumns"]?.number ?? object["spanCount"]?.number ?? 1
      node.set("columns", .number(max(1, columns), object.range))
      node.set("spacing", .number(0, object.range))
    }
    if object["isScrollIndicatorVisible"]?.bool != true { node.set("showsIndicator", .flag(false, object.range)) }
    // The list is as long as its rows unless its length is specified.
    let length = object["direction"]?.text == "HORIZONTAL" ? "width" : "height"
    let size = object["style"]?.object?["size"]?.object?[length]?.object?["type"]?.text
    if size == nil || size == "AUTO" || length == "width" { node.set("fitsContent", .flag(true, object.range)) }
    if object["onScrollEnd"] != nil {
      node.set("scrollEndThreshold", value(object["scrollEndThreshold"]) ?? .number(100, object.range))
    }
    let rows = rowNames(object, of: &node)
    within(rows) { writer in
      let templates = writer.templates(object)
      node.set("templates", .list(templates, object.range))
    }
    return node.node
  }

  /// Sets the names of a row's item and index.
  mutating func rowNames(_ object: BeagleObject, of node: inout ObjectBuilder) -> [String: ContextPath] {
    var scope: [String: ContextPath] = [:]
    for (slot, usual, member) in [("iteratorName", "item", "itemName"), ("indexName", "index", "indexName")] {
      let name = object[slot]?.text ?? usual
      var native = usual
      if name != usual, !name.isEmpty {
        native = nativeName(name)
        node.set(member, .text(native, object[slot]?.range ?? object.range))
      }
      scope[name] = ContextPath(nodes: [.key(native)])
    }
    // In Beagle, the index of a row is its key, if it has one.
    if isStrict, let key = object["key"]?.text, let path = try? ContextPath(key),
      let item = scope[object["iteratorName"]?.text ?? "item"]
    {
      scope[object["indexName"]?.text ?? "index"] = ContextPath(nodes: item.nodes + path.nodes)
    }
    return scope
  }

  /// Returns the templates with a condition, followed by the default template. If the payload has none, the default is
  /// an empty container.
  mutating func templates(_ object: BeagleObject) -> [JSONNode] {
    var conditional: [JSONNode] = []
    var otherwise: JSONNode?
    for template in (object["templates"]?.list ?? []).compactMap(\.object) {
      guard let view = template["view"]?.element else { continue }
      var node = ObjectBuilder(template.range)
      if let condition = template["case"] {
        node.set("case", isTrue(condition))
        node.set("template", row(view))
        conditional.append(node.node)
      } else if otherwise == nil {
        node.set("template", row(view))
        otherwise = node.node
      }
    }
    if otherwise == nil {
      var node = ObjectBuilder(object.range)
      node.set(
        "template",
        object["template"]?.element.map { component($0) } ?? ObjectBuilder(type: "container", object.range).node)
      otherwise = node.node
    }
    return conditional + [otherwise].compactMap { $0 }
  }

  /// Translates a row. A row is stretched unless it specifies its alignment; in that case it is wrapped in a container,
  /// as in Beagle.
  mutating func row(_ view: BeagleElement) -> JSONNode {
    let bare = withoutPatch(component: view)
    let row = patched(bare, by: view)
    return bare["style"]?["alignSelf"] == nil ? row : Self.plainBox(row)
  }
}
