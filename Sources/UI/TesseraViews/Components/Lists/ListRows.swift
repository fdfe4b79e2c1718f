package import TesseraValues

/// The rows that are made of a list's items: one for each, in groups where there are sections, each with a head of its own.
package struct ListRows: Sendable {
  /// A row.
  package enum Row: Sendable {
    /// An item, by its place in the list.
    case item(Int)
    /// The head of a section: what its items have in common, and how many they are.
    case section(Value, count: Int)
  }

  /// The items.
  package let items: [Value]
  /// The rows in order.
  package private(set) var rows: [Row] = []
  /// What names each row as long as it is there.
  package private(set) var keys: [Int64] = []
  /// The rows that are heads of sections, in order.
  package private(set) var sectionRows: [Int] = []

  /// The most items; more are left out.
  package static let maximumCount = 1_000_000

  /// Rows without items.
  package init() { items = [] }

  /// Makes rows of items.
  ///
  /// - Parameters:
  ///   - key: Where an item says what it is; nil for objects of the store by their identity, for others by `id` if they have
  ///     one, else by what they are.
  ///   - section: Where an item says which section it belongs to; nil for no sections. Sections stand in the order in which
  ///     they are met, and so do items in them.
  ///   - names: Gives equal keys the same number.
  package init(_ items: [Value], key: ValuePath?, section: ValuePath?, names: inout RowKeys) {
    self.items = items.count > Self.maximumCount ? Array(items.prefix(Self.maximumCount)) : items
    names.begin()
    var itemKeys: [Int64] = []
    itemKeys.reserveCapacity(self.items.count)
    for item in self.items { itemKeys.append(names.number(of: item, key)) }
    if let section {
      var places: [String: Int] = [:]
      var sections: [(head: Value, items: [Int])] = []
      for (index, item) in self.items.enumerated() {
        let head = item.value(at: section)
        let name = head.description
        if let place = places[name] {
          sections[place].items.append(index)
        } else {
          places[name] = sections.count
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

  /// What a row shows: its item, or `{"title", "count"}` of a section.
  package func value(at row: Int) -> Value {
    guard rows.indices.contains(row) else { return .null }
    switch rows[row] {
    case .item(let index): return items[index]
    case .section(let head, let count): return ["title": head, "count": .integer(Int64(count))]
    }
  }

  /// The place of a row's item in the list; nil for the head of a section.
  package func itemIndex(at row: Int) -> Int? {
    guard rows.indices.contains(row), case .item(let index) = rows[row] else { return nil }
    return index
  }
}

/// Numbers for keys: equal keys have equal numbers from one reading of a list to the next, and no two rows have the same.
package struct RowKeys: Sendable {
  private var numbers: [String: Int64] = [:]
  private var used: [String: Int64] = [:]
  private var repetitions: [String: Int] = [:]
  private var last: Int64 = 0

  /// No names yet.
  package init() {}

  /// Begins to name the rows of another list.
  package mutating func begin() {
    used.removeAll(keepingCapacity: true)
    repetitions = [:]
  }

  /// Forgets the names that were not used.
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

  /// The number of a group of rows.
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
