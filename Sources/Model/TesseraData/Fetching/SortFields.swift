import Foundation
import TesseraExpressions
package import TesseraValues

/// An order of objects: key paths that all sort in one direction.
///
/// Null comes before everything, then truth values and numbers, texts by the scalars of their canonical decomposition,
/// dates. Lists, dictionaries and objects keep the order they had. The store's queries sort the same way.
package struct SortFields: Sendable, Hashable {
  /// The key paths, the most important first.
  package var paths: [ValuePath]
  /// Whether small values come first.
  package var isAscending: Bool

  /// Reads key paths between commas; blanks around them do not count.
  package init(_ fields: String?, isAscending: Bool = true) {
    paths = (fields ?? "").split(separator: ",").map { field in
      ValuePath(field.trimmingCharacters(in: .whitespacesAndNewlines))
    }.filter { !$0.isEmpty }
    self.isAscending = isAscending
  }

  /// The values in order; equal ones stay as they were.
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

  /// Negative, zero or positive.
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
