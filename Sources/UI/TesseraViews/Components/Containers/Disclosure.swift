import TesseraLayout
package import TesseraValues

/// A heading that shows and hides the content below it.
package final class Disclosure: View {
  private let header: DisclosureHeader
  private let content: View

  /// Creates a closed disclosure.
  package init(in context: ViewContext) {
    header = DisclosureHeader(.disclosureHeader, in: context)
    content = View(.container, in: context)
    super.init(.disclosure, in: context)
    addChild(header)
    addChild(content)
    content.style.display = .none
    header.on(.press) { [weak self] _ in
      guard let self else { return }
      self.isOpen.toggle()
      self.emitChange()
    }
  }

  private var isOpen: Bool {
    get { header[.value] == true }
    set {
      header[.value] = newValue ? true : .null
      self[.value] = newValue ? true : .null
      content.style.display = newValue ? .flex : .none
    }
  }

  /// Whether the disclosure is open.
  package override var value: Value {
    get { .bool(isOpen) }
    set { isOpen = newValue.isTrue }
  }

  package override var fieldValue: Value { .null }

  package override func accept(_ value: Value) {
    isOpen = value.isTrue
    emitChange()
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.disclosure.properties }

  fileprivate static let own: [Property<View>] = [
    .of(
      Disclosure.self, "title", .scalar, "The text of the heading.", get: { $0.header[.text] },
      set: { $0.header[.text] = $1.isNull ? .null : .string($1.description) }),
    .of(
      Disclosure.self, "value", .bool, "Whether it is open; false by default.", get: { $0.value },
      set: { $0.value = $1 }),
  ]

  fileprivate func show(_ children: [View]) { for child in children { content.addChild(child) } }
}

/// The heading of a disclosure.
final class DisclosureHeader: View {
  override var measuresContent: Bool { true }

  override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    measureText(self[.text].string ?? "", beside: Size(width: ViewKind.disclosureSignRoom, height: 0), width: width)
  }
}

extension ViewKind {
  fileprivate static let disclosureSignRoom = 20.0

  /// A heading with content that it shows and hides.
  package static let disclosure = ViewKind("disclosure")

  /// The heading: a chevron and a text.
  package static let disclosureHeader: ViewKind = {
    let defaults = ViewDefaults(
      cornerRadius: 6, padding: EdgeInsets(top: 8, left: 0, bottom: 8, right: 0), fontWeight: 600)
    return ViewKind(
      "disclosureHeader", defaults: defaults, style: LayoutStyle { $0.padding = Edges(defaults.padding) },
      element: WebElement(
        "button", attributes: ["type": "button", "aria-expanded": "false"], isControl: true, isDrawn: true,
        states: [.value: "aria-expanded", .text: "aria-label"]),
      drawing: { node, box, canvas in
        let inner = box.inset(by: node.padding)
        let isRightToLeft = node.isRightToLeft
        let middle = Point(x: isRightToLeft ? inner.maxX - 6 : inner.minX + 6, y: inner.midY)
        let side = isRightToLeft ? -1.0 : 1
        let isOpen = node[.value] == true
        let sign: [PathStep] =
          isOpen
          ? [
            .move(Point(x: middle.x - 5, y: middle.y - 2.5)), .line(Point(x: middle.x, y: middle.y + 2.5)),
            .line(Point(x: middle.x + 5, y: middle.y - 2.5)),
          ]
          : [
            .move(Point(x: middle.x - 2.5 * side, y: middle.y - 5)),
            .line(Point(x: middle.x + 2.5 * side, y: middle.y)),
            .line(Point(x: middle.x - 2.5 * side, y: middle.y + 5)),
          ]
        canvas.stroke(sign, width: 1.5, canvas.color(.secondaryLabel))
        let textBox = inner.beside(disclosureSignRoom, isRightToLeft: isRightToLeft)
        canvas.draw(
          node[.text].string ?? "", style: node.textStyle, align: .start, isCentered: true, in: textBox,
          node.color(in: canvas.scheme))
      })
  }()
}

extension ComponentDefinition {
  /// A heading that shows and hides the content below it.
  package static let disclosure = ComponentDefinition(
    type: "disclosure", documentation: "A heading that shows and hides the content below it.",
    synonyms: ["accordion", "collapsible", "details", "expander"], kind: .disclosure, properties: Disclosure.own,
    events: [.change(.bool, "whether it is open now")],
    slots: [
      SlotDefinition("children", "Components below the heading, in order.", .many) { ($0 as? Disclosure)?.show($1) }
    ],
    makeView: { Disclosure(in: $0) }
  ).withParts([.disclosureHeader])
}
