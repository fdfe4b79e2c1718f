package import TesseraValues

/// A box that holds a file which is to be sent, and shows it where it is a picture.
package final class UploadContainerView: View {
  /// The file; nil where there is none.
  package var media: PickedFile? { didSet { update() } }
  /// Shows the picture.
  package var previewView: ImageView? { didSet { update() } }
  /// Turns while a file is on its way from the device.
  package var prepareIndicator: ActivityIndicatorView?

  /// How well pictures keep their details when they are made smaller before they are sent, from 0 to 1.
  package private(set) var imageCompression = 0.9

  /// A larger picture is sent, and not shown: what is shown is a part of what hosts are told.
  private static let maximumPreviewBytes = 2 << 20

  /// The file as `{"name", "type", "size", "data"}`; null where there is none.
  package override var value: Value {
    get { media?.value ?? .null }
    set { media = PickedFile(newValue) }
  }

  package override var isFormField: Bool { fieldName != nil }

  private var isMovie: Bool { media?.type.hasPrefix("video/") == true }

  private func update() {
    if let media, media.isPicture, media.size <= Self.maximumPreviewBytes {
      previewView?.imageData = media.dataURL
    } else if previewView?.imageData != nil {
      previewView?.imageData = nil
    }
    // Hosts see the picture alone, so that no attribute of its own tells.
    if isObserved { context.observedViewDidChange?(self) }
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.uploadContainerView.properties }

  fileprivate static let own: [Property<View>] = [
    .of(
      UploadContainerView.self, "value", .any, "The file, as 'filePicker' has it; null where there is none.",
      get: { $0.value }, set: { $0.value = $1 }),
    .of(
      UploadContainerView.self, "imageCompression", .number,
      "How well pictures keep their details when they are made smaller before they are sent, from 0 to 1; 0.9 by default.",
      get: { .double($0.imageCompression) }, set: { $0.imageCompression = min(max($1.number ?? 0.9, 0), 1) }),
    .of(UploadContainerView.self, "hasMedia", .bool, "Whether there is a file.", get: { .bool($0.media != nil) }),
    .of(UploadContainerView.self, "isMovie", .bool, "Whether it is a film.", get: { .bool($0.isMovie) }),
  ]
}

extension ViewKind {
  /// A box that holds a file.
  package static let uploadContainerView = ViewKind("uploadContainerView")
}

extension ComponentDefinition {
  /// A box that holds a file which is to be sent.
  package static let uploadContainerView = ComponentDefinition(
    type: "uploadContainerView",
    documentation: "A box that holds a file which is to be sent, and shows it in a picture that 'outlets' name.",
    synonyms: ["UploadContainerView"], kind: .uploadContainerView, properties: UploadContainerView.own,
    slots: [.children, .menu], makeView: { UploadContainerView(.uploadContainerView, in: $0) })
}
