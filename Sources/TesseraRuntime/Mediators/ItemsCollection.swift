import TesseraData
import TesseraExpressions
import TesseraValues
import TesseraViews

/// Provides the elements of a list that is found in another object.
package final class ItemsCollection: ContentProvider {
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
