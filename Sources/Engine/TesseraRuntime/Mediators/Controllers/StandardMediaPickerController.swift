package import TesseraValues
import TesseraViews

/// Picks files of the device with a button, each for the first form without a file.
package final class StandardMediaPickerController: Mediator {
  /// The button.
  private var sender: Button?
  /// The forms that receive the files, in order.
  private var forms: [View] = []
  /// Whether only images can be picked.
  private var picksImagesOnly = false

  // These have no effect: hosts show the device's own options, such as the camera and recent files.
  private var showsOptions = true
  private var cameraOptionTitle: String?
  private var libraryOptionTitle: String?
  private var cancelOptionTitle: String?

  private var mediaForms: [MediaUploadFormView] { forms.compactMap { $0 as? MediaUploadFormView } }

  /// The number of forms with a file.
  private var pickedNumber: Int { mediaForms.count(where: \.hasMedia) }

  package override func setUp() {
    sender?.filePicked = { [weak self] file in self?.accept(file) }
    sender?.fileRefused = { [weak self] reason in self?.refuse(reason) }
    for form in mediaForms {
      form.mediaDidChange = { [weak self] in self?.propertiesDidChange() }
    }
    update()
  }

  package override func attributeDidChange(_ name: String) { update() }

  private func update() {
    sender?.filePicking = FilePicking(
      accepted: picksImagesOnly ? ["image/*"] : ["image/*", "video/*"],
      quality: mediaForms.lazy.compactMap(\.uploadContainer).first?.imageCompression ?? 0.9)
  }

  private func accept(_ file: PickedFile) {
    guard !picksImagesOnly || file.isPicture else {
      return refuse(sender?.context.strings[.fileOfOtherType, file.name] ?? file.name)
    }
    mediaForms.first { !$0.hasMedia }?.accept(file)
  }

  private func refuse(_ reason: String) { screen?.core.alerts.showProblem(title: "", message: reason) }

  package override class var outlets: [Outlet] {
    [
      .view("sender", "The button that opens the picker.", kinds: [.button], \StandardMediaPickerController.sender),
      .views("forms", "The forms that receive the files, in order.", \StandardMediaPickerController.forms),
    ]
  }

  package override class var requirements: [[String]] { [["sender"], ["forms"]] }

  private static let table = PropertyTable<Mediator>(
    "StandardMediaPickerController",
    [
      .flag(
        StandardMediaPickerController.self, "imagesOnly", "Whether only images can be picked; false by default.",
        \.picksImagesOnly),
      .flag(
        StandardMediaPickerController.self, "showOptions",
        "Has no effect: the user's device shows its own options.", \.showsOptions),
      .text(
        StandardMediaPickerController.self, "cameraOptionTitle",
        "Has no effect: the user's device shows its own options.", \.cameraOptionTitle),
      .text(
        StandardMediaPickerController.self, "libraryOptionTitle",
        "Has no effect: the user's device shows its own options.", \.libraryOptionTitle),
      .text(
        StandardMediaPickerController.self, "cancelOptionTitle",
        "Has no effect: the user's device shows its own options.", \.cancelOptionTitle),
      .of(
        StandardMediaPickerController.self, "pickedNumber", .number, "The number of forms with a file.",
        get: { .integer(Int64($0.pickedNumber)) }),
    ])
  package override class var properties: PropertyTable<Mediator> { table }
}
