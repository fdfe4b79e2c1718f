import TesseraExpressions
import TesseraValues

/// Translation of components to payloads, by their rows in the schemas, or by a function.
extension PayloadTranslator {
  mutating func component(_ node: JSONNode) -> JSONNode {
    guard let type = node["type"]?.string else { return node }
    let outer = contexts
    let declared = node.declaredContexts
    contexts += declared.compactMap { $0["id"]?.string }
    reader.names.append(contextNames(declared))
    defer {
      contexts = outer
      reader.names.removeLast()
    }
    let pull = node["onRefresh"]
    if let pull, ["list", "grid", "scroll"].contains(type) { return pullToRefresh(node, pull) }
    if let press = node["onPress"], type != "button", Self.types.contains(type) {
      return touchable(node.without(["onPress"]), press)
    }
    return switch type {
    case "scroll": scrollView(node)
    case "list", "grid": list(node, isGrid: type == "grid" || node["layout"]?.string == "grid")
    case "pager": pageView(node)
    case "tabs": tabView(node)
    case "image": image(node)
    case "textInput": textInput(node)
    case "field" where Self.isPlainField(node): field(node)
    default: BeagleTypeSchema.nativeComponents[type].map { component($0, node) } ?? own(type, node)
    }
  }

  /// The types that have a counterpart in Beagle.
  private static let types = Set(BeagleTypeSchema.nativeComponents.keys).union([
    "scroll", "list", "grid", "pager", "tabs", "image", "textInput", "field",
  ])

  /// Translates a component by its rows alone.
  private mutating func component(_ schema: BeagleTypeSchema, _ node: JSONNode) -> JSONNode {
    var part = begin(schema.name, node)
    set(schema.object, of: node, in: &part)
    return finish(part, of: node)
  }

  mutating func components(_ node: JSONNode?) -> JSONNode? {
    node.flatMap { node in
      node.elements.map { .list($0.compactMap { $0["type"] == nil ? nil : component($0) }, node.range) }
    }
  }

  // MARK: Common members

  mutating func begin(_ name: String, _ node: JSONNode) -> PayloadPart {
    var part = PayloadPart(name, node.range)
    part.covered = ["onInit"]
    if let id = node["id"]?.string, !id.isEmpty { part.said.set("id", node["id"]) }
    part.said.set("style", style(of: node))
    part.said.set("styleId", plain(node["styleId"]))
    part.said.set("accessibility", accessibility(node))
    if let own = node["context"], own.members != nil { part.said.set("context", context(own)) }
    part.held.set("onInit", actions(node["onInit"]))
    return part
  }

  func context(_ node: JSONNode) -> JSONNode? {
    guard let id = node["id"], id.string != nil else { return nil }
    var context = ObjectBuilder(node.range)
    context.set("id", id)
    context.set("value", data(node["value"]) ?? JSONNode(.null, range: node.range))
    return context.node
  }

  func accessibility(_ node: JSONNode) -> JSONNode? {
    let label = plain(node["accessibilityLabel"])
    let isHeader = node["role"]?.string == "heading"
    let isHidden =
      node["accessibilityHidden"]?.bool == true && NativeTranslator.readTypes.contains(node["type"]?.string ?? "")
    guard label != nil || isHeader || isHidden else { return nil }
    var accessibility = ObjectBuilder(label?.range ?? node.range)
    accessibility.set("accessibilityLabel", label)
    accessibility.set("accessible", .flag(!isHidden, accessibility.range))
    if isHeader { accessibility.set("isHeader", .flag(true, accessibility.range)) }
    return accessibility.node
  }

  /// Translates a component or an action that Beagle does not have. Clients must register it by its name.
  mutating func own(_ type: String, _ node: JSONNode, isAction: Bool = false) -> JSONNode {
    reportOwn(type, node["type"]?.range ?? node.range, isAction: isAction)
    let holdings = extensions.holdings(type, isAction)
    var part = isAction ? PayloadPart("custom:\(type)", node.range, isAction: true) : begin("custom:\(type)", node)
    let common: Set<String> = ["type", "id", "style", "context", "onInit", "styleId", "accessibilityLabel", "role"]
    for member in node.membersWithoutComments ?? []
    where isAction ? member.name != "type" : !common.contains(member.name) {
      if holdings.events.contains(member.name) {
        part.held.set(member.name, actions(member.value), at: member.nameRange)
        part.covered.insert(member.name)
      } else if holdings.components.contains(member.name) {
        part.held.set(
          member.name, components(member.value) ?? component(member.value), at: member.nameRange)
        part.covered.insert(member.name)
      } else if !holdings.templates.contains(member.name) {
        part.said.set(member.name, data(member.value), at: member.nameRange)
      }
    }
    return finish(part, of: node)
  }
}

extension JSONNode {
  /// Returns the object without some of its members.
  func without(_ names: Set<String>) -> JSONNode {
    guard case .object(let members) = content else { return self }
    return JSONNode(.object(members.filter { !names.contains($0.name) }), range: range)
  }
}
