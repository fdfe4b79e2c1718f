import TesseraExpressions
import TesseraValues

// Translation of lists to payloads.
extension PayloadTranslator {
  mutating func list(_ node: JSONNode, isGrid: Bool) -> JSONNode {
    let name = isGrid ? "gridview" : "listview"
    var part = begin(name, node)
    if let schema = BeagleTypeSchema.components[name] { set(schema.object, of: node, in: &part) }
    for (from, to) in [("itemName", "iteratorName"), ("indexName", "indexName")] {
      guard let name = plain(node[from]) else { continue }
      part.said.set(to, name)
      part.covered.insert(from)
    }
    if isGrid {
      part.said.set("spanCount", node["columns"].flatMap { $0.number == nil ? nil : $0 } ?? .number(2, node.range))
    }
    if node["showsIndicator"]?.bool != false { part.said.set("isScrollIndicatorVisible", .flag(true, node.range)) }
    if node["onScrollEnd"] != nil {
      part.stubs.set("onScrollEnd", .list([], node.range))
      part.said.set("scrollEndThreshold", node["scrollEndThreshold"])
    }
    let names = [("itemName", "item"), ("indexName", "index")].map { slot, usual in
      let name = node[slot]?.string ?? usual
      return (name, ContextPath(nodes: [.key(name == usual ? name : reader.nativeName(name))]))
    }
    let isComplete = within(Dictionary(names, uniquingKeysWith: { $1 })) { writer in
      writer.setTemplates(of: node, in: &part)
    }
    if isComplete { part.covered.formUnion(["template", "templates"]) }
    return finish(part, of: node)
  }

  /// - Returns: Whether all templates have the same meaning in the payload.
  mutating func setTemplates(of node: JSONNode, in part: inout PayloadPart) -> Bool {
    var isComplete = true
    var templates: [JSONNode] = []
    for each in node["templates"]?.elements ?? [] {
      guard let view = each["template"] else { continue }
      if !Self.isRow(view) { isComplete = false }
      var template = ObjectBuilder(each.range)
      if let condition = each["case"] {
        if !isExact(condition: condition) { isComplete = false }
        guard let own = self.condition(condition) else { continue }
        template.set("case", own)
      }
      template.set("view", row(view))
      templates.append(template.node)
    }
    if let view = node["template"] {
      if !Self.isRow(view) { isComplete = false }
      var template = ObjectBuilder(view.range)
      template.set("view", row(view))
      templates.append(template.node)
    }
    part.held.set("templates", .list(templates, node.range))
    return isComplete && !templates.isEmpty
  }

  /// Returns whether Beagle uses the component as a row without a surrounding container.
  static func isRow(_ node: JSONNode) -> Bool {
    ["alignSelf", "aspectRatio"].allSatisfy { node["style"]?[$0] == nil } && node["type"]?.string != "pageIndicator"
  }

  /// Translates a row. In payloads, a row that specifies its alignment is wrapped in a container.
  mutating func row(_ node: JSONNode) -> JSONNode {
    guard let inner = Self.component(inPlainBox: node), inner["style"]?["alignSelf"] != nil else {
      return component(node)
    }
    return component(inner)
  }

  /// Returns the component in a container without properties.
  static func component(inPlainBox node: JSONNode) -> JSONNode? {
    guard node["type"]?.string == "container", (node.members ?? []).count == 2,
      let children = node["children"]?.elements, children.count == 1
    else { return nil }
    return children[0]
  }
}
