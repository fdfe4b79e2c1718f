import TesseraViews

/// The outlets of views.
enum ElementOutlets {
  /// The names of the outlets of a kind of view.
  static func names(for kind: ViewKind) -> [String] {
    kind == .form ? ["mandatoryFields", "optionalFields"] : []
  }

  /// Adds views to an outlet.
  static func connect(_ name: String, of view: View, to targets: [View]) {
    guard let form = view as? FormView else { return }
    switch name {
    case "mandatoryFields": form.mandatoryFields.append(contentsOf: targets)
    case "optionalFields": form.optionalFields.append(contentsOf: targets)
    default: break
    }
  }
}
