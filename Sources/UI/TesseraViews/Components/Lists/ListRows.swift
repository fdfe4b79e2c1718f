package import TesseraValues

/// The rows for the items of a list: one for each item, grouped into sections with headers if there are sections.
package struct ListRows: Sendable {
  /// A row.
  package enum Row: Sendable {
    /// An item, by its index in the list.
    case item(Int)
    /// The header of a section: the common value of its items, and their number.
    case section(Value, count: Int)
  }

  /// The items.
  package let items: [Value]
  /// The rows in order.
  package private(set) var rows: [Row] = []
  /// The keys that identify the rows while they exist.
  package private(set) var keys: [Int64] = []
  /// The rows that are section headers, in order.
  package private(set) var sectionRows: [Int] = []

  /// The maximum number of items of a list. Further ones are ignored.
  package static let maximumCount = 1_000_000

  /// Creates an empty list of rows.
  package init() { items = [] }

  /// Creates the rows for items.
  ///
  /// - Parameters:
  ///   - key: The path to the key of an item. If nil, objects of the store are identified by their identity, other
  ///     items by `id` if they have one, otherwise by their value.
  ///   - section: The path to the section of an item; nil for no sections. Sections and the items in them keep the
  ///     order of the list.
  ///   - names: Assigns numbers to keys, with equal numbers for equal keys.
  package init(_ items: [Value], key: ValuePath?, section: ValuePath?, names: inout RowKeys) {
    self.items = items.count > Self.maximumCount ? Array(items.prefix(Self.maximumCount)) : items
    names.begin()
    var itemKeys: [Int64] = []
    itemKeys.reserveCapacity(self.items.count)
    for item in self.items { itemKeys.append(names.number(of: item, key)) }
    if let section {
      var sectionIndexes: [String: Int] = [:]
      var sections: [(head: Value, items: [Int])] = []
      for (index, item) in self.items.enumerated() {
        let head = item.value(at: section)
        let name = head.description
        if let sectionIndex = sectionIndexes[name] {
          sections[sectionIndex].items.append(index)
        } else {
          sectionIndexes[name] = sections.count
          sections.append((head, [index]))
        }
      }
      for section in sections {
        sectionRows.append(rows.count)
        rows.append(.section(section.head, count: section.items.count))
        keys.append(names.number(ofSection: section.head))
        for index in section.items {
          rows.append(.item(index))
          keys.append(itemKeys[index])
        }
      }
    } else {
      rows = self.items.indices.map(Row.item)
      keys = itemKeys
    }
    names.end()
  }

  /// Returns the data of a row: its item, or `{"title", "count"}` of a section.
  package func value(at row: Int) -> Value {
    guard rows.indices.contains(row) else { return .null }
    switch rows[row] {
    case .item(let index): return items[index]
    case .section(let head, let count): return ["title": head, "count": .integer(Int64(count))]
    }
  }

  /// Returns the index of a row's item in the list; nil for a section header.
  package func itemIndex(at row: Int) -> Int? {
    guard rows.indices.contains(row), case .item(let index) = rows[row] else { return nil }
    return index
  }
}

/// Assigns numbers to keys. Equal keys have equal numbers each time a list is read, and no two rows have the same
/// number.
package struct RowKeys: Sendable {
  private var numbers: [String: Int64] = [:]
  private var used: [String: Int64] = [:]
  private var repetitions: [String: Int] = [:]
  private var last: Int64 = 0

  /// Creates an empty assignment.
  package init() {}

  /// Begins to assign numbers for another list.
  package mutating func begin() {
    used.removeAll(keepingCapacity: true)
    repetitions = [:]
  }

  /// Discards the keys that were not used.
  package mutating func end() { swap(&numbers, &used) }

  mutating func number(of item: Value, _ key: ValuePath?) -> Int64 {
    if let key { return number(named: "k" + item.value(at: key).description) }
    switch item {
    case .object(let object): return number(named: "o\(object.identity)")
    case .dictionary(let members):
      if let identity = members["id"], !identity.isNull { return number(named: "k" + identity.description) }
      return number(named: "v" + JSONText.text(of: item))
    default: return number(named: "v" + item.description)
    }
  }

  /// Returns the number of a section.
  package mutating func number(ofSection head: Value) -> Int64 { number(named: "s" + head.description) }

  private mutating func number(named name: String) -> Int64 {
    var name = name
    if used[name] != nil {
      let count = repetitions[name, default: 1]
      repetitions[name] = count + 1
      name += "\u{0}\(count)"
    }
    let number = numbers[name] ?? newNumber()
    used[name] = number
    return number
  }

  private mutating func newNumber() -> Int64 {
    last += 1
    return last
  }
}
