/// The encodings of XML documents in which declarations can be found before a parser acts on them.
package enum XMLEncoding {
  /// Returns whether the bytes of a document's markup are those of ASCII, so that a search for `<!ENTITY` in the bytes finds
  /// each one. Parsers recognize other encodings by the first bytes, and by the XML declaration (XML 1.0, appendix F).
  package static func hasPlainMarkup(_ bytes: some Collection<UInt8>) -> Bool {
    guard let name = declaredName(bytes) else { return false }
    return names.contains(name) || families.contains { name.hasPrefix($0) }
  }

  /// Returns the name of the encoding in small letters; nil if it cannot be found.
  private static func declaredName(_ bytes: some Collection<UInt8>) -> String? {
    var head = Array(bytes.prefix(1024))[...]
    if head.starts(with: [0xEF, 0xBB, 0xBF]) { head = head.dropFirst(3) }
    // UTF-16 and UTF-32, whose byte order marks hold 0xFF, and EBCDIC.
    guard !head.prefix(4).contains(0), head.first != 0xFF, head.first != 0xFE,
      !head.starts(with: [0x4C, 0x6F, 0xA7, 0x94])
    else { return nil }
    let text = head.drop(while: \.isXMLSpace)
    guard text.starts(with: Array("<?xml".utf8)) else { return implied }
    guard let end = text.firstIndex(of: UInt8(ascii: ">")) else { return nil }
    let declaration = String(decoding: text[..<end], as: UTF8.self)
    guard declaration.contains("encoding") else { return implied }
    return declaration.firstMatch(of: /encoding\s*=\s*["']([A-Za-z0-9._-]+)["']/)?.1.lowercased()
  }

  /// The encoding of a document that declares none.
  private static let implied = "utf-8"

  private static let names: Set<String> = [
    "utf-8", "utf8", "us-ascii", "ascii", "latin1", "gb2312", "gbk", "gb18030", "big5",
  ]
  private static let families = ["iso-8859-", "windows-125", "cp125", "koi8-", "euc-"]
}
