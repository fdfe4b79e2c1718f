import Foundation
import TesseraExpressions
import TesseraValues
import TesseraViews

/// Provides the elements of a list that is found in another object.
public final class ItemsCollection: ContentProvider {
  private var fetched: [Value] = []
  private var keys: [Int64] = []

  private var items: [Value] {
    fetchIfNeeded()
    return fetched
  }

  override var count: Int { items.count }

  override func item(at index: Int) -> Value { items.indices.contains(index) ? items[index] : .null }

  override func key(at index: Int) -> Int64 { keys.indices.contains(index) ? keys[index] : Int64(index) }

  override func fetch() {
    let list = (masterValue ?? .null).value(at: ValuePath(masterKeyPath ?? ""))
    var selected = list.array ?? (list.isNull ? [] : [list])
    if let predicate = predicate(predicateFormat) { selected = predicate.filter(selected, context: context) }
    if let input = searchString, !input.isEmpty, let filter = predicate(filterFormat) {
      selected = filter.filter(selected, variables: ["input": .string(input)], context: context)
    }
    if let fields = sortByFields { selected = sorted(selected, by: fields) }
    fetched = selected
    keys = Self.keys(of: selected)
  }

  /// An object's own key, as it stays the same where the object goes. What is no object, what comes twice, and objects
  /// of different entities with one key are named by their places, below zero where no object's key is.
  private static func keys(of values: [Value]) -> [Int64] {
    var seen: Set<Int64> = []
    return values.enumerated().map { index, value in
      if let key = value.object?.identity.key, seen.insert(key).inserted { key } else { -1 - Int64(index) }
    }
  }

  private func sorted(_ values: [Value], by fields: String) -> [Value] {
    let paths = fields.split(separator: ",").map { ValuePath($0.trimmingCharacters(in: .whitespaces)) }
    return values.enumerated().sorted { left, right in
      for path in paths {
        let (a, b) = (left.element.value(at: path), right.element.value(at: path))
        if a != b { return Self.precedes(a, b) == sortAscending }
      }
      return left.offset < right.offset
    }.map(\.element)
  }

  /// Null first, then numbers, dates and texts each in their order.
  private static func precedes(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.null, _): true
    case (_, .null): false
    case (.string(let a), .string(let b)): a < b
    case (.date(let a), .date(let b)): a < b
    default: (left.number ?? 0) < (right.number ?? 0)
    }
  }
}
