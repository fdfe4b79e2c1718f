import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraData

@Suite("The difference of two results")
struct RowDifferenceTests {
  private let store: Store
  private let layout: EntityLayout

  init() throws {
    store = try Models.store(Models.items)
    layout = try store.layout("Item")
  }

  private func result(_ ids: [Int64], versions: [Int64]? = nil) -> FetchResult {
    FetchResult(
      store: store, layout: layout, ids: ids, versions: versions ?? ids.map { _ in 1 }, sections: nil)
  }

  /// Does the steps one after the other.
  private func apply(_ steps: [RowOperation], to ids: [Int64]) -> [Int64] {
    var ids = ids
    for step in steps {
      switch step {
      case .remove(let row, let index):
        #expect(ids[index] == row.key)
        ids.remove(at: index)
      case .insert(let row, let index): ids.insert(row.key, at: index)
      case .move(let row, let from, let to):
        #expect(ids[from] == row.key)
        ids.remove(at: from)
        ids.insert(row.key, at: to)
      case .update(let row, let index): #expect(ids[index] == row.key)
      }
    }
    return ids
  }

  @Test("equal lists differ in nothing")
  func handlesEqualLists() {
    #expect(difference(from: result([1, 2]), to: result([1, 2])).isEmpty)
    #expect(difference(from: result([]), to: result([])).isEmpty)
  }

  @Test("one step says what one change did")
  func namesSingleChanges() {
    func row(_ key: Int64) -> ValueObjectIdentity { ValueObjectIdentity(kind: "Item", key: key) }
    #expect(difference(from: result([1, 2, 3]), to: result([1, 3])) == [.remove(row(2), index: 1)])
    #expect(difference(from: result([1, 3]), to: result([1, 2, 3])) == [.insert(row(2), index: 1)])
    #expect(difference(from: result([1, 2, 3]), to: result([2, 3, 1])) == [.move(row(1), from: 0, to: 2)])
    #expect(difference(from: result([1, 2, 3]), to: result([3, 1, 2])) == [.move(row(3), from: 2, to: 0)])
    #expect(
      difference(from: result([1, 2], versions: [1, 1]), to: result([2, 1], versions: [2, 1])).last
        == .update(row(2), index: 0))
  }

  @Test("all lists of up to five rows lead to each other")
  func exhaustsSmallLists() {
    func arrangements(_ rows: [Int64], _ count: Int) -> [[Int64]] {
      if count == 0 { return [[]] }
      return rows.flatMap { row in arrangements(rows.filter { $0 != row }, count - 1).map { [row] + $0 } }
    }
    let lists = (0...4).flatMap { arrangements([1, 2, 3, 4, 5], $0) } + arrangements([1, 2, 3, 4, 5], 5)
    let starts: [[Int64]] = [[], [1], [1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 4, 5]]
    for old in starts {
      for new in lists {
        #expect(apply(difference(from: result(old), to: result(new)), to: old) == new)
      }
    }
  }

  @Test("random lists lead to each other", arguments: 0..<30)
  func handlesRandomLists(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let old = (0..<Int64(80)).filter { _ in Bool.random(using: &generator) }.shuffled(using: &generator)
    var new = (0..<Int64(80)).filter { _ in Bool.random(using: &generator) }
    if seed % 2 == 0 { new.shuffle(using: &generator) }
    #expect(apply(difference(from: result(old), to: result(new)), to: old) == new)
  }

  @Test("as few rows as possible move")
  func movesLittle() {
    var ids = Array(Int64(0)..<10_000)
    let old = ids
    ids.swapAt(10, 9000)
    let steps = difference(from: result(old), to: result(ids))
    #expect(steps.count == 2)
    #expect(apply(steps, to: old) == ids)
  }

  @Test("fetches before and after a change say what changed")
  func followsTheStore() throws {
    let items = try (0..<5).map { try store.insert("Item", ["identifier": .integer($0)]) }
    let request = FetchRequest("Item", sortByFields: "identifier")
    let old = try store.fetch(request)
    try store.update(items[0], ["identifier": 9])
    try store.update(items[2], ["name": "x"])
    try store.delete([items[3]])
    let steps = difference(from: old, to: try store.fetch(request))
    #expect(
      steps == [
        .remove(items[3].identity, index: 3), .move(items[0].identity, from: 0, to: 3),
        .update(items[2].identity, index: 1), .update(items[0].identity, index: 3),
      ])
  }
}
