import TesseraLayout
package import TesseraValues

/// A box around a field, with a placeholder that is seen while the field is empty, and a button that empties it.
package final class TextInputView: View {
  /// The field.
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
  /// Empties the field; hidden while it is empty.
  package var clearButton: Button? {
    didSet {
      clearButton?.on(.press) { [weak self] _ in self?.clear() }
      update()
    }
  }
  /// Seen while the field is empty.
  package var placeholder: View? { didSet { update() } }

  /// What was given before there was a field.
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
    // As if the person had, but that hosts have to be told.
    textInput?.text = ""
    textInput?.emitChange()
    textInput?.perform(.focus)
  }

  private func update() {
    let isEmpty = text.isEmpty
    placeholder?.isHidden = !isEmpty
    clearButton?.isHidden = isEmpty
    // What it stands for is the field's, so that no attribute of its own tells.
    if isObserved { context.observedViewDidChange?(self) }
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.textInputView.properties }

  fileprivate static let own: [Property<View>] = [
    .of(TextInputView.self, "value", .scalar, "What is typed.", get: { $0.value }, set: { $0.value = $1 }),
    .of(TextInputView.self, "text", .scalar, "The same.", get: { $0.value }, set: { $0.value = $1 }),
  ]
}

extension ViewKind {
  /// A box around a field.
  package static let textInputView = ViewKind("textInputView")
}

extension ComponentDefinition {
  /// A box around a field.
  package static let textInputView = ComponentDefinition(
    type: "textInputView",
    documentation: "A box around a field, with a placeholder and a button that empties it, which 'outlets' name.",
    synonyms: ["TextInputView"], kind: .textInputView, properties: TextInputView.own,
    events: [
      .change(.scalar, "what is typed"), EventDefinition(EventName.submit.rawValue, "The return key was pressed."),
    ],
    slots: [.children, .menu], makeView: { TextInputView(.textInputView, in: $0) })
}
