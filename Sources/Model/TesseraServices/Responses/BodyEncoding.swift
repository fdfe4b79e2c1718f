import TesseraText
import TesseraValues

/// The encoding of a body.
///
/// A byte order mark decides, then the parameter `charset` of `Content-Type`, then what the document itself declares (for XML
/// RFC 7303, section 3). Without any of them it is UTF-8, or, if its bytes are not, Windows-1252.
enum BodyEncoding {
  /// Returns a body in UTF-8 without a byte order mark: the body itself, if it is that already.
  ///
  /// - Complexity: O(*n*).
  static func utf8(_ body: [UInt8], format: ResponseFormat, contentType: String?) -> [UInt8] {
    if let (encoding, count) = TextEncoding.marked(body) { return utf8(body.dropFirst(count), encoding) }
    return utf8(body[...], charset(of: contentType) ?? declaration(of: body, format) ?? .utf8)
  }

  private static func utf8(_ bytes: ArraySlice<UInt8>, _ encoding: TextEncoding) -> [UInt8] {
    guard encoding == .utf8 else { return Array(encoding.text(of: bytes).utf8) }
    if String(validating: bytes, as: UTF8.self) != nil { return Array(bytes) }
    // A character that is right says that others are damaged. Where there is none, it was another encoding.
    let text = String(decoding: bytes, as: UTF8.self)
    let isDamaged = text.unicodeScalars.contains { !$0.isASCII && $0 != "\u{FFFD}" }
    return Array((isDamaged ? text : TextEncoding.windows1252.text(of: bytes)).utf8)
  }

  /// Returns the encoding that a field `Content-Type` names (RFC 9110, section 8.3.2).
  private static func charset(of contentType: String?) -> TextEncoding? {
    for parameter in (contentType ?? "").split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }).lowercased() == "charset" else { continue }
      return TextEncoding(label: parts[1].filter { $0 != "\"" && $0 != "'" && !$0.isWhitespace })
    }
    return nil
  }

  /// Returns the encoding that the declaration of an XML document names, also behind white space.
  private static func declaration(of body: [UInt8], _ format: ResponseFormat) -> TextEncoding? {
    guard format == .xml || format == .feed else { return nil }
    let head = body.prefix(1024).drop(while: \.isXMLSpace)
    // UTF-16 without a mark (XML 1.0, appendix F).
    if head.starts(with: [0x3C, 0x00]) { return TextEncoding(label: "utf-16le") }
    if head.starts(with: [0x00, 0x3C]) { return TextEncoding(label: "utf-16be") }
    guard head.starts(with: "<?xml".utf8), let end = head.firstIndex(of: "?>") else { return nil }
    let declaration = String(decoding: head[..<end], as: UTF8.self)
    guard let name = declaration.firstMatch(of: /encoding\s*=\s*["']([^"']+)["']/)?.1 else { return nil }
    let encoding = TextEncoding(label: String(name))
    // A declaration that is read as ASCII is not in UTF-16.
    return encoding?.isASCIICompatible == true ? encoding : .utf8
  }
}
