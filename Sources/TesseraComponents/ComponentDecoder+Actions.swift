import TesseraValues

extension ComponentDecoder {
  /// Decodes what a press does: one action, or a list of them.
  mutating func decodeActions(_ node: JSONNode) -> [ComponentAction] {
    let nodes = node.elements ?? [node]
    if nodes.count > Self.maximumActionCount {
      add(
        "action-limit", nodes[Self.maximumActionCount].range,
        "A press has no more than \(Self.maximumActionCount) actions")
    }
    return nodes.prefix(Self.maximumActionCount).compactMap { decodeAction($0) }
  }

  /// The attributes of each type of action.
  private static let actionAttributes = [
    "push": ["screen"], "present": ["screen"], "pop": [], "dismiss": [], "alert": ["title", "message"],
  ]

  private mutating func decodeAction(_ node: JSONNode) -> ComponentAction? {
    guard let members = node.members else {
      add("action-type", node.range, "An action is an object with a 'type', found \(node.typeName)")
      return nil
    }
    guard let typeNode = node["type"] else {
      add("action-type", node.range, "An action needs a 'type'", fix: "Add 'type', such as 'push'")
      return nil
    }
    guard let type = typeNode.string else {
      add("action-type", typeNode.range, "'type' takes text, found \(typeNode.typeName)")
      return nil
    }
    guard let known = Self.actionAttributes[type] else {
      add(
        "unknown-action", typeNode.range, "Unknown action '\(type)'",
        fix: NearMiss.fix(for: type, in: ComponentAction.names))
      return nil
    }
    for member in members where !["type", "***"].contains(member.name) {
      if !known.contains(member.name) {
        add(
          "unknown-attribute", member.nameRange, "Unknown attribute '\(member.name)' of action '\(type)'",
          fix: NearMiss.fix(for: member.name, in: known))
      } else if member.value.string == nil {
        add(
          "attribute-type", member.value.range,
          "Attribute '\(member.name)' of action '\(type)' takes text, found \(member.value.typeName)")
      }
    }
    switch type {
    case "push": return screen(of: node, type).map { .push(screen: $0) }
    case "present": return screen(of: node, type).map { .present(screen: $0) }
    case "pop": return .pop
    case "dismiss": return .dismiss
    default: return .alert(title: node["title"]?.string ?? "", message: node["message"]?.string ?? "")
    }
  }

  private mutating func screen(of node: JSONNode, _ type: String) -> String? {
    guard let screenNode = node["screen"] else {
      add("action-screen", node.range, "Action '\(type)' needs the name of a 'screen'")
      return nil
    }
    guard let screen = screenNode.string else { return nil }
    let screens = references.screens
    guard screens.contains(screen) else {
      add(
        "unknown-screen", screenNode.range, "The bundle has no screen '\(screen)'",
        fix: NearMiss.fix(for: screen, in: screens))
      return nil
    }
    return screen
  }
}
