import TesseraLayout
import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraViews

@Suite("A view laid out by constraints")
struct ConstraintViewTests {
  let hierarchy = makeHierarchy()
  var context: ViewContext { hierarchy.context }
  var window: View { hierarchy.window }

  @Test func `it is a flex item as large as its constraints need, and follows the text in it`() {
    let card = ConstraintView(in: context)
    let label = context.label("hello")
    card.addChild(label)
    window.style.alignItems = .flexStart
    window.addChild(card)
    ViewConstraint.activate([
      label.topAnchor.constraint(equalTo: card.topAnchor, constant: 10),
      label.leadingAnchor.constraint(equalTo: card.leadingAnchor, constant: 16),
      label.trailingAnchor.constraint(equalTo: card.trailingAnchor, constant: -16),
      label.bottomAnchor.constraint(equalTo: card.bottomAnchor, constant: -10),
    ])
    _ = hierarchy.commit()
    let natural = label.measureContent(width: .maxContent, height: .maxContent).size
    #expect(label.frame == Rect(origin: Point(x: 16, y: 10), size: natural))
    #expect(card.frame.size == Size(width: natural.width + 32, height: natural.height + 20))
    label.text = "hello, world"
    _ = hierarchy.commit()
    let longer = label.measureContent(width: .maxContent, height: .maxContent).size
    #expect(longer.width > natural.width)
    #expect(label.frame.size == longer)
    #expect(card.frame.width == longer.width + 32)
    #expect(card.conflictDescriptions == [])
    #expect(hierarchy.commit() == [])
  }

  @Test func `a constant and a priority that change move the child at the next commit`() {
    let card = ConstraintView(in: context)
    let box = View(.container, in: context)
    card.addChild(box)
    card.style.height = 100
    window.addChild(card)
    let top = box.topAnchor.constraint(equalTo: card.topAnchor, constant: 10)
    let height = box.heightAnchor.constraint(equalToConstant: 30)
    let wide = box.widthAnchor.constraint(equalTo: card.widthAnchor, multiplier: 0.5)
    let narrow = box.widthAnchor.constraint(equalToConstant: 20)
    wide.priority = 700
    narrow.priority = 600
    ViewConstraint.activate([
      top, height, wide, narrow, box.leftAnchor.constraint(equalTo: card.layoutMarginsGuide.leftAnchor),
    ])
    _ = hierarchy.commit()
    #expect(box.frame == Rect(x: 8, y: 10, width: hierarchy.size.width / 2, height: 30))
    top.constant = 25
    narrow.priority = 800
    card.layoutMargins.left = 3
    _ = hierarchy.commit()
    #expect(box.frame == Rect(x: 3, y: 25, width: 20, height: 30))
    narrow.isActive = false
    #expect(!narrow.isActive && wide.isActive)
    _ = hierarchy.commit()
    #expect(box.frame.width == hierarchy.size.width / 2)
  }

  @Test func `an image's width follows its height, and vice versa`() {
    let card = ConstraintView(in: context)
    let image = View(.container, in: context)
    card.addChild(image)
    window.addChild(card)
    let ratio = image.widthAnchor.constraint(equalTo: image.heightAnchor, multiplier: 1.5)
    let height = image.heightAnchor.constraint(equalToConstant: 40)
    ViewConstraint.activate([
      ratio, height, image.leadingAnchor.constraint(equalTo: card.leadingAnchor),
      image.topAnchor.constraint(equalTo: card.topAnchor), image.bottomAnchor.constraint(equalTo: card.bottomAnchor),
    ])
    #expect(ratio.isActive && ratio.activationError == nil)
    _ = hierarchy.commit()
    #expect(image.frame.size == Size(width: 60, height: 40))
    height.isActive = false
    image.trailingAnchor.constraint(equalTo: card.trailingAnchor).isActive = true
    _ = hierarchy.commit()
    #expect(image.frame == Rect(x: 0, y: 0, width: 320, height: 214))
    #expect(card.frame.size == image.frame.size)
    #expect(card.conflictDescriptions == [] && card.ambiguousChildren.isEmpty)
  }

  @Test func `a constraint between views without a common constraint view is not activated`() {
    let card = ConstraintView(in: context)
    let inside = View(.container, in: context)
    let stranger = View(.container, in: context)
    card.addChild(inside)
    window.addChild(card)
    window.addChild(stranger)
    let constraint = inside.leftAnchor.constraint(equalTo: stranger.leftAnchor)
    constraint.isActive = true
    #expect(!constraint.isActive)
    #expect(constraint.activationError == .unknown)
    let pin = inside.leftAnchor.constraint(equalTo: card.leftAnchor)
    pin.isActive = true
    #expect(pin.isActive)
    inside.removeFromParent()
    _ = hierarchy.commit()
    #expect(!pin.isActive)
  }

  @Test func `a constraint to a view below the children is not activated, whatever contains that view`() {
    let card = ConstraintView(in: context)
    let sibling = View(.container, in: context)
    card.addChild(sibling)
    window.addChild(card)
    for container in [View(.container, in: context), ConstraintView(in: context)] {
      let inside = View(.container, in: context)
      card.addChild(container)
      container.addChild(inside)
      for anchor in [card.leftAnchor, sibling.leftAnchor] {
        let constraint = inside.leftAnchor.constraint(equalTo: anchor)
        constraint.isActive = true
        #expect(!constraint.isActive)
        #expect(constraint.activationError == .unknown)
      }
    }
  }

  @Test func `flex layout works inside constraints inside flex layout`() {
    let (card, row, parts) = showRow(ofParts: 2, x: 7, y: 5)
    #expect(card.frame == Rect(x: 0, y: 0, width: 87, height: 15))
    #expect(row.frame == Rect(x: 7, y: 5, width: 80, height: 10))
    #expect(parts[1].frame == Rect(x: 40, y: 0, width: 40, height: 10))
    #expect(hierarchy.commit() == [])
  }

  @Test func `a child with flex layout that loses all its children takes no more space`() {
    let (card, _, parts) = showRow(ofParts: 1, x: 0, y: 0)
    #expect(card.frame.size == Size(width: 40, height: 10))
    parts[0].removeFromParent()
    _ = hierarchy.commit()
    _ = hierarchy.commit()
    #expect(card.frame.size == Size(width: 0, height: 0))
  }

  /// Shows a flex row of boxes of 40 × 10 points within constraints, at its own size.
  private func showRow(
    ofParts count: Int, x: Double, y: Double
  ) -> (card: ConstraintView, row: View, parts: [View]) {
    let card = ConstraintView(in: context)
    let row = View(.container, in: context)
    row.style.flexDirection = .row
    let parts = (0..<count).map { _ in context.box(width: 40, height: 10) }
    for part in parts { row.addChild(part) }
    card.addChild(row)
    window.style.alignItems = .flexStart
    window.addChild(card)
    ViewConstraint.activate([
      row.topAnchor.constraint(equalTo: card.topAnchor, constant: y),
      row.leftAnchor.constraint(equalTo: card.leftAnchor, constant: x),
      row.rightAnchor.constraint(equalTo: card.rightAnchor), row.bottomAnchor.constraint(equalTo: card.bottomAnchor),
    ])
    _ = hierarchy.commit()
    _ = hierarchy.commit()
    return (card, row, parts)
  }
}
