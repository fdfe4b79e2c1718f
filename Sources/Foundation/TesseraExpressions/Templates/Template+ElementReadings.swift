package import TesseraValues

/// What an operation such as `map` or `filter` reads of each element of a list.
package struct ElementReading: Sendable, Hashable {
  /// The path of the list, which begins with the name of a context.
  package let list: ContextPath
  /// The path in an element.
  package let path: ValuePath
}

extension Template {
  /// What the operations `map`, `filter`, `sort` and `group` read of the elements of lists that are paths.
  package var elementReadings: [ElementReading] {
    var readings: Set<ElementReading> = []
    visit { node in
      guard case .operation(let name, let nodes) = node, let list = nodes.first?.listOfElements else { return }
      for path in Self.elementPaths(name, nodes) where !path.keys.isEmpty {
        readings.insert(ElementReading(list: list, path: path))
      }
    }
    return readings.sorted { ($0.list.description, $0.path.description) < ($1.list.description, $1.path.description) }
  }

  private static func elementPaths(_ operation: String, _ nodes: [TemplateNode]) -> [ValuePath] {
    if let each = TemplateNode.elementwise(operation, nodes) { return each.body.paths(ofElement: each.name) }
    guard nodes.count > 1, case .literal(.text(let text)) = nodes[1] else { return [] }
    switch operation {
    case "map", "sort", "group":
      let keys = text.split(separator: ".").map(String.init)
      // What an operator of collections gives has other keys.
      return [ValuePath(keys: Array(keys.prefix { !$0.hasPrefix("@") && $0.lowercased() != "self" }))]
    case "filter":
      // An argument that is not known yet may be a key.
      guard !text.contains("%K") else { return [] }
      let values = nodes.dropFirst(2).map { _ in Value.string("value") }
      return (try? ValuePredicate(text, arguments: values)).map { Array($0.keyPaths) } ?? []
    default: return []
    }
  }
}

extension TemplateNode {
  /// The path of the list whose elements the expression gives, all or some of them.
  fileprivate var listOfElements: ContextPath? {
    switch self {
    case .binding(let path): path
    case .operation("filter", let nodes), .operation("sort", let nodes), .operation("reverse", let nodes),
      .operation("slice", let nodes), .operation("distinct", let nodes):
      nodes.first?.listOfElements
    case .infix(.coalesce, let list, .list([])): list.listOfElements
    default: nil
    }
  }

  /// The paths that the expression reads of the element for which it is evaluated.
  fileprivate func paths(ofElement element: String) -> [ValuePath] {
    if case .binding(let path) = self {
      guard path.nodes.first == .key(element) else { return [] }
      let keys = path.nodes.dropFirst().map { node in if case .key(let key) = node { key } else { "@" } }
      // An element of an element is not followed.
      return [ValuePath(keys: Array(keys.prefix { $0 != "@" }))]
    }
    // Another list's elements have other keys, even if they have the same name.
    if let each = elementwise {
      let inner = each.name == element ? [] : each.body.paths(ofElement: element)
      return each.list.paths(ofElement: element) + inner + each.rest.flatMap { $0.paths(ofElement: element) }
    }
    // A missing value is expected.
    if case .infix(.coalesce, _, let other) = self { return other.paths(ofElement: element) }
    return children.flatMap { $0.paths(ofElement: element) }
  }
}
