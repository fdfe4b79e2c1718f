import TesseraLayout
import Testing

/// Text with characters 10 points wide, lines 20 points high and a baseline at 15. It breaks at any character.
private struct Characters: ConstraintMeasuring {
  var counts: [LayoutItemID: Int]

  func measure(_ item: LayoutItemID, width: AvailableSpace, height: AvailableSpace) -> IntrinsicContent {
    let count = Double(counts[item] ?? 0)
    let perLine =
      switch width {
      case .definite(let points): max(1, (points / 10).rounded(.down))
      case .minContent: 1.0
      case .maxContent: max(1, count)
      }
    let lines = max(1, (count / perLine).rounded(.up))
    return IntrinsicContent(
      width: min(count, perLine) * 10, height: lines * 20, firstBaseline: 15, lastBaselineFromBottom: 5)
  }
}

@Suite("Constraint layout")
struct ConstraintLayoutTests {
  @Test func `an item pinned to its parent's edges fills it`() throws {
    var layout = ConstraintLayout()
    let box = layout.makeItem(in: layout.root)
    try layout.add([
      LayoutConstraint(box, .left, to: layout.root, .left, constant: 10),
      LayoutConstraint(box, .right, to: layout.root, .right, constant: -20),
      LayoutConstraint(box, .top, to: layout.root, .top, constant: 5),
      LayoutConstraint(box, .bottom, to: layout.root, .bottom),
    ])
    layout.layout(width: 300, height: 100)
    #expect(layout.frame(of: box) == Rect(x: 10, y: 5, width: 270, height: 95))
    #expect(layout.changedItems == [layout.root, box])
    layout.layout(width: 300, height: 100)
    #expect(layout.changedItems == [])
    layout.layout(width: 200, height: 100)
    #expect(layout.frame(of: box).width == 170)
    #expect(layout.conflicts.isEmpty)
    #expect(layout.ambiguities().isEmpty)
  }

  @Test(arguments: [
    (LayoutAttribute.left, 40.0, 40.0), (.right, 140, 140), (.leading, 40, 160), (.trailing, 140, 60),
    (.centerX, 90, 90), (.top, 30, 30), (.bottom, 80, 80), (.centerY, 55, 55), (.firstBaseline, 42, 42),
    (.lastBaseline, 76, 76), (.width, 100, 100), (.height, 50, 50),
  ])
  func `each attribute has its right position, in both directions`(
    attribute: LayoutAttribute, leftToRight: Double, rightToLeft: Double
  ) throws {
    for direction in [Direction.ltr, .rtl] {
      var layout = ConstraintLayout(direction: direction)
      let box = layout.makeItem(in: layout.root)
      layout.setIntrinsicContent(
        IntrinsicContent(width: 100, height: 50, firstBaseline: 12, lastBaselineFromBottom: 4), of: box)
      let probe = layout.makeItem(in: layout.root)
      let other: LayoutAttribute =
        attribute.isSize
        ? attribute : attribute.axis == .vertical ? .top : attribute.isDirectional ? .leading : .left
      try layout.add([
        LayoutConstraint(box, .left, to: layout.root, .left, constant: 40),
        LayoutConstraint(box, .top, to: layout.root, .top, constant: 30),
        LayoutConstraint(probe, other, to: box, attribute),
      ])
      if !attribute.isSize {
        try layout.add([
          LayoutConstraint(probe, .width, constant: 0), LayoutConstraint(probe, .height, constant: 0),
        ])
      }
      layout.layout(width: 200, height: 200)
      let frame = layout.frame(of: probe)
      let place =
        attribute == .width
        ? frame.width : attribute == .height ? frame.height : attribute.axis == .vertical ? frame.y : frame.x
      // Leading and trailing are given as the side that they refer to.
      let expected =
        direction == .ltr
        ? leftToRight : attribute == .leading ? 140 : attribute == .trailing ? 40 : rightToLeft
      #expect(place == expected, "\(direction)")
    }
  }

  @Test func `a right-to-left layout is the mirror image`() throws {
    func frames(_ direction: Direction) throws -> [Rect] {
      var layout = ConstraintLayout(direction: direction)
      let guide = layout.makeGuide(
        in: layout.root, insets: EdgeInsets(top: 0, left: 20, bottom: 0, right: 5), isDirectional: true)
      let icon = layout.makeItem(in: layout.root)
      let title = layout.makeItem(in: layout.root)
      let badge = layout.makeItem(in: title)
      layout.setIntrinsicContent(IntrinsicContent(width: 24, height: 24), of: icon)
      layout.setIntrinsicContent(IntrinsicContent(width: 80, height: 20), of: title)
      try layout.add([
        LayoutConstraint(icon, .leading, to: guide, .leading, constant: 3),
        LayoutConstraint(title, .leading, .greaterThanOrEqual, to: icon, .trailing, constant: 8),
        LayoutConstraint(title, .trailing, to: guide, .trailing, multiplier: 0.5, constant: 7),
        LayoutConstraint(badge, .leading, to: title, .leading, constant: 2),
        LayoutConstraint(badge, .width, constant: 6),
      ])
      layout.layout(width: 301, height: 44)
      return [icon, title, badge].map { layout.unroundedFrame(of: $0) }
    }
    let leftToRight = try frames(.ltr)
    let rightToLeft = try frames(.rtl)
    for (index, width) in [301, 301, leftToRight[1].width].enumerated() {
      #expect(abs(width - leftToRight[index].maxX - rightToLeft[index].x) < 1e-9)
      #expect(abs(leftToRight[index].width - rightToLeft[index].width) < 1e-9)
    }
  }

  @Test func `changing the direction equals starting with it`() throws {
    var layout = ConstraintLayout()
    let box = layout.makeItem(in: layout.root)
    try layout.add(LayoutConstraint(box, .leading, to: layout.root, .leading, constant: 10))
    try layout.add(LayoutConstraint(box, .width, constant: 30))
    layout.layout(width: 100, height: 10)
    #expect(layout.frame(of: box).x == 10)
    layout.direction = .rtl
    layout.layout(width: 100, height: 10)
    #expect(layout.frame(of: box).x == 60)
  }

  @Test func `the label that hugs more keeps its width, the one that resists less is cut`() throws {
    var layout = ConstraintLayout()
    let first = layout.makeItem(in: layout.root)
    let second = layout.makeItem(in: layout.root)
    layout.setIntrinsicContent(IntrinsicContent(width: 60, height: 20), of: first)
    layout.setIntrinsicContent(IntrinsicContent(width: 80, height: 20), of: second)
    layout.setContentPriorities(ContentPriorities(hugging: 251), .horizontal, of: first)
    try layout.add([
      LayoutConstraint(first, .leading, to: layout.root, .leading),
      LayoutConstraint(second, .leading, to: first, .trailing, constant: 10),
      LayoutConstraint(second, .trailing, to: layout.root, .trailing),
    ])
    layout.layout(width: 200, height: 20)
    #expect(layout.frame(of: first).width == 60)
    #expect(layout.frame(of: second).width == 130)
    layout.setContentPriorities(ContentPriorities(hugging: 249), .horizontal, of: first)
    layout.layout(width: 200, height: 20)
    #expect(layout.frame(of: first).width == 110)
    layout.setContentPriorities(ContentPriorities(compressionResistance: 751), .horizontal, of: second)
    layout.layout(width: 100, height: 20)
    #expect(layout.frame(of: first).width == 10)
    #expect(layout.frame(of: second).width == 80)
  }

  @Test func `one constraint of a priority outweighs a hundred of the next lower one`() throws {
    var layout = ConstraintLayout()
    let box = layout.makeItem(in: layout.root)
    for _ in 0..<100 { try layout.add(LayoutConstraint(box, .width, constant: 10, priority: 500)) }
    try layout.add(LayoutConstraint(box, .width, constant: 90, priority: 501))
    layout.layout(width: 300, height: 10)
    #expect(layout.frame(of: box).width == 90)
  }

  @Test func `wrapped text is as high as its lines`() throws {
    var layout = ConstraintLayout()
    let text = layout.makeItem(in: layout.root)
    let below = layout.makeItem(in: layout.root)
    layout.setMeasured(true, of: text)
    try layout.add([
      LayoutConstraint(text, .leading, to: layout.root, .leading, constant: 10),
      LayoutConstraint(text, .trailing, .lessThanOrEqual, to: layout.root, .trailing, constant: -10),
      LayoutConstraint(text, .top, to: layout.root, .top),
      LayoutConstraint(below, .top, to: text, .lastBaseline, constant: 8),
      LayoutConstraint(below, .height, constant: 1),
      LayoutConstraint(below, .leading, to: text, .leading), LayoutConstraint(below, .width, constant: 1),
      LayoutConstraint(below, .bottom, to: layout.root, .bottom, priority: 100),
    ])
    let measuring = Characters(counts: [text: 25])
    layout.layout(width: 400, height: 300, measuring: measuring)
    #expect(layout.frame(of: text) == Rect(x: 10, y: 0, width: 250, height: 20))
    layout.layout(width: 120, height: 300, measuring: measuring)
    #expect(layout.frame(of: text) == Rect(x: 10, y: 0, width: 100, height: 60))
    #expect(layout.frame(of: below).y == 63)
    layout.layout(width: 400, height: 300, measuring: measuring)
    #expect(layout.frame(of: text) == Rect(x: 10, y: 0, width: 250, height: 20))
    // Fitting size: the preferred width of the text, or the height for a given width.
    #expect(
      layout.systemLayoutSizeFitting(ConstraintLayout.compressedSize, measuring: measuring)
        == Size(width: 270, height: 24))
    let narrow = layout.systemLayoutSizeFitting(
      Size(width: 120, height: 0), horizontalFittingPriority: .required, measuring: measuring)
    #expect(narrow == Size(width: 120, height: 64))
    #expect(
      layout.measuredSize(width: .minContent, height: .maxContent, measuring: measuring).size
        == Size(width: 30, height: 504))
    #expect(layout.frame(of: text) == Rect(x: 10, y: 0, width: 250, height: 20))
    #expect(layout.frame(of: below).y == 23)
  }

  @Test func `texts of different sizes share a baseline`() throws {
    var layout = ConstraintLayout()
    let large = layout.makeItem(in: layout.root)
    let small = layout.makeItem(in: layout.root)
    let plain = layout.makeItem(in: layout.root)
    layout.setIntrinsicContent(IntrinsicContent(width: 10, height: 40, firstBaseline: 30), of: large)
    layout.setIntrinsicContent(IntrinsicContent(width: 10, height: 20, firstBaseline: 16), of: small)
    layout.setIntrinsicContent(IntrinsicContent(width: 10, height: 8), of: plain)
    try layout.add([
      LayoutConstraint(large, .top, to: layout.root, .top, constant: 5),
      LayoutConstraint(small, .firstBaseline, to: large, .firstBaseline),
      LayoutConstraint(plain, .firstBaseline, to: large, .firstBaseline),
    ])
    layout.layout(width: 100, height: 100)
    #expect(layout.frame(of: small).y == 19)
    #expect(layout.frame(of: plain).y == 27)
    // Text is added and removed.
    layout.setIntrinsicContent(IntrinsicContent(width: 10, height: 8, firstBaseline: 2), of: plain)
    layout.setIntrinsicContent(IntrinsicContent(width: 10, height: 40), of: large)
    layout.layout(width: 100, height: 100)
    #expect(layout.frame(of: small).y == 29)
    #expect(layout.frame(of: plain).y == 43)
  }

  @Test func `guides follow their parent and their insets`() throws {
    var layout = ConstraintLayout()
    let card = layout.makeItem(in: layout.root)
    let margins = layout.makeGuide(in: card, insets: EdgeInsets(top: 8, left: 16, bottom: 8, right: 16))
    let text = layout.makeItem(in: card)
    try layout.add([
      LayoutConstraint(card, .left, to: layout.root, .left, constant: 100),
      LayoutConstraint(card, .right, to: layout.root, .right),
      LayoutConstraint(card, .top, to: layout.root, .top),
      LayoutConstraint(card, .height, constant: 60),
      LayoutConstraint(text, .left, to: margins, .left), LayoutConstraint(text, .right, to: margins, .right),
      LayoutConstraint(text, .top, to: margins, .top), LayoutConstraint(text, .bottom, to: margins, .bottom),
    ])
    layout.layout(width: 300, height: 300)
    #expect(layout.frame(of: text) == Rect(x: 16, y: 8, width: 168, height: 44))
    #expect(layout.frame(of: margins) == layout.frame(of: text))
    layout.setInsets(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4), of: margins)
    layout.layout(width: 400, height: 300)
    #expect(layout.frame(of: text) == Rect(x: 2, y: 1, width: 294, height: 56))
    #expect(layout.frame(of: margins) == layout.frame(of: text))
  }

  @Test func `a constraint between items in different containers holds in window coordinates`() throws {
    var layout = ConstraintLayout()
    let left = layout.makeItem(in: layout.root)
    let right = layout.makeItem(in: layout.root)
    let inLeft = layout.makeItem(in: left)
    let inRight = layout.makeItem(in: right)
    try layout.add([
      LayoutConstraint(left, .left, to: layout.root, .left, constant: 30),
      LayoutConstraint(right, .left, to: layout.root, .left, constant: 200),
      LayoutConstraint(inLeft, .left, to: left, .left, constant: 5),
      LayoutConstraint(inRight, .left, to: inLeft, .left, constant: 300),
      LayoutConstraint(inLeft, .centerX, to: layout.root, .centerX),
    ])
    layout.layout(width: 500, height: 10)
    #expect(layout.frame(of: inRight).x == 30 + 5 + 300 - 200)
    #expect(layout.frame(of: inLeft).width == 2 * (250 - 35))
  }

  @Test(
    arguments: [
      ([], 10.0, 50.0), (.flexibleWidth, 10, 150), (.flexibleLeftMargin, 110, 50), (.flexibleRightMargin, 10, 50),
      ([.flexibleLeftMargin, .flexibleRightMargin], 30, 50), ([.flexibleWidth, .flexibleRightMargin], 10, 105.5555555),
      ([.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin], 20, 100),
    ] as [(AutoresizingMask, Double, Double)])
  func `a frame follows its parent by its autoresizing mask`(mask: AutoresizingMask, x: Double, width: Double) {
    var layout = ConstraintLayout()
    let box = layout.makeItem(in: layout.root)
    layout.setFrame(
      Rect(x: 10, y: 0, width: 50, height: 20), inParentOfSize: Size(width: 100, height: 20), resizing: mask, of: box)
    layout.layout(width: 100, height: 20, scale: 0)
    #expect(layout.frame(of: box) == Rect(x: 10, y: 0, width: 50, height: 20))
    layout.layout(width: 200, height: 20, scale: 0)
    #expect(abs(layout.frame(of: box).x - x) < 1e-6)
    #expect(abs(layout.frame(of: box).width - width) < 1e-6)
    #expect(layout.frame(of: box).height == 20)
  }

  @Test(arguments: [1.0, 1.5, 2, 3])
  func `neighbours on the pixel grid touch without gaps`(scale: Double) throws {
    var layout = ConstraintLayout()
    var previous: LayoutItemID?
    var columns: [LayoutItemID] = []
    for _ in 0..<7 {
      let column = layout.makeItem(in: layout.root)
      try layout.add(LayoutConstraint(column, .width, to: layout.root, .width, multiplier: 1.0 / 7))
      if let previous {
        try layout.add(LayoutConstraint(column, .left, to: previous, .right))
      } else {
        try layout.add(LayoutConstraint(column, .left, to: layout.root, .left))
      }
      previous = column
      columns.append(column)
    }
    layout.layout(width: 100, height: 10, scale: scale)
    var edge = 0.0
    for column in columns {
      let frame = layout.frame(of: column)
      #expect(abs(frame.x - edge) < 1e-9)
      #expect(abs((frame.x * scale).rounded() - frame.x * scale) < 1e-9)
      edge = frame.maxX
    }
    #expect(abs(edge - 100) < 0.5)
  }

  @Test func `a fitting priority decides between the target size and the inner constraints`() throws {
    var layout = ConstraintLayout()
    let box = layout.makeItem(in: layout.root)
    layout.setIntrinsicContent(IntrinsicContent(width: 100, height: 40), of: box)
    try layout.add([
      LayoutConstraint(box, .left, to: layout.root, .left), LayoutConstraint(box, .right, to: layout.root, .right),
      LayoutConstraint(box, .top, to: layout.root, .top), LayoutConstraint(box, .bottom, to: layout.root, .bottom),
    ])
    #expect(layout.systemLayoutSizeFitting(.zero) == Size(width: 100, height: 40))
    #expect(
      layout.systemLayoutSizeFitting(ConstraintLayout.expandedSize, horizontalFittingPriority: 300)
        == Size(width: 10_000, height: 40))
    #expect(layout.systemLayoutSizeFitting(.zero, verticalFittingPriority: 751) == Size(width: 100, height: 0))
    layout.setIntrinsicContent(IntrinsicContent(width: 120, height: 40), of: box)
    #expect(layout.systemLayoutSizeFitting(.zero).width == 120)
  }

  @Test func `a removed item takes its constraints with it`() throws {
    var layout = ConstraintLayout()
    let first = layout.makeItem(in: layout.root)
    let inside = layout.makeItem(in: first)
    let second = layout.makeItem(in: layout.root)
    let link = try layout.add(LayoutConstraint(second, .left, to: inside, .right, constant: 10))
    try layout.add([
      LayoutConstraint(first, .left, to: layout.root, .left, constant: 20),
      LayoutConstraint(inside, .left, to: first, .left), LayoutConstraint(inside, .width, constant: 30),
      LayoutConstraint(second, .left, to: layout.root, .left, constant: 1, priority: 100),
    ])
    layout.layout(width: 100, height: 100)
    #expect(layout.frame(of: second).x == 60)
    layout.remove(first)
    #expect(!layout.contains(inside))
    #expect(!layout.contains(link))
    layout.layout(width: 100, height: 100)
    #expect(layout.frame(of: second).x == 1)
    let again = layout.makeItem(in: layout.root)
    #expect(again != first && again != inside)
  }

  @Test func `invalid constraints are rejected`() throws {
    var layout = ConstraintLayout()
    let box = layout.makeItem(in: layout.root)
    func expectError(_ error: LayoutConstraintError, _ constraint: LayoutConstraint) {
      #expect(throws: error) { try layout.add(constraint) }
    }
    let root = layout.root
    expectError(.differentAxes(.left, .top), LayoutConstraint(box, .left, to: root, .top))
    expectError(.placeAndSize(.left, .width), LayoutConstraint(box, .left, to: root, .width))
    expectError(.directionalAndFixed(.leading, .left), LayoutConstraint(box, .leading, to: root, .left))
    expectError(.placeAlone(.top), LayoutConstraint(box, .top, constant: 3))
    expectError(.numberOutOfRange, LayoutConstraint(box, .width, constant: .nan))
    expectError(.numberOutOfRange, LayoutConstraint(box, .width, to: root, .width, multiplier: .infinity))
    layout.remove(box)
    expectError(.unknown, LayoutConstraint(box, .width, constant: 3))
  }

  @Test func `a flex tree can be the content of an item, and a constraint layout the content of a flex leaf`() throws {
    var tree = LayoutTree()
    let chips = (0..<3).map { _ in
      tree.makeNode(LayoutStyle { ($0.width, $0.height) = (40, 10) })
    }
    let row = tree.makeNode(LayoutStyle { ($0.flexDirection, $0.flexWrap) = (.row, .wrap) })
    tree.setChildren(of: row, chips)
    struct Flex: ConstraintMeasuring {
      var tree: LayoutTree
      var root: NodeID
      func measure(_ item: LayoutItemID, width: AvailableSpace, height: AvailableSpace) -> IntrinsicContent {
        tree.intrinsicContent(of: root, width: width, height: height, measuring: NoMeasuring())
      }
    }
    var layout = ConstraintLayout()
    let item = layout.makeItem(in: layout.root)
    layout.setMeasured(true, of: item)
    try layout.add([
      LayoutConstraint(item, .left, to: layout.root, .left), LayoutConstraint(item, .right, to: layout.root, .right),
      LayoutConstraint(item, .top, to: layout.root, .top), LayoutConstraint(item, .bottom, to: layout.root, .bottom),
    ])
    let measuring = Flex(tree: tree, root: row)
    #expect(layout.systemLayoutSizeFitting(.zero, measuring: measuring) == Size(width: 120, height: 10))
    #expect(
      layout.measuredSize(width: .definite(85), height: .maxContent, measuring: measuring).size
        == Size(width: 85, height: 20))
  }
}
