import TesseraValues

/// A reference to the image that a view shows.
public enum ImageReference: Sendable, Hashable {
  /// An image in the bundle, by name.
  case name(String)
  /// A remote image, by URL.
  case url(String)
  /// An image in a data URL, with its content in Base64 (RFC 2397).
  case data(String)
}

extension ViewNode {
  /// The image that the view shows.
  package var imageReference: ImageReference? {
    let image = self[.image].dictionary
    if let name = image?["name"]?.string { return .name(name) }
    if let data = image?["data"]?.string { return .data(data) }
    return image?["url"]?.string.map { .url($0) }
  }
}
