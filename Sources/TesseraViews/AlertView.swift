import TesseraValues

/// A message over everything else that wants an answer.
public final class AlertView: View {
  /// Called with the place of the chosen answer.
  public var onAnswer: ((Int) -> Void)?

  /// Creates an alert. Hosts place and size the box themselves, in the middle of the window.
  public init(title: String, message: String, buttons: [String], in context: ViewContext) {
    super.init(.alert, in: context)
    self[.title] = .string(title)
    self[.message] = .string(message)
    self[.buttons] = .array(buttons.map(Value.string))
  }
}
