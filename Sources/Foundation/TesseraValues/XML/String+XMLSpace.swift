extension UInt8 {
  /// Whether it is white space in XML, and in JSON (XML 1.0, section 2.3; RFC 8259, section 2).
  package var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D }
}

extension String {
  /// The text without the white space around it (XML 1.0, section 2.3). Foundation would read all of the text.
  package var trimmingXMLSpace: String {
    guard let start = utf8.firstIndex(where: { !$0.isXMLSpace }), let end = utf8.lastIndex(where: { !$0.isXMLSpace })
    else { return "" }
    return String(self[start...end])
  }
}
