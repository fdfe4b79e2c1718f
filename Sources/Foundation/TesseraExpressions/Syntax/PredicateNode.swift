/// The syntax tree of a predicate, for example for translation to another language such as SQL.
///
/// `NONE x == y` is parsed as `not(any)`, and `SOME` as `ANY`. Chains of `AND` and `OR` are flat.
package indirect enum PredicateNode: Sendable, Hashable {
  /// `TRUEPREDICATE` and `FALSEPREDICATE`.
  case constant(Bool)
  /// A comparison of two expressions.
  case comparison(ComparisonNode)
  /// `NOT p`.
  case not(PredicateNode)
  /// `p AND q AND …`: at least two parts.
  case and([PredicateNode])
  /// `p OR q OR …`: at least two parts.
  case or([PredicateNode])
}

/// A comparison: `left operator[options] right`, with an optional quantifier.
package struct ComparisonNode: Sendable, Hashable {
  /// The quantifier of a comparison whose left operand is a collection.
  package enum Quantifier: String, Sendable, Hashable, CaseIterable {
    /// No quantifier; the left operand is a single value.
    case none = ""
    /// `ANY` and `SOME`: true for at least one element. False for an empty collection.
    case any = "ANY"
    /// `ALL`: true for every element. True for an empty collection.
    case all = "ALL"
  }

  /// The quantifier, which applies to the left operand only.
  package var quantifier: Quantifier
  /// The left operand.
  package var left: ExpressionNode
  /// The operator.
  package var `operator`: ComparisonOperator
  /// The options for comparing strings.
  package var options: ComparisonOptions
  /// The right operand.
  package var right: ExpressionNode

  /// Creates a comparison.
  package init(
    _ left: ExpressionNode, _ operator: ComparisonOperator, _ right: ExpressionNode, options: ComparisonOptions = [],
    quantifier: Quantifier = .none
  ) {
    self.quantifier = quantifier
    self.left = left
    self.operator = `operator`
    self.options = options
    self.right = right
  }
}

/// The comparison operators. The raw value is the canonical spelling.
package enum ComparisonOperator: String, Sendable, Hashable, CaseIterable {
  /// `=` and `==`: equal data. Null is equal only to null.
  case equalTo = "=="
  /// `!=` and `<>`: the negation of ``equalTo``.
  case notEqualTo = "!="
  /// `<`
  case lessThan = "<"
  /// `<=` and `=<`
  case lessThanOrEqualTo = "<="
  /// `>`
  case greaterThan = ">"
  /// `>=` and `=>`
  case greaterThanOrEqualTo = ">="
  /// `BETWEEN {low, high}`, including both bounds.
  case between = "BETWEEN"
  /// `IN`: membership in a collection, or a substring of a string.
  case `in` = "IN"
  /// `CONTAINS`: the same as ``in`` with swapped operands.
  case contains = "CONTAINS"
  /// `BEGINSWITH`
  case beginsWith = "BEGINSWITH"
  /// `ENDSWITH`
  case endsWith = "ENDSWITH"
  /// `LIKE`: matches the whole string against wildcards: `?` for one character, `*` for any number of characters.
  case like = "LIKE"
  /// `MATCHES`: matches the whole string against a regular expression.
  case matches = "MATCHES"
}

/// The options for comparing strings: the letters in brackets after an operator.
package struct ComparisonOptions: OptionSet, Sendable, Hashable {
  /// The raw bits of the options.
  package let rawValue: UInt8

  /// Creates options from raw bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `[c]`: ignores case.
  package static let caseInsensitive = ComparisonOptions(rawValue: 1)
  /// `[d]`: ignores diacritics.
  package static let diacriticInsensitive = ComparisonOptions(rawValue: 2)
  /// `[n]`: the strings are known to be normalized. They are compared by code units, and all other options are ignored.
  package static let normalized = ComparisonOptions(rawValue: 4)
  /// `[l]`: uses the locale of the evaluation.
  package static let localeSensitive = ComparisonOptions(rawValue: 8)
}
