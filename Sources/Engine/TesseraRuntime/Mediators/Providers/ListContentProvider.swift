import TesseraData
import TesseraExpressions
import TesseraValues

/// Provides the selected, filtered and sorted elements of an in-memory list.
package class ListContentProvider: ContentProvider {
  private var fetched: [Value] = []
  private var keys: [Int64] = []

  private var items: [Value] {
    fetchIfNeeded()
    return fetched
  }

  /// The list before selection.
  var source: [Value] { [] }

  override var count: Int { items.count }

  override func item(at index: Int) -> Value { items.indices.contains(index) ? items[index] : .null }

  override func key(at index: Int) -> Int64 { keys.indices.contains(index) ? keys[index] : Int64(index) }

  /// Whether ``source`` is already selected and sorted.
  var isSelected: Bool { false }

  override func fetch() {
    guard !isSelected else {
      fetched = source
      return keys = Self.keys(of: fetched)
    }
    var selected = source
    if let predicate { selected = predicate.filter(selected, context: context) }
    if let input = searchString, !input.isEmpty, let filter {
      selected = filter.filter(selected, variables: ["input": .string(input)], context: context)
    }
    fetched = sortFields.sorted(selected)
    keys = Self.keys(of: fetched)
  }

  /// Returns the keys of values. An object has its own key, which is stable when it moves. Values that are not objects,
  /// duplicates, and objects of different entities with the same key have negative keys by position, which no object
  /// has.
  private static func keys(of values: [Value]) -> [Int64] {
    var seen: Set<Int64> = []
    return values.enumerated().map { index, value in
      if let key = value.object?.identity.key, seen.insert(key).inserted { key } else { -1 - Int64(index) }
    }
  }
}

extension Value {
  /// The elements of a list; empty for null, and otherwise a list of the value itself.
  var elements: [Value] { array ?? (isNull ? [] : [self]) }
}
