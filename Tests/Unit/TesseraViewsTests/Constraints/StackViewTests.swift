import TesseraLayout
import TesseraTestSupport
import TesseraValues
import Testing

@testable import TesseraViews

/// Characters are 8 points wide and lines 20 high at a font size of 16.
@Suite("A view that stacks its children")
struct StackViewTests {
  let hierarchy = makeHierarchy()
  var context: ViewContext { hierarchy.context }

  private func stack(_ children: [View], _ arrangement: StackArrangement = StackArrangement(spacing: 10)) -> StackView {
    let stack = StackView(in: context)
    stack.arrangement = arrangement
    for child in children { stack.addChild(child) }
    return stack
  }

  private func label(_ text: String) -> Label {
    let label = context.label(text)
    label[.fontSize] = 16
    return label
  }

  /// Shows a view at its own size.
  private func show(_ view: View) {
    hierarchy.window.style.alignItems = .flexStart
    hierarchy.window.addChild(view)
    _ = hierarchy.commit()
  }

  /// Shows a view in all of the window's width, which is 320 points.
  private func fill(_ view: View) {
    hierarchy.window.addChild(view)
    _ = hierarchy.commit()
  }

  @Test func `a hidden child takes no space, and no spacing, until it is shown`() {
    let boxes = [40.0, 50, 60].map { context.box(width: $0, height: 20) }
    let row = stack(boxes)
    show(row)
    #expect(row.frame.size == Size(width: 170, height: 20))
    #expect(boxes.map(\.frame.x) == [0, 50, 110])
    boxes[1].isHidden = true
    _ = hierarchy.commit()
    #expect(row.frame.width == 110)
    #expect(boxes[2].frame == Rect(x: 50, y: 0, width: 60, height: 20))
    boxes[0].isHidden = true
    _ = hierarchy.commit()
    #expect(boxes[2].frame.x == 0 && row.frame.width == 60)
    for box in boxes { box.isHidden = false }
    _ = hierarchy.commit()
    #expect(row.frame.width == 170)
    #expect(boxes.map(\.frame.x) == [0, 50, 110])
    #expect(row.conflictDescriptions == [])
  }

  @Test func `a hidden child leaves space to the others in a stack of a given size`() {
    let boxes = (0..<3).map { _ in context.box(height: 20) }
    let row = stack(boxes, StackArrangement(distribution: .fillEqually, spacing: 10))
    row.style.width = .points(320)
    fill(row)
    #expect(boxes.map(\.frame.width) == [100, 100, 100])
    boxes[1].isHidden = true
    _ = hierarchy.commit()
    #expect([boxes[0], boxes[2]].map(\.frame.width) == [155, 155])
  }

  @Test func `constraints of hidden children have no effect`() throws {
    let boxes = [context.box(height: 20), context.box(width: 50, height: 20)]
    for (box, name) in zip(boxes, ["a", "b"]) { box.identifier = name }
    let row = stack(boxes)
    row.formats = try ConstraintFormat.read("a.width = b.width") + ConstraintFormat.read("a.width = 30 @ 60")
    show(row)
    #expect(boxes[0].frame.width == 50)
    boxes[1].isHidden = true
    _ = hierarchy.commit()
    #expect(boxes[0].frame.width == 30)
    boxes[1].isHidden = false
    _ = hierarchy.commit()
    #expect(boxes[0].frame.width == 50)
  }

  @Test func `of a label and a button that share a row, the one with the lower hugging grows`() {
    let button = Button(in: context)
    button.title = "OK"
    let text = label("Name")
    let row = stack([text, button], StackArrangement(spacing: 8))
    fill(row)
    // Labels hug their content with 251, buttons with 250, as in Interface Builder.
    #expect(text.frame.width == 32)
    #expect(button.frame.x == 40 && button.frame.width == 280)
    let natural = button.measureContent(width: .maxContent, height: .maxContent).size.width
    button.setContentHuggingPriority(252, for: .horizontal)
    _ = hierarchy.commit()
    #expect(button.frame.width < 280 && button.frame.width >= natural)
    #expect(text.frame.width == 320 - 8 - button.frame.width)
  }

  @Test func `a nested stack has the size and the priorities of its children`() {
    let labels = [label("Title"), label("A longer subtitle")]
    let column = stack(labels, StackArrangement(axis: .vertical, spacing: 4))
    let box = context.box(width: 50, height: 20)
    let row = stack([column, box], StackArrangement(alignment: .center, spacing: 10))
    fill(row)
    // 17 characters; the box, whose hugging is lower than that of labels, grows.
    #expect(column.frame == Rect(x: 0, y: 0, width: 136, height: 44))
    #expect(box.frame == Rect(x: 146, y: 12, width: 174, height: 20))
    #expect(
      labels.map(\.frame) == [
        Rect(x: 0, y: 0, width: 136, height: 20), Rect(x: 0, y: 24, width: 136, height: 20),
      ])
    // The label that may grow makes its stack grow.
    for label in labels { label.setContentHuggingPriority(249, for: .horizontal) }
    _ = hierarchy.commit()
    #expect(column.frame.width == 260 && box.frame.width == 50)
  }

  @Test func `of nested stacks, the one whose labels resist less shrinks, and its lines wrap`() {
    let long = label("one two three four five six seven")
    let short = label("Twelve chars")
    let left = stack([long], StackArrangement(axis: .vertical))
    let right = stack([short], StackArrangement(axis: .vertical))
    long.setContentCompressionResistancePriority(749, for: .horizontal)
    let row = stack([left, right], StackArrangement(spacing: 10))
    fill(row)
    #expect(right.frame.width == 96)
    #expect(left.frame.width == 214)
    // 26 characters fit, so the text has two lines.
    #expect(long.frame.height == 40 && row.frame.height == 40)
  }

  @Test func `a text deep inside changes the size of all stacks around it`() {
    let text = label("ab")
    let inner = stack([text], StackArrangement(axis: .vertical))
    let middle = stack([inner], StackArrangement())
    let box = context.box(width: 10, height: 10)
    box.setContentHuggingPriority(1, for: .horizontal)
    let outer = stack([middle, box], StackArrangement(alignment: .leading))
    show(outer)
    #expect(outer.frame.width == 26)
    text.text = "abcdef"
    _ = hierarchy.commit()
    #expect(outer.frame.width == 58)
    #expect(box.frame.x == 48)
    inner.addChild(label("abcdefgh"))
    _ = hierarchy.commit()
    #expect(outer.frame.size == Size(width: 74, height: 40))
  }

  @Test func `deeply nested stacks are solved a bounded number of times`() {
    let counter = CountedView(.container, in: context)
    var view: View = counter
    for level in 0..<12 { view = stack([view], StackArrangement(axis: level % 2 == 0 ? .vertical : .horizontal)) }
    show(view)
    #expect(counter.count < 2000)
  }

  @Test func `boxes within each other are not solved after the time of a step`() {
    let budget = WorkBudget(textLimit: 1)
    let hierarchy = ViewHierarchy(
      size: Size(width: 320, height: 480), textMeasuring: FixedWidthTextMeasuring(), budget: budget)
    let counter = CountedView(.container, in: hierarchy.context)
    let inner = ConstraintView(in: hierarchy.context)
    let outer = ConstraintView(in: hierarchy.context)
    inner.addChild(counter)
    outer.addChild(inner)
    _ = outer.measureContent(width: .maxContent, height: .maxContent)
    #expect(counter.count > 0)
    let before = counter.count
    budget.begin()
    budget.add(textBytes: 2)
    _ = outer.measureContent(width: .definite(50), height: .maxContent)
    #expect(counter.count == before)
  }

  @Test func `the height of a box follows its width, also above the natural one`() throws {
    let picture = context.box(width: 100, height: 50)
    picture.identifier = "picture"
    let card = ConstraintView(in: context)
    card.addChild(picture)
    card.formats = try ["picture.edges = edges", "picture.width = 2 * picture.height"].flatMap {
      try ConstraintFormat.read($0)
    }
    let column = stack([card, label("Below")], StackArrangement(axis: .vertical))
    fill(column)
    #expect(card.frame.size == Size(width: 320, height: 160))
    #expect(column.frame.height == 180)
  }
}

/// A view that counts its measurements.
private final class CountedView: View {
  var count = 0

  override var measuresContent: Bool { true }

  override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    count += 1
    return MeasuredSize(width: 40, height: 20)
  }
}
