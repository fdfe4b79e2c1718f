import TesseraLayout
import Testing

@Suite("Constraint conflicts and ambiguities")
struct ConstraintConflictTests {
  @Test func `a contradiction breaks the last constraint, and names all that are involved`() throws {
    var layout = ConstraintLayout()
    let box = layout.makeItem(in: layout.root, name: "box")
    let other = layout.makeItem(in: layout.root, name: "other")
    try layout.add([
      LayoutConstraint(other, .left, to: layout.root, .left, constant: 4),
      LayoutConstraint(box, .left, to: layout.root, .left, constant: 10),
      LayoutConstraint(box, .right, to: layout.root, .right, constant: -10, name: "pin"),
      LayoutConstraint(box, .width, constant: 500, name: "wide"),
    ])
    layout.layout(width: 300, height: 100)
    #expect(layout.frame(of: box).width == 280)
    let conflict = try #require(layout.conflicts.first)
    #expect(layout.conflicts.count == 1)
    #expect(
      layout.description(of: conflict)
        == "'box.width = 500 (wide)' was broken: it contradicts "
        + "'root.width = 300' from the size of the layout, 'box.left = root.left + 10', "
        + "'box.right = root.right − 10 (pin)'")
    layout.layout(width: 520, height: 100)
    #expect(layout.conflicts.isEmpty)
    #expect(layout.frame(of: box).width == 500)
  }

  @Test func `a broken constraint holds again once its opponent is removed`() throws {
    var layout = ConstraintLayout()
    let box = layout.makeItem(in: layout.root)
    let first = try layout.add(LayoutConstraint(box, .width, constant: 10))
    let second = try layout.add(LayoutConstraint(box, .width, constant: 20))
    let third = try layout.add(LayoutConstraint(box, .width, constant: 30))
    layout.layout(width: 100, height: 100)
    #expect(layout.frame(of: box).width == 10)
    #expect(layout.conflicts.map(\.broken.identifier) == [second, third])
    layout.remove(first)
    layout.layout(width: 100, height: 100)
    #expect(layout.frame(of: box).width == 20)
    #expect(layout.conflicts.map(\.broken.identifier) == [third])
    try layout.setConstant(30, of: second)
    layout.layout(width: 100, height: 100)
    #expect(layout.conflicts.isEmpty)
    try layout.setPriority(999, of: second)
    try layout.setConstant(40, of: third)
    layout.layout(width: 100, height: 100)
    #expect(layout.conflicts.isEmpty)
    #expect(layout.frame(of: box).width == 40)
  }

  @Test func `a negative width is a contradiction, not a result`() throws {
    var layout = ConstraintLayout()
    let box = layout.makeItem(in: layout.root)
    try layout.add(LayoutConstraint(box, .left, to: layout.root, .left, constant: 10))
    let pin = try layout.add(LayoutConstraint(box, .right, to: layout.root, .right, constant: -10))
    let never = try layout.add(LayoutConstraint(box, .height, constant: -1))
    layout.layout(width: 5, height: 100)
    #expect(layout.frame(of: box).width == 0)
    #expect(layout.conflicts.map(\.broken.identifier) == [pin, never])
    #expect(layout.conflicts.last?.conflicting == [])
    layout.layout(width: 50, height: 100)
    #expect(layout.frame(of: box).width == 30)
    #expect(layout.conflicts.map(\.broken.identifier) == [never])
  }

  @Test func `both sides of a box may pass each other in one step`() throws {
    var layout = ConstraintLayout()
    let box = layout.makeItem(in: layout.root)
    let left = try layout.add(LayoutConstraint(box, .left, to: layout.root, .left, constant: 0))
    let right = try layout.add(LayoutConstraint(box, .right, to: layout.root, .left, constant: 10))
    layout.layout(width: 100, height: 10)
    try layout.setConstant(50, of: left)
    try layout.setConstant(70, of: right)
    layout.layout(width: 100, height: 10)
    #expect(layout.frame(of: box) == Rect(x: 50, y: 0, width: 20, height: 0))
    #expect(layout.conflicts.isEmpty)
  }

  @Test func `an ambiguity is reported with the constraints involved`() throws {
    var layout = ConstraintLayout()
    let first = layout.makeItem(in: layout.root)
    let second = layout.makeItem(in: layout.root)
    let pins = try layout.add([
      LayoutConstraint(first, .left, to: layout.root, .left),
      LayoutConstraint(second, .left, to: first, .right),
      LayoutConstraint(second, .right, to: layout.root, .right),
    ])
    for item in [first, second] {
      try layout.add([
        LayoutConstraint(item, .top, to: layout.root, .top), LayoutConstraint(item, .height, constant: 10),
      ])
      layout.setIntrinsicContent(IntrinsicContent(width: 30), of: item)
    }
    layout.layout(width: 100, height: 100)
    // Both labels would have to be stretched, and have the same hugging priority.
    #expect(
      layout.ambiguities() == [
        LayoutAmbiguity(item: first, attributes: [.width], constraints: [pins[0], pins[1]]),
        LayoutAmbiguity(item: second, attributes: [.left, .width], constraints: [pins[1], pins[2]]),
      ])
    layout.setContentPriorities(ContentPriorities(hugging: 251), .horizontal, of: first)
    layout.layout(width: 100, height: 100)
    #expect(layout.ambiguities() == [])
    // At their natural widths, there is no ambiguity.
    layout.setContentPriorities(ContentPriorities(), .horizontal, of: first)
    layout.layout(width: 60, height: 100)
    #expect(layout.ambiguities() == [])
    let lost = layout.makeItem(in: layout.root)
    layout.layout(width: 60, height: 100)
    #expect(
      layout.ambiguities() == [
        LayoutAmbiguity(item: lost, attributes: [.left, .top, .width, .height], constraints: [])
      ])
  }
}
