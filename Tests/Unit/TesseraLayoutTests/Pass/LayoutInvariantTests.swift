import TesseraFixtures
import TesseraLayout
import TesseraTestSupport
import Testing

@Suite("Invariants of layout")
struct LayoutInvariantTests {
  @Test(arguments: 0..<20)
  func `sizes are finite and not negative, whatever the numbers`(seed: Int) {
    for part in 0..<25 {
      var generator = FixtureGenerator(
        random: SeededGenerator(seed: UInt64(seed * 1000 + part)), density: 0.3, isHostile: true)
      let failure = generator.box().shrunk { box in
        for scale in [0, 1.5, 3] {
          let fixture = LayoutFixture(root: box, width: part % 2 == 0 ? 300 : nil, scale: scale)
          guard let frames = try? fixture.frames() else { return "cannot be built" }
          for frame in frames
          where
            !(frame.width >= 0 && frame.height >= 0 && frame.x.isFinite && frame.y.isFinite
            && frame.width.isFinite && frame.height.isFinite)
          {
            return "\(frame)"
          }
        }
        return nil
      }
      #expect(failure == nil)
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, -1, 1e308, -1e308])
  func `values that are not numbers are harmless`(number: Double) {
    var tree = LayoutTree()
    var style = LayoutStyle()
    style.width = .points(number)
    style.minHeight = .percent(number)
    style.flexGrow = number
    style.flexShrink = number
    style.aspectRatio = number
    style.margin = Edges(.points(number))
    style.padding = Edges(.points(number))
    style.border = Edges(.percent(number))
    style.position = Edges(.points(number))
    style.rowGap = .points(number)
    let child = tree.makeNode(style)
    let sibling = tree.makeNode(style)
    let root = tree.makeNode(style)
    tree.setChildren(of: root, [child, sibling])
    tree.compute(root: root, width: .definite(number), height: .definite(number), scale: number)
    for node in [root, child, sibling] {
      let frame = tree.frame(of: node)
      #expect(frame.x.isFinite && frame.y.isFinite)
      #expect(frame.width >= 0 && frame.height >= 0 && frame.width.isFinite && frame.height.isFinite)
    }
  }

  @Test(arguments: 0..<200)
  func `items that may shrink stay inside their container`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let isRow = random.chance(0.5)
    let children = (0..<Int.random(in: 1...6, using: &random)).map { _ in
      LayoutFixture.Box(style: [
        "flexShrink": .number(1), "flexGrow": .number(random.pick([0, 1, 2])),
        "flexBasis": .number(random.pick([0, 10, 33.3, 100])),
        "alignSelf": .string(random.pick(["stretch", "center", "flex-end"])),
        isRow ? "height" : "width": .string(random.pick(["100%", "50%"])),
      ])
    }
    let root = LayoutFixture.Box(
      style: [
        "flexDirection": .string(isRow ? "row" : "column"), "width": .number(120), "height": .number(90),
        "padding": .number(random.pick([0, 5])), "justifyContent": .string(random.pick(["center", "space-around"])),
      ], children: children)
    let frames = try LayoutFixture(root: root, direction: random.pick([.ltr, .rtl])).frames()
    let container = Rect(x: 0, y: 0, width: 120.001, height: 90.001)
    for frame in frames.dropFirst() {
      #expect(frame.minX >= -0.001 && frame.minY >= -0.001, "\(root)")
      #expect(frame.maxX <= container.maxX && frame.maxY <= container.maxY, "\(root)")
    }
  }

  @Test(arguments: 0..<100)
  func `laying out twice changes nothing`(seed: Int) throws {
    var generator = FixtureGenerator(random: SeededGenerator(seed: UInt64(seed)))
    let fixture = LayoutFixture(root: generator.box(), width: 200)
    var (tree, nodes, texts) = try fixture.build()
    for pass in 0..<2 {
      tree.compute(
        root: nodes[0], width: .definite(200), height: .maxContent, scale: 2,
        measuring: GridTextMeasuring(texts: texts))
      #expect(tree.changedNodes.isEmpty == (pass == 1))
    }
  }

  @Test(arguments: 0..<30)
  func `after any edits the layout equals one made from scratch`(seed: Int) throws {
    for part in 0..<8 {
      var generator = FixtureGenerator(random: SeededGenerator(seed: UInt64(seed * 100 + part)))
      let root = generator.box()
      var edited = try EditedTree(root: root, generator: generator)
      for _ in 0..<12 {
        let edit = try edited.edit()
        try edited.check(after: edit)
      }
    }
  }
}

/// A tree that is edited in place, with a description from which the same tree can be built again.
struct EditedTree {
  struct Node {
    var id: NodeID
    var style: [String: StyleValue]
    var text: String?
    var children: [Int]
  }

  var tree = LayoutTree()
  var nodes: [Node] = []
  var measuring = GridTextMeasuring(texts: [:])
  var generator: FixtureGenerator
  let initial: String

  init(root: LayoutFixture.Box, generator: FixtureGenerator) throws {
    self.generator = generator
    initial = root.description
    _ = try add(root)
    try check(after: "nothing")
  }

  private mutating func add(_ box: LayoutFixture.Box) throws -> Int {
    let place = nodes.count
    let id = tree.makeNode(try LayoutFixture.style(box.style))
    nodes.append(Node(id: id, style: box.style, text: box.text, children: []))
    setText(place, box.text)
    for child in box.children {
      let added = try add(child)
      nodes[place].children.append(added)
      tree.appendChild(nodes[added].id, to: id)
    }
    return place
  }

  private mutating func setText(_ place: Int, _ text: String?) {
    nodes[place].text = text
    measuring.texts[nodes[place].id] = text
    tree.setMeasured(text != nil, for: nodes[place].id)
    tree.markDirty(nodes[place].id)
  }

  /// The indices of all nodes reachable from a node; the root has index 0.
  private func reachable(from place: Int = 0) -> [Int] {
    [place] + nodes[place].children.flatMap { reachable(from: $0) }
  }

  mutating func edit() throws -> String {
    let place = generator.random.pick(reachable())
    switch Int.random(in: 0..<6, using: &generator.random) {
    case 0, 1:
      var style = generator.style()
      if place == 0 { style["display"] = nil }
      nodes[place].style = style
      tree.setStyle(try LayoutFixture.style(style), of: nodes[place].id)
      return "style of \(place)"
    case 2:
      guard nodes[place].children.isEmpty else { return "nothing" }
      setText(place, nodes[place].text == nil ? "some new words" : generator.random.pick([nil, "x", "x yy zzz"]))
      return "text of \(place)"
    case 3:
      guard nodes[place].text == nil else { return "nothing" }
      let added = try add(generator.box(depth: 3))
      let position = Int.random(in: 0...nodes[place].children.count, using: &generator.random)
      nodes[place].children.insert(added, at: position)
      tree.insertChild(nodes[added].id, into: nodes[place].id, at: position)
      return "\(added) added to \(place)"
    case 4:
      guard let child = nodes[place].children.first else { return "nothing" }
      nodes[place].children.removeFirst()
      // Some nodes are moved elsewhere, others are removed permanently.
      let target = generator.random.pick(reachable())
      if nodes[target].text == nil, generator.random.chance(0.6) {
        nodes[target].children.append(child)
        tree.appendChild(nodes[child].id, to: nodes[target].id)
        return "\(child) moved to \(target)"
      }
      tree.removeSubtree(nodes[child].id)
      return "\(child) removed"
    default:
      nodes[place].children.shuffle(using: &generator.random)
      let children = nodes[place].children.map { nodes[$0].id }
      tree.setChildren(of: nodes[place].id, children)
      return "children of \(place) shuffled"
    }
  }

  mutating func check(after edit: String) throws {
    let scale = generator.random.pick([1, 1, 1, 2])
    tree.compute(
      root: nodes[0].id, width: .definite(200), height: .maxContent, scale: Double(scale), measuring: measuring)
    var scratch = LayoutTree()
    var texts: [NodeID: String] = [:]
    var twins: [(NodeID, NodeID)] = []
    func copy(_ place: Int) throws -> NodeID {
      let twin = scratch.makeNode(try LayoutFixture.style(nodes[place].style))
      twins.append((nodes[place].id, twin))
      if let text = nodes[place].text {
        scratch.setMeasured(true, for: twin)
        texts[twin] = text
      }
      scratch.setChildren(of: twin, try nodes[place].children.map { try copy($0) })
      return twin
    }
    let root = try copy(0)
    scratch.compute(
      root: root, width: .definite(200), height: .maxContent, scale: Double(scale),
      measuring: GridTextMeasuring(texts: texts))
    for (node, twin) in twins {
      let context: String = "after \(edit) in what was \(initial)"
      #expect(tree.frame(of: node) == scratch.frame(of: twin), "\(context)")
      #expect(tree.contentSize(of: node) == scratch.contentSize(of: twin), "\(context)")
      #expect(tree.firstBaseline(of: node) == scratch.firstBaseline(of: twin), "\(context)")
    }
  }
}
