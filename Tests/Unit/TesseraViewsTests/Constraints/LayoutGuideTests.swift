import TesseraLayout
import TesseraTestSupport
import Testing

@testable import TesseraViews

@Suite("Guides of constraint views")
struct LayoutGuideTests {
  let hierarchy = makeHierarchy(width: 200, height: 100)
  var context: ViewContext { hierarchy.context }

  func makeCard(fills: Bool = true) -> ConstraintView {
    let card = ConstraintView(in: context)
    if fills { card.style.height = 100 }
    hierarchy.window.addChild(card)
    return card
  }

  func fill(_ box: View, _ guide: LayoutGuide) -> [ViewConstraint] {
    [
      box.leadingAnchor.constraint(equalTo: guide.leadingAnchor),
      box.trailingAnchor.constraint(equalTo: guide.trailingAnchor),
      box.topAnchor.constraint(equalTo: guide.topAnchor), box.bottomAnchor.constraint(equalTo: guide.bottomAnchor),
    ]
  }

  @Test func `the safe area is the whole view until the host sets it, and its left is left in both directions`() {
    let card = makeCard()
    let box = View(.container, in: context)
    card.addChild(box)
    ViewConstraint.activate(fill(box, card.safeAreaLayoutGuide))
    _ = hierarchy.commit()
    #expect(box.frame == Rect(x: 0, y: 0, width: 200, height: 100))
    card.safeAreaInsets = EdgeInsets(top: 20, left: 30, bottom: 10, right: 0)
    _ = hierarchy.commit()
    #expect(box.frame == Rect(x: 30, y: 20, width: 170, height: 70))
    card.style.direction = .rtl
    _ = hierarchy.commit()
    #expect(box.frame == Rect(x: 30, y: 20, width: 170, height: 70))
    // The margins are a different guide.
    card.layoutMargins = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(hierarchy.commit() == [])
  }

  @Test func `insets that the host set before the first constraint apply`() {
    let card = makeCard()
    card.safeAreaInsets = EdgeInsets(top: 5, left: 6, bottom: 7, right: 8)
    let box = View(.container, in: context)
    card.addChild(box)
    ViewConstraint.activate(fill(box, card.safeAreaLayoutGuide))
    _ = hierarchy.commit()
    #expect(box.frame == Rect(x: 6, y: 5, width: 186, height: 88))
    card.safeAreaInsets.left = .nan
    _ = hierarchy.commit()
    #expect(box.frame == Rect(x: 0, y: 5, width: 192, height: 88))
  }

  @Test func `a view is centred in a guide, half as large`() {
    let card = makeCard()
    card.layoutMargins = EdgeInsets(top: 20, left: 40, bottom: 0, right: 0)
    let box = View(.container, in: context)
    card.addChild(box)
    let guide = card.layoutMarginsGuide
    let constraints = [
      box.centerXAnchor.constraint(equalTo: guide.centerXAnchor),
      box.centerYAnchor.constraint(equalTo: guide.centerYAnchor),
      box.widthAnchor.constraint(equalTo: guide.widthAnchor, multiplier: 0.5),
      box.heightAnchor.constraint(equalTo: guide.heightAnchor, multiplier: 0.5),
    ]
    ViewConstraint.activate(constraints)
    #expect(constraints.filter { !$0.isActive }.isEmpty)
    _ = hierarchy.commit()
    #expect(box.frame == Rect(x: 80, y: 40, width: 80, height: 40))
    card.style.direction = .rtl
    _ = hierarchy.commit()
    #expect(box.frame == Rect(x: 40, y: 40, width: 80, height: 40))
  }

  @Test func `a constraint view follows the guides of its sibling`() {
    let card = makeCard()
    let inner = ConstraintView(in: context)
    let box = View(.container, in: context)
    card.addChild(inner)
    card.addChild(box)
    let edges = [
      inner.leftAnchor.constraint(equalTo: card.leftAnchor, constant: 100),
      inner.rightAnchor.constraint(equalTo: card.rightAnchor), inner.topAnchor.constraint(equalTo: card.topAnchor),
      inner.bottomAnchor.constraint(equalTo: card.bottomAnchor),
    ]
    let toGuide = fill(box, inner.layoutMarginsGuide)
    ViewConstraint.activate(edges + toGuide)
    #expect(toGuide.filter { !$0.isActive }.isEmpty)
    _ = hierarchy.commit()
    #expect(box.frame == Rect(x: 108, y: 8, width: 84, height: 84))
    inner.layoutMargins.left = 20
    _ = hierarchy.commit()
    #expect(box.frame == Rect(x: 120, y: 8, width: 72, height: 84))
    // The view leaves and returns with different margins.
    inner.removeFromParent()
    inner.layoutMargins.left = 1
    _ = hierarchy.commit()
    #expect(toGuide.filter(\.isActive).isEmpty)
    card.addChild(inner)
    ViewConstraint.activate(edges + toGuide)
    _ = hierarchy.commit()
    #expect(box.frame == Rect(x: 101, y: 8, width: 91, height: 84))
  }

  @Test func `a guide of a nested constraint view can have a size of its own`() {
    let card = makeCard(fills: false)
    let inner = ConstraintView(in: context)
    card.addChild(inner)
    let width = inner.layoutMarginsGuide.widthAnchor.constraint(equalToConstant: 50)
    ViewConstraint.activate([
      width, inner.leftAnchor.constraint(equalTo: card.leftAnchor),
      inner.topAnchor.constraint(equalTo: card.topAnchor), inner.bottomAnchor.constraint(equalTo: card.bottomAnchor),
      inner.heightAnchor.constraint(equalToConstant: 10),
    ])
    #expect(width.isActive)
    _ = hierarchy.commit()
    #expect(inner.frame == Rect(x: 0, y: 0, width: 66, height: 10))
  }
}
