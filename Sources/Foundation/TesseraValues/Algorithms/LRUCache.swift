/// A dictionary with a bounded total cost that evicts the least recently used elements.
///
/// Reading and writing take constant time. The type is inlinable because every layout pass looks up strings in it.
package struct LRUCache<Key: Hashable, Element> {
  /// An element and its neighbours in order of use, as indices into `entries`; -1 means none.
  @usableFromInline struct Entry {
    @usableFromInline var key: Key
    @usableFromInline var element: Element
    @usableFromInline var cost: Int
    @usableFromInline var newer = -1
    @usableFromInline var older = -1

    @inlinable init(key: Key, element: Element, cost: Int) {
      self.key = key
      self.element = element
      self.cost = cost
    }
  }

  @usableFromInline var entries: [Entry] = []
  @usableFromInline var indexes: [Key: Int] = [:]
  @usableFromInline var newest = -1
  @usableFromInline var oldest = -1
  @usableFromInline var cost = 0
  /// The maximum total cost of all elements.
  package let maximumCost: Int

  /// Creates an empty cache whose elements cost at most `maximumCost` in total, for example in bytes.
  @inlinable package init(maximumCost: Int) { self.maximumCost = maximumCost }

  /// The total cost of all elements.
  @inlinable package var totalCost: Int { cost }

  /// The number of elements.
  @inlinable package var count: Int { entries.count }

  /// Returns the element for a key and marks it as the most recently used.
  @inlinable package mutating func element(for key: Key) -> Element? {
    guard let index = indexes[key] else { return nil }
    if index != newest {
      unlink(index)
      linkAsNewest(index)
    }
    return entries[index].element
  }

  /// Stores an element and replaces the previous element for the key. An element that costs more than `maximumCost` is
  /// not stored.
  @inlinable package mutating func insert(_ element: Element, for key: Key, cost: Int) {
    remove(key)
    guard cost <= maximumCost else { return }
    while totalCost + cost > maximumCost, oldest >= 0 { remove(at: oldest) }
    let index = entries.count
    entries.append(Entry(key: key, element: element, cost: cost))
    indexes[key] = index
    self.cost += cost
    linkAsNewest(index)
  }

  /// Removes the element for a key.
  @inlinable package mutating func remove(_ key: Key) {
    if let index = indexes[key] { remove(at: index) }
  }

  /// Removes the entry at an index; the last entry of the array fills the gap.
  @inlinable mutating func remove(at index: Int) {
    unlink(index)
    indexes[entries[index].key] = nil
    cost -= entries[index].cost
    let moved = entries.removeLast()
    guard index < entries.count else { return }
    entries[index] = moved
    indexes[moved.key] = index
    if moved.newer >= 0 { entries[moved.newer].older = index } else { newest = index }
    if moved.older >= 0 { entries[moved.older].newer = index } else { oldest = index }
  }

  @inlinable mutating func unlink(_ index: Int) {
    let (newer, older) = (entries[index].newer, entries[index].older)
    if newer >= 0 { entries[newer].older = older } else { newest = older }
    if older >= 0 { entries[older].newer = newer } else { oldest = newer }
  }

  @inlinable mutating func linkAsNewest(_ index: Int) {
    entries[index].newer = -1
    entries[index].older = newest
    if newest >= 0 { entries[newest].newer = index } else { oldest = index }
    newest = index
  }
}

extension LRUCache.Entry: Sendable where Key: Sendable, Element: Sendable {}

extension LRUCache: Sendable where Key: Sendable, Element: Sendable {}
