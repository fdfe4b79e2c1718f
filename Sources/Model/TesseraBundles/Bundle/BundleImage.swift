package import TesseraValues

/// An image file of a bundle whose header has been validated.
package struct BundleImage: Sendable, Hashable {
  /// The path in the bundle.
  package let path: String
  /// The content of the file.
  package let bytes: [UInt8]
  /// The checksum of the file, computed once when the bundle is read.
  package let checksum: Checksum
  /// The image format, detected from the content rather than the file name.
  package let format: ImageFormat
  /// The width and height in pixels, or in CSS pixels for SVG. Nil for an SVG without an intrinsic size.
  package let pixelSize: PixelSize?

  init(path: String, bytes: [UInt8], format: ImageFormat, pixelSize: PixelSize?) {
    self.path = path
    self.bytes = bytes
    self.format = format
    self.pixelSize = pixelSize
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
