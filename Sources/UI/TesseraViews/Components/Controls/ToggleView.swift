package import TesseraLayout
package import TesseraValues

/// A control that is on or off: a switch or a checkbox.
package final class ToggleView: View {
  /// Whether the control is on.
  package var isOn: Bool {
    get { self[.value] == true }
    set { self[.value] = newValue ? true : .null }
  }

  /// Whether the control is on. Accepts Booleans and numbers.
  package override var value: Value {
    get { .bool(isOn) }
    set { isOn = newValue.isTrue }
  }

  /// Whether the control is on. A required control that is off is null, so that a form can require consent.
  package override var fieldValue: Value { isRequired && !isOn ? .null : .bool(isOn) }

  package override var isFormField: Bool { true }

  /// The number of times the user switched the control.
  package private(set) var changeCount = 0

  package override func performPress() {
    changeCount += 1
    isOn.toggle()
    emitChange()
    super.performPress()
  }

  /// Reverts to the previous state because the corresponding operation failed. Observers of the value are notified,
  /// but no actions run.
  package func revert() {
    isOn.toggle()
    emitToObservers(.change, ["value": value])
  }

  package override var measuresContent: Bool { true }

  package override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    let sign = kind.toggleSize
    let text = self[.text].string ?? ""
    guard !text.isEmpty else { return MeasuredSize(size: sign) }
    let room = Size(width: sign.width + ControlMetrics.toggleSpacing, height: sign.height)
    return measureText(text, beside: room, width: width)
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.switch.properties }
}

extension ViewKind {
  /// A track with a knob.
  package static let `switch` = ViewKind(
    "switch", defaults: ViewDefaults(color: .accent), style: LayoutStyle { $0.flexShrink = 0 },
    element: toggle(role: "switch"), drawing: drawSwitch)

  /// A box with a checkmark.
  package static let checkbox = ViewKind(
    "checkbox", defaults: ViewDefaults(color: .accent), style: LayoutStyle { $0.flexShrink = 0 },
    element: toggle(role: "checkbox"), drawing: drawCheckbox)

  private static func toggle(role: String) -> WebElement {
    WebElement(
      "button", attributes: ["type": "button", "role": role, "aria-checked": "false"], isControl: true, isDrawn: true,
      states: [.value: "aria-checked", .text: "aria-label"])
  }

  fileprivate var toggleSize: Size { self == .switch ? ControlMetrics.Switch.size : ControlMetrics.Checkbox.size }

  /// Draws the text of a toggle and returns the frame for its symbol: after or before the text, or centred if there
  /// is no text.
  private static func drawText(
    of node: ViewNode, beside sign: Size, isLast: Bool, in box: Rect, on canvas: any ViewCanvas
  ) -> Rect {
    let text = node[.text].string ?? ""
    guard !text.isEmpty else { return box.centered(sign) }
    let isOnRight = isLast != node.isRightToLeft
    let textBox = box.beside(
      sign.width + ControlMetrics.toggleSpacing, isAtEnd: isLast, isRightToLeft: node.isRightToLeft)
    canvas.draw(
      text, style: node.textStyle, align: .start, isCentered: true, in: textBox,
      canvas.color(node[.error].isNull ? .label : .destructive))
    return Rect(
      x: isOnRight ? box.maxX - sign.width : box.minX, y: box.midY - sign.height / 2, width: sign.width,
      height: sign.height)
  }

  private static func offColor(of node: ViewNode) -> SemanticColor {
    node[.error].isNull ? .secondaryLabel : .destructive
  }

  private static let drawSwitch: Drawing = { node, box, canvas in
    let metrics = ControlMetrics.Switch.self
    let track = drawText(of: node, beside: metrics.size, isLast: true, in: box, on: canvas)
    let isOn = node[.value] == true
    canvas.fill(
      RoundedBox(track, radius: track.height / 2),
      isOn ? node.color(in: canvas.scheme) : canvas.color(offColor(of: node)))
    let knob = metrics.size.height - 2 * metrics.knobMargin
    let isAtEnd = isOn != node.isRightToLeft
    let x = isAtEnd ? track.maxX - metrics.knobMargin - knob : track.minX + metrics.knobMargin
    canvas.fill(
      RoundedBox(Rect(x: x, y: track.minY + metrics.knobMargin, width: knob, height: knob), radius: knob / 2),
      canvas.color(isOn ? .onAccent : .background))
  }

  private static let drawCheckbox: Drawing = { node, box, canvas in
    let metrics = ControlMetrics.Checkbox.self
    let square = drawText(of: node, beside: metrics.size, isLast: false, in: box, on: canvas)
    let radius = metrics.cornerRadius
    guard node[.value] == true else {
      canvas.fill(RoundedBox(square, radius: radius), canvas.color(offColor(of: node)))
      let line = metrics.lineWidth
      let inside = square.inset(by: EdgeInsets(top: line, left: line, bottom: line, right: line))
      return canvas.fill(RoundedBox(inside, radius: radius - line), canvas.color(.background))
    }
    canvas.fill(RoundedBox(square, radius: radius), node.color(in: canvas.scheme))
    let size = square.width
    let tick = [(0.26, 0.53), (0.43, 0.70), (0.75, 0.32)].map { (x: Double, y: Double) in
      Point(x: square.minX + x * size, y: square.minY + y * size)
    }
    canvas.stroke([.move(tick[0]), .line(tick[1]), .line(tick[2])], width: 2, canvas.color(.onAccent))
  }
}

extension Rect {
  /// Returns a box of a size in the centre of this one.
  fileprivate func centered(_ size: Size) -> Rect {
    Rect(x: midX - size.width / 2, y: midY - size.height / 2, width: size.width, height: size.height)
  }
}

extension ComponentDefinition {
  /// A switch with a knob that moves between off and on.
  package static let `switch` = toggle(
    "switch", "A switch that is on or off and takes effect immediately.", .switch, ["toggle", "uiswitch"])

  /// A box with or without a checkmark.
  package static let checkbox = toggle("checkbox", "A checkbox.", .checkbox, ["check", "tick"])

  private static func toggle(
    _ type: String, _ documentation: String, _ kind: ViewKind, _ synonyms: [String]
  ) -> ComponentDefinition {
    ComponentDefinition(
      type: type, documentation: documentation, synonyms: synonyms, kind: kind,
      properties: Property.validation + [
        .attribute("text", .scalar, .text, "The text beside it, which can also be pressed."),
        .of(
          ToggleView.self, "value", .bool, "Whether it is on; false by default.", get: { $0.value },
          set: { $0.value = $1 }),
      ],
      events: [
        EventDefinition(
          EventName.change.rawValue, "The user switched it.",
          carries: [EventDefinition.Member("value", .bool, "whether it is on now")])
      ],
      makeView: { ToggleView(kind, in: $0) }
    ).checked(by: Validation.check)
  }
}
