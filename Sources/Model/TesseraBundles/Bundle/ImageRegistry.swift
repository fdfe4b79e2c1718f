import TesseraSVG
public import TesseraValues

/// Images that an app provides and that documents refer to by name, like images of the bundle. An image of the bundle
/// takes precedence over a registered one of the same name.
public struct ImageRegistry: Sendable {
  private var images: [String: BundleImage] = [:]

  /// Creates an empty registry.
  public init() {}

  /// The names of all images, sorted.
  public var names: [String] { images.keys.sorted() }

  /// Adds an image, or replaces the one with the same name.
  ///
  /// - Parameters:
  ///   - name: The name that documents use.
  ///   - bytes: The content of a PNG, JPEG, GIF, WebP or SVG file.
  /// - Throws: A ``Diagnostic``: `image-content` if the bytes are of another format, `bundle-limit` if the image is too
  ///   large to draw, or the error of an invalid SVG.
  public mutating func register(_ name: String, bytes: [UInt8]) throws(Diagnostic) {
    guard let header = ImageHeader(bytes) else {
      throw Diagnostic(rule: "image-content", message: "'\(name)' is not an image of a supported format")
    }
    guard header.hasAtMost(pixels: ImageHeader.maximumPixels) else {
      throw Diagnostic(
        rule: "bundle-limit", message: "'\(name)' has more than \(ImageHeader.maximumPixels) pixels")
    }
    let content = header.format == .svg ? try SanitizedSVG(bytes).bytes : bytes
    images[name] = BundleImage(path: name, bytes: content, format: header.format, pixelSize: header.size)
  }

  /// Returns the image with a name.
  package subscript(name: String) -> BundleImage? { images[name] }
}
