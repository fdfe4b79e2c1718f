/// File names that are valid on every file system. Groups and the files in them have such names.
package enum PortableFilename {
  /// The maximum number of characters in the name of a group, a shared file or an embedded widget. A longer name is
  /// refused.
  package static let maximumLength = 100

  /// Returns whether a text is a portable file name: letters, digits, `.`, `-` and `_` (the portable filename character
  /// set of POSIX.1-2017, section 3.282), without a leading dot, and at most ``maximumLength`` characters long.
  package static func isValid(_ text: String) -> Bool {
    (1...maximumLength).contains(text.utf8.count) && text.first != "." && text.utf8.allSatisfy(characters.contains)
  }

  private static let characters = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_".utf8)
}
