extension TemplateNode {
  /// The string literals that may be results of the node.
  var literalResults: [String] {
    switch self {
    case .literal(.text(let text)): [text]
    case .infix(.coalesce, let left, let right): left.literalResults + right.literalResults
    case .conditional(_, let yes, let no): yes.literalResults + no.literalResults
    default: []
    }
  }
}

/// The type of a template's result, as far as it is known without data. Every type also allows null.
package enum TemplateResultType: Sendable, Hashable {
  /// The type depends on the data, on operations or on transformers.
  case any
  /// Text.
  case text
  /// A number.
  case number
  /// A Boolean value.
  case bool
  /// A list.
  case list
  /// Null only.
  case null

  /// Determines the type of an expression.
  init(of node: TemplateNode) {
    switch node {
    case .literal(.null): self = .null
    case .literal(.bool), .not: self = .bool
    case .literal(.integer), .literal(.double), .negative: self = .number
    case .literal(.text): self = .text
    case .list: self = .list
    case .collection(_, let collectionOperator, let keys): self = Self.type(of: collectionOperator, keys)
    case .infix(let sign, let left, let right): self = Self.type(of: sign, Self(of: left), Self(of: right))
    case .conditional(_, let yes, let no): self = Self(of: yes).or(Self(of: no))
    // Hosts may redefine operations and transformers.
    case .binding, .operation, .object, .function, .member, .element, .transformed: self = .any
    }
  }

  /// Returns the type of a value that has either this type or another one.
  private func or(_ other: Self) -> Self {
    self == other || other == .null ? self : self == .null ? other : .any
  }

  private static func type(of collectionOperator: CollectionOperator, _ keys: [String]) -> Self {
    switch collectionOperator {
    case .count: keys.isEmpty ? .number : .any
    case .sum, .avg, .min, .max: .any
    case .unionOfObjects, .distinctUnionOfObjects, .unionOfArrays, .distinctUnionOfArrays, .distinctUnionOfSets: .list
    }
  }

  private static func type(of sign: TemplateOperator, _ left: Self, _ right: Self) -> Self {
    switch sign {
    case .or, .and, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: .bool
    case .coalesce: left.or(right)
    case .add:
      if left == .text || right == .text {
        .text
      } else if left == .any || right == .any {
        .any
      } else {
        .number
      }
    // The difference of two dates is a number; a date minus a number is a date.
    case .subtract: left == .any ? .any : .number
    case .multiply, .divide, .remainder: .number
    }
  }
}
