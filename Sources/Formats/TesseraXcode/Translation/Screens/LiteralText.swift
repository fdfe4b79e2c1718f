import TesseraValues

/// Texts that stand for themselves.
enum LiteralText {
  /// Returns a text that shows as it is, although our documents have expressions: in a text with `@{`, that is written
  /// `\@{`, and each backslash twice.
  static func escaped(_ text: String) -> String {
    guard text.contains("@{") else { return text }
    return text.replacing(#"\"#, with: #"\\"#).replacing("@{", with: #"\@{"#)
  }
}

/// Bindings that Interface Builder keeps as text.
enum BindingText {
  /// The greatest length of a binding, in bytes.
  private static let maximumLength = 10_000

  /// Returns the object of a text that is what stands between the braces of a JSON object; `nil` if it is none.
  static func binding(_ text: String) -> JSONNode? {
    guard !text.isEmpty, text.utf8.count <= maximumLength else { return nil }
    guard let node = try? JSONNode.parse("{\(text)}"), node.members != nil else { return nil }
    return node
  }
}
