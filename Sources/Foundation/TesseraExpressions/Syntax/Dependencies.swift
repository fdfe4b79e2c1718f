import TesseraValues

/// The key paths and variables that a syntax tree reads.
struct Dependencies {
  private(set) var keyPaths: Set<ValuePath> = []
  private(set) var variables: Set<String> = []
  /// The variables of the enclosing subqueries, with the paths of their collections if these are plain key paths.
  private var bound: [(name: String, path: ValuePath?)] = []

  init(_ node: PredicateNode) { visit(node) }
  init(_ node: ExpressionNode) { visit(node) }

  private mutating func visit(_ node: PredicateNode) {
    switch node {
    case .constant: break
    case .not(let inner): visit(inner)
    case .and(let parts), .or(let parts): for part in parts { visit(part) }
    case .comparison(let comparison):
      visit(comparison.left)
      visit(comparison.right)
    }
  }

  private mutating func visit(_ node: ExpressionNode) {
    switch node {
    case .constant: break
    case .selfObject: keyPaths.insert(ValuePath(keys: []))
    case .variable(let name): visit(variable: name, keys: [])
    case .keyPath(let base, let components):
      if let path = path(of: node) {
        keyPaths.insert(path)
      } else if case .variable(let name) = base {
        visit(variable: name, keys: keys(of: components))
      } else {
        visit(base)
      }
    case .element(let base, let selector):
      visit(base)
      if case .index(let index) = selector { visit(index) }
    case .function(_, let nodes), .aggregate(let nodes): for node in nodes { visit(node) }
    case .subquery(let collection, let variable, let predicate):
      visit(collection)
      bound.append((variable, path(of: collection)))
      visit(predicate)
      bound.removeLast()
    case .set(_, let left, let right):
      visit(left)
      visit(right)
    case .conditional(let condition, let a, let b):
      visit(condition)
      visit(a)
      visit(b)
    }
  }

  private mutating func visit(variable name: String, keys: [String]) {
    guard let binding = bound.last(where: { $0.name == name }) else {
      variables.insert(name)
      return
    }
    if let path = binding.path, !keys.isEmpty { keyPaths.insert(path.appending(ValuePath(keys: keys))) }
  }

  /// Returns the keys read from the scope if the node is a key path of the scope. Collection operators and indices do
  /// not change the path.
  private func path(of node: ExpressionNode) -> ValuePath? {
    switch node {
    case .keyPath(.selfObject, let components): ValuePath(keys: keys(of: components))
    case .keyPath(let base, let components): path(of: base)?.appending(ValuePath(keys: keys(of: components)))
    case .element(let base, _): path(of: base)
    default: nil
    }
  }

  private func keys(of components: [KeyPathComponent]) -> [String] {
    components.compactMap { component in if case .key(let key) = component { key } else { nil } }
  }
}

// MARK: - Substitution

extension PredicateNode {
  /// Returns the tree with variables replaced by constants. The variable of a subquery shadows one of the same name.
  func substituting(_ variables: [String: Value]) -> PredicateNode {
    switch self {
    case .constant: self
    case .not(let inner): .not(inner.substituting(variables))
    case .and(let parts): .and(parts.map { $0.substituting(variables) })
    case .or(let parts): .or(parts.map { $0.substituting(variables) })
    case .comparison(let comparison):
      .comparison(
        ComparisonNode(
          comparison.left.substituting(variables), comparison.operator, comparison.right.substituting(variables),
          options: comparison.options, quantifier: comparison.quantifier))
    }
  }
}

extension ExpressionNode {
  /// Returns the tree with variables replaced by constants.
  func substituting(_ variables: [String: Value]) -> ExpressionNode {
    switch self {
    case .constant, .selfObject: self
    case .variable(let name): variables[name].map(Parser.node(of:)) ?? self
    case .keyPath(let base, let components): .keyPath(base: base.substituting(variables), components: components)
    case .element(let base, .index(let index)):
      .element(of: base.substituting(variables), .index(index.substituting(variables)))
    case .element(let base, let selector): .element(of: base.substituting(variables), selector)
    case .function(let function, let nodes): .function(function, nodes.map { $0.substituting(variables) })
    case .aggregate(let nodes): .aggregate(nodes.map { $0.substituting(variables) })
    case .subquery(let collection, let variable, let predicate):
      .subquery(
        collection: collection.substituting(variables), variable: variable,
        predicate: predicate.substituting(variables.filter { $0.key != variable }))
    case .set(let setOperator, let left, let right):
      .set(setOperator, left.substituting(variables), right.substituting(variables))
    case .conditional(let condition, let a, let b):
      .conditional(
        condition.substituting(variables), then: a.substituting(variables), else: b.substituting(variables))
    }
  }
}
