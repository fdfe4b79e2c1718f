import TesseraValues

/// Which picture a view shows.
public enum ImageReference: Sendable, Hashable {
  /// A picture of the bundle by its name.
  case name(String)
  /// A remote picture by its address.
  case url(String)
}

extension ViewNode {
  /// The picture that the view shows.
  package var imageReference: ImageReference? {
    let image = self[.image].dictionary
    if let name = image?["name"]?.string { return .name(name) }
    return image?["url"]?.string.map { .url($0) }
  }
}
