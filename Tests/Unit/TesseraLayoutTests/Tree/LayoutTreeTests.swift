import TesseraFixtures
import TesseraLayout
import TesseraTestSupport
import Testing

@Suite("The tree")
struct LayoutTreeTests {
  @Test func `a removed node's identifier is not reused`() {
    var tree = LayoutTree()
    let first = tree.makeNode()
    tree.remove(first)
    let second = tree.makeNode()
    #expect(!tree.contains(first))
    #expect(tree.contains(second))
    #expect(first != second)
    #expect(tree.count == 1)
  }

  @Test func `removing a subtree removes all its nodes, and no others`() {
    var tree = LayoutTree()
    let nodes = (0..<7).map { _ in tree.makeNode() }
    tree.setChildren(of: nodes[0], [nodes[1], nodes[2]])
    tree.setChildren(of: nodes[1], [nodes[3], nodes[4]])
    tree.setChildren(of: nodes[4], [nodes[5], nodes[6]])
    tree.removeSubtree(nodes[1])
    #expect(nodes.map { tree.contains($0) } == [true, false, true, false, false, false, false])
    #expect(tree.children(of: nodes[0]) == [nodes[2]])
    #expect(tree.count == 2)
  }

  @Test func `removing a node leaves its children as roots`() {
    var tree = LayoutTree()
    let nodes = (0..<3).map { _ in tree.makeNode() }
    tree.setChildren(of: nodes[0], [nodes[1]])
    tree.setChildren(of: nodes[1], [nodes[2]])
    tree.remove(nodes[1])
    #expect(tree.parent(of: nodes[2]) == nil)
    #expect(tree.childCount(of: nodes[0]) == 0)
  }

  @Test func `children are inserted at their index, and move between parents`() {
    var tree = LayoutTree()
    let nodes = (0..<5).map { _ in tree.makeNode() }
    tree.appendChild(nodes[2], to: nodes[0])
    tree.insertChild(nodes[1], into: nodes[0], at: 0)
    tree.insertChild(nodes[3], into: nodes[0], at: 2)
    #expect(tree.children(of: nodes[0]) == [nodes[1], nodes[2], nodes[3]])
    tree.insertChild(nodes[3], into: nodes[0], at: 1)
    #expect(tree.children(of: nodes[0]) == [nodes[1], nodes[3], nodes[2]])
    tree.appendChild(nodes[3], to: nodes[4])
    #expect(tree.children(of: nodes[0]) == [nodes[1], nodes[2]])
    #expect(tree.parent(of: nodes[3]) == nodes[4])
  }

  @Test func `a style is returned as it was set`() throws {
    for seed in 0..<50 {
      var generator = FixtureGenerator(random: SeededGenerator(seed: UInt64(seed)), density: 0.5)
      let style = try LayoutFixture.style(generator.style())
      var tree = LayoutTree()
      let node = tree.makeNode(style)
      #expect(tree.style(of: node) == style)
      let other = try LayoutFixture.style(generator.style())
      tree.setStyle(other, of: node)
      #expect(tree.style(of: node) == other)
    }
  }

  @Test func `a copy is laid out on its own`() {
    var tree = LayoutTree()
    let root = tree.makeNode()
    tree.compute(root: root, width: .definite(10), height: .definite(10))
    var copy = tree
    copy.compute(root: root, width: .definite(20), height: .definite(20))
    #expect(tree.frame(of: root).width == 10)
    #expect(copy.frame(of: root).width == 20)
  }

  @Test func `only changed frames are reported`() {
    var tree = LayoutTree()
    let children = (0..<3).map { _ in tree.makeNode(LayoutStyle { $0.height = 10 }) }
    let inner = tree.makeNode()
    let root = tree.makeNode()
    tree.setChildren(of: root, children)
    tree.setChildren(of: children[2], [inner])
    tree.compute(root: root, width: .definite(10), height: .maxContent)
    #expect(tree.changedNodes == [root] + children + [inner])
    tree.setStyle(LayoutStyle { $0.height = 12 }, of: children[1])
    tree.compute(root: root, width: .definite(10), height: .maxContent)
    // A node that moves with its parent keeps its frame.
    #expect(tree.changedNodes == [root, children[1], children[2]])
    tree.setStyle(LayoutStyle { $0.height = 12 }, of: children[1])
    tree.compute(root: root, width: .definite(10), height: .maxContent)
    #expect(tree.changedNodes == [])
  }

  @Test func `a scroll container knows its scrollable size`() {
    var tree = LayoutTree()
    let content = tree.makeNode(
      LayoutStyle {
        $0.width = 150
        $0.height = 300
        $0.margin = Edges(5)
      })
    let root = tree.makeNode(
      LayoutStyle {
        $0.overflow = .scroll
        $0.padding = Edges(10)
        $0.border = Edges(1)
      })
    tree.setChildren(of: root, [content])
    tree.compute(root: root, width: .definite(100), height: .definite(100))
    #expect(tree.contentSize(of: root) == Size(width: 180, height: 330))
    tree.compute(root: root, width: .definite(100), height: .definite(100), direction: .rtl)
    #expect(tree.contentSize(of: root) == Size(width: 180, height: 330))
  }

  @Test func `a node's own direction applies to its content, and is inherited unless overridden`() {
    var tree = LayoutTree()
    func leaf() -> NodeID {
      tree.makeNode(
        LayoutStyle {
          $0.width = 10
          $0.height = 10
          $0.margin.start = 1
        })
    }
    func row(width: Dimension, _ direction: Direction) -> LayoutStyle {
      LayoutStyle {
        $0.width = width
        $0.flexDirection = .row
        $0.padding.start = 5
        $0.direction = direction
      }
    }
    let root = tree.makeNode(row(width: 100, .inherit))
    let inner = tree.makeNode(row(width: 60, .inherit))
    let group = tree.makeNode(
      LayoutStyle {
        $0.display = .contents
        $0.direction = .ltr
      })
    let leaves = [leaf(), leaf(), leaf()]
    tree.setChildren(of: root, [inner, leaves[2]])
    tree.setChildren(of: inner, [leaves[0], group])
    tree.setChildren(of: group, [leaves[1]])
    func lefts() -> [Double] {
      tree.compute(root: root, width: .definite(100), height: .maxContent)
      return ([inner] + leaves).map { tree.frame(of: $0).x }
    }
    #expect(lefts() == [5, 6, 17, 66])
    // The start of the row is on the right. The leaf in the group moves there as well, but its own margin stays on the
    // left.
    tree.setStyle(row(width: 60, .rtl), of: inner)
    #expect(lefts() == [5, 44, 34, 66])
    tree.setStyle(row(width: 60, .ltr), of: inner)
    tree.setStyle(row(width: 100, .rtl), of: root)
    #expect(lefts() == [35, 6, 17, 24])
    tree.setStyle(row(width: 60, .inherit), of: inner)
    #expect(lefts() == [35, 44, 34, 24])
  }

  @Test func `baselines come from the first text`() {
    var tree = LayoutTree()
    let text = tree.makeNode(LayoutStyle { $0.padding = Edges(2) })
    tree.setMeasured(true, for: text)
    let empty = tree.makeNode()
    let root = tree.makeNode(LayoutStyle { $0.padding = Edges(3) })
    tree.setChildren(of: root, [text, empty])
    tree.compute(
      root: root, width: .definite(100), height: .maxContent, measuring: GridTextMeasuring(texts: [text: "a"]))
    #expect(tree.firstBaseline(of: text) == 10)
    #expect(tree.firstBaseline(of: root) == 13)
    #expect(tree.firstBaseline(of: empty) == nil)
  }
}
