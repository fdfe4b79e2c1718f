/// Names that are the same on every file system: those of groups, and of the files in them.
package enum PortableFilename {
  /// The most characters.
  package static let maximumLength = 100

  /// Whether a text is one: letters, digits, `.`, `-` and `_` (the portable filename character set of POSIX.1-2017,
  /// section 3.282), not first a dot, at most ``maximumLength``.
  package static func isValid(_ text: String) -> Bool {
    (1...maximumLength).contains(text.utf8.count) && text.first != "." && text.utf8.allSatisfy(characters.contains)
  }

  private static let characters = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_".utf8)
}
