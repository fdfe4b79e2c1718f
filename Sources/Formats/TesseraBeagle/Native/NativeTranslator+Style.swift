import TesseraExpressions
import TesseraValues

/// Translation of sizes, colours and positions to CSS terms.
extension NativeTranslator {
  /// Translates the style of a component.
  ///
  /// - Parameters:
  ///   - base: The defaults of properties that the payload does not specify.
  ///   - said: Properties that the payload specifies elsewhere.
  mutating func style(
    _ style: BeagleObject?, base: [(String, Value)] = [], said: [(String, JSONNode)] = [], at range: SourceRange
  ) -> JSONNode? {
    var object = ObjectBuilder(style?.range ?? range)
    object.set(base, at: range)
    for (name, node) in said { object.set(name, node) }
    if let style {
      if let flex = style["flex"]?.object?["flex"] { setFlex(flex, of: &object) }
      set(style, in: &object)
      object.set("cornerRadius", cornerRadius(style["cornerRadius"]?.object))
      preserveRatio(style, of: &object)
    }
    return object.isEmpty ? nil : object.node
  }

  /// Sets the properties for Yoga's shorthand: a positive number grows from zero and shrinks, a negative number only
  /// shrinks.
  private func setFlex(_ flex: BeagleValue, of style: inout ObjectBuilder) {
    guard let number = flex.number else { return }
    style.set("flexGrow", .number(max(0, number), flex.range))
    style.set("flexShrink", .number(number < 0 ? -number : min(number, 1).rounded(.up), flex.range))
    if number > 0 { style.set("flexBasis", .number(0, flex.range)) }
  }

  /// Prevents stretching if an aspect ratio applies. In Yoga, the ratio determines the other dimension if one is known,
  /// and the component is then not stretched.
  private func preserveRatio(_ style: BeagleObject, of object: inout ObjectBuilder) {
    guard let size = style["size"]?.object, let ratio = size["aspectRatio"], !object.has("alignSelf") else { return }
    func isKnown(_ name: String) -> Bool { size[name]?.object?["type"]?.text.map { $0 != "AUTO" } ?? false }
    let flex = style["flex"]?.object
    let isFlexible = ["flex", "grow", "basis"].contains { flex?[$0] != nil }
    if isKnown("width") != isKnown("height") || !isKnown("width") && isFlexible {
      object.set("alignSelf", .text("flex-start", ratio.range))
    }
  }

  mutating func length(_ unit: BeagleObject?, mayBeAuto: Bool) -> JSONNode? {
    guard let unit, let type = unit["type"]?.text else { return nil }
    switch type {
    case "AUTO": return mayBeAuto ? .text("auto", unit.range) : nil
    case "PERCENT":
      return value(unit["value"]) {
        $0.followed(by: "%")
      } literal: { node in
        node.number.map { .text("\(Value.double($0).description)%", node.range) }
      }
    default: return value(unit["value"])
    }
  }

  /// Translates edges. If several members apply to one edge, Beagle has an order of its own; here, the more specific
  /// one takes precedence.
  mutating func edges(_ edges: BeagleObject?, of name: String, mayBeAuto: Bool) -> JSONNode? {
    guard let edges = isStrict && name == "position" ? edges?.withoutCoveredEdges : edges else { return nil }
    var object = ObjectBuilder(edges.range)
    for member in edges.members {
      object.set(member.name, length(member.value.object, mayBeAuto: mayBeAuto), at: member.nameRange)
    }
    return object.isEmpty ? nil : object.node
  }

  private mutating func cornerRadius(_ radius: BeagleObject?) -> JSONNode? {
    guard var radius, !radius.members.isEmpty else { return nil }
    // In Beagle, an expression for all corners is read last.
    if isStrict, case .template? = radius["radius"] {
      radius.members.removeAll { member in
        if case .template = member.value { member.name != "radius" } else { false }
      }
    }
    if radius.members.count == 1, let all = radius["radius"] { return value(all) }
    var object = ObjectBuilder(radius.range)
    for member in radius.members {
      object.set(member.name == "radius" ? "all" : member.name, value(member.value), at: member.nameRange)
    }
    return object.node
  }

  /// Translates a colour. An invalid colour is omitted, as in Beagle.
  mutating func color(_ value: BeagleValue?) -> JSONNode? {
    self.value(value) {
      $0
    } literal: { node in
      node.string.flatMap { Self.isColor($0) ? .text($0, node.range) : nil }
    }
  }

  private static func isColor(_ text: String) -> Bool {
    text.first == "#" && [4, 5, 7, 9].contains(text.utf8.count)
      && text.dropFirst().allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  /// The default that Beagle writes for components with a style, whether or not it is specified.
  static let shrinking: [(String, Value)] = [("flexShrink", 1)]

  /// The style of content that shrinks before all other content, because it can scroll. In Beagle, it is never larger
  /// than the available space.
  static func givingWay(growing: Bool) -> [(String, Value)] {
    [("flexGrow", growing ? 1 : 0), ("flexShrink", 1000), ("flexBasis", "auto")]
  }

  /// The style of a container that fills the remaining space.
  static let filling: [(String, Value)] = [("flexGrow", 1), ("flexShrink", 1)]

  /// Returns a container that takes the room that there is if something in it does.
  ///
  /// Yoga asks what has no size of its own, such as pages, how much it wants of the container's available length, and
  /// pages want all of it; so does each container around them. In CSS, the length of such a container depends on its
  /// content alone, and pages have none: it has to grow.
  static func growing(_ node: JSONNode, around children: [JSONNode]) -> JSONNode {
    let name = node["styleId"] == nil ? "style" : "fallbackStyle"
    let style = node[name] ?? .empty(node.range)
    let ownLengths = ["flexGrow", "flexBasis", "height"]
    guard ownLengths.allSatisfy({ style[$0] == nil && node["style"]?[$0] == nil }),
      children.contains(where: takesAllRoom)
    else { return node }
    return node.without([name]).adding(name, style.adding("flexGrow", .number(1, node.range)))
  }

  private static func takesAllRoom(_ node: JSONNode) -> Bool {
    let style = node["style"] ?? node["fallbackStyle"]
    guard style?["positionType"] == nil, style?["height"] == nil else { return false }
    switch node["type"]?.string {
    case "pager", "tabs", "webView": return style?["flexGrow"]?.number ?? 1 > 0
    case "container":
      return style?["flexGrow"]?.number ?? 0 > 0 && node["children"]?.elements?.contains(where: takesAllRoom) ?? false
    default: return false
    }
  }
}
