import TesseraLayout
import TesseraTestSupport
import Testing

@testable import TesseraViews

@Suite("Frames in constraint views")
struct FramePlacementTests {
  let hierarchy = makeHierarchy(width: 200, height: 100)
  var context: ViewContext { hierarchy.context }
  let card: ConstraintView
  let box: View

  init() {
    card = ConstraintView(in: hierarchy.context)
    box = View(.container, in: hierarchy.context)
    card.style.height = 100
    hierarchy.window.addChild(card)
    card.addChild(box)
  }

  @Test func `a child with a frame is at that frame, and others can be constrained to it`() {
    #expect(!box.translatesAutoresizingMaskIntoConstraints)
    box.setFrame(Rect(x: 10, y: 20, width: 30, height: 40))
    #expect(box.translatesAutoresizingMaskIntoConstraints)
    let label = context.label("hello")
    card.addChild(label)
    ViewConstraint.activate([
      label.leadingAnchor.constraint(equalTo: box.trailingAnchor, constant: 8),
      label.centerYAnchor.constraint(equalTo: box.centerYAnchor),
    ])
    _ = hierarchy.commit()
    #expect(box.frame == Rect(x: 10, y: 20, width: 30, height: 40))
    #expect(label.frame.x == 48)
    #expect(card.ambiguousChildren.isEmpty && card.conflictDescriptions == [])
    box.setFrame(Rect(x: 50, y: 20, width: 30, height: 40))
    _ = hierarchy.commit()
    #expect(box.frame.x == 50 && label.frame.x == 88)
    card.style.width = 150
    _ = hierarchy.commit()
    #expect(box.frame.x == 50 && label.frame.x == 88)
  }

  @Test(
    arguments: [
      (.flexibleLeftMargin, 160.0, 30.0), (.flexibleWidth, 10, 180),
      ([.flexibleLeftMargin, .flexibleRightMargin], 85, 30), ([], 10, 30),
    ] as [(AutoresizingMask, Double, Double)])
  func `the autoresizing mask determines what follows the parent`(mask: AutoresizingMask, x: Double, width: Double) {
    box.setFrame(
      Rect(x: 10, y: 20, width: 30, height: 40), inParentOfSize: Size(width: 50, height: 100), resizing: mask)
    _ = hierarchy.commit()
    // The difference of 150 points is distributed to the flexible parts, in proportion to their lengths.
    #expect(box.frame == Rect(x: x, y: 20, width: width, height: 40))
  }

  @Test func `a child without its frame obeys its constraints again, and a frame takes precedence`() {
    box.setFrame(Rect(x: 10, y: 20, width: 30, height: 40))
    let constraints = [
      box.leftAnchor.constraint(equalTo: card.leftAnchor, constant: 3),
      box.topAnchor.constraint(equalTo: card.topAnchor),
      box.widthAnchor.constraint(equalToConstant: 60), box.heightAnchor.constraint(equalToConstant: 20),
    ]
    ViewConstraint.activate(constraints)
    _ = hierarchy.commit()
    #expect(box.frame == Rect(x: 10, y: 20, width: 30, height: 40))
    #expect(card.conflictDescriptions.count == 4)
    box.translatesAutoresizingMaskIntoConstraints = false
    _ = hierarchy.commit()
    #expect(box.frame == Rect(x: 3, y: 0, width: 60, height: 20))
    #expect(card.conflictDescriptions == [])
    ViewConstraint.deactivate(constraints)
    box.translatesAutoresizingMaskIntoConstraints = true
    _ = hierarchy.commit()
    #expect(box.frame == Rect(x: 3, y: 0, width: 60, height: 20))
    #expect(card.ambiguousChildren.isEmpty)
  }

  @Test func `the frame is removed when the child leaves, and does nothing elsewhere`() {
    box.setFrame(Rect(x: 10, y: 20, width: 30, height: 40))
    box.removeFromParent()
    #expect(!box.translatesAutoresizingMaskIntoConstraints)
    box.setFrame(Rect(x: 1, y: 2, width: 3, height: 4))
    hierarchy.window.addChild(box)
    box.translatesAutoresizingMaskIntoConstraints = true
    #expect(!box.translatesAutoresizingMaskIntoConstraints)
    _ = hierarchy.commit()
    card.addChild(box)
    #expect(!box.translatesAutoresizingMaskIntoConstraints)
    _ = hierarchy.commit()
    #expect(card.ambiguousChildren.map(\.id) == [box.id])
  }

  @Test func `a child that lays out its own children by flex does so in its frame`() {
    let part = context.box(height: 10)
    box.addChild(part)
    box.setFrame(Rect(x: 10, y: 20, width: 30, height: 40))
    _ = hierarchy.commit()
    _ = hierarchy.commit()
    #expect(box.frame == Rect(x: 10, y: 20, width: 30, height: 40))
    #expect(part.frame == Rect(x: 0, y: 0, width: 30, height: 10))
    #expect(hierarchy.commit() == [])
  }
}
