package import TesseraValues

/// An image file of a bundle, known to start as a picture of its kind does.
package struct BundleImage: Sendable, Hashable {
  /// The path in the bundle.
  package let path: String
  /// The file.
  package let bytes: [UInt8]
  /// The checksum of the file, made once when the bundle is read.
  package let checksum: Checksum
  /// What the file holds. Found from the content; the name does not count.
  package let format: ImageFormat
  /// Width and height in pixels, in CSS pixels for SVG; nil for an SVG that has none of its own.
  package let pixelSize: PixelSize?

  init(path: String, bytes: [UInt8], format: ImageFormat, pixelSize: PixelSize?) {
    self.path = path
    self.bytes = bytes
    self.format = format
    self.pixelSize = pixelSize
    checksum = Checksum(of: bytes)
  }

  /// A width and a height in pixels.
  package struct PixelSize: Sendable, Hashable {
    /// Pixels from left to right.
    package var width: Int
    /// Pixels from top to bottom.
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
