import TesseraValues

/// Which picture a view shows.
public enum ImageReference: Sendable, Hashable {
  /// A picture of the bundle by its name.
  case name(String)
  /// A remote picture by its address.
  case url(String)
  /// A picture that is in its own address, with its content in Base64 (RFC 2397).
  case data(String)
}

extension ViewNode {
  /// The picture that the view shows.
  package var imageReference: ImageReference? {
    let image = self[.image].dictionary
    if let name = image?["name"]?.string { return .name(name) }
    if let data = image?["data"]?.string { return .data(data) }
    return image?["url"]?.string.map { .url($0) }
  }
}
