/// The outlets of WidgetKit's views and objects, which documents have in the sections `elements` and `objects`.
enum OutletTable {
  private static let outlets: [String: [String]] = [
    "TextInputView": ["textInput", "clearButton", "placeholder"],
    "FormDisplayView": ["mandatoryFields", "optionalFields"],
    "MediaUploadFormView": ["uploadContainer", "progressBar", "optionalFields"],
    "UploadContainerView": ["previewView", "prepareIndicator"],
    "WidgetView": ["activityIndicatorView"],
  ]
  /// Outlets that take several objects.
  private static let lists: Set = ["mandatoryFields", "optionalFields", "forms", "elements"]
  /// What views answer to, by the names that they have in Interface Builder.
  private static let selectors = [
    "load": "load:", "load:": "load:", "download": "download:", "download:": "download:", "unload": "unload:",
    "unload:": "unload:", "detachAction:": "detachAction:", "becomeFirstResponder": "becomeFirstResponder:",
    "performAction:": "performAction:", "cancelAction:": "cancelAction:",
  ]

  static func outlets(of className: StoryboardClassName) -> [String] { className.custom.flatMap { outlets[$0] } ?? [] }

  static func isList(_ outlet: String) -> Bool { lists.contains(outlet) }

  static func selector(_ name: String) -> String? { selectors[name] }
}
