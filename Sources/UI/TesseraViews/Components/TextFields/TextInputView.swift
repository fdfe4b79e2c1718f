import TesseraLayout
package import TesseraValues

/// A box around a text field, with a placeholder that is visible while the field is empty, and a clear button.
package final class TextInputView: View {
  /// The text field.
  package var textInput: TextField? {
    didSet {
      textInput?.textDidChange = { [weak self] in self?.update() }
      if let wanted { textInput?.value = wanted }
      wanted = nil
      textInput?.on(.change) { [weak self] _ in
        guard let self else { return }
        self.update()
        self.emitChange()
      }
      textInput?.on(.submit) { [weak self] details in self?.emit(.submit, details.dictionary ?? [:]) }
      update()
    }
  }
  /// The button that clears the field; hidden while the field is empty.
  package var clearButton: Button? {
    didSet {
      clearButton?.on(.press) { [weak self] _ in self?.clear() }
      update()
    }
  }
  /// The placeholder, which is visible while the field is empty.
  package var placeholder: View? { didSet { update() } }

  /// The value that was set before there was a field.
  private var wanted: Value?

  private var text: String { textInput?.text ?? "" }

  package override var value: Value {
    get { textInput?.value ?? .null }
    set {
      if let textInput { textInput.value = newValue } else { wanted = newValue }
      update()
    }
  }

  package override var fieldValue: Value { textInput?.fieldValue ?? .null }

  package override var isFormField: Bool { fieldName != nil }

  private func clear() {
    guard !text.isEmpty else { return }
    // The same effect as clearing by the user, but hosts must receive the new text.
    textInput?.text = ""
    textInput?.emitChange()
    textInput?.perform(.focus)
  }

  private func update() {
    let isEmpty = text.isEmpty
    placeholder?.isHidden = !isEmpty
    clearButton?.isHidden = isEmpty
    // The value belongs to the field, so no attribute of this view reports the change.
    if isObserved { context.host?.observedViewDidChange(self) }
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.textInputView.properties }

  fileprivate static let own: [Property<View>] = [
    .of(TextInputView.self, "value", .scalar, "The input.", get: { $0.value }, set: { $0.value = $1 }),
    .of(TextInputView.self, "text", .scalar, "The same as value.", get: { $0.value }, set: { $0.value = $1 }),
  ]
}

extension ViewKind {
  /// A box around a text field.
  package static let textInputView = ViewKind("textInputView")
}

extension ComponentDefinition {
  /// A box around a text field.
  package static let textInputView = ComponentDefinition(
    type: "textInputView",
    documentation: "A box around a field, with a placeholder and a clear button, which 'outlets' names.",
    synonyms: ["TextInputView"], kind: .textInputView, properties: TextInputView.own,
    events: [
      .change(.scalar, "the input"), EventDefinition(EventName.submit.rawValue, "The return key was pressed."),
    ],
    slots: [.children, .menu], makeView: { TextInputView(.textInputView, in: $0) })
}
