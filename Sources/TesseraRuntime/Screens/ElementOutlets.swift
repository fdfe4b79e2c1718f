import TesseraViews

/// The outlets of views.
enum ElementOutlets {
  /// The names of the outlets of a kind of view.
  static func names(for kind: ViewKind) -> [String] {
    kind == .form ? ["mandatoryFields", "optionalFields"] : []
  }

  /// Adds views to an outlet. A form cannot be a field of itself, nor of a form that is a field of it.
  static func connect(_ name: String, of view: View, to targets: [View]) {
    guard let form = view as? FormView else { return }
    let targets = targets.filter { !fields(of: $0).contains { $0 === form } }
    switch name {
    case "mandatoryFields": form.mandatoryFields.append(contentsOf: targets)
    case "optionalFields": form.optionalFields.append(contentsOf: targets)
    default: break
    }
  }

  /// The view itself and, if it is a form, all that are fields of it or of forms in it.
  private static func fields(of view: View) -> [View] {
    var found: [View] = []
    var seen: Set<ViewID> = []
    var pending = [view]
    while let next = pending.popLast() {
      guard seen.insert(next.id).inserted else { continue }
      found.append(next)
      if let form = next as? FormView { pending += form.mandatoryFields + form.optionalFields }
    }
    return found
  }
}
