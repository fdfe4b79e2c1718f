import TesseraLayout
package import TesseraValues

/// A group of visible choices, one of which is selected: radio buttons, the segments of a bar, or the titles of tabs.
package class ChoiceGroup: View, ChoosingView {
  /// The available choices.
  var source = ChoiceSource(maximumCount: 100) { didSet { update() } }

  /// The value that was set last. It is selected once there is a choice with this value.
  private var chosen: Value = .null
  private var buttons: [ChoiceButton] = []

  /// Creates a group of the kind `radioGroup`, `segmented` or `tabBar`.
  package override init(_ kind: ViewKind, in context: ViewContext) { super.init(kind, in: context) }

  /// The value of the selected choice, or null.
  package override var value: Value {
    get { source.choice(of: chosen)?.value ?? .null }
    set {
      chosen = newValue
      showChosen()
    }
  }

  package override var isFormField: Bool { true }

  package override func accept(_ value: Value) {
    guard let choice = source.choice(of: value), !choice.isDisabled, choice.value != self.value else { return }
    self.value = choice.value
    emitChange()
  }

  private func update() {
    let buttonKind: ViewKind =
      switch kind {
      case .segmented: .segment
      case .tabBar: .tab
      default: .radio
      }
    while buttons.count > source.choices.count { buttons.removeLast().removeFromParent() }
    for (index, choice) in source.choices.enumerated() {
      if !buttons.indices.contains(index) {
        let button = ChoiceButton(buttonKind, in: context)
        button.on(.press) { [weak self, weak button] _ in
          self?.isChangedByPerson = true
          button.map { self?.accept($0.choice) }
        }
        buttons.append(button)
        addChild(button)
      }
      buttons[index].choice = choice.value
      buttons[index].title = choice.text
      buttons[index].isDisabled = choice.isDisabled
    }
    showChosen()
  }

  private func showChosen() {
    let value = value
    self[.value] = value
    for button in buttons { button.isChosen = !value.isNull && button.choice == value }
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.radioGroup.properties }
}

/// A visible choice.
final class ChoiceButton: View {
  /// The value of the choice.
  var choice: Value = .null

  var title: String {
    get { self[.text].string ?? "" }
    set { self[.text] = newValue.isEmpty ? .null : .string(newValue) }
  }

  var isChosen: Bool {
    get { self[.value] == true }
    set { self[.value] = newValue ? true : .null }
  }

  override var measuresContent: Bool { true }

  override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    guard kind == .radio else {
      if self[.image].isNull { return measureText(title, width: width) }
      return measureText(title, beside: Self.imageSize(textStyle), width: width)
    }
    typealias Metrics = ControlMetrics.Radio
    let sign = Size(width: Metrics.size + Metrics.spacing, height: Metrics.size)
    return measureText(title, beside: sign, width: width)
  }
}

extension ChoiceButton {
  /// The room of an image before the title: one and a half lines' height, and as wide with the space behind it.
  static func imageSize(_ style: TextStyle) -> Size {
    Size(width: style.fontSize * 1.5 + ControlMetrics.Radio.spacing, height: style.fontSize * 1.5)
  }
}

extension ViewKind {
  private static func group(_ name: String, _ defaults: ViewDefaults, _ style: LayoutStyle) -> ViewKind {
    ViewKind(
      name, defaults: defaults, style: style,
      element: WebElement(attributes: ["role": "radiogroup"], behaviour: "choiceGroup"))
  }

  /// Radio buttons in a column.
  package static let radioGroup = group("radioGroup", ViewDefaults(), LayoutStyle { $0.rowGap = 10 })

  /// Segments side by side.
  package static let segmented = group(
    "segmented", ViewDefaults(backgroundColor: .secondaryBackground, cornerRadius: 8),
    LayoutStyle {
      $0.flexDirection = .row
      $0.padding = Edges(2)
      $0.flexShrink = 0
    })

  /// A ring, with a dot if it is selected, and its text.
  package static let radio = ViewKind(
    "radio", defaults: ViewDefaults(),
    element: WebElement(
      "button", attributes: ["type": "button", "role": "radio", "aria-checked": "false"], isControl: true,
      isDrawn: true, states: [.value: "aria-checked", .text: "aria-label"]),
    drawing: { node, box, canvas in
      typealias Metrics = ControlMetrics.Radio
      let isChosen = node[.value] == true
      let color = canvas.color(isChosen ? .accent : .secondaryLabel)
      let x = node.isRightToLeft ? box.maxX - Metrics.size / 2 : box.minX + Metrics.size / 2
      // The ring is beside the first line.
      let line = canvas.measure("X", style: node.textStyle, width: nil).size.height
      let center = Point(x: x, y: box.minY + max(Metrics.size, min(line, box.height)) / 2)
      let radius = (Metrics.size - Metrics.lineWidth) / 2
      canvas.stroke(
        [.arc(center: center, radius: radius, from: 0, to: 2 * .pi)], width: isChosen ? 2 : Metrics.lineWidth, color)
      if isChosen {
        let dot = Metrics.dotSize
        canvas.fill(
          RoundedBox(Rect(x: center.x - dot / 2, y: center.y - dot / 2, width: dot, height: dot), radius: dot / 2),
          color)
      }
      let textBox = box.beside(Metrics.size + Metrics.spacing, isRightToLeft: node.isRightToLeft)
      canvas.draw(
        node[.text].string ?? "", style: node.textStyle, align: .start, isCentered: true, in: textBox,
        node.color(in: canvas.scheme))
    })

  /// One of several texts side by side.
  package static let segment = ViewKind(
    "segment",
    defaults: ViewDefaults(
      cornerRadius: 6, padding: EdgeInsets(top: 5, left: 10, bottom: 5, right: 10), fontSize: 13, fontWeight: 500,
      textAlign: .center, maximumLines: 1
    ).withIcons,
    style: LayoutStyle {
      $0.flexGrow = 1
      $0.flexShrink = 1
      $0.flexBasis = .points(0)
      $0.minWidth = .auto
      $0.padding = Edges(EdgeInsets(top: 5, left: 10, bottom: 5, right: 10))
    },
    element: WebElement(
      "button", attributes: ["type": "button", "role": "radio", "aria-checked": "false"], isControl: true,
      isDrawn: true, states: [.value: "aria-checked", .text: "aria-label"]),
    drawing: { node, box, canvas in
      let isChosen = node[.value] == true
      if isChosen {
        canvas.fill(RoundedBox(box, radius: node.cornerRadius), canvas.color(.accent))
      }
      canvas.clipped(to: RoundedBox(box)) {
        canvas.draw(
          node[.text].string ?? "", style: node.textStyle, align: .center, isCentered: true,
          in: box.inset(by: node.padding), isChosen ? canvas.color(.onAccent) : node.color(in: canvas.scheme))
      }
    })
}

extension ComponentDefinition {
  /// Choices in a column.
  package static let radioGroup = choices(
    "radioGroup", "Choices in a column, one of which is selected.", .radioGroup, .radio,
    ["radio", "radioButtons", "choiceGroup"])

  /// Choices side by side.
  package static let segmented = choices(
    "segmented", "Choices side by side, one of which is selected.", .segmented, .segment,
    ["segmentedControl", "uisegmentedcontrol", "buttonGroup"])

  private static func choices(
    _ type: String, _ documentation: String, _ kind: ViewKind, _ part: ViewKind, _ synonyms: [String]
  ) -> ComponentDefinition {
    ComponentDefinition(
      type: type, documentation: documentation, synonyms: synonyms, kind: kind,
      properties: Property.choices(of: ChoiceGroup.self) + Property.validation + [
        .of(
          ChoiceGroup.self, "value", .any, "The value of the selected choice, or null.", get: { $0.value },
          set: { $0.value = $1 })
      ],
      events: [.change(.any, "the value of the selected choice")], makeView: { ChoiceGroup(kind, in: $0) }
    ).withParts([part]).checked(by: Validation.check)
  }
}
