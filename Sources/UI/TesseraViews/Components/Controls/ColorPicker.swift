package import TesseraLayout
package import TesseraValues

/// A colour picker.
package final class ColorPicker: View {
  /// The colour, `#rrggbb`; black by default.
  package override var value: Value {
    get { self[.value].isNull ? "#000000" : self[.value] }
    set { self[.value] = Self.text(of: newValue).map(Value.string) ?? .null }
  }

  package override var isFormField: Bool { true }

  package override func accept(_ value: Value) {
    guard Self.text(of: value) != nil else { return }
    self.value = value
    emitChange()
  }

  /// Returns a colour as six hexadecimal digits, without its opacity.
  private static func text(of value: Value) -> String? {
    guard let color = value.string.flatMap({ ColorComponents($0, in: .light) }) else { return nil }
    return "#"
      + [color.red, color.green, color.blue].map { part in
        let digits = String(part, radix: 16)
        return digits.utf8.count == 1 ? "0" + digits : digits
      }.joined()
  }

  package override var measuresContent: Bool { true }

  package override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    MeasuredSize(size: ControlMetrics.ColorPicker.size)
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.colorPicker.properties }
}

extension ViewKind {
  /// A colour well.
  package static let colorPicker = ViewKind(
    "colorPicker", defaults: ViewDefaults(cornerRadius: 6), style: LayoutStyle { $0.alignSelf = .flexStart },
    element: WebElement("input", attributes: ["type": "color"], isControl: true, behaviour: "input"),
    drawing: { node, box, canvas in
      let color = node[.value].string.flatMap { ColorComponents($0, in: canvas.scheme) } ?? ColorComponents(0)
      canvas.fill(RoundedBox(box, radius: node.cornerRadius), canvas.color(.separator))
      let inside = box.inset(by: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1))
      canvas.fill(RoundedBox(inside, radius: node.cornerRadius - 1), color)
    })
}

extension ComponentDefinition {
  /// A colour picker.
  package static let colorPicker = ComponentDefinition(
    type: "colorPicker", documentation: "A colour picker.", synonyms: ["colourPicker", "colorWell", "colorInput"],
    kind: .colorPicker,
    properties: Property.validation + [
      .of(
        ColorPicker.self, "value", .color, "The colour, as '#rrggbb'; black by default.", get: { $0.value },
        set: { $0.value = $1 })
    ],
    events: [.change(.color, "the colour, as '#rrggbb'")], makeView: { ColorPicker(.colorPicker, in: $0) }
  ).checked(by: Validation.check)
}
