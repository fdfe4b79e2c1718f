import TesseraFixtures
import TesseraLayout
import TesseraTestSupport
import Testing

/// Counts the measurements of each leaf, and returns the size of a text of ten words.
private final class CountingMeasuring: LeafMeasuring {
  var counts: [NodeID: Int] = [:]

  var mostForOneLeaf: Int { counts.values.max() ?? 0 }
  var total: Int { counts.values.reduce(0, +) }

  func measure(_ node: NodeID, width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    counts[node, default: 0] += 1
    return CharacterGrid().measure("ten words of text that are only here to break", width: width)
  }
}

@Suite("Depth and cost")
struct DepthAndCostTests {
  @Test(arguments: [FlexDirection.row, .column], [Dimension.auto, .percent(100), .fitContent])
  func `10,000 nested boxes are laid out, down to the last`(direction: FlexDirection, width: Dimension) {
    var tree = LayoutTree()
    let root = tree.makeNode()
    var deepest = root
    for _ in 0..<10_000 {
      let child = tree.makeNode(
        LayoutStyle {
          $0.flexDirection = direction
          $0.width = width
        })
      tree.appendChild(child, to: deepest)
      deepest = child
    }
    tree.setMeasured(true, for: deepest)
    let measuring = CountingMeasuring()
    tree.compute(root: root, width: .definite(100), height: .maxContent, measuring: measuring)
    #expect(tree.frame(of: deepest).height > 0)
    #expect(measuring.total <= 6)
    tree.markDirty(deepest)
    tree.compute(root: root, width: .definite(100), height: .maxContent, measuring: measuring)
    #expect(tree.changedNodes == [])
    #expect(measuring.total <= 12)
  }

  @Test func `boxes nested more than 16,384 levels deep are empty, and return when they move up`() {
    var tree = LayoutTree()
    let root = tree.makeNode()
    var chain = [root]
    for _ in 0..<20_000 {
      let child = tree.makeNode(LayoutStyle { $0.paddingTop = 1 })
      tree.appendChild(child, to: chain[chain.count - 1])
      chain.append(child)
    }
    tree.compute(root: root, width: .definite(100), height: .maxContent)
    #expect(tree.frame(of: root).height < 20_000)
    tree.appendChild(chain[15_000], to: chain[5000])
    tree.removeSubtree(chain[5001])
    tree.compute(root: root, width: .definite(100), height: .maxContent)
    #expect(tree.frame(of: root).height == 10_001)
  }

  @Test(arguments: 0..<12)
  func `nested rows and columns of automatic size measure each leaf a few times, at depth 30`(variant: Int) {
    let wraps: [FlexWrap] = [.nowrap, .wrap]
    let measuring = CountingMeasuring()
    var tree = LayoutTree()
    let root = tree.makeNode()
    var parent = root
    for level in 0..<30 {
      let child = tree.makeNode(
        LayoutStyle {
          $0.flexDirection = [[.row, .column][level % 2], .row, .column][variant % 3]
          $0.flexWrap = wraps[variant / 3 % 2]
          $0.alignItems = variant >= 6 ? .baseline : .normal
          $0.minWidth = .auto
          $0.minHeight = .auto
          $0.flexShrink = 1
          $0.flexGrow = 1
          $0.height = level % 5 == 0 ? .percent(90) : .auto
          $0.padding = Edges(.percent(1))
        })
      let leaf = tree.makeNode(LayoutStyle { $0.flexShrink = 1 })
      tree.setMeasured(true, for: leaf)
      tree.setChildren(of: parent, [leaf, child])
      parent = child
    }
    tree.compute(root: root, width: .definite(1000), height: .definite(1000), measuring: measuring)
    // Multi-line columns determine their widths by trial layouts.
    #expect(measuring.mostForOneLeaf <= (variant % 3 == 2 && variant / 3 % 2 == 1 ? 24 : 8))
  }

  @Test func `500 nested wrapping columns measure each leaf a limited number of times`() {
    let measuring = CountingMeasuring()
    var tree = LayoutTree()
    let root = tree.makeNode()
    var parent = root
    for level in 0..<500 {
      let child = tree.makeNode(
        LayoutStyle {
          $0.flexWrap = .wrap
          $0.minHeight = .auto
          $0.flexGrow = 1
          $0.flexShrink = 1
          $0.height = level % 5 == 0 ? .percent(90) : .auto
          $0.padding = Edges(.percent(1))
        })
      let leaf = tree.makeNode()
      tree.setMeasured(true, for: leaf)
      tree.setChildren(of: parent, [leaf, child])
      parent = child
    }
    tree.compute(root: root, width: .definite(1000), height: .definite(1000), measuring: measuring)
    #expect(measuring.mostForOneLeaf <= 26)
  }

  @Test func `a column of texts measures each of them once`() {
    let measuring = CountingMeasuring()
    var tree = LayoutTree()
    let root = tree.makeNode()
    for _ in 0..<20 {
      let leaf = tree.makeNode()
      tree.setMeasured(true, for: leaf)
      tree.appendChild(leaf, to: root)
    }
    tree.compute(root: root, width: .definite(100), height: .maxContent, measuring: measuring)
    #expect(measuring.total == 20)
    tree.compute(root: root, width: .definite(100), height: .maxContent, measuring: measuring)
    #expect(measuring.total == 20)
    tree.markDirty(tree.children(of: root)[3])
    tree.compute(root: root, width: .definite(100), height: .maxContent, measuring: measuring)
    #expect(measuring.total == 21)
    tree.compute(root: root, width: .definite(90), height: .maxContent, measuring: measuring)
    #expect(measuring.total == 41)
  }

  @Test func `a changed leaf in one of many fixed-size boxes does not affect the others`() {
    let measuring = CountingMeasuring()
    var tree = LayoutTree()
    let root = tree.makeNode(LayoutStyle { $0.flexDirection = .row })
    var leaves: [NodeID] = []
    for _ in 0..<50 {
      let box = tree.makeNode(
        LayoutStyle {
          $0.width = 40
          $0.height = 40
        })
      let leaf = tree.makeNode()
      tree.setMeasured(true, for: leaf)
      tree.appendChild(leaf, to: box)
      tree.appendChild(box, to: root)
      leaves.append(leaf)
    }
    tree.compute(root: root, width: .definite(100), height: .maxContent, measuring: measuring)
    let before = measuring.total
    tree.setStyle(LayoutStyle { $0.paddingTop = 5 }, of: leaves[7])
    tree.compute(root: root, width: .definite(100), height: .maxContent, measuring: measuring)
    #expect(measuring.counts[leaves[8]] == 1)
    #expect(measuring.total == before + 1)
    #expect(tree.changedNodes == [leaves[7]])
  }

  @Test func `subtrees laid out by other tasks have the same result`() async throws {
    var generator = FixtureGenerator(random: SeededGenerator(seed: 5))
    let fixture = LayoutFixture(
      root: LayoutFixture.Box(children: (0..<10).map { _ in generator.box() }), width: 300)
    let expected = try fixture.frames()
    let results = try await withThrowingTaskGroup(of: [Rect].self) { group in
      for _ in 0..<8 { group.addTask { try fixture.frames() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count == 8)
    #expect(results.allSatisfy { $0 == expected })
  }
}

extension LayoutStyle {
  fileprivate var paddingTop: Dimension {
    get { padding.top }
    set { padding.top = newValue }
  }
}
