import TesseraValues

/// The names in a native document.
struct NativeNames {
  /// The identifiers of components and screens.
  private(set) var identifiers: Set<String> = []
  /// The names of contexts and of the items and indices of rows.
  private(set) var contexts: Set<String> = []
  /// The number of actions that open each screen, by screen name.
  private(set) var openings: [String: Int] = [:]

  mutating func add(_ node: JSONNode) {
    for element in node.elements ?? [] { add(element) }
    let members = node.members ?? []
    let type = members.first { $0.name == "type" }?.value.string
    for member in members {
      switch member.name {
      case "id" where type != nil: member.value.string.map { _ = identifiers.insert($0) }
      case "context": contexts.formUnion(node.declaredContexts.compactMap { $0["id"]?.string })
      case "itemName", "indexName": member.value.string.map { _ = contexts.insert($0) }
      case "screen" where ["push", "present", "replace"].contains(type), "fallback" where type != nil:
        // A screen nested in an action has its name as the identifier.
        member.value.string.map {
          openings[$0, default: 0] += 1
          identifiers.insert($0)
        }
      default: break
      }
      add(member.value)
    }
  }

}

extension JSONNode {
  /// The contexts owned by a component or a screen, given as one context or a list.
  var declaredContexts: [JSONNode] { self["context"].map { $0.elements ?? [$0] } ?? [] }
}
