/// What may still be loaded from catalogues. Loading an image that costs more is refused, so that a small file cannot
/// claim much memory or time.
package struct AssetImageBudget: Sendable, Hashable {
  /// The number of pixels that may be decoded.
  package var pixels: Int
  /// The number of bytes that may be read: of compressed pixels, and of files, compressed and not; or written as PNG.
  package var bytes: Int

  /// Creates a budget. Defaults suit the images of a widget.
  package init(pixels: Int = 64_000_000, bytes: Int = 128 << 20) {
    self.pixels = pixels
    self.bytes = bytes
  }

  mutating func spend(pixels count: Int) throws(XcodeFileError) {
    guard count <= pixels else {
      throw XcodeFileError("the images have more pixels than are decoded: \(count) more, \(pixels) left")
    }
    pixels -= count
  }

  mutating func spend(bytes count: Int) throws(XcodeFileError) {
    guard count <= bytes else {
      throw XcodeFileError("the images have more bytes than are read: \(count) more, \(bytes) left")
    }
    bytes -= count
  }
}
