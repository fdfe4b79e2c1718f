package import TesseraValues

/// A parsed expression as a tree.
///
/// Lists given as arguments are ``aggregate(_:)``, so a constant is never a list. Nodes compare their constants as
/// ``Value`` does (`1` equals `1.0` and `TRUE`); where the difference matters compare the canonical text.
package indirect enum ExpressionNode: Sendable, Hashable {
  /// A literal or an argument.
  case constant(Value)
  /// `SELF`: what the expression is evaluated on.
  case selfObject
  /// `$name`
  case variable(String)
  /// Keys read from a base; the base of a bare key path is ``selfObject``.
  case keyPath(base: ExpressionNode, components: [KeyPathComponent])
  /// `base[FIRST]`, `base[2]`, `base['key']`
  case element(of: ExpressionNode, ElementSelector)
  /// A call of a built-in function; the arithmetic operators are functions too.
  case function(BuiltInFunction, [ExpressionNode])
  /// `{a, b, c}`
  case aggregate([ExpressionNode])
  /// `SUBQUERY(collection, $variable, predicate)`: the elements for which the predicate holds.
  case subquery(collection: ExpressionNode, variable: String, predicate: PredicateNode)
  /// `left UNION right`, `INTERSECT`, `MINUS`
  case set(SetOperator, ExpressionNode, ExpressionNode)
  /// `TERNARY(condition, a, b)`
  case conditional(PredicateNode, then: ExpressionNode, else: ExpressionNode)

  /// A bare key path, such as `content.name`. Keys are taken as they are.
  package static func keyPath(_ path: ValuePath) -> ExpressionNode {
    .keyPath(base: .selfObject, components: path.keys.map { .key($0) })
  }

  /// The path, if this is a bare key path without collection operators.
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

/// One step of a key path.
package enum KeyPathComponent: Sendable, Hashable {
  /// A key. On a list it gives the list of the elements' values.
  case key(String)
  /// A collection operator. It applies to the keys behind it, up to the next operator.
  case collectionOperator(CollectionOperator)
}

/// The operators that key paths know for collections.
package enum CollectionOperator: String, Sendable, Hashable, CaseIterable {
  /// `@count`: the number of elements.
  case count
  /// `@sum`: nulls count as 0; 0 for an empty collection.
  case sum
  /// `@avg`: nulls count as 0; 0 for an empty collection.
  case avg
  /// `@min`: nulls are skipped; null for an empty collection.
  case min
  /// `@max`: nulls are skipped; null for an empty collection.
  case max
  /// `@unionOfObjects`: the values, without nulls.
  case unionOfObjects
  /// `@distinctUnionOfObjects`: the values, without nulls and repetitions, in order of first appearance.
  case distinctUnionOfObjects
  /// `@unionOfArrays`: the elements of the values, which are lists.
  case unionOfArrays
  /// `@distinctUnionOfArrays`: the same without repetitions.
  case distinctUnionOfArrays
  /// `@distinctUnionOfSets`: as ``distinctUnionOfArrays``, since values know no sets.
  case distinctUnionOfSets
}

/// What stands between brackets.
package enum ElementSelector: Sendable, Hashable {
  /// `[FIRST]`
  case first
  /// `[LAST]`
  case last
  /// `[SIZE]`: the number of elements.
  case size
  /// `[n]`: an index from 0 or a dictionary's key.
  case index(ExpressionNode)
}

/// The operators on sets; results keep the order of first appearance and have no repetitions.
package enum SetOperator: String, Sendable, Hashable, CaseIterable {
  /// Elements of either side.
  case union = "UNION"
  /// Elements of both sides.
  case intersect = "INTERSECT"
  /// Elements of the left side that are not in the right.
  case minus = "MINUS"
}
