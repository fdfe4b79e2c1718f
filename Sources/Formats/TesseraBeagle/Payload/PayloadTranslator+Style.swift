import TesseraExpressions
import TesseraValues

/// Translation of sizes, colours and positions to payloads.
extension PayloadTranslator {
  /// Translates the style of a component.
  func style(of node: JSONNode) -> JSONNode? {
    let native = NormalForm.of(node, without: [])
    return style((native["style"]?.members ?? []).map { ($0.name, $0.value) }, node.range)
  }

  func style(_ members: [(String, JSONNode)], _ range: SourceRange) -> JSONNode? {
    let native = Dictionary(members, uniquingKeysWith: { $1 })
    var style = ObjectBuilder(range)
    for name in ["backgroundColor", "borderColor"] { style.set(name, color(native[name])) }
    style.set("borderWidth", number(native["borderWidth"]))
    if let radius = native["cornerRadius"] { style.set("cornerRadius", cornerRadius(radius)) }
    var size = ObjectBuilder(range)
    for name in ["width", "height", "maxWidth", "maxHeight", "minWidth", "minHeight"] {
      size.set(name, unit(native[name]))
    }
    if let ratio = native["aspectRatio"], ratio.number != nil { size.set("aspectRatio", ratio) }
    if !size.isEmpty { style.set("size", size.node) }
    for name in ["margin", "padding", "position"] { style.set(name, native[name].flatMap { edges($0) }) }
    style.set("positionType", word(native["positionType"]))
    style.set("display", word(native["display"]))
    var flex = ObjectBuilder(range)
    for name in ["flexDirection", "flexWrap", "justifyContent", "alignItems", "alignSelf", "alignContent"] {
      flex.set(name, word(native[name]))
    }
    flex.set("basis", unit(native["flexBasis"]))
    for (from, to) in [("flexGrow", "grow"), ("flexShrink", "shrink")] {
      if let number = native[from], number.number != nil { flex.set(to, number) }
    }
    if !flex.isEmpty { style.set("flex", flex.node) }
    return style.isEmpty ? nil : style.node
  }

  /// Translates a colour to numbers, or an expression. Payloads have no named colours.
  func color(_ node: JSONNode?) -> JSONNode? {
    text(node) {
      $0
    } literal: { node in
      node.string?.first == "#" ? node : nil
    }
  }

  private func number(_ node: JSONNode?) -> JSONNode? {
    text(node) {
      $0
    } literal: { node in
      node.number == nil ? nil : node
    }
  }

  private func cornerRadius(_ node: JSONNode) -> JSONNode? {
    var radius = ObjectBuilder(node.range)
    if node.members == nil { radius.set("radius", number(node)) }
    for member in node.members ?? [] {
      radius.set(member.name == "all" ? "radius" : member.name, number(member.value), at: member.nameRange)
    }
    return radius.isEmpty ? nil : radius.node
  }

  private func edges(_ node: JSONNode) -> JSONNode? {
    var edges = ObjectBuilder(node.range)
    for member in node.members ?? [] { edges.set(member.name, unit(member.value), at: member.nameRange) }
    return edges.isEmpty ? nil : edges.node
  }

  /// Translates a length with its unit.
  private func unit(_ node: JSONNode?) -> JSONNode? {
    guard let node else { return nil }
    var unit = ObjectBuilder(node.range)
    func set(_ value: JSONNode, _ type: String) {
      unit.set("value", value)
      unit.set("type", .text(type, node.range))
    }
    guard let text = node.string else {
      guard node.number != nil else { return nil }
      set(node, "REAL")
      return unit.node
    }
    if text == "auto" {
      set(.number(0, node.range), "AUTO")
    } else if text.hasSuffix("%"), let number = Double(text.dropLast()) {
      set(.number(number, node.range), "PERCENT")
    } else {
      let template = Template(text, dialect: .native)
      guard !template.isConstant else { return nil }
      let part = template.expression(before: "%")
      guard let value = payload(part ?? template) else { return nil }
      set(.text(value.description, node.range), part == nil ? "REAL" : "PERCENT")
    }
    return unit.node
  }
}
