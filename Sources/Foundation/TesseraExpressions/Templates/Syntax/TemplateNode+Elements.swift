/// Operations whose second argument may be an expression that is evaluated for each element of the first:
/// `map(posts, item.likes * 2)`. It reads the element as ``elementName``, and everything else as around it.
///
/// Such an argument is told from a key path or a predicate by reading the element.
extension TemplateNode {
  /// The name of the element in the expression.
  static let elementName = "item"

  /// The operations.
  private static let elementwise: Set<String> = ["map", "filter"]

  /// The list and the expression of such an operation; nil for another node.
  var elementwise: (list: TemplateNode, body: TemplateNode)? {
    guard case .operation(let name, let nodes) = self else { return nil }
    return Self.elementwise(name, nodes)
  }

  static func elementwise(_ name: String, _ nodes: [TemplateNode]) -> (list: TemplateNode, body: TemplateNode)? {
    guard nodes.count == 2, elementwise.contains(name), nodes[1].readsElement else { return nil }
    return (nodes[0], nodes[1])
  }

  /// Whether the expression reads the element that stands around it.
  private var readsElement: Bool {
    switch self {
    case .literal: false
    case .binding(let path): path.nodes.first == .key(Self.elementName)
    // If the expression of such an operation reads an element, it is that of its own list.
    case .operation(let name, let nodes) where nodes.count == 2 && Self.elementwise.contains(name):
      nodes[0].readsElement
    default: children.contains(where: \.readsElement)
    }
  }

  /// Calls a function with the node and all nodes in it, except those that read an element.
  /// - Parameter hasElement: Whether the node is in an expression for elements.
  func visit(hasElement: Bool = false, _ body: (TemplateNode) -> Void) {
    if hasElement, case .binding(let path) = self, path.nodes.first == .key(Self.elementName) { return }
    body(self)
    if let (list, expression) = elementwise {
      list.visit(hasElement: hasElement, body)
      expression.visit(hasElement: true, body)
    } else {
      for child in children { child.visit(hasElement: hasElement, body) }
    }
  }
}
