/// What forms know of a view. Few views are fields, so it is apart from the view.
final class FieldState {
  var name: String?
  var isChangedByPerson = false
  weak var followingForm: FormView?
  var takesPartInForm = true
  var isRequired = false
  /// The state of the validation rules for the value, if there are any.
  var validation: ValidationState?
}

extension View {
  /// The name under which a form sends the view's value.
  public var fieldName: String? {
    get { fieldState?.name }
    set { if newValue != fieldName { ownFieldState.name = newValue } }
  }

  /// Whether the user typed or chose the current value.
  package var isChangedByPerson: Bool {
    get { fieldState?.isChangedByPerson ?? false }
    set { if newValue != isChangedByPerson { ownFieldState.isChangedByPerson = newValue } }
  }

  /// The form that contains the view as a field and has observers of its value.
  package internal(set) var followingForm: FormView? {
    get { fieldState?.followingForm }
    set { ownFieldState.followingForm = newValue }
  }

  /// Whether an enclosing form includes the view's value.
  public var takesPartInForm: Bool {
    get { fieldState?.takesPartInForm ?? true }
    set { if newValue != takesPartInForm { ownFieldState.takesPartInForm = newValue } }
  }

  /// Whether an enclosing form is incomplete without the view's value.
  public var isRequired: Bool {
    get { fieldState?.isRequired ?? false }
    set {
      guard newValue != isRequired else { return }
      ownFieldState.isRequired = newValue
      nearest(FieldView.self)?.update()
    }
  }

  /// The state of the validation rules for the value, if there are any.
  var validationState: ValidationState? { fieldState?.validation }

  /// The state of the view as a field, made when it is first set.
  var ownFieldState: FieldState { fieldState.orInsert(FieldState()) }
}
