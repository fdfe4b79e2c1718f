/// Keeps values up to a number of bytes; the least recently used go first.
struct ByteBoundedCache<Key: Hashable, Element> {
  private struct Entry {
    var element: Element
    var bytes: Int
    var lastUse: Int
  }

  private var entries: [Key: Entry] = [:]
  private var uses = 0
  /// The bytes of all values.
  private(set) var bytes = 0
  let maximumBytes: Int

  init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

  /// The value of a key, which thereby is the last one used.
  mutating func value(for key: Key) -> Element? {
    uses += 1
    entries[key]?.lastUse = uses
    return entries[key]?.element
  }

  /// Keeps a value, unless it alone is too large.
  /// - Complexity: O(1), or O(n log n) in the number of values when some have to go.
  mutating func insert(_ element: Element, for key: Key, bytes count: Int) {
    remove(key)
    guard count <= maximumBytes else { return }
    uses += 1
    entries[key] = Entry(element: element, bytes: count, lastUse: uses)
    bytes += count
    guard bytes > maximumBytes else { return }
    for (key, _) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      remove(key)
      if bytes <= maximumBytes { break }
    }
  }

  /// Forgets a value.
  mutating func remove(_ key: Key) {
    if let entry = entries.removeValue(forKey: key) { bytes -= entry.bytes }
  }
}
