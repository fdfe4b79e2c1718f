/// The pixels per point of an image, as its file name says: `logo@2x.png` has two. Xcode uses the same names.
package enum ImageScale: Int, CaseIterable, Sendable {
  case one = 1
  case two
  case three

  /// The end of the file name, before the extension.
  package var suffix: String { self == .one ? "" : "@\(rawValue)x" }

  /// Divides a file name without its extension into the name of the image and its scale.
  package static func split(_ stem: String) -> (name: String, scale: ImageScale) {
    for scale in [two, three] where stem.hasSuffix(scale.suffix) && stem != scale.suffix {
      return (String(stem.dropLast(scale.suffix.count)), scale)
    }
    return (stem, .one)
  }
}
