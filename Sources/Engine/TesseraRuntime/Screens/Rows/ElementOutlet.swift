import TesseraViews

/// An outlet of a view that a document can connect to other views.
struct ElementOutlet: Sendable {
  /// The name in documents.
  let name: String
  /// Makes the connection.
  let connect: @Sendable (View, [View]) -> Void

  /// Returns the outlets of a kind of view.
  static func outlets(of kind: ViewKind) -> [ElementOutlet] {
    switch kind {
    case .form: formOutlets
    case .textInputView: textInputOutlets
    case .mediaUploadFormView: mediaFormOutlets + formOutlets
    case .uploadContainerView: uploadContainerOutlets
    case .widgetView: widgetOutlets
    default: []
    }
  }

  private static let textInputOutlets: [ElementOutlet] = [
    ElementOutlet(name: "textInput") { view, targets in
      (view as? TextInputView)?.textInput = targets.lazy.compactMap { $0 as? TextField }.first
    },
    ElementOutlet(name: "clearButton") { view, targets in
      (view as? TextInputView)?.clearButton = targets.lazy.compactMap { $0 as? Button }.first
    },
    ElementOutlet(name: "placeholder") { view, targets in (view as? TextInputView)?.placeholder = targets.first },
  ]

  private static let mediaFormOutlets: [ElementOutlet] = [
    ElementOutlet(name: "uploadContainer") { view, targets in
      (view as? MediaUploadFormView)?.uploadContainer = targets.lazy.compactMap { $0 as? UploadContainerView }.first
    },
    ElementOutlet(name: "progressBar") { view, targets in
      (view as? MediaUploadFormView)?.progressBar = targets.lazy.compactMap { $0 as? ProgressView }.first
    },
  ]

  private static let widgetOutlets: [ElementOutlet] = [
    ElementOutlet(name: "activityIndicatorView") { view, targets in
      (view as? WidgetView)?.activityIndicatorView = targets.lazy.compactMap { $0 as? ActivityIndicatorView }.first
    }
  ]

  private static let uploadContainerOutlets: [ElementOutlet] = [
    ElementOutlet(name: "previewView") { view, targets in
      (view as? UploadContainerView)?.previewView = targets.lazy.compactMap { $0 as? ImageView }.first
    },
    ElementOutlet(name: "prepareIndicator") { view, targets in
      (view as? UploadContainerView)?.prepareIndicator =
        targets.lazy.compactMap { $0 as? ActivityIndicatorView }.first
    },
  ]

  private static let formOutlets: [ElementOutlet] = [
    ElementOutlet(name: "mandatoryFields") { view, targets in
      guard let form = view as? FormView else { return }
      form.mandatoryFields += fields(targets, for: form)
    },
    ElementOutlet(name: "optionalFields") { view, targets in
      guard let form = view as? FormView else { return }
      form.optionalFields += fields(targets, for: form)
    },
  ]

  /// Returns the views that can be fields of a form: a form cannot be a field of itself, directly or indirectly.
  private static func fields(_ targets: [View], for form: FormView) -> [View] {
    targets.filter { !fields(of: $0).contains { $0 === form } }
  }

  /// Returns the view and, if it is a form, all its fields at any depth.
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
