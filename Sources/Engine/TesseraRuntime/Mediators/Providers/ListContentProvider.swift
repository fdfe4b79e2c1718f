import TesseraData
import TesseraExpressions
import TesseraValues

/// Provides the elements of a list that is known as a whole: selected, filtered and sorted.
package class ListContentProvider: ContentProvider {
  private var fetched: [Value] = []
  private var keys: [Int64] = []

  private var items: [Value] {
    fetchIfNeeded()
    return fetched
  }

  /// What there is before anything is selected.
  var source: [Value] { [] }

  override var count: Int { items.count }

  override func item(at index: Int) -> Value { items.indices.contains(index) ? items[index] : .null }

  override func key(at index: Int) -> Int64 { keys.indices.contains(index) ? keys[index] : Int64(index) }

  /// Whether ``source`` is selected and sorted already.
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

  /// An object's own key, as it stays the same where the object goes. What is no object, what comes twice, and objects
  /// of different entities with one key are named by their places, below zero where no object's key is.
  private static func keys(of values: [Value]) -> [Int64] {
    var seen: Set<Int64> = []
    return values.enumerated().map { index, value in
      if let key = value.object?.identity.key, seen.insert(key).inserted { key } else { -1 - Int64(index) }
    }
  }
}

extension Value {
  /// The elements of a list; anything else is a list of itself, and null of nothing.
  var elements: [Value] { array ?? (isNull ? [] : [self]) }
}
