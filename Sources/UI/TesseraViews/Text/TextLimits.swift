/// Limits for text that is shown.
package enum TextLimits {
  /// The maximum length of text that is measured and drawn, in UTF-8 bytes. The rest of a longer text is neither
  /// measured nor drawn; hosts cut it with ``shown(_:)``.
  package static let maximumLength = 100_000

  /// Returns the part of a text that is shown: all of it, or a prefix that ends at a scalar boundary.
  package static func shown(_ text: String) -> Substring {
    let bytes = text.utf8
    guard bytes.count > maximumLength else { return text[...] }
    var end = bytes.index(bytes.startIndex, offsetBy: maximumLength)
    // Move back to the start of a scalar. The bytes are valid UTF-8, so three steps are enough.
    while end > bytes.startIndex, bytes[end] & 0xC0 == 0x80 { end = bytes.index(before: end) }
    return text[..<end]
  }
}
