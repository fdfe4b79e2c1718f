public import TesseraValues

/// A computation in the expression language of Foundation, such as `price * count` or `posts.@avg.likes`.
///
/// The format is parsed and compiled once; evaluating never fails: what is missing or cannot be computed is null.
public struct ValueExpression: Sendable {
  /// The tree, for translation to other languages.
  package let node: ExpressionNode
  private let program: ValueProgram

  /// Parses a format. `arguments` stand for `%@` (values) and `%K` (key paths) in order of appearance.
  ///
  /// - Throws: as ``ValuePredicate/init(_:arguments:limits:)``.
  public init(_ format: String, arguments: [Value] = [], limits: ExpressionLimits = .standard) throws(Diagnostic) {
    self.init(try Parser.expression(format, arguments: arguments, limits: limits))
  }

  /// Compiles a tree that the parser made. Trees of other origin have to keep the parser's limit of depth.
  package init(_ node: ExpressionNode) {
    self.node = node
    program = Compiler.value(node)
  }

  /// The canonical text, which parses to the same expression.
  public var format: String { CanonicalText.of(node) }

  /// The result for a value, which is `SELF`.
  /// - Parameter context: Time, locale and limits; nil for ``EvaluationContext/system``.
  public func value(with value: Value, variables: [String: Value] = [:], context: EvaluationContext? = nil) -> Value {
    let (result, isExhausted) = EvaluationState.run(program, on: value, variables: variables, context: context)
    return isExhausted ? .null : result
  }

  /// The result for something that is read by key. `SELF` is null unless it is a value.
  public func value(
    with scope: any ValueReading, variables: [String: Value] = [:], context: EvaluationContext? = nil
  ) -> Value {
    let (result, isExhausted) = EvaluationState.run(
      program, on: scope, variables: variables, context: context ?? .system)
    return isExhausted ? .null : result
  }

  /// The same expression with values in place of those of its variables that are named.
  public func withSubstitutionVariables(_ variables: [String: Value]) -> ValueExpression {
    variables.isEmpty ? self : ValueExpression(node.substituting(variables))
  }

  /// The key paths that the expression reads from its scope; the empty path if it uses `SELF` as a whole.
  public var keyPaths: Set<ValuePath> { Dependencies(node).keyPaths }

  /// The variables that have to be given.
  public var variables: Set<String> { Dependencies(node).variables }
}

extension ValueExpression: Hashable, CustomStringConvertible {
  /// Whether the canonical formats are equal.
  public static func == (left: ValueExpression, right: ValueExpression) -> Bool { left.format == right.format }

  /// Hashes the canonical format.
  public func hash(into hasher: inout Hasher) { hasher.combine(format) }

  /// The canonical format.
  public var description: String { format }
}
