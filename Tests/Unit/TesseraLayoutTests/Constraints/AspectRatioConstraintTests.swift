import TesseraLayout
import Testing

/// Text with characters 10 points wide and lines 20 points high. It breaks at any character.
private struct Characters: ConstraintMeasuring {
  var count: Double

  func measure(_ item: LayoutItemID, width: AvailableSpace, height: AvailableSpace) -> IntrinsicContent {
    let perLine = width.points.map { max(1, ($0 / 10).rounded(.down)) } ?? (width == .minContent ? 1 : count)
    return IntrinsicContent(width: min(count, perLine) * 10, height: (count / perLine).rounded(.up) * 20)
  }
}

@Suite("Constraints between widths and heights")
struct AspectRatioConstraintTests {
  @Test func `an image keeps its ratio, whichever side is given`() throws {
    var layout = ConstraintLayout()
    let picture = layout.makeItem(in: layout.root)
    try layout.add([
      LayoutConstraint(picture, .width, to: picture, .height, multiplier: 1.5),
      LayoutConstraint(picture, .left, to: layout.root, .left),
      LayoutConstraint(picture, .top, to: layout.root, .top),
    ])
    let height = try layout.add(LayoutConstraint(picture, .height, constant: 40))
    layout.layout(width: 300, height: 200)
    #expect(layout.frame(of: picture) == Rect(x: 0, y: 0, width: 60, height: 40))
    layout.remove(height)
    try layout.add(LayoutConstraint(picture, .right, to: layout.root, .right))
    layout.layout(width: 300, height: 300)
    #expect(layout.frame(of: picture) == Rect(x: 0, y: 0, width: 300, height: 200))
    #expect(layout.ambiguities().isEmpty && layout.conflicts.isEmpty)
  }

  @Test func `the height of one item can be the width of another, in both directions`() throws {
    for direction in [Direction.ltr, .rtl] {
      var layout = ConstraintLayout(direction: direction)
      let bar = layout.makeItem(in: layout.root)
      try layout.add([
        LayoutConstraint(bar, .leading, to: layout.root, .leading), LayoutConstraint(bar, .top, to: layout.root, .top),
        LayoutConstraint(bar, .width, to: layout.root, .height, multiplier: 0.5, constant: 3),
        LayoutConstraint(bar, .height, to: layout.root, .width, multiplier: 0.1),
      ])
      layout.layout(width: 300, height: 100)
      #expect(layout.frame(of: bar) == Rect(x: direction == .rtl ? 247 : 0, y: 0, width: 53, height: 30))
    }
  }

  @Test func `content yields to the ratio, and the side with more resistance decides`() throws {
    var layout = ConstraintLayout()
    let picture = layout.makeItem(in: layout.root)
    layout.setIntrinsicContent(IntrinsicContent(width: 100, height: 100), of: picture)
    try layout.add(LayoutConstraint(picture, .width, to: picture, .height, multiplier: 2))
    layout.layout(width: 300, height: 300)
    // Neither side may be compressed, so one of them is stretched.
    #expect(layout.frame(of: picture).size == Size(width: 200, height: 100))
    layout.setContentPriorities(ContentPriorities(hugging: 800), .horizontal, of: picture)
    layout.layout(width: 300, height: 300)
    #expect(layout.frame(of: picture).size == Size(width: 100, height: 50))
  }

  @Test func `a fitting size follows the ratio`() throws {
    var layout = ConstraintLayout()
    let picture = layout.makeItem(in: layout.root)
    try layout.add([
      LayoutConstraint(picture, .left, to: layout.root, .left, constant: 10),
      LayoutConstraint(picture, .right, to: layout.root, .right, constant: -10),
      LayoutConstraint(picture, .top, to: layout.root, .top),
      LayoutConstraint(picture, .bottom, to: layout.root, .bottom),
    ])
    let ratio = try layout.add(LayoutConstraint(picture, .height, to: picture, .width, multiplier: 0.75, constant: 4))
    let wide = Size(width: 220, height: 0)
    #expect(layout.systemLayoutSizeFitting(wide, horizontalFittingPriority: .required) == Size(width: 220, height: 154))
    #expect(
      layout.measuredSize(width: .maxContent, height: .definite(79)).size == Size(width: 120, height: 79))
    try layout.setConstant(0, of: ratio)
    #expect(layout.systemLayoutSizeFitting(wide, horizontalFittingPriority: .required) == Size(width: 220, height: 150))
  }

  @Test func `a conflict names the broken ratio and its opponents, and an ambiguous one its item`() throws {
    var layout = ConstraintLayout()
    let picture = layout.makeItem(in: layout.root, name: "picture")
    let pins = try layout.add([
      LayoutConstraint(picture, .left, to: layout.root, .left),
      LayoutConstraint(picture, .top, to: layout.root, .top),
    ])
    let ratio = try layout.add(
      LayoutConstraint(picture, .width, to: picture, .height, multiplier: 1.5, name: "ratio"))
    layout.layout(width: 300, height: 300)
    #expect(
      layout.ambiguities() == [
        LayoutAmbiguity(item: picture, attributes: [.width, .height], constraints: pins + [ratio])
      ])
    try layout.add([LayoutConstraint(picture, .width, constant: 90), LayoutConstraint(picture, .height, constant: 90)])
    layout.layout(width: 300, height: 300)
    #expect(
      layout.conflicts.map { layout.description(of: $0) } == [
        "'picture.height = 90' was broken: it contradicts 'picture.width = 1.5 · picture.height (ratio)', "
          + "'picture.width = 90'"
      ])
    #expect(layout.frame(of: picture).size == Size(width: 90, height: 60))
  }

  @Test func `an ambiguous height names the constraint that ties it to another item's width`() throws {
    var layout = ConstraintLayout()
    let column = layout.makeItem(in: layout.root)
    let bar = layout.makeItem(in: layout.root)
    let link = try layout.add(
      LayoutConstraint(bar, .width, .lessThanOrEqual, to: column, .height))
    try layout.add([
      LayoutConstraint(bar, .left, to: layout.root, .left), LayoutConstraint(bar, .top, to: layout.root, .top),
      LayoutConstraint(bar, .width, constant: 10), LayoutConstraint(bar, .height, constant: 10),
      LayoutConstraint(column, .left, to: layout.root, .left), LayoutConstraint(column, .top, to: layout.root, .top),
      LayoutConstraint(column, .width, constant: 10),
    ])
    layout.layout(width: 100, height: 100)
    let ambiguity = try #require(layout.ambiguities().first)
    #expect(ambiguity.item == column && ambiguity.attributes == [.height])
    #expect(ambiguity.constraints.contains(link))
  }

  @Test(arguments: [5.0, 25, 60])
  func `text beside a square of its height wraps the same after edits as from scratch`(count: Double) throws {
    // A square as high as the text takes width from it: more lines make the square larger, which leaves less width.
    func make(_ gap: Double) throws -> (layout: ConstraintLayout, items: [LayoutItemID], gap: LayoutConstraintID) {
      var layout = ConstraintLayout()
      let text = layout.makeItem(in: layout.root)
      let square = layout.makeItem(in: layout.root)
      layout.setMeasured(true, of: text)
      // Without this, a point of width and a point of height would be equally important, and the layout would be
      // ambiguous.
      layout.setContentPriorities(ContentPriorities(hugging: 251, compressionResistance: 751), .vertical, of: text)
      try layout.add([
        LayoutConstraint(text, .left, to: layout.root, .left), LayoutConstraint(text, .top, to: layout.root, .top),
        LayoutConstraint(square, .width, to: square, .height), LayoutConstraint(square, .height, to: text, .height),
        LayoutConstraint(square, .top, to: layout.root, .top),
        LayoutConstraint(square, .right, to: layout.root, .right),
      ])
      let constraint = try layout.add(LayoutConstraint(square, .left, to: text, .right, constant: gap))
      return (layout, [text, square], constraint)
    }
    let measuring = Characters(count: count)
    var (edited, items, gap) = try make(0)
    for (width, distance) in [(400.0, 0.0), (200, 0), (200, 40), (160, 40), (300, 8), (160, 0), (1000, 0), (200, 0)] {
      try edited.setConstant(distance, of: gap)
      edited.layout(width: width, height: 500, scale: 0, measuring: measuring)
      var (fresh, _, _) = try make(distance)
      fresh.layout(width: width, height: 500, scale: 0, measuring: measuring)
      for item in items {
        #expect(edited.unroundedFrame(of: item) == fresh.unroundedFrame(of: item), "\(width), \(distance)")
      }
      // Another layout pass, and adding and removing a constraint, do not change the frames.
      edited.layout(width: width, height: 500, scale: 0, measuring: measuring)
      #expect(edited.changedItems == [], "\(width), \(distance)")
      let limit = try edited.add(LayoutConstraint(items[0], .width, .lessThanOrEqual, constant: 35))
      edited.layout(width: width, height: 500, scale: 0, measuring: measuring)
      edited.remove(limit)
      edited.layout(width: width, height: 500, scale: 0, measuring: measuring)
      for item in items {
        #expect(edited.unroundedFrame(of: item) == fresh.unroundedFrame(of: item), "\(width), \(distance)")
      }
      let square = edited.unroundedFrame(of: items[1])
      #expect(edited.ambiguities().isEmpty && edited.conflicts.isEmpty)
      #expect(abs(square.width - square.height) < 1e-9)
      #expect(abs(square.maxX - width) < 1e-9)
      let size = Size(width: width, height: 0)
      #expect(
        edited.systemLayoutSizeFitting(size, horizontalFittingPriority: .required, measuring: measuring)
          == fresh.systemLayoutSizeFitting(size, horizontalFittingPriority: .required, measuring: measuring))
    }
  }
}
