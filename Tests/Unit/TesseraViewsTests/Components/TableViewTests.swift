import TesseraLayout
import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraViews

@Suite("A table")
struct TableViewTests {
  @Test func `makes only the rows near the visible range`() {
    let fixture = TableFixture(RowSource(count: 10_000))
    let (table, source) = (fixture.table, fixture.source)
    #expect(table.rowCount == 10_000)
    #expect(
      table.visibleCells.map(\.key) == Array(0..<20), "480 points above nothing, then two heights of 50-point rows")
    #expect(source.madeCells == 20)
    table.scroll(to: 100_000)
    _ = fixture.hierarchy.commit()
    #expect(table.visibleCells.count <= 31)
    #expect(table.visibleCells.first.map { $0.frame.y <= table.offset } == true)
    #expect(table.visibleCells.last.map { $0.frame.maxY >= table.offset + 480 } == true)
  }

  @Test func `reports its content height to the host, with estimates`() {
    let fixture = TableFixture(RowSource(count: 1000))
    // 20 rows were measured; the others are estimated at 60 points.
    #expect(fixture.hierarchy.tree()[fixture.table.id]?[.contentHeight] == .double(20 * 50 + 980 * 60))
    #expect(fixture.hierarchy.tree()[fixture.table.id]?[.rowCount] == 1000)
  }

  @Test func `scrolls through all rows, each in its place and none twice`() {
    var generator = SeededGenerator(seed: 7)
    let fixture = TableFixture(RowSource(count: 2000) { _ in Double.random(in: 1...400, using: &generator).rounded() })
    let table = fixture.table
    var seen: Set<Int64> = []
    var last = -1.0
    while table.offset > last {
      last = table.offset
      let cells = table.visibleCells
      seen.formUnion(cells.map(\.key))
      #expect(cells.map(\.key) == cells.map(\.key).sorted())
      for (upper, lower) in zip(cells, cells.dropFirst()) { #expect(upper.frame.maxY == lower.frame.y) }
      #expect(cells.allSatisfy { $0.frame.height == fixture.source.rows[Int($0.key)].height })
      table.scroll(to: table.offset + 400)
      _ = fixture.hierarchy.commit()
    }
    #expect(seen.count == 2000)
    #expect(fixture.source.madeCells == 2000, "no row is made twice on the way down")
    #expect(table.contentHeight == fixture.source.rows.map(\.height).reduce(0, +), "every row is measured by now")
    #expect(table.offset == table.contentHeight - 480)
  }

  @Test(arguments: [5.0, 59, 61, 700])
  func `keeps the reader's place while rows above turn out to be higher or lower`(height: Double) {
    let fixture = TableFixture(RowSource(count: 10_000) { $0 % 2 == 0 ? height : 33 })
    let table = fixture.table
    // Scroll far beyond the measured rows, and then back up through rows that are only estimated.
    table.scroll(to: 200_000)
    _ = fixture.hierarchy.commit()
    for _ in 0..<20 {
      guard let key = fixture.firstVisibleKey, let before = fixture.position(ofKey: key) else {
        Issue.record("no row is visible")
        return
      }
      table.scroll(to: table.offset - 90)
      _ = fixture.hierarchy.commit()
      #expect(fixture.position(ofKey: key) == before + 90)
    }
  }

  @Test func `keeps the reader's place when rows are inserted above`() {
    let fixture = TableFixture(RowSource(count: 500))
    fixture.table.scroll(to: 3010)
    _ = fixture.hierarchy.commit()
    let (key, before) = (fixture.firstVisibleKey ?? -1, fixture.position(ofKey: fixture.firstVisibleKey ?? -1))
    fixture.source.rows.insert(contentsOf: (0..<7).map { RowSource.Row(key: 1000 + $0, height: 77) }, at: 3)
    fixture.table.reloadData()
    _ = fixture.hierarchy.commit()
    #expect(fixture.position(ofKey: key) == before)
    #expect(fixture.firstVisibleKey == key)
  }

  @Test func `keeps the reader's place when rows above are deleted, even the first visible one`() {
    let fixture = TableFixture(RowSource(count: 500))
    fixture.table.scroll(to: 3010)
    _ = fixture.hierarchy.commit()
    guard let first = fixture.firstVisibleKey else {
      Issue.record("no row is visible")
      return
    }
    let before = fixture.position(ofKey: first + 1)
    fixture.source.rows.removeAll { (20...first).contains($0.key) }
    fixture.table.reloadData()
    _ = fixture.hierarchy.commit()
    #expect(fixture.position(ofKey: first + 1) == before)
  }

  @Test func `shows rows inserted at the top to a reader who is there`() {
    let fixture = TableFixture(RowSource(count: 100))
    fixture.source.rows.insert(RowSource.Row(key: 1000, height: 30), at: 0)
    fixture.table.reloadData()
    _ = fixture.hierarchy.commit()
    #expect(fixture.table.offset == 0)
    #expect(fixture.firstVisibleKey == 1000)
    #expect(fixture.source.madeCells == 21, "the others are kept")
  }

  @Test(arguments: [160.0, 200, 640])
  func `keeps the reader's place when the width changes`(width: Double) {
    // Each row is 100 points high at a width of 320, and its height is proportional to the width.
    let fixture = TableFixture(
      RowSource((0..<1000).map { RowSource.Row(key: $0, height: 320 / 100 * 100, wrapWidth: 1024) }))
    fixture.table.scroll(to: 10_050)
    _ = fixture.hierarchy.commit()
    guard let key = fixture.firstVisibleKey, let before = fixture.position(ofKey: key) else {
      Issue.record("no row is visible")
      return
    }
    let height = fixture.table.visibleCells[0].frame.height
    fixture.hierarchy.size.width = width
    _ = fixture.hierarchy.commit()
    #expect(fixture.firstVisibleKey == key)
    let cell = fixture.table.visibleCells.first { $0.key == key }
    #expect(cell?.frame.height == (width / 1024 * 320).rounded())
    let expected = before / height * (width / 1024 * 320)
    #expect(abs((fixture.position(ofKey: key) ?? .nan) - expected) < 1, "the same part of the row")
  }

  @Test func `header and footer scroll along, before and after the rows`() {
    let fixture = TableFixture(RowSource(count: 5))
    let context = fixture.hierarchy.context
    fixture.table.header = context.box(height: 30)
    fixture.table.footer = context.box(height: 20)
    _ = fixture.hierarchy.commit()
    #expect(fixture.table.children.map(\.kind) == [.container, .cell, .cell, .cell, .cell, .cell, .container])
    #expect(fixture.table.children.map(\.frame.y) == [0, 30, 80, 130, 180, 230, 280])
    #expect(fixture.table.contentHeight == 300)
    fixture.table.header = nil
    fixture.table.footer = nil
    _ = fixture.hierarchy.commit()
    #expect(fixture.table.children.map(\.frame.y) == [0, 50, 100, 150, 200])
  }

  @Test func `keeps the reader's place when the header becomes higher`() {
    let fixture = TableFixture(RowSource(count: 500))
    let header = fixture.hierarchy.context.box(height: 30)
    fixture.table.header = header
    fixture.table.scroll(to: 3015)
    _ = fixture.hierarchy.commit()
    let key = fixture.firstVisibleKey ?? -1
    let (before, offset) = (fixture.position(ofKey: key), fixture.table.offset)
    header.style.height = 230
    _ = fixture.hierarchy.commit()
    #expect(before != nil)
    #expect(fixture.position(ofKey: key) == before)
    #expect(fixture.table.offset == offset + 200)
  }

  @Test func `the order of cells among the children is the order of rows, however rows move`() {
    var generator = SeededGenerator(seed: 3)
    let fixture = TableFixture(RowSource(count: 40))
    var tree = fixture.hierarchy.tree()
    for _ in 0..<20 {
      fixture.source.rows.shuffle(using: &generator)
      fixture.table.scroll(to: Double.random(in: 0...2000, using: &generator).rounded())
      tree.nodes[fixture.table.id]?.attributes[.scrollOffset] = fixture.table[.scrollOffset]
      fixture.table.reloadData()
      tree.apply(fixture.hierarchy.commit())
      let keys = fixture.table.visibleCells.map(\.key)
      let first = fixture.table.visibleCells.first?[.rowIndex].integer ?? -1
      #expect(keys == fixture.source.rows.map(\.key)[Int(first)...].prefix(keys.count).map { $0 })
      #expect(tree[fixture.table.id]?.children == fixture.table.children.map(\.id))
      let indexes = tree.preorder().filter { $0.kind == .cell }.map { $0[.rowIndex].integer ?? -1 }
      #expect(indexes == Array(first..<first + Int64(keys.count)))
    }
  }

  @Test func `rows whose keys vanish lose their views, rows that stay keep them`() {
    let fixture = TableFixture(RowSource(count: 10))
    let before = Dictionary(uniqueKeysWithValues: fixture.table.visibleCells.map { ($0.key, $0) })
    fixture.source.rows.removeAll { $0.key % 2 == 0 }
    fixture.table.reloadData()
    _ = fixture.hierarchy.commit()
    #expect(fixture.table.visibleCells.map(\.key) == [1, 3, 5, 7, 9])
    #expect(fixture.table.visibleCells.allSatisfy { before[$0.key] === $0 })
    #expect(before[0]?.parent == nil)
    #expect(fixture.source.madeCells == 10)
  }

  @Test func `an unchanged reload makes no steps`() {
    let fixture = TableFixture(RowSource(count: 10_000))
    fixture.table.reloadData()
    #expect(fixture.hierarchy.commit() == [])
    fixture.table.scroll(to: 5000)
    _ = fixture.hierarchy.commit()
    fixture.table.reloadData()
    #expect(fixture.hierarchy.commit() == [])
  }

  @Test func `the offset stays within content that becomes shorter, and the host is notified`() {
    let fixture = TableFixture(RowSource(count: 100))
    fixture.table.scroll(to: 3000)
    _ = fixture.hierarchy.commit()
    fixture.source.rows.removeLast(80)
    fixture.table.reloadData()
    let patches = fixture.hierarchy.commit()
    #expect(fixture.table.offset == 20 * 50 - 480)
    #expect(
      patches.contains { patch in
        if case .attributes(fixture.table.id, let changes) = patch { changes[.scrollOffset] == 520 } else { false }
      })
    fixture.source.rows.removeAll()
    fixture.table.reloadData()
    _ = fixture.hierarchy.commit()
    #expect(fixture.table.offset == 0)
    #expect(fixture.table.visibleCells.isEmpty)
    #expect(fixture.table.contentHeight == 0)
  }

  @Test(arguments: [1e9, -1e9, .nan, .infinity, -.infinity, 1e300])
  func `out-of-range offsets are harmless`(offset: Double) {
    let fixture = TableFixture(RowSource(count: 1000))
    fixture.table.scroll(to: offset)
    _ = fixture.hierarchy.commit()
    #expect(fixture.table.offset >= 0)
    #expect(fixture.table.offset <= fixture.table.contentHeight)
    #expect(!fixture.table.visibleCells.isEmpty)
  }

  @Test func `scrolls a row to the top, although the rows before it are only estimated`() {
    let fixture = TableFixture(RowSource(count: 1000) { Double($0 % 90 + 10) })
    fixture.table.scrollToRow(700)
    _ = fixture.hierarchy.commit()
    #expect(fixture.position(ofKey: 700) == 0)
    fixture.table.scrollToRow(999)
    _ = fixture.hierarchy.commit()
    #expect(fixture.table.visibleCells.last?.key == 999)
    #expect(fixture.table.visibleCells.last.map { $0.frame.maxY - fixture.table.offset } == 480)
    let offset = fixture.table.offset
    fixture.table.scrollToRow(1000)
    fixture.table.scrollToRow(-1)
    _ = fixture.hierarchy.commit()
    #expect(fixture.table.offset == offset)
  }

  @Test func `margins of a row are space around it`() {
    let fixture = TableFixture(RowSource(count: 3))
    for cell in fixture.table.visibleCells { cell.style.margin = Edges(8) }
    _ = fixture.hierarchy.commit()
    #expect(
      fixture.table.visibleCells.map(\.frame) == [
        Rect(x: 8, y: 8, width: 304, height: 50), Rect(x: 8, y: 74, width: 304, height: 50),
        Rect(x: 8, y: 140, width: 304, height: 50),
      ])
    #expect(fixture.table.contentHeight == 198)
  }

  @Test func `rows without height, and duplicate keys, are harmless`() {
    let flat = TableFixture(RowSource(count: 100_000) { _ in 0 })
    for _ in 0..<20 { _ = flat.hierarchy.commit() }
    #expect(flat.table.visibleCells.count <= TableView.maximumCellCount)
    let twins = TableFixture(RowSource((0..<50).map { RowSource.Row(key: $0 / 2, height: 50) }))
    #expect(Set(twins.table.visibleCells.map(\.key)).count == twins.table.visibleCells.count)
    twins.table.reloadData()
    _ = twins.hierarchy.commit()
    #expect(twins.hierarchy.commit() == [])
  }

  @Test func `a table without a source, or that loses it, has no rows`() {
    let hierarchy = makeHierarchy()
    let table = TableView(in: hierarchy.context)
    hierarchy.window.addChild(table)
    do {
      let source = RowSource(count: 5)
      table.dataSource = source
      table.reloadData()
      _ = hierarchy.commit()
      #expect(table.visibleCells.count == 5)
    }
    table.scroll(to: 10)
    _ = hierarchy.commit()
    table.reloadData()
    _ = hierarchy.commit()
    #expect(table.rowCount == 0)
    #expect(table.visibleCells.isEmpty)
  }

  @Test func `a table inside a row is laid out with it`() {
    let fixture = TableFixture(RowSource(count: 1) { _ in 100 })
    let inner = TableView(in: fixture.hierarchy.context)
    let rows = RowSource(count: 50) { _ in 10 }
    inner.dataSource = rows
    inner.reloadData()
    fixture.table.visibleCells[0].children[0].addChild(inner)
    _ = fixture.hierarchy.commit()
    #expect(inner.frame == Rect(x: 0, y: 0, width: 320, height: 100))
    #expect(inner.visibleCells.count == 20)
    #expect(fixture.hierarchy.commit() == [])
  }

  @Test func `refreshing calls each handler, but not during a refresh or while the table does not react`() {
    let fixture = TableFixture(RowSource(count: 1))
    var asked = 0
    #expect(fixture.table[.refreshable].isNull)
    fixture.table.on(.refresh) { _ in asked += 1 }
    fixture.table.on(.refresh) { _ in asked += 1 }
    #expect(fixture.table[.refreshable] == true)
    fixture.table.refresh()
    #expect(asked == 2)
    fixture.table.isRefreshing = true
    fixture.table.refresh()
    fixture.table.isRefreshing = false
    fixture.hierarchy.window.isDisabled = true
    fixture.table.refresh()
    #expect(asked == 2)
  }

  @Test func `a million rows: scrolling reads a screenful, a reload each key once`() {
    let source = CountingSource(count: 1_000_000)
    let hierarchy = makeHierarchy()
    let table = TableView(in: hierarchy.context)
    table.dataSource = source
    hierarchy.window.addChild(table)
    table.reloadData()
    #expect(source.askedKeys == 1_000_000)
    _ = hierarchy.commit()
    for step in 0..<50 {
      table.scroll(to: Double(step) * 1_200_000)
      _ = hierarchy.commit()
    }
    #expect(source.askedKeys == 1_000_000)
    #expect(source.madeCells < 51 * 31 * 2)
    #expect(table.visibleCells.count <= 31)
  }

  /// Rows that need no storage.
  private final class CountingSource: TableViewDataSource {
    let count: Int
    private(set) var askedKeys = 0
    private(set) var madeCells = 0

    init(count: Int) { self.count = count }

    func numberOfRows(in table: TableView) -> Int { count }

    func tableView(_ table: TableView, keyOfRow row: Int) -> Int64 {
      askedKeys += 1
      return Int64(row)
    }

    func tableView(_ table: TableView, makeCellForRow row: Int) -> TableViewCell {
      madeCells += 1
      let cell = TableViewCell(prototype: "Cell", in: table.context)
      cell.style.height = 50
      return cell
    }

    func tableView(_ table: TableView, update cell: TableViewCell, forRow row: Int) {}
  }
}

@Suite("Heights of rows")
struct RowHeightsTests {
  @Test(arguments: [0, 1, 2, 3, 7, 8, 9, 100])
  func `sums and positions match plain addition`(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    var plain = (0..<count).map { _ in Double(Int.random(in: 0...5, using: &generator)) }
    var heights = RowHeights(plain)
    for _ in 0..<50 {
      if count > 0 {
        let row = Int.random(in: 0..<count, using: &generator)
        plain[row] = Double(Int.random(in: 0...9, using: &generator))
        heights[row] = plain[row]
      }
      let tops = plain.reduce(into: [0.0]) { $0.append(($0.last ?? 0) + $1) }
      #expect((0...count).map { heights.top(of: $0) } == tops)
      #expect(heights.total == tops.last)
      guard count > 0 else { continue }
      for distance in stride(from: -3.0, through: heights.total + 3, by: 0.5) {
        let expected = distance <= 0 ? 0 : min(count - 1, tops.lastIndex { $0 <= distance } ?? 0)
        #expect(heights.row(at: distance) == expected)
      }
    }
  }
}
