/// A dictionary of bounded cost that forgets what was not asked for the longest time.
///
/// Reading and writing take constant time.
struct LeastRecentlyUsed<Key: Hashable, Element> {
  private struct Entry {
    var key: Key
    var element: Element
    var cost: Int
    var newer: Int
    var older: Int
  }

  private static var none: Int { -1 }

  private var entries: [Entry] = []
  private var places: [Key: Int] = [:]
  private var newest = none
  private var oldest = none
  private(set) var totalCost = 0
  let maximumCost: Int

  /// An empty cache whose elements' costs add up to `maximumCost` at most.
  init(maximumCost: Int) { self.maximumCost = maximumCost }

  var count: Int { places.count }

  /// Reads an element, which becomes the newest.
  mutating func element(for key: Key) -> Element? {
    guard let place = places[key] else { return nil }
    if place != newest {
      unlink(place)
      linkAsNewest(place)
    }
    return entries[place].element
  }

  /// Adds an element that is not there yet. One that costs more than the whole cache may is not kept.
  mutating func insert(_ element: Element, for key: Key, cost: Int) {
    guard cost <= maximumCost, places[key] == nil else { return }
    var freed = Self.none
    while totalCost + cost > maximumCost, oldest != Self.none {
      freed = removeOldest(reusing: freed)
    }
    let entry = Entry(key: key, element: element, cost: cost, newer: Self.none, older: Self.none)
    let place: Int
    if freed == Self.none {
      place = entries.count
      entries.append(entry)
    } else {
      place = freed
      entries[place] = entry
    }
    places[key] = place
    totalCost += cost
    linkAsNewest(place)
  }

  /// Removes the oldest entry and gives its place in the array, closing an earlier gap with the array's last entry.
  private mutating func removeOldest(reusing gap: Int) -> Int {
    let place = oldest
    unlink(place)
    places[entries[place].key] = nil
    totalCost -= entries[place].cost
    guard gap != Self.none else { return place }
    // Two gaps: the array's last entry moves into the higher gap, so that at most one gap is left.
    let (low, high) = (min(gap, place), max(gap, place))
    let last = entries.count - 1
    if high != last { move(last, to: high) }
    entries.removeLast()
    return low
  }

  private mutating func move(_ source: Int, to target: Int) {
    entries[target] = entries[source]
    places[entries[target].key] = target
    if entries[target].newer != Self.none { entries[entries[target].newer].older = target } else { newest = target }
    if entries[target].older != Self.none { entries[entries[target].older].newer = target } else { oldest = target }
  }

  private mutating func unlink(_ place: Int) {
    let (newer, older) = (entries[place].newer, entries[place].older)
    if newer != Self.none { entries[newer].older = older } else { newest = older }
    if older != Self.none { entries[older].newer = newer } else { oldest = newer }
  }

  private mutating func linkAsNewest(_ place: Int) {
    entries[place].newer = Self.none
    entries[place].older = newest
    if newest != Self.none { entries[newest].newer = place } else { oldest = place }
    newest = place
  }
}
