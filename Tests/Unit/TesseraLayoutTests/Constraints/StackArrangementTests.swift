import TesseraLayout
import Testing

/// Stacks as Apple documents `UIStackView`. The frames are worked out by hand.
@Suite("Stacks")
struct StackArrangementTests {
  struct Item: Sendable, CustomTestStringConvertible {
    var width: Double?
    var height: Double?
    var hugging = 250.0
    var resistance = 750.0
    var baseline: Double?

    var testDescription: String { "\(width ?? -1)×\(height ?? -1) @ \(hugging), \(resistance)" }
  }

  /// Returns a layout with items in a stack, in order.
  private static func stack(
    _ items: [Item], _ arrangement: StackArrangement
  ) -> (layout: ConstraintLayout, items: [LayoutItemID]) {
    var layout = ConstraintLayout()
    let made = items.map { item in
      let made = layout.makeItem(in: layout.root)
      layout.setIntrinsicContent(
        IntrinsicContent(
          width: item.width, height: item.height, firstBaseline: item.baseline,
          lastBaselineFromBottom: item.baseline.map { (item.height ?? 0) - $0 }), of: made)
      return made
    }
    for (place, item) in items.enumerated() {
      for axis in LayoutAxis.allCases {
        let own = ContentPriorities(
          hugging: LayoutPriority(item.hugging), compressionResistance: LayoutPriority(item.resistance))
        let priorities = axis == arrangement.axis ? arrangement.priorities(own, ofItemAt: place) : own
        layout.setContentPriorities(priorities, axis, of: made[place])
      }
    }
    let lengths = items.map { (arrangement.axis == .horizontal ? $0.width : $0.height) ?? 0 }
    _ = layout.arrange(made, by: arrangement, lengths: lengths)
    return (layout, made)
  }

  /// One row, and the places and widths of its items.
  struct Row: Sendable {
    var distribution: StackArrangement.Distribution
    var items: [Item]
    var width: Double
    var expected: [[Double]]

    init(
      _ distribution: StackArrangement.Distribution, _ items: [Item], width: Double, _ expected: [[Double]]
    ) {
      (self.distribution, self.items, self.width, self.expected) = (distribution, items, width, expected)
    }
  }

  @Test(arguments: [
    // The item with the lowest hugging grows; of several, the last one.
    Row(.fill, [Item(width: 100, hugging: 251), Item(width: 80)], width: 300, [[0, 100], [110, 190]]),
    Row(.fill, [Item(width: 100), Item(width: 80, hugging: 251)], width: 300, [[0, 210], [220, 80]]),
    Row(.fill, [Item(width: 100), Item(width: 80)], width: 300, [[0, 100], [110, 190]]),
    // An item without content has no hugging.
    Row(.fill, [Item(), Item(width: 80)], width: 300, [[0, 210], [220, 80]]),
    // The item with the lowest compression resistance shrinks; then the next one.
    Row(.fill, [Item(width: 100), Item(width: 80, resistance: 749)], width: 150, [[0, 100], [110, 40]]),
    Row(.fill, [Item(width: 100, resistance: 749), Item(width: 80)], width: 150, [[0, 60], [70, 80]]),
    Row(.fill, [Item(width: 100, resistance: 749), Item(width: 80)], width: 60, [[0, 0], [10, 50]]),
    Row(.fill, [Item(width: 100), Item(width: 80)], width: 150, [[0, 100], [110, 40]]),
    Row(.fillEqually, [Item(width: 100), Item(width: 80)], width: 310, [[0, 150], [160, 150]]),
    Row(.fillEqually, [Item(width: 100), Item()], width: 110, [[0, 50], [60, 50]]),
    Row(.fillProportionally, [Item(width: 100), Item(width: 50)], width: 310, [[0, 200], [210, 100]]),
    Row(.fillProportionally, [Item(width: 50), Item(width: 100)], width: 85, [[0, 25], [35, 50]]),
    Row(
      .equalSpacing, [Item(width: 40), Item(width: 60), Item(width: 50)], width: 250,
      [[0, 40], [90, 60], [200, 50]]),
    // The spacing is the least space; the items shrink.
    Row(
      .equalSpacing, [Item(width: 40), Item(width: 60), Item(width: 50)], width: 160,
      [[0, 40], [50, 60], [120, 40]]),
    // The centres are at 20, 140 and 260.
    Row(
      .equalCentering, [Item(width: 40), Item(width: 60), Item(width: 80)], width: 300,
      [[0, 40], [110, 60], [220, 80]]),
    // The middle would be at 60, without space before the last one.
    Row(
      .equalCentering, [Item(width: 40), Item(width: 60), Item(width: 80)], width: 200,
      [[0, 40], [50, 60], [120, 80]]),
  ])
  func `a row distributes its width`(row: Row) {
    var (layout, items) = Self.stack(row.items, StackArrangement(distribution: row.distribution, spacing: 10))
    layout.layout(width: row.width, height: 50)
    #expect(items.map { [layout.frame(of: $0).x, layout.frame(of: $0).width] } == row.expected)
    #expect(items.allSatisfy { layout.frame(of: $0).height == 50 })
    #expect(layout.conflicts.isEmpty)
  }

  @Test(arguments: [
    (StackArrangement.Alignment.fill, [[0.0, 50.0], [0, 50]]), (.leading, [[0, 20], [0, 30]]),
    (.center, [[15, 20], [10, 30]]), (.trailing, [[30, 20], [20, 30]]), (.firstBaseline, [[5, 20], [0, 30]]),
    (.lastBaseline, [[5, 20], [0, 30]]),
  ])
  func `a row aligns its items`(alignment: StackArrangement.Alignment, expected: [[Double]]) {
    var (layout, items) = Self.stack(
      [Item(width: 10, height: 20, baseline: 15), Item(width: 10, height: 30, baseline: 20)],
      StackArrangement(alignment: alignment))
    layout.layout(width: 100, height: 50)
    #expect(items.map { [layout.frame(of: $0).y, layout.frame(of: $0).height] } == expected)
    #expect(layout.conflicts.isEmpty)
  }

  @Test func `a stack is as large as its items and their spacing, in both directions`() {
    let items = [Item(width: 100, height: 20), Item(width: 80, height: 30)]
    for alignment in [StackArrangement.Alignment.fill, .leading, .center, .trailing] {
      for distribution in StackArrangement.Distribution.allCases where distribution != .fillEqually {
        for (axis, expected) in [
          (LayoutAxis.horizontal, Size(width: 190, height: 30)), (.vertical, Size(width: 100, height: 60)),
        ] {
          let arrangement = StackArrangement(
            axis: axis, distribution: distribution, alignment: alignment, spacing: 10)
          var layout = Self.stack(items, arrangement).layout
          let size = layout.systemLayoutSizeFitting(.zero)
          #expect(abs(size.width - expected.width) < 1e-6, "\(arrangement)")
          #expect(abs(size.height - expected.height) < 1e-6, "\(arrangement)")
        }
      }
    }
  }

  @Test func `what placed items is removed with all that it made`() {
    var layout = ConstraintLayout()
    let items = (0..<3).map { _ in layout.makeItem(in: layout.root) }
    for item in items { layout.setIntrinsicContent(IntrinsicContent(width: 40, height: 20), of: item) }
    let all = layout.arrange(items, by: StackArrangement(distribution: .equalSpacing, spacing: 10))
    #expect(layout.systemLayoutSizeFitting(.zero).width == 140)
    layout.remove(all)
    _ = layout.arrange([items[0], items[2]], by: StackArrangement(distribution: .equalSpacing, spacing: 10))
    #expect(layout.systemLayoutSizeFitting(.zero).width == 90)
  }

  @Test func `constraints of items apply in addition`() throws {
    var (layout, items) = Self.stack(
      [Item(width: 100, height: 20), Item(width: 80, height: 20), Item(width: 30, height: 30)],
      StackArrangement(alignment: .leading, spacing: 10))
    try layout.add([
      LayoutConstraint(items[0], .width, to: items[1], .width),
      LayoutConstraint(items[2], .width, to: items[2], .height, multiplier: 2),
      LayoutConstraint(items[2], .height, constant: 40),
    ])
    layout.layout(width: 300, height: 60)
    // 300 less two spaces and 80 for the last one are shared by the others.
    #expect(items.map { layout.frame(of: $0).width } == [100, 100, 80])
    #expect(layout.frame(of: items[2]) == Rect(x: 220, y: 0, width: 80, height: 40))
    #expect(layout.conflicts.isEmpty)
  }

  // MARK: Priorities of a whole stack

  @Test(
    arguments: [
      // The weakest item decides along the axis, and the strongest across it.
      (
        StackArrangement(), [Item(width: 100, height: 20, hugging: 251), Item(width: 80, height: 20, resistance: 749)],
        [250.0, 749.0, 251, 750]
      ),
      // An item without content grows freely, and is no item that could shrink.
      (StackArrangement(), [Item(width: 100, height: 20), Item()], [1, 750, 250, 750]),
      // The smaller item is larger than its content anyway; the larger one decides.
      (
        StackArrangement(distribution: .fillEqually),
        [Item(width: 100, height: 20, hugging: 251, resistance: 700), Item(width: 80, height: 20, hugging: 300)],
        [300, 700, 300, 750]
      ),
      // The space between the items grows freely.
      (
        StackArrangement(distribution: .equalSpacing), [Item(width: 100, height: 20), Item(width: 80, height: 20)],
        [1, 750, 250, 750]
      ),
      (
        StackArrangement(alignment: .center), [Item(width: 100, height: 20), Item(width: 80, height: 20)],
        [250, 750, 51, 750]
      ),
      (StackArrangement(), [], [1, 1, 1, 1]),
    ] as [(StackArrangement, [Item], [Double])])
  func `a stack keeps its size as strongly as its items do`(
    arrangement: StackArrangement, items: [Item], expected: [Double]
  ) {
    var layout = Self.stack(items, arrangement).layout
    let horizontal = layout.fittingPriorities(.horizontal)
    let vertical = layout.fittingPriorities(.vertical)
    let found = [horizontal, vertical].flatMap { [$0.hugging.rawValue, $0.compressionResistance.rawValue] }
    // Later items yield a little sooner.
    #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 0.01 }, "\(found)")
  }

  @Test func `a box that required constraints determine yields only to required ones around it`() throws {
    var layout = ConstraintLayout()
    let item = layout.makeItem(in: layout.root)
    try layout.add([
      LayoutConstraint(item, .width, constant: 80), LayoutConstraint(item, .leading, to: layout.root, .leading),
      LayoutConstraint(item, .trailing, to: layout.root, .trailing),
    ])
    #expect(layout.fittingPriorities(.horizontal) == ContentPriorities(hugging: 999, compressionResistance: 999))
    #expect(layout.fittingPriorities(.vertical) == ContentPriorities(hugging: 1, compressionResistance: 1))
    layout.layout(width: 80, height: 10)
    #expect(layout.frame(of: item).width == 80)
  }
}
