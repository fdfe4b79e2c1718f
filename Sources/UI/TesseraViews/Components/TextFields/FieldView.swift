import TesseraLayout
package import TesseraValues

/// An input with a label above it, and the validation error or a hint below it.
package final class FieldView: View {
  private let label: Label
  private let message: Label
  private weak var input: View?
  private var hint: String?

  /// Creates a field without an input.
  package init(in context: ViewContext) {
    label = Label(in: context)
    message = Label(in: context)
    super.init(.field, in: context)
    label[.fontSize] = 13
    label[.fontWeight] = 500
    message[.fontSize] = 12
    message.style.display = .none
    label.style.display = .none
    addChild(label)
    addChild(message)
  }

  /// Inserts the input between label and message.
  func show(_ input: View?) {
    self.input = input
    if let input { insertChild(input, at: 1) }
    update()
  }

  private var title: String? { didSet { update() } }

  /// Updates the field from the state of the input.
  func update() {
    let isRequired = input?.isRequired == true
    label.text = title.map { isRequired ? "\($0) *" : $0 } ?? ""
    label.style.display = title == nil ? .none : .flex
    let error = input?[.error].string
    message.text = error ?? hint ?? ""
    message[.color] = .string((error == nil ? SemanticColor.secondaryLabel : .destructive).rawValue)
    message[.role] = error == nil ? .null : "alert"
    message.style.display = message.text.isEmpty ? .none : .flex
    guard let input else { return }
    // The label is not part of the input, so it is also set as the accessibility label.
    if input[.accessibilityLabel].isNull || input[.accessibilityLabel] == givenLabel, let title {
      givenLabel = .string(title)
      input[.accessibilityLabel] = givenLabel
    }
    input[.accessibilityHint] = error == nil ? hint.map(Value.string) ?? .null : .null
  }

  /// The accessibility label that this view assigned to the input.
  private var givenLabel: Value = .null

  package override class var properties: PropertyTable<View> { ComponentDefinition.field.properties }

  fileprivate static let own: [Property<View>] = [
    .of(
      FieldView.self, "label", .scalar, "The label above the input.",
      get: { $0.title.map(Value.string) ?? .null },
      set: { $0.title = $1.isNull || $1 == "" ? nil : $1.description }),
    .of(
      FieldView.self, "hint", .scalar, "A hint below the input, shown while there is no error.",
      get: { $0.hint.map(Value.string) ?? .null },
      set: {
        $0.hint = $1.isNull || $1 == "" ? nil : $1.description
        $0.update()
      }),
  ]
}

extension ViewKind {
  /// A label, an input and a message.
  package static let field = ViewKind("field", style: LayoutStyle { $0.rowGap = 4 })
}

extension ComponentDefinition {
  /// A label, an input and a message.
  package static let field = ComponentDefinition(
    type: "field", documentation: "An input with a label above it, and an error or a hint below it.",
    synonyms: ["formField", "labeled", "labelled", "formItem", "fieldset"], kind: .field,
    properties: FieldView.own,
    slots: [SlotDefinition("child", "The input.", .one) { ($0 as? FieldView)?.show($1.first) }],
    makeView: { FieldView(in: $0) })
}
