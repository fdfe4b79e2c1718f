/// The names that people give to boards, pages and icons: one line with something to read.
package enum DisplayName {
  /// The maximum length of the name of a board, a page or an icon, in characters. A longer one is refused; a document's
  /// is shortened.
  package static let maximumLength = 100
  /// The maximum size of such a name as UTF-8, in bytes, because a character can have any number of marks. A larger one
  /// is refused.
  package static let maximumBytes = 1_000

  /// Returns a text as a name: in one line, without control characters. Returns nil if it is too long, or if there is
  /// nothing to read.
  package static func normalized(_ text: String) -> String? {
    guard text.utf8.count <= 2 * maximumBytes else { return nil }
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let scalars = line.unicodeScalars.filter { $0.properties.generalCategory != .control }
    let name = String(String.UnicodeScalarView(scalars))
    guard name.utf8.count <= maximumBytes, name.count <= maximumLength, name.unicodeScalars.contains(where: isVisible)
    else { return nil }
    return name
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    ![.control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .unassigned]
      .contains(scalar.properties.generalCategory)
  }
}
