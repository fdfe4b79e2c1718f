public import TesseraValues

/// A condition in Foundation's predicate language, such as `favoritesCount > 10 AND text CONTAINS[cd] $input`.
///
/// The format is parsed and compiled once. Evaluation is cheap and never fails: missing values are null, and impossible
/// comparisons are false. Two predicates are equal if their canonical formats are equal. `docs/reference/language.md`
/// describes the language. (The name avoids a conflict with `Foundation.Predicate`.)
///
/// ```swift
/// let popular = try ValuePredicate("likes >= %@ AND name BEGINSWITH[c] $input", arguments: [10])
/// popular.evaluate(with: ["likes": 12, "name": "Ada"], variables: ["input": "a"])  // true
/// ```
public struct ValuePredicate: Sendable {
  /// The syntax tree, for translation to other languages.
  package let node: PredicateNode
  private let program: TestProgram

  /// Parses a format. The `arguments` replace `%@` (values) and `%K` (key paths) in order of appearance.
  ///
  /// - Throws: A diagnostic with a range in the format. Rules: `expression-syntax`, `expression-number`,
  ///   `expression-option`, `expression-argument`, `expression-arguments`, `expression-unknown-function`,
  ///   `expression-unknown-operator`, `expression-unknown-type`, `expression-limit`, `expression-pattern`.
  public init(_ format: String, arguments: [Value] = [], limits: ExpressionLimits = .standard) throws(Diagnostic) {
    self.init(try Parser.predicate(format, arguments: arguments, limits: limits))
  }

  /// Compiles a syntax tree created by the parser. Trees from other sources must respect the parser's depth limit.
  package init(_ node: PredicateNode) {
    self.node = node
    program = Compiler.test(node)
  }

  /// The canonical text, which parses to the same predicate.
  public var format: String { CanonicalText.of(node) }

  /// Returns whether the predicate is true with a value as `SELF`.
  /// - Parameter context: The time, locale and limits; nil means ``EvaluationContext/system``.
  public func evaluate(with value: Value, variables: [String: Value] = [:], context: EvaluationContext? = nil) -> Bool {
    let (holds, isExhausted) = EvaluationState.run(program, on: value, variables: variables, context: context)
    return holds && !isExhausted
  }

  /// Returns whether the predicate is true for a scope. `SELF` is null unless the scope is a value.
  public func evaluate(
    with scope: any ValueReading, variables: [String: Value] = [:], context: EvaluationContext? = nil
  ) -> Bool {
    let (holds, isExhausted) = EvaluationState.run(
      program, on: scope, variables: variables, context: context ?? .system)
    return holds && !isExhausted
  }

  /// Returns whether the predicate is true for a value, as a part of another evaluation; nil if that has no steps left.
  func evaluate(with value: Value, _ state: inout EvaluationState) -> Bool? {
    let holds = program(value, &state)
    return state.isExhausted ? nil : holds
  }

  /// Returns the elements for which the predicate is true, in order.
  public func filter(_ values: [Value], variables: [String: Value] = [:], context: EvaluationContext? = nil)
    -> [Value]
  {
    let bound = withSubstitutionVariables(variables)
    return values.filter { bound.evaluate(with: $0, context: context) }
  }

  /// Returns the predicate with the given variables replaced by values. For many evaluations, this is cheaper than
  /// passing the variables each time.
  public func withSubstitutionVariables(_ variables: [String: Value]) -> ValuePredicate {
    variables.isEmpty ? self : ValuePredicate(node.substituting(variables))
  }

  /// The key paths that the predicate reads from its scope. Contains the empty path if it uses `SELF` as a whole.
  public var keyPaths: Set<ValuePath> { Dependencies(node).keyPaths }

  /// The variables for which values must be provided.
  public var variables: Set<String> { Dependencies(node).variables }
}

extension ValuePredicate: Hashable, CustomStringConvertible {
  /// Returns whether the canonical formats are equal.
  public static func == (left: ValuePredicate, right: ValuePredicate) -> Bool { left.format == right.format }

  /// Hashes the canonical format.
  public func hash(into hasher: inout Hasher) { hasher.combine(format) }

  /// The canonical format.
  public var description: String { format }
}
