package import TesseraValues

/// The syntax tree of an expression.
///
/// Lists passed as arguments become ``aggregate(_:)``, so a constant is never a list. Constants are compared like
/// ``Value`` (`1` equals `1.0` and `TRUE`). If the difference matters, compare the canonical text.
package indirect enum ExpressionNode: Sendable, Hashable {
  /// A literal or an argument.
  case constant(Value)
  /// `SELF`: the object on which the expression is evaluated.
  case selfObject
  /// `$name`
  case variable(String)
  /// Keys read from a base. The base of a bare key path is ``selfObject``.
  case keyPath(base: ExpressionNode, components: [KeyPathComponent])
  /// `base[FIRST]`, `base[2]`, `base['key']`
  case element(of: ExpressionNode, ElementSelector)
  /// A call of a built-in function. Arithmetic operators are functions too.
  case function(BuiltInFunction, [ExpressionNode])
  /// `{a, b, c}`
  case aggregate([ExpressionNode])
  /// `SUBQUERY(collection, $variable, predicate)`: the elements for which the predicate is true.
  case subquery(collection: ExpressionNode, variable: String, predicate: PredicateNode)
  /// `left UNION right`, `INTERSECT`, `MINUS`
  case set(SetOperator, ExpressionNode, ExpressionNode)
  /// `TERNARY(condition, a, b)`
  case conditional(PredicateNode, then: ExpressionNode, else: ExpressionNode)

  /// Creates a bare key path, such as `content.name`. Keys are not interpreted.
  package static func keyPath(_ path: ValuePath) -> ExpressionNode {
    .keyPath(base: .selfObject, components: path.keys.map { .key($0) })
  }

  /// The path if this is a bare key path without collection operators, otherwise nil.
  package var plainKeyPath: ValuePath? {
    guard case .keyPath(.selfObject, let components) = self else { return nil }
    var keys: [String] = []
    for component in components {
      guard case .key(let key) = component else { return nil }
      keys.append(key)
    }
    return ValuePath(keys: keys)
  }
}

/// A component of a key path.
package enum KeyPathComponent: Sendable, Hashable {
  /// A key. For a list, it yields the list of its elements' values.
  case key(String)
  /// A collection operator. It applies to the keys that follow it, up to the next operator.
  case collectionOperator(CollectionOperator)
}

/// The collection operators of key paths.
package enum CollectionOperator: String, Sendable, Hashable, CaseIterable {
  /// `@count`: the number of elements.
  case count
  /// `@sum`: the sum. Nulls count as 0; the sum of an empty collection is 0.
  case sum
  /// `@avg`: the average. Nulls count as 0; the average of an empty collection is 0.
  case avg
  /// `@min`: the smallest value, ignoring nulls; null for an empty collection.
  case min
  /// `@max`: the largest value, ignoring nulls; null for an empty collection.
  case max
  /// `@unionOfObjects`: the values, without nulls.
  case unionOfObjects
  /// `@distinctUnionOfObjects`: the values without nulls and duplicates, in order of first appearance.
  case distinctUnionOfObjects
  /// `@unionOfArrays`: the elements of the values, which are lists.
  case unionOfArrays
  /// `@distinctUnionOfArrays`: the same without duplicates.
  case distinctUnionOfArrays
  /// `@distinctUnionOfSets`: the same as ``distinctUnionOfArrays``, because values have no sets.
  case distinctUnionOfSets

  /// Returns the suggested replacement of a name that is not an operator; nil if no operator is similar.
  static func fix(for name: String) -> String? {
    SpellingSuggestion.suggestion(for: name, in: allCases.map(\.rawValue)).map { "did you mean '@\($0)'?" }
  }
}

/// The selector in the brackets of an element access.
package enum ElementSelector: Sendable, Hashable {
  /// `[FIRST]`
  case first
  /// `[LAST]`
  case last
  /// `[SIZE]`: the number of elements.
  case size
  /// `[n]`: a zero-based index, or the key of a dictionary.
  case index(ExpressionNode)
}

/// The set operators. Results are in order of first appearance and contain no duplicates.
package enum SetOperator: String, Sendable, Hashable, CaseIterable {
  /// Elements of either side.
  case union = "UNION"
  /// Elements of both sides.
  case intersect = "INTERSECT"
  /// Elements of the left side that are not in the right.
  case minus = "MINUS"
}
