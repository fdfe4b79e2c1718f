public import TesseraValues

/// An image file of a bundle, known to start as a picture of its kind does.
public struct BundleImage: Sendable, Hashable {
  /// The path in the bundle.
  public var path: String
  /// The file.
  public var bytes: [UInt8]
  /// What the file holds. Found from the content; the name does not count.
  public var format: ImageFormat
  /// Width and height in pixels, in CSS pixels for SVG; nil for an SVG that has none of its own.
  public var pixelSize: PixelSize?

  /// A width and a height in pixels.
  public struct PixelSize: Sendable, Hashable {
    /// Pixels from left to right.
    public var width: Int
    /// Pixels from top to bottom.
    public var height: Int

    /// Creates a size.
    public init(width: Int, height: Int) {
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
