public import TesseraValues

/// An expression in Foundation's expression language, such as `price * count` or `posts.@avg.likes`.
///
/// The format is parsed and compiled once. Evaluation never fails: missing values and impossible computations yield
/// null.
public struct ValueExpression: Sendable {
  /// The syntax tree, for translation to other languages.
  package let node: ExpressionNode
  private let program: ValueProgram

  /// Parses a format. The `arguments` replace `%@` (values) and `%K` (key paths) in order of appearance.
  ///
  /// - Throws: The same errors as ``ValuePredicate/init(_:arguments:limits:)``.
  public init(_ format: String, arguments: [Value] = [], limits: ExpressionLimits = .standard) throws(Diagnostic) {
    self.init(try Parser.expression(format, arguments: arguments, limits: limits))
  }

  /// Compiles a syntax tree created by the parser. Trees from other sources must respect the parser's depth limit.
  package init(_ node: ExpressionNode) {
    self.node = node
    program = Compiler.value(node)
  }

  /// The canonical text, which parses to the same expression.
  public var format: String { CanonicalText.of(node) }

  /// Evaluates the expression with a value as `SELF`.
  /// - Parameter context: The time, locale and limits; nil means ``EvaluationContext/system``.
  public func value(with value: Value, variables: [String: Value] = [:], context: EvaluationContext? = nil) -> Value {
    let (result, isExhausted) = EvaluationState.run(program, on: value, variables: variables, context: context)
    return isExhausted ? .null : result
  }

  /// Evaluates the expression with a scope. `SELF` is null unless the scope is a value.
  public func value(
    with scope: any ValueReading, variables: [String: Value] = [:], context: EvaluationContext? = nil
  ) -> Value {
    let (result, isExhausted) = EvaluationState.run(
      program, on: scope, variables: variables, context: context ?? .system)
    return isExhausted ? .null : result
  }

  /// Returns the expression with the given variables replaced by values.
  public func withSubstitutionVariables(_ variables: [String: Value]) -> ValueExpression {
    variables.isEmpty ? self : ValueExpression(node.substituting(variables))
  }

  /// The key paths that the expression reads from its scope. Contains the empty path if it uses `SELF` as a whole.
  public var keyPaths: Set<ValuePath> { Dependencies(node).keyPaths }

  /// The variables for which values must be provided.
  public var variables: Set<String> { Dependencies(node).variables }
}

extension ValueExpression: Hashable, CustomStringConvertible {
  /// Returns whether the canonical formats are equal.
  public static func == (left: ValueExpression, right: ValueExpression) -> Bool { left.format == right.format }

  /// Hashes the canonical format.
  public func hash(into hasher: inout Hasher) { hasher.combine(format) }

  /// The canonical format.
  public var description: String { format }
}
