package import TesseraValues

/// A form with a single file, which is uploaded as soon as it is picked. The response of the service is the form's
/// value as a field of another form.
package final class MediaUploadFormView: FormView {
  /// The view that holds the file.
  package var uploadContainer: UploadContainerView? {
    didSet { mandatoryFields = uploadContainer.map { [$0] } ?? [] }
  }
  /// The progress bar of the upload.
  package var progressBar: ProgressView? { didSet { showProgress(nil) } }
  /// Called to start the upload.
  package var uploadRequested: (() -> Void)?
  /// Called to cancel the upload.
  package var uploadCancelled: (() -> Void)?
  /// Called when the file changes or is removed.
  package var mediaDidChange: (() -> Void)?

  /// The path to the form's value in the response.
  private var resultInfoValueKey = ""
  /// Whether a file is uploaded as soon as it is picked.
  private var uploadsAtOnce = true
  /// The response of the service.
  private var result: Value = .null { didSet { recordChange() } }

  /// Whether there is a file.
  package var hasMedia: Bool { uploadContainer?.media != nil }

  /// Sets a file that the user picked.
  package func accept(_ file: PickedFile) {
    result = .null
    uploadContainer?.media = file
    isHidden = false
    recordChange()
    mediaDidChange?()
    guard uploadsAtOnce else { return }
    showProgress(0)
    uploadRequested?()
  }

  /// Shows the progress of the upload, from 0 to 1; nil if there is no upload.
  package func showProgress(_ progress: Double?) {
    uploadContainer?.prepareIndicator?.value = .bool(progress != nil)
    progressBar?.fraction = progress ?? 0
    progressBar?.isHidden = progress.map { $0 <= 0 || $0 >= 1 } ?? true
  }

  /// Stores the response of the service.
  package func handleResult(_ answer: Value) {
    showProgress(nil)
    if hasMedia { result = answer }
  }

  /// The value for another form: the service's reference to the file.
  package override var fieldValue: Value {
    guard hasMedia else { return .null }
    return resultInfoValueKey.isEmpty ? result : result.value(at: ValuePath(resultInfoValueKey))
  }

  package override var isFormField: Bool { fieldName != nil }

  private func recordChange() {
    if isObserved { context.host?.observedViewDidChange(self) }
    if let followingForm, followingForm.isObserved { context.host?.observedViewDidChange(followingForm) }
  }

  package override func perform(selector: String) {
    guard selector == "detachAction" else { return super.perform(selector: selector) }
    uploadCancelled?()
    showProgress(nil)
    uploadContainer?.media = nil
    result = .null
    isHidden = true
    mediaDidChange?()
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.mediaUploadFormView.properties }

  fileprivate static let own: [Property<View>] = [
    .of(
      MediaUploadFormView.self, "resultInfoValueKey", .string,
      "The path in the response to the value for an enclosing form; the whole response by default.",
      get: { .string($0.resultInfoValueKey) }, set: { $0.resultInfoValueKey = $1.string ?? "" }),
    .of(
      MediaUploadFormView.self, "autoUpload", .bool,
      "Whether a file is sent as soon as it is picked, by the action whose 'form' this is; true by default.",
      get: { .bool($0.uploadsAtOnce) }, set: { $0.uploadsAtOnce = $1.isNull || $1.isTrue }),
    .of(MediaUploadFormView.self, "hasMedia", .bool, "Whether there is a file.", get: { .bool($0.hasMedia) }),
    .of(
      MediaUploadFormView.self, "fieldValue", .any, "The value for an enclosing form: the response of the service.",
      get: { $0.fieldValue }),
  ]
}

extension ViewKind {
  /// A form with a single file.
  package static let mediaUploadFormView = ViewKind(
    "mediaUploadFormView", element: WebElement(attributes: ["role": "group"]))
}

extension ComponentDefinition {
  /// A form with a single file.
  package static let mediaUploadFormView = ComponentDefinition(
    type: "mediaUploadFormView", documentation: "A form of one file, which is sent as soon as it is picked.",
    synonyms: ["MediaUploadFormView"], kind: .mediaUploadFormView,
    properties: formProperties + MediaUploadFormView.own, slots: [.children, .menu],
    makeView: { MediaUploadFormView(.mediaUploadFormView, in: $0) }
  ).answering("detachAction")
}
