import TesseraValues

/// A file `Contents.json` of a source catalogue.
struct AssetContents {
  /// The entries of `images`.
  let images: [[String: Value]]
  /// Whether the name of the group is a part of the names in it.
  let providesNamespace: Bool
  /// Whether images of the set are drawn in their own colours.
  let renderingMode: ImageRenderingMode

  init(_ bytes: [UInt8]) throws(XcodeFileError) {
    let value: Value
    do {
      value = try Value.parseJSON(bytes, limits: SourceAssetCatalog.limits)
    } catch { throw XcodeFileError(error.message) }
    guard let members = value.dictionary else { throw XcodeFileError("'Contents.json' is not an object") }
    images = (members["images"]?.array ?? []).compactMap(\.dictionary)
    let properties = members["properties"]?.dictionary ?? [:]
    providesNamespace = if case .bool(true) = properties["provides-namespace"] { true } else { false }
    renderingMode =
      properties["template-rendering-intent"]?.string.flatMap(ImageRenderingMode.init(rawValue:)) ?? .automatic
  }
}
