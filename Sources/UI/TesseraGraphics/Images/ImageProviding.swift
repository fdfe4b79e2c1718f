public import TesseraViews

/// Provides the images of a drawing. It does not fetch them: a remote image that has not been loaded is missing.
public protocol ImageProviding: Sendable {
  /// Returns the file of an image: PNG, JPEG, GIF, WebP or SVG; nil if there is none.
  func imageData(for reference: ImageReference) -> [UInt8]?
}

/// An image provider without images.
public struct NoImages: ImageProviding {
  /// Creates a provider without images.
  public init() {}

  /// Returns nil.
  public func imageData(for reference: ImageReference) -> [UInt8]? { nil }
}
