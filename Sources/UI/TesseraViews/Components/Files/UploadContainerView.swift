package import TesseraValues

/// A box that holds a file for upload and shows a preview of an image.
package final class UploadContainerView: View {
  /// The file; nil if there is none.
  package var media: PickedFile? { didSet { update() } }
  /// The preview of the image.
  package var previewView: ImageView? { didSet { update() } }
  /// An activity indicator that spins while the file is being uploaded.
  package var prepareIndicator: ActivityIndicatorView?

  /// The quality from 0 to 1 with which images are compressed before the upload.
  package private(set) var imageCompression = 0.9

  /// The maximum size of a preview, in bytes. A larger image is uploaded but not shown, because a preview is sent to
  /// hosts.
  private static let maximumPreviewBytes = 2 << 20

  /// The file as `{"name", "type", "size", "data"}`; null if there is none.
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
    // Hosts receive only the preview, so no attribute of this view reports the change.
    if isObserved { context.host?.observedViewDidChange(self) }
  }

  package override class var properties: PropertyTable<View> { ComponentDefinition.uploadContainerView.properties }

  fileprivate static let own: [Property<View>] = [
    .of(
      UploadContainerView.self, "value", .any, "The file, as in 'filePicker'; null if there is none.",
      get: { $0.value }, set: { $0.value = $1 }),
    .of(
      UploadContainerView.self, "imageCompression", .number,
      "The quality from 0 to 1 with which images are compressed before the upload; 0.9 by default.",
      get: { .double($0.imageCompression) }, set: { $0.imageCompression = min(max($1.number ?? 0.9, 0), 1) }),
    .of(UploadContainerView.self, "hasMedia", .bool, "Whether there is a file.", get: { .bool($0.media != nil) }),
    .of(UploadContainerView.self, "isMovie", .bool, "Whether it is a video.", get: { .bool($0.isMovie) }),
  ]
}

extension ViewKind {
  /// A box that holds a file.
  package static let uploadContainerView = ViewKind("uploadContainerView")
}

extension ComponentDefinition {
  /// A box that holds a file for upload.
  package static let uploadContainerView = ComponentDefinition(
    type: "uploadContainerView",
    documentation: "A box that holds a file for upload and previews it in an image that 'outlets' names.",
    synonyms: ["UploadContainerView"], kind: .uploadContainerView, properties: UploadContainerView.own,
    slots: [.children, .menu], makeView: { UploadContainerView(.uploadContainerView, in: $0) })
}
