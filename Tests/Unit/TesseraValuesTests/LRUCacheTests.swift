import TesseraTestSupport
import TesseraValues
import Testing

@Suite("The least recently used cache")
struct LRUCacheTests {
  @Test func `the most recently read element stays`() {
    var cache = LRUCache<String, Int>(maximumCost: 3)
    cache.insert(1, for: "a", cost: 1)
    cache.insert(2, for: "b", cost: 1)
    cache.insert(3, for: "c", cost: 1)
    #expect(cache.element(for: "a") == 1)
    cache.insert(4, for: "d", cost: 1)
    #expect(cache.element(for: "b") == nil)
    #expect(cache.element(for: "a") == 1)
    #expect(cache.element(for: "c") == 3)
    #expect(cache.element(for: "d") == 4)
  }

  @Test func `an element that costs too much is not stored`() {
    var cache = LRUCache<String, Int>(maximumCost: 3)
    cache.insert(1, for: "a", cost: 3)
    cache.insert(2, for: "b", cost: 4)
    #expect(cache.element(for: "a") == 1)
    #expect(cache.element(for: "b") == nil)
  }

  @Test func `an element replaces the previous one of its key, even one that costs too much`() {
    var cache = LRUCache<String, Int>(maximumCost: 3)
    cache.insert(1, for: "a", cost: 3)
    cache.insert(2, for: "a", cost: 2)
    #expect(cache.element(for: "a") == 2)
    #expect(cache.totalCost == 2)
    cache.insert(3, for: "a", cost: 4)
    #expect(cache.element(for: "a") == nil)
    #expect(cache.totalCost == 0)
  }

  @Test(arguments: 0..<20)
  func `random operations match a simple list`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var cache = LRUCache<Int, Int>(maximumCost: 20)
    var model: [(key: Int, cost: Int)] = []
    for _ in 0..<2000 {
      let key = Int.random(in: 0..<30, using: &generator)
      let known = model.firstIndex { $0.key == key }
      #expect(cache.element(for: key) == known.map { _ in key })
      if let known, Int.random(in: 0..<4, using: &generator) == 0 {
        cache.remove(key)
        model.remove(at: known)
      } else if let known {
        model.append(model.remove(at: known))
      } else {
        let cost = Int.random(in: 1...9, using: &generator)
        cache.insert(key, for: key, cost: cost)
        while model.reduce(0, { $0 + $1.cost }) + cost > 20 { model.removeFirst() }
        model.append((key, cost))
      }
      #expect(cache.count == model.count)
      #expect(cache.totalCost == model.reduce(0) { $0 + $1.cost })
    }
  }
}
