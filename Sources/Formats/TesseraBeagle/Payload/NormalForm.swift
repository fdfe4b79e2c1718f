import TesseraExpressions
import TesseraValues

/// A normal form of native components and actions for comparing them.
enum NormalForm {
  /// Returns the normal form of a node.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - covered: The members to leave out.
  static func of(_ node: JSONNode, without covered: Set<String>) -> JSONNode {
    var object = ObjectBuilder(node.range)
    let type = node["type"]?.string ?? ""
    for member in node.membersWithoutComments ?? [] where !covered.contains(member.name) {
      let value =
        switch member.name {
        case "items" where type == "tabBar", "titles" where type == "tabs": tabs(member.value)
        case "rightItems", "leftItems":
          JSONNode.list((member.value.elements ?? [member.value]).map { of($0, without: []) }, member.value.range)
        case "navigationItem": of(member.value, without: [])
        default: member.value
        }
      object.set(member.name, value, at: member.nameRange)
    }
    let isRigid = rigid.contains(type) && node["styleId"] == nil
    if node["style"] != nil || isRigid, !covered.contains("style") {
      object.set("style", style(node["style"] ?? .empty(node.range), isRigid: isRigid))
    }
    return object.node
  }

  /// The components that do not shrink by default.
  private static let rigid: Set<String> = [
    "container", "text", "button", "image", "textInput", "form", "field", "lazy",
  ]

  /// Returns tabs with titles converted to objects.
  private static func tabs(_ node: JSONNode) -> JSONNode {
    guard let items = node.elements else { return node }
    return .list(
      items.map { item in
        guard item.string != nil else { return item }
        var tab = ObjectBuilder(item.range)
        tab.set("text", item)
        return tab.node
      }, node.range)
  }

  /// Returns a style with edges combined into objects.
  private static func style(_ node: JSONNode, isRigid: Bool) -> JSONNode {
    var style = ObjectBuilder(node.range)
    var edges: [String: ObjectBuilder] = [:]
    func set(_ name: String, _ edge: String, _ member: JSONMember) {
      edges[name, default: ObjectBuilder(node.range)].set(edge, member.value, at: member.nameRange)
    }
    for member in node.membersWithoutComments ?? [] {
      if ["margin", "padding", "position"].contains(member.name) {
        if member.value.members == nil {
          set(member.name, "all", member)
        } else {
          for edge in member.value.members ?? [] { set(member.name, edge.name, edge) }
        }
      } else if let (name, edge) = longhands[member.name] {
        set(name, edge, member)
      } else {
        style.set(member.name, member.value, at: member.nameRange)
      }
    }
    for (name, object) in edges.sorted(by: { $0.key < $1.key }) { style.set(name, object.node) }
    if isRigid, !style.has("flexShrink") { style.set("flexShrink", .number(0, node.range)) }
    return style.node
  }

  private static let longhands: [String: (String, String)] = {
    var names: [String: (String, String)] = [:]
    for edge in ["left", "top", "right", "bottom"] {
      names[edge] = ("position", edge)
      let word = edge.prefix(1).uppercased() + edge.dropFirst()
      for name in ["margin", "padding"] { names[name + word] = (name, edge) }
    }
    return names
  }()

  /// Returns whether two values are equivalent. Numbers are compared by value and texts by their expressions, and a
  /// single action is equivalent to a list that contains it.
  static func isSame(_ left: JSONNode, _ right: JSONNode) -> Bool {
    if let a = left.number, let b = right.number { return a == b }
    if let a = left.string, let b = right.string { return a == b || spelling(a) == spelling(b) }
    if let a = left.elements, let b = right.elements { return a.count == b.count && zip(a, b).allSatisfy(isSame) }
    if let a = left.elements, a.count == 1, right.members != nil { return isSame(a[0], right) }
    if let b = right.elements, b.count == 1, left.members != nil { return isSame(left, b[0]) }
    if let a = left.members, let b = right.members {
      return Set(a.map(\.name) + b.map(\.name)).allSatisfy { name in
        let (one, other) = (left[name], right[name])
        return one.flatMap { one in other.map { isSame(one, $0) } } ?? (one?.isNull ?? other?.isNull ?? false)
      }
    }
    return left.value == right.value
  }

  private static func spelling(_ text: String) -> String { Template(text, dialect: .native).description }
}
