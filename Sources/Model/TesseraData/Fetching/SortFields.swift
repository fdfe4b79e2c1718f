import Foundation
import TesseraExpressions
import TesseraText
package import TesseraValues

/// A sort order for objects: a list of key paths with a common direction.
///
/// Null sorts first, followed by booleans and numbers, texts by the scalars of their canonical decomposition, and
/// dates. Lists, dictionaries and objects keep their order. The store's queries sort in the same way.
package struct SortFields: Sendable, Hashable {
  /// The key paths, from highest to lowest priority.
  package var paths: [ValuePath]
  /// Whether the order is ascending.
  package var isAscending: Bool

  /// Parses comma-separated key paths. Whitespace around them is ignored.
  package init(_ fields: String?, isAscending: Bool = true) {
    paths = (fields ?? "").split(separator: ",").map { field in
      ValuePath(field.trimmingCharacters(in: .whitespacesAndNewlines))
    }.filter { !$0.isEmpty }
    self.isAscending = isAscending
  }

  /// Returns the values in sorted order. The sort is stable.
  package func sorted(_ values: [Value]) -> [Value] {
    guard !paths.isEmpty else { return values }
    let keyed = values.map { value in (value: value, keys: paths.map { value.value(at: $0) }) }
    return keyed.enumerated().sorted { left, right in
      for (a, b) in zip(left.element.keys, right.element.keys) {
        let order = Self.compare(a, b)
        if order != 0 { return isAscending ? order < 0 : order > 0 }
      }
      return left.offset < right.offset
    }.map(\.element.value)
  }

  /// Compares two values. Returns a negative number, zero or a positive number.
  static func compare(_ left: Value, _ right: Value) -> Int {
    switch (left, right) {
    case (.integer(let a), .integer(let b)): return a < b ? -1 : a > b ? 1 : 0
    case (.string(let a), .string(let b)): return TextFolding.compare(a, b, options: [])
    case (.date(let a), .date(let b)): return a < b ? -1 : a > b ? 1 : 0
    default: break
    }
    if let a = left.number, let b = right.number { return a < b ? -1 : a > b ? 1 : 0 }
    return rank(left) - rank(right)
  }

  private static func rank(_ value: Value) -> Int {
    switch value {
    case .null: 0
    case .bool, .integer, .double: 1
    case .string: 2
    case .date: 3
    case .array, .dictionary, .object: 4
    }
  }
}
