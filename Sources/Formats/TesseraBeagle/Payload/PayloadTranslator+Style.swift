import TesseraExpressions
import TesseraValues

/// Translation of sizes, colours and positions to payloads.
extension PayloadTranslator {
  /// Translates the style of a component.
  func style(of node: JSONNode) -> JSONNode? {
    style(NormalForm.of(node, without: [])["style"] ?? .empty(node.range))
  }

  func style(_ native: JSONNode) -> JSONNode? {
    var style = object(.style, of: native)
    if let radius = native["cornerRadius"] { style.set("cornerRadius", cornerRadius(radius)) }
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

  func number(_ node: JSONNode?) -> JSONNode? {
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

  func edges(_ node: JSONNode) -> JSONNode? {
    var edges = ObjectBuilder(node.range)
    for member in node.members ?? [] { edges.set(member.name, unit(member.value), at: member.nameRange) }
    return edges.isEmpty ? nil : edges.node
  }

  /// Translates a length with its unit.
  func unit(_ node: JSONNode?) -> JSONNode? {
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
