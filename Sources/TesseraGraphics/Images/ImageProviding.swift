/// Which picture a view shows.
public enum ImageReference: Sendable, Hashable {
  /// A picture of the bundle by its name.
  case name(String)
  /// A remote picture by its address.
  case url(String)
}

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
