package import TesseraValues

/// A sequence of functions that are applied to a list one after another, as in a provider's `resultChain`.
///
/// ```swift
/// let chain = try ResultChain(["wx_takeLast:", "wx_map:", "wx_joinedBy:"], arguments: ["2", "name", ", "])
/// chain.value(of: items)  // "item4, item5"
/// ```
package struct ResultChain: Sendable {
  private let steps: [ValueExpression]

  /// Creates a chain. Pass an empty argument for a function without arguments.
  /// - Throws: `result-chain-arguments` if the two arrays differ in length; `expression-unknown-function` if a function
  ///   is not in the fixed list; `expression-arguments` if a function cannot be a step of a chain.
  package init(_ functions: [String], arguments: [String]? = nil) throws(Diagnostic) {
    if let arguments, arguments.count != functions.count {
      throw Diagnostic(
        rule: "result-chain-arguments",
        message: "The result chain has \(functions.count) functions but \(arguments.count) arguments",
        fix: "write \"\" for a function without argument")
    }
    var steps: [ValueExpression] = []
    for (index, name) in functions.enumerated() {
      guard let function = BuiltInFunction.method(name) else {
        throw Diagnostic(
          rule: "expression-unknown-function", message: "'\(name)' is not a function",
          fix: SpellingSuggestion.fix(for: name, in: BuiltInFunction.knownNames))
      }
      var nodes: [ExpressionNode] = [.selfObject]
      if function.arity.lowerBound == 2 { nodes.append(.constant(.string(arguments?[index] ?? ""))) }
      guard function.arity.contains(nodes.count) else {
        throw Diagnostic(rule: "expression-arguments", message: "'\(name)' cannot be a step of a result chain")
      }
      steps.append(ValueExpression(.function(function, nodes)))
    }
    self.steps = steps
  }

  /// Returns the result for a list.
  package func value(of list: Value, context: EvaluationContext = .system) -> Value {
    steps.reduce(list) { value, step in step.value(with: value, context: context) }
  }
}
