package import TesseraValues

/// An image of a bundle: a file whose header has been validated.
package struct BundleImage: Sendable {
  /// The path in the bundle.
  package let path: String
  /// The checksum of the file. It is computed once when the bundle is read.
  package let checksum: Checksum
  /// The image format, detected from the content rather than the file name.
  package let format: ImageFormat
  /// The width and height in pixels, or in CSS pixels for SVG. Nil for an SVG without an intrinsic size.
  package let pixelSize: PixelSize?
  /// The number of pixels per point, from the file name.
  package let scale: ImageScale

  /// The width and height in points; nil for an SVG without an intrinsic size.
  package var size: (width: Double, height: Double)? {
    let scale = Double(scale.rawValue)
    return pixelSize.map { (Double($0.width) / scale, Double($0.height) / scale) }
  }

  /// The content of the file.
  package let bytes: [UInt8]

  /// Creates an image of a file's content.
  init(path: String, scale: ImageScale = .one, bytes: [UInt8], format: ImageFormat, pixelSize: PixelSize?) {
    self.path = path
    self.scale = scale
    self.format = format
    self.pixelSize = pixelSize
    self.bytes = bytes
    checksum = Checksum(of: bytes)
  }

  /// A size in pixels.
  package struct PixelSize: Sendable, Hashable {
    /// The width in pixels.
    package var width: Int
    /// The height in pixels.
    package var height: Int

    /// Creates a size.
    package init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }
}

extension ImageHeader {
  var size: BundleImage.PixelSize? {
    guard let width, let height else { return nil }
    return BundleImage.PixelSize(width: width, height: height)
  }
}
