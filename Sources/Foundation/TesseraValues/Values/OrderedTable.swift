/// Values by key, in the order in which the keys came. A key that is repeated has its last value, in its first place.
package struct OrderedTable<Element: Sendable>: Sendable {
  /// A key and its value.
  package struct Entry: Sendable {
    package var key: String
    package var value: Element
  }

  /// The entries in their order.
  package private(set) var entries: [Entry] = []
  private var indexes: [String: Int] = [:]

  /// Creates an empty table.
  package init() {}

  /// - Complexity: O(1) for reading and writing.
  package subscript(key: String) -> Element? { indexes[key].map { entries[$0].value } }

  /// Sets the value of a key.
  package mutating func set(_ value: Element, for key: String) {
    if let index = indexes[key] {
      entries[index].value = value
    } else {
      indexes[key] = entries.count
      entries.append(Entry(key: key, value: value))
    }
  }
}

extension OrderedTable: Equatable where Element: Equatable {}
extension OrderedTable: Hashable where Element: Hashable {}
extension OrderedTable.Entry: Equatable where Element: Equatable {}
extension OrderedTable.Entry: Hashable where Element: Hashable {}
