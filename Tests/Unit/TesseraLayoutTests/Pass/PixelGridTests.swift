import TesseraFixtures
import TesseraLayout
import TesseraTestSupport
import Testing

@Suite("The pixel grid")
struct PixelGridTests {
  static let scales = [1, 1.5, 2, 3]

  @Test(arguments: scales)
  func `neighbours touch without gaps, and thirds do not drift`(scale: Double) {
    var tree = LayoutTree()
    let root = tree.makeNode(
      LayoutStyle {
        $0.flexDirection = .row
        $0.height = 10
      })
    let children = (0..<9).map { _ in tree.makeNode(LayoutStyle { $0.flexGrow = 1 }) }
    tree.setChildren(of: root, children)
    tree.compute(root: root, width: .definite(100), height: .maxContent, scale: scale)
    var edge = 0.0
    for child in children {
      let frame = tree.frame(of: child)
      #expect(abs(frame.x - edge) < 1e-9)
      edge = frame.maxX
      #expect(abs(frame.x - tree.unroundedFrame(of: child).x) <= 0.5 / scale + 1e-6)
      #expect(isWhole(frame.x * scale) && isWhole(frame.width * scale))
    }
    #expect(abs(edge - tree.frame(of: root).width) < 1e-9)
  }

  @Test(arguments: scales)
  func `every edge is on the nearest device pixel, at any depth`(scale: Double) throws {
    for seed in 0..<30 {
      var generator = FixtureGenerator(random: SeededGenerator(seed: UInt64(seed)))
      generator.density = 0.15
      let box = withoutTexts(generator.box())
      var (tree, nodes, _) = try LayoutFixture(root: box).build()
      tree.compute(root: nodes[0], width: .definite(333.3), height: .maxContent, scale: scale)
      var origins: [NodeID: (rounded: Point, exact: Point)] = [:]
      for node in nodes {
        let parent = tree.parent(of: node).flatMap { origins[$0] } ?? (.zero, .zero)
        let frame = tree.frame(of: node)
        let exact = tree.unroundedFrame(of: node)
        let rounded = Point(x: parent.rounded.x + frame.x, y: parent.rounded.y + frame.y)
        let place = Point(x: parent.exact.x + exact.x, y: parent.exact.y + exact.y)
        origins[node] = (rounded, place)
        #expect(isWhole(rounded.x * scale) && isWhole(rounded.y * scale))
        #expect(isWhole((rounded.x + frame.width) * scale) && isWhole((rounded.y + frame.height) * scale))
        #expect(abs(rounded.x - place.x) <= 0.5 / scale + 1e-4)
        #expect(abs(rounded.x + frame.width - place.x - exact.width) <= 0.5 / scale + 1e-4)
      }
    }
  }

  @Test(arguments: scales)
  func `a measured leaf is never narrower than its text`(scale: Double) {
    var tree = LayoutTree()
    let leaf = tree.makeNode(LayoutStyle { $0.padding = Edges(.points(0.3)) })
    tree.setMeasured(true, for: leaf)
    let root = tree.makeNode(
      LayoutStyle {
        $0.alignItems = .flexStart
        $0.padding = Edges(.points(0.4))
      })
    tree.setChildren(of: root, [leaf])
    tree.compute(
      root: root, width: .definite(100), height: .maxContent, scale: scale,
      measuring: GridTextMeasuring(texts: [leaf: "word"]))
    #expect(tree.frame(of: leaf).width >= tree.unroundedFrame(of: leaf).width)
    #expect(tree.frame(of: leaf).height >= tree.unroundedFrame(of: leaf).height)
  }

  @Test(arguments: [0.25, 0.5, 0.75])
  func `a measured leaf of whole pixels keeps its size at any position`(offset: Double) {
    var tree = LayoutTree()
    let leaf = tree.makeNode()
    tree.setMeasured(true, for: leaf)
    let root = tree.makeNode(
      LayoutStyle {
        $0.alignItems = .flexStart
        $0.padding = Edges(.points(offset))
      })
    tree.setChildren(of: root, [leaf])
    tree.compute(
      root: root, width: .definite(100), height: .maxContent, scale: 1,
      measuring: GridTextMeasuring(texts: [leaf: "ab"]))
    #expect(tree.frame(of: leaf).size == Size(width: 20, height: 10))
  }

  @Test func `another scale moves every frame`() {
    var tree = LayoutTree()
    let child = tree.makeNode(LayoutStyle { $0.height = .points(10.4) })
    let root = tree.makeNode()
    tree.setChildren(of: root, [child])
    tree.compute(root: root, width: .definite(50), height: .maxContent, scale: 1)
    #expect(tree.frame(of: child).height == 10)
    tree.compute(root: root, width: .definite(50), height: .maxContent, scale: 2)
    #expect(tree.frame(of: child).height == 10.5)
    tree.compute(root: root, width: .definite(50), height: .maxContent, scale: 0)
    #expect(tree.frame(of: child).height == 10.4)
    #expect(tree.changedNodes == [root, child])
  }

  private func isWhole(_ value: Double) -> Bool { abs(value - value.rounded()) < 1e-6 }

  private func withoutTexts(_ box: LayoutFixture.Box) -> LayoutFixture.Box {
    LayoutFixture.Box(style: box.style, children: box.children.map { withoutTexts($0) })
  }
}
