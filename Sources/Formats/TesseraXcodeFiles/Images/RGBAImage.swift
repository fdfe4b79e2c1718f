/// An image in memory: red, green, blue and opacity in a byte each, row by row from the top. Colours are not multiplied by
/// opacity.
package struct RGBAImage: Sendable, Hashable {
  /// The width in pixels.
  package let width: Int
  /// The height in pixels.
  package let height: Int
  /// The pixels, four bytes each.
  package var bytes: [UInt8]
  /// Whether colours are those of Display P3 instead of sRGB.
  package var isDisplayP3 = false

  /// Creates an image of transparent pixels.
  package init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
    bytes = Array(repeating: 0, count: self.width * self.height * 4)
  }

  /// Returns a part of the image; nil if it is not within the image.
  package func cropped(x: Int, y: Int, width: Int, height: Int) -> RGBAImage? {
    guard x >= 0, y >= 0, width >= 0, height >= 0, x <= self.width, y <= self.height, width <= self.width - x,
      height <= self.height - y
    else { return nil }
    var part: [UInt8] = []
    part.reserveCapacity(width * height * 4)
    for row in y..<y + height {
      let start = (row * self.width + x) * 4
      part += bytes[start..<start + width * 4]
    }
    return RGBAImage(width: width, height: height, bytes: part, isDisplayP3: isDisplayP3)
  }

  private init(width: Int, height: Int, bytes: [UInt8], isDisplayP3: Bool) {
    self.width = width
    self.height = height
    self.bytes = bytes
    self.isDisplayP3 = isDisplayP3
  }
}
