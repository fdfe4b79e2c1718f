/// A parsed predicate as a tree, for those who translate predicates to another language, such as SQL.
///
/// `NONE x == y` is read as `not(any)`, `SOME` as `ANY`; chains of `AND` and of `OR` are flat.
package indirect enum PredicateNode: Sendable, Hashable {
  /// `TRUEPREDICATE` and `FALSEPREDICATE`.
  case constant(Bool)
  /// Two expressions and an operator between them.
  case comparison(ComparisonNode)
  /// `NOT p`.
  case not(PredicateNode)
  /// `p AND q AND …`: at least two parts.
  case and([PredicateNode])
  /// `p OR q OR …`: at least two parts.
  case or([PredicateNode])
}

/// A comparison: `left operator[options] right`, with an optional quantifier in front.
package struct ComparisonNode: Sendable, Hashable {
  /// How often the comparison has to hold when the left side is a collection.
  package enum Quantifier: String, Sendable, Hashable, CaseIterable {
    /// The left side is taken as one value.
    case none = ""
    /// `ANY` and `SOME`: for at least one element. False for an empty collection.
    case any = "ANY"
    /// `ALL`: for every element. True for an empty collection.
    case all = "ALL"
  }

  /// The quantifier, which looks at the left side only.
  package var quantifier: Quantifier
  /// The left side.
  package var left: ExpressionNode
  /// The operator.
  package var `operator`: ComparisonOperator
  /// How texts compare.
  package var options: ComparisonOptions
  /// The right side.
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

/// The operators of comparisons; the raw value is the canonical spelling.
package enum ComparisonOperator: String, Sendable, Hashable, CaseIterable {
  /// `=` and `==`: the same data. Null equals only null.
  case equalTo = "=="
  /// `!=` and `<>`: the opposite of ``equalTo``.
  case notEqualTo = "!="
  /// `<`
  case lessThan = "<"
  /// `<=` and `=<`
  case lessThanOrEqualTo = "<="
  /// `>`
  case greaterThan = ">"
  /// `>=` and `=>`
  case greaterThanOrEqualTo = ">="
  /// `BETWEEN {low, high}`, both bounds included.
  case between = "BETWEEN"
  /// `IN`: an element of a collection, or a part of a text.
  case `in` = "IN"
  /// `CONTAINS`: the opposite direction of ``in``.
  case contains = "CONTAINS"
  /// `BEGINSWITH`
  case beginsWith = "BEGINSWITH"
  /// `ENDSWITH`
  case endsWith = "ENDSWITH"
  /// `LIKE`: the whole text against wildcards, `?` one character and `*` any number.
  case like = "LIKE"
  /// `MATCHES`: the whole text against a regular expression.
  case matches = "MATCHES"
}

/// How texts compare: the letters in brackets behind an operator.
package struct ComparisonOptions: OptionSet, Sendable, Hashable {
  /// The bits.
  package let rawValue: UInt8

  /// Creates options from bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `[c]`: letters of both cases are the same.
  package static let caseInsensitive = ComparisonOptions(rawValue: 1)
  /// `[d]`: letters with and without marks are the same.
  package static let diacriticInsensitive = ComparisonOptions(rawValue: 2)
  /// `[n]`: the texts are known to be normalised already; they compare by code units and the other options are void.
  package static let normalized = ComparisonOptions(rawValue: 4)
  /// `[l]`: by the rules of the evaluation's locale.
  package static let localeSensitive = ComparisonOptions(rawValue: 8)
}
