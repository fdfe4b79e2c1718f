/// The page that a person sees after signing in. It never leads to another site.
enum NextPage {
  /// The first page of the server. Paths begin below it.
  static let first = "/"
  /// The maximum length of the path of the page that follows a sign-in, in bytes. The first page follows instead of a
  /// longer one.
  private static let maximumLength = 2048

  /// Returns the path of a page of this server; that of the first page for any other text.
  ///
  /// A second slash, or a backslash, which browsers read as one, would begin another host. Browsers remove tabs and
  /// line breaks, so only visible ASCII characters are admitted; others are percent-encoded in a path.
  static func path(_ text: String?) -> String {
    guard let text, text.utf8.count <= maximumLength, text.hasPrefix("/"), !text.hasPrefix("//"),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
    else { return first }
    return text
  }
}
