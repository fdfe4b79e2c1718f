import TesseraValues

/// One evaluation of a template.
struct TemplateEvaluation {
  private let scope: TemplateScope
  private let operations: TemplateOperations
  private let limits: ExpressionLimits
  /// What is left of the steps: each operation uses up what looking at its arguments costs.
  private var steps: Int

  init(scope: TemplateScope, operations: TemplateOperations, limits: ExpressionLimits) {
    self.scope = scope
    self.operations = operations
    self.limits = limits
    steps = limits.steps
  }

  /// The value of a node; null when there are no steps left.
  mutating func value(of node: TemplateNode) -> Value {
    switch node {
    case .literal(let literal): return literal.value
    case .binding(let path): return scope.value(at: path)
    case .operation(let name, let nodes):
      guard let operation = operations[name] else { return .null }
      var arguments: [Value] = []
      arguments.reserveCapacity(nodes.count)
      for node in nodes {
        let argument = value(of: node)
        steps -= 1 + EvaluationState.cost(of: argument)
        arguments.append(argument)
      }
      guard steps >= 0 else { return .null }
      let result = operation(arguments)
      return TemplateText.fits(result, limits) ? result : .null
    }
  }
}

/// Where a template finds its contexts.
struct TemplateScope {
  private let members: [String: Value]?
  private let scope: any ValueReading

  init(_ scope: any ValueReading) {
    self.scope = scope
    switch scope {
    case let value as Value: members = value.dictionary
    case let dictionary as [String: Value]: members = dictionary
    default: members = nil
    }
  }

  func value(at path: ContextPath) -> Value {
    guard case .key(let name) = path.nodes.first else { return .null }
    let context = members.map { $0[name] ?? .null } ?? scope.value(at: ValuePath(keys: [name]))
    return ContextPath.value(at: path.nodes.dropFirst(), in: context)
  }
}
