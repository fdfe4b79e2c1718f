import TesseraValues

/// The names in a native document.
struct NativeNames {
  /// What components are called.
  private(set) var identifiers: Set<String> = []
  /// What contexts, items of rows and their places are called.
  private(set) var contexts: Set<String> = []
  /// How many actions open a screen, by its name.
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
        // A screen that stands in an action is called so.
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
  /// The contexts that a component or a screen owns: one, or a list of them.
  var declaredContexts: [JSONNode] { self["context"].map { $0.elements ?? [$0] } ?? [] }
}
