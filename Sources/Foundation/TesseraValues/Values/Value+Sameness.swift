extension Value {
  /// Whether nobody could tell the two apart: equal data of equal types, and of objects the same reading.
  ///
  /// Stricter than `==`, for which two readings of one row are equal although a value in the row has changed, and 1
  /// equals true. What compares equal here need not be shown or computed again.
  ///
  /// - Complexity: linear in the size of the data; objects count as one.
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
