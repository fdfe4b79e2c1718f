import TesseraSVG
public import TesseraValues

/// Pictures that an app has itself, which documents name as those of their bundle; a picture of the bundle wins over one of the same name.
public struct ImageRegistry: Sendable {
  private var images: [String: BundleImage] = [:]

  /// A registry without pictures.
  public init() {}

  /// The names of all pictures.
  public var names: [String] { images.keys.sorted() }

  /// Adds a picture, or replaces the one of that name.
  /// - Parameter bytes: a PNG, JPEG, GIF, WebP or SVG file.
  /// - Throws: `image-content` for other bytes, `bundle-limit` for a picture that is too large to be drawn, and what is wrong with an SVG.
  public mutating func register(_ name: String, bytes: [UInt8]) throws(Diagnostic) {
    guard let header = ImageHeader(bytes) else {
      throw Diagnostic(rule: "image-content", message: "'\(name)' is no picture of a known kind")
    }
    guard header.hasAtMost(pixels: ImageHeader.maximumPixels) else {
      throw Diagnostic(
        rule: "bundle-limit", message: "'\(name)' has more than \(ImageHeader.maximumPixels) pixels")
    }
    let content = header.format == .svg ? try SanitizedSVG(bytes).bytes : bytes
    images[name] = BundleImage(path: name, bytes: content, format: header.format, pixelSize: header.size)
  }

  /// The picture of a name.
  package subscript(name: String) -> BundleImage? { images[name] }
}
