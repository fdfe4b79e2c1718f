import TesseraValues

/// The validation state of a field.
final class ValidationState {
  private(set) var validation = Validation([])
  /// The rules as given by the document.
  var rules: [Value] = [] { didSet { validation = Validation(rules) } }
  /// An error from an external source, such as a service.
  var foreignError: String?
  /// Whether the external error is shown.
  var showsForeignError = true
  /// The value to which the external error applies, if it applies to a single value only.
  var passingErrorValue: Value?
  /// Whether errors are shown: after the user left the field or tried to submit.
  var isTold = false

  func clearForeignError() {
    foreignError = nil
    passingErrorValue = nil
  }

  /// Returns the error to show; nil for none.
  /// - Parameter problem: The reason why a form does not accept the value.
  func error(for problem: @autoclosure () -> String?) -> String? {
    if let foreignError { return showsForeignError ? foreignError : nil }
    return isTold ? problem() : nil
  }
}

/// Validation of fields.
extension View {
  /// The validation rules of the value: see ``Validation``.
  var validationRules: [Value] {
    get { validationState?.rules ?? [] }
    set {
      guard newValue != validationRules else { return }
      ownValidationState.rules = newValue
      updateError()
    }
  }

  /// An error in the value that an external source, such as a service, reports. It is shown immediately.
  var foreignError: String? {
    get { validationState?.foreignError }
    set {
      guard newValue != foreignError else { return }
      ownValidationState.foreignError = newValue
      updateError()
    }
  }

  /// Whether the external error is shown.
  var showsForeignError: Bool {
    get { validationState?.showsForeignError ?? true }
    set {
      guard newValue != showsForeignError else { return }
      ownValidationState.showsForeignError = newValue
      updateError()
    }
  }

  /// The reason why a form does not accept the value, whether shown or not.
  package var problem: String? {
    if let error = foreignError { return error }
    let value = fieldValue
    if let problem = problemOfKind { return problem }
    if value.isNull, isRequired { return validationState?.validation.missingMessage ?? context.strings[.missing] }
    return validationState?.validation.problem(with: value, context.strings)
  }

  /// Shows errors from now on.
  package func reportProblem() {
    ownValidationState.isTold = true
    updateError()
  }

  /// Resets the validation state of the field.
  func clearProblem() {
    validationState?.isTold = false
    validationState?.clearForeignError()
    updateError()
  }

  /// Discards an external error about a specific value.
  func clearPassingError() {
    guard let state = validationState, state.passingErrorValue != nil else { return }
    state.clearForeignError()
    updateError()
  }

  /// Shows an error about the current value of the field.
  func showPassingError(_ message: String) {
    let state = ownValidationState
    state.passingErrorValue = fieldValue
    state.foreignError = message
    updateError()
  }

  /// Updates the error that is shown.
  package func updateError() {
    guard let state = validationState else { return }
    if let value = state.passingErrorValue, value != fieldValue { state.clearForeignError() }
    self[.error] = state.error(for: problem).map(Value.string) ?? .null
    nearest(FieldView.self)?.update()
  }

  private var ownValidationState: ValidationState { ownFieldState.validation.orInsert(ValidationState()) }
}

extension Property<View> {
  /// The validation properties of fields.
  static let validation: [Property<View>] = [
    .of(
      View.self, "validation", .list,
      "The validation rules of the value: objects with 'required', 'minimum', 'maximum', 'minimumLength', 'maximumLength', "
        + "'pattern' or 'test', and a 'message'.",
      get: { (view: View) in .array(view.validationRules) },
      set: { (view: View, value) in view.validationRules = value.array ?? [] }),
    .of(
      View.self, "error", .string, "The error shown for the value. Setting it shows the error immediately.",
      get: { (view: View) in view[.error] },
      set: { (view: View, value) in view.foreignError = value.string.flatMap { $0.isEmpty ? nil : $0 } }
    ).transient,
    .of(
      View.self, "showsError", .bool, "Whether 'error' is shown; true by default. A form respects it in any case.",
      get: { (view: View) in .bool(view.showsForeignError) },
      set: { (view: View, value) in view.showsForeignError = value.isNull || value.isTrue }),
    .of(
      View.self, "valid", .bool, "Whether a form accepts the value, regardless of what is shown.",
      get: { (view: View) in .bool(view.problem == nil) }),
  ]
}
