package import TesseraLayout
package import TesseraValues

/// A small number or word on a coloured background.
package final class Badge: View {
  private var shown: Value = .null { didSet { update() } }
  private var maximum = Badge.defaultMaximum { didSet { update() } }

  fileprivate static let defaultMaximum = 99.0

  /// The number or word. Null, 0 and empty text show nothing.
  package override var value: Value {
    get { shown }
    set { shown = newValue }
  }

  package override var fieldValue: Value { .null }

  private func update() {
    let text: String
    switch shown {
    case .null: text = ""
    default:
      if let number = shown.number, shown.bool == nil {
        text = number == 0 ? "" : number > maximum ? "\(Value.double(maximum))+" : shown.description
      } else {
        text = shown.description
      }
    }
    self[.text] = text.isEmpty ? .null : .string(text)
    isHidden = text.isEmpty
  }

  package override var measuresContent: Bool { true }

  package override func measureContent(width: AvailableSpace, height: AvailableSpace) -> MeasuredSize {
    var measured = measureText(self[.text].string ?? "", width: width)
    // A single digit is shown in a circle.
    measured.size.width = max(measured.size.width, measured.size.height - 6)
    return measured
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.badge.properties }

  fileprivate static let own: [Property<View>] = [
    .of(
      Badge.self, "value", .scalar, "The number or word; nothing is shown for null and 0.", get: { $0.value },
      set: { $0.value = $1 }),
    .of(Badge.self, "text", .scalar, "The same as value.", get: { $0.value }, set: { $0.value = $1 }),
    .of(
      Badge.self, "maximum", .number,
      "The maximum. Greater numbers are shown as the maximum with a plus sign; 99 by default.",
      get: { .double($0.maximum) }, set: { $0.maximum = $1.number ?? defaultMaximum }),
  ]
}

extension ViewKind {
  /// A small number or word on a coloured background.
  package static let badge: ViewKind = {
    let defaults = ViewDefaults(
      color: .background, backgroundColor: .destructive, cornerRadius: 100,
      padding: EdgeInsets(top: 2, left: 6, bottom: 2, right: 6), fontSize: 12, fontWeight: 600, textAlign: .center,
      maximumLines: 1)
    return ViewKind(
      "badge", defaults: defaults,
      style: LayoutStyle {
        $0.padding = Edges(defaults.padding)
        $0.alignSelf = .center
        $0.flexShrink = 0
      },
      element: WebElement("p", parts: [.label]), drawing: { node, box, canvas in canvas.drawText(of: node, in: box) })
  }()
}

extension ComponentDefinition {
  /// A small number or word on a coloured background.
  package static let badge = ComponentDefinition(
    type: "badge", documentation: "A small number or word on a coloured background.",
    synonyms: ["chip", "pill", "counterBadge"],
    kind: .badge, properties: Badge.own, makeView: { Badge(.badge, in: $0) })
}
