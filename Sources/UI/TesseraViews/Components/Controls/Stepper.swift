import TesseraLayout
package import TesseraValues

/// A number with a button on each side that decreases or increases it.
package final class Stepper: NumberControl {
  private let decrement: Button
  private let increment: Button
  private let label: Label

  fileprivate static let defaultMaximum = 100.0

  /// Creates a stepper from 0 to 100.
  package init(in context: ViewContext) {
    decrement = Button(.stepperButton, in: context)
    increment = Button(.stepperButton, in: context)
    label = Label(in: context)
    super.init(.stepper, range: NumberRange(maximum: Self.defaultMaximum, step: 1), in: context)
    decrement.title = "−"
    decrement[.accessibilityLabel] = .string(context.strings[.less])
    increment.title = "+"
    increment[.accessibilityLabel] = .string(context.strings[.more])
    label[.textAlign] = .string(TextAlign.center.rawValue)
    label[.maximumLines] = 1
    label.style = LayoutStyle {
      $0.flexGrow = 1
      $0.minWidth = .points(32)
    }
    for view in [decrement, label, increment] { addChild(view) }
    decrement.on(.press) { [weak self] _ in self?.count(-1) }
    increment.on(.press) { [weak self] _ in self?.count(1) }
    update()
  }

  private func count(_ steps: Double) {
    let old = number
    value = .double(old + steps * (range.step ?? 1))
    if number != old { emitChange() }
  }

  override func update() {
    super.update()
    label.value = value
    decrement.isDisabled = number <= range.minimum
    increment.isDisabled = number >= range.maximum
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.stepper.properties }

  fileprivate static let rangeProperties = NumberRange.properties(
    of: NumberControl.self, \.range, maximum: defaultMaximum, step: 1)
}

extension ViewKind {
  /// Two buttons around a number.
  package static let stepper = ViewKind(
    "stepper",
    defaults: ViewDefaults(
      borderColor: .separator, borderWidth: EdgeInsets(top: 1, left: 1, bottom: 1, right: 1), cornerRadius: 6),
    style: LayoutStyle {
      $0.flexDirection = .row
      $0.alignItems = .center
      $0.alignSelf = .flexStart
      $0.border = Edges(1)
      $0.flexShrink = 0
    },
    element: WebElement(attributes: ["role": "group"]))

  /// A button that decreases or increases the number.
  package static let stepperButton = signButton("stepperButton", horizontalPadding: 12)
}

extension ComponentDefinition {
  /// A number with two buttons that decrease and increase it.
  package static let stepper = ComponentDefinition(
    type: "stepper", documentation: "A number with two buttons that decrease and increase it.",
    synonyms: ["counter", "numberInput", "spinner", "spinbox"], kind: .stepper,
    properties: [
      .of(
        Stepper.self, "value", .number, "The number; the one nearest to 0 by default.", get: { $0.value },
        set: { $0.value = $1 })
    ] + Stepper.rangeProperties + Property.validation,
    events: [.change(.number, "the number")], makeView: { Stepper(in: $0) }
  ).withParts([.stepperButton]).checked(by: Validation.check)
}
