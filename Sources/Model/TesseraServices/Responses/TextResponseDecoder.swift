import TesseraValues

/// Decodes plain text as an object: `text`, the whole without the white space at its end, and `lines`, a list.
///
/// Line breaks are LF, CR and CR LF.
enum TextResponseDecoder {
  /// The maximum size of a body of text, in bytes. A larger one is refused.
  static let maximumBytes = 8 << 20
  /// The maximum number of lines of a body of text. A body with more is refused. Each line becomes a value.
  static let maximumCount = 100_000

  static func value(of body: [UInt8]) throws(Diagnostic) -> Value {
    guard body.count <= maximumBytes else { throw problem("the text has more than \(maximumBytes) bytes") }
    var count = 0
    var last: UInt8 = 0
    for byte in body {
      if byte == 0x0D || byte == 0x0A && last != 0x0D { count += 1 }
      last = byte
    }
    guard count <= maximumCount else { throw problem("the text has more than \(maximumCount) lines") }
    var text = String(decoding: body, as: UTF8.self)
    while let last = text.last, last.isWhitespace { text.removeLast() }
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
    if lines == [""] { lines = [] }
    return ["text": .string(text), "lines": .array(lines.map { .string(String($0)) })]
  }

  private static func problem(_ words: String) -> Diagnostic { Diagnostic(rule: "text-syntax", message: words) }
}
