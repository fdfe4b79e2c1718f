extension Value {
  /// Returns whether two values are indistinguishable: equal data of equal types, and identical object instances.
  ///
  /// This comparison is stricter than `==`, which treats two instances of one row as equal even if a value in the row
  /// has changed, and treats 1 as equal to true. A value that is the same need not be displayed or computed again.
  ///
  /// - Complexity: Linear in the size of the data; each object counts as one.
  package func isSame(as other: Value) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.double(let a), .double(let b)): a == b || (a.isNaN && b.isNaN)
    case (.string(let a), .string(let b)): a == b
    case (.date(let a), .date(let b)): a == b
    case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
    case (.dictionary(let a), .dictionary(let b)):
      a.count == b.count && a.allSatisfy { key, value in b[key]?.isSame(as: value) ?? false }
    case (.object(let a), .object(let b)): a === b
    default: false
    }
  }
}
