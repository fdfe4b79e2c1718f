public import TesseraViews

/// Gives the pictures that a drawing shows. Fetching is not its task: a remote picture that is not there yet is missing.
public protocol ImageProviding: Sendable {
  /// The file of a picture: PNG, JPEG, GIF, WebP or SVG; nil where there is none.
  func imageData(for reference: ImageReference) -> [UInt8]?
}

/// Has no pictures.
public struct NoImages: ImageProviding {
  /// Creates an empty source.
  public init() {}

  /// Always nil.
  public func imageData(for reference: ImageReference) -> [UInt8]? { nil }
}
