public import TesseraValues

/// A condition in the predicate language of Foundation, such as `favoritesCount > 10 AND text CONTAINS[cd] $input`.
///
/// The format is parsed and compiled once; evaluating is cheap and never fails. What is missing reads as null, what
/// cannot be compared is false. Two predicates are equal if their canonical formats are. `docs/reference/language.md` describes
/// the language. (The name keeps clear of `Foundation.Predicate`.)
///
/// ```swift
/// let popular = try ValuePredicate("likes >= %@ AND name BEGINSWITH[c] $input", arguments: [10])
/// popular.evaluate(with: ["likes": 12, "name": "Ada"], variables: ["input": "a"])  // true
/// ```
public struct ValuePredicate: Sendable {
  /// The tree, for translation to other languages.
  package let node: PredicateNode
  private let program: TestProgram

  /// Parses a format. `arguments` stand for `%@` (values) and `%K` (key paths) in order of appearance.
  ///
  /// - Throws: a diagnostic whose range is a place of the format. Rules: `expression-syntax`, `expression-number`,
  ///   `expression-option`, `expression-argument`, `expression-arguments`, `expression-unknown-function`,
  ///   `expression-unknown-operator`, `expression-unknown-type`, `expression-limit`, `expression-pattern`.
  public init(_ format: String, arguments: [Value] = [], limits: ExpressionLimits = .standard) throws(Diagnostic) {
    self.init(try Parser.predicate(format, arguments: arguments, limits: limits))
  }

  /// Compiles a tree that the parser made. Trees of other origin have to keep the parser's limit of depth.
  package init(_ node: PredicateNode) {
    self.node = node
    program = Compiler.test(node)
  }

  /// The canonical text, which parses to the same predicate.
  public var format: String { CanonicalText.of(node) }

  /// Whether the predicate holds for a value, which is `SELF`.
  /// - Parameter context: Time, locale and limits; nil for ``EvaluationContext/system``.
  public func evaluate(with value: Value, variables: [String: Value] = [:], context: EvaluationContext? = nil) -> Bool {
    let (holds, isExhausted) = EvaluationState.run(program, on: value, variables: variables, context: context)
    return holds && !isExhausted
  }

  /// Whether the predicate holds for something that is read by key. `SELF` is null unless it is a value.
  public func evaluate(
    with scope: any ValueReading, variables: [String: Value] = [:], context: EvaluationContext? = nil
  ) -> Bool {
    let (holds, isExhausted) = EvaluationState.run(
      program, on: scope, variables: variables, context: context ?? .system)
    return holds && !isExhausted
  }

  /// The elements for which the predicate holds, in their order.
  public func filter(_ values: [Value], variables: [String: Value] = [:], context: EvaluationContext? = nil)
    -> [Value]
  {
    let bound = withSubstitutionVariables(variables)
    return values.filter { bound.evaluate(with: $0, context: context) }
  }

  /// The same predicate with values in place of those of its variables that are named. Cheaper than passing the
  /// variables to many evaluations.
  public func withSubstitutionVariables(_ variables: [String: Value]) -> ValuePredicate {
    variables.isEmpty ? self : ValuePredicate(node.substituting(variables))
  }

  /// The key paths that the predicate reads from its scope; the empty path if it uses `SELF` as a whole.
  public var keyPaths: Set<ValuePath> { Dependencies(node).keyPaths }

  /// The variables that have to be given.
  public var variables: Set<String> { Dependencies(node).variables }
}

extension ValuePredicate: Hashable, CustomStringConvertible {
  /// Whether the canonical formats are equal.
  public static func == (left: ValuePredicate, right: ValuePredicate) -> Bool { left.format == right.format }

  /// Hashes the canonical format.
  public func hash(into hasher: inout Hasher) { hasher.combine(format) }

  /// The canonical format.
  public var description: String { format }
}
