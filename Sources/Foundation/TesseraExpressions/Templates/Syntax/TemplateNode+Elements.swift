/// Operations with an argument that is evaluated for each element of the first one: `map(posts, post => post.likes * 2)`.
/// The argument reads the element by the name before the arrow, and everything else as around it.
///
/// For `map` and `filter`, the name can be left out: an argument that reads ``elementName`` is such an expression, and
/// otherwise a key path or a predicate.
extension TemplateNode {
  /// The name of the element in an expression that gives it none.
  static let elementName = "item"

  /// What such an operation evaluates.
  struct Elementwise {
    var list: TemplateNode
    /// The name of the element.
    var name: String
    var body: TemplateNode
    /// The arguments that follow.
    var rest: ArraySlice<TemplateNode>
  }

  /// The greatest number of arguments of the operations that take functions.
  private static let functional = ["map": 2, "filter": 2, "group": 2, "sort": 3]
  /// The operations of these that take expressions without a name, too.
  private static let elementwise: Set<String> = ["map", "filter"]

  /// The list and the expression of such an operation; nil for another node.
  var elementwise: Elementwise? {
    guard case .operation(let name, let nodes) = self else { return nil }
    return Self.elementwise(name, nodes)
  }

  static func elementwise(_ operation: String, _ nodes: [TemplateNode]) -> Elementwise? {
    guard nodes.count > 1, let most = functional[operation], nodes.count <= most else { return nil }
    if case .function(let name, let body) = nodes[1] {
      return Elementwise(list: nodes[0], name: name, body: body, rest: nodes.dropFirst(2))
    }
    guard elementwise.contains(operation), nodes[1].reads(elementName) else { return nil }
    return Elementwise(list: nodes[0], name: elementName, body: nodes[1], rest: [])
  }

  /// Whether the expression reads the element of a name that stands around it.
  private func reads(_ name: String) -> Bool {
    switch self {
    case .literal: false
    case .binding(let path): path.nodes.first == .key(name)
    case .function(let own, let body): own != name && body.reads(name)
    // If the expression of such an operation reads an element, it is that of its own list.
    case .operation(let operation, let nodes) where nodes.count == 2 && Self.elementwise.contains(operation):
      nodes[0].reads(name) || nodes[1].isFunction && nodes[1].reads(name)
    default: children.contains { $0.reads(name) }
    }
  }

  /// Whether the node is a function, which only operations such as `map` take.
  var isFunction: Bool { if case .function = self { true } else { false } }

  /// Calls a function with the node and all nodes in it, except those that read an element.
  /// - Parameter elements: The names of the elements for which the node is evaluated.
  func visit(within elements: Set<String> = [], _ body: (TemplateNode) -> Void) {
    if case .binding(let path) = self, case .key(let name)? = path.nodes.first, elements.contains(name) { return }
    body(self)
    if let each = elementwise {
      each.list.visit(within: elements, body)
      each.body.visit(within: elements.union([each.name]), body)
      for node in each.rest { node.visit(within: elements, body) }
    } else {
      for child in children { child.visit(within: elements, body) }
    }
  }
}
