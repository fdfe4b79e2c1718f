import TesseraValues

/// The text of an HTML fragment, as feeds and services send it, without its tags.
///
/// Comments, scripts and styles are left out, character references are resolved, and white space is collapsed as
/// browsers do: to one space, or to one line break where a block or a `<br>` begins or ends. The time is linear. The
/// tags need not fit each other. This makes text, not safe HTML: what it returns may contain `<`.
package enum HTMLText {
  /// The elements that stand on lines of their own.
  static let blocks: Set<String> = [
    "address", "article", "aside", "blockquote", "br", "caption", "dd", "details", "div", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav",
    "ol", "p", "pre", "section", "summary", "table", "tr", "ul",
  ]
  /// The elements between which there is a space.
  private static let cells: Set<String> = ["td", "th"]

  /// Returns the text of a fragment.
  package static func text(of html: String) -> String {
    var writer = Writer()
    for token in HTMLTokens(html) {
      switch token {
      case .tag(let tag):
        if blocks.contains(tag.name) {
          writer.gap = .line
        } else if cells.contains(tag.name) {
          writer.widenGap()
        }
      case .reference(let text): writer.add(text)
      case .text(let bytes):
        for byte in bytes {
          switch byte {
          case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"), 0x0C: writer.widenGap()
          default: writer.add(byte)
          }
        }
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The maximum number of bytes of a fragment in which a picture is looked for. One that counts is at the beginning.
  private static let maximumPrefix = 20_000

  /// Returns the address of the first picture of a fragment; nil if it has none.
  package static func firstPicture(in html: String) -> String? {
    for case .tag(let tag) in HTMLTokens(String(decoding: html.utf8.prefix(maximumPrefix), as: UTF8.self))
    where tag.name == "img" && !tag.isEnd {
      if let address = tag.attribute("src"), !address.isEmpty { return address }
    }
    return nil
  }

  /// Writes text with single spaces and line breaks between its parts.
  private struct Writer {
    enum Gap { case none, space, line }

    private(set) var bytes: [UInt8] = []
    /// What stands before the next character, if any stands before it.
    var gap = Gap.none

    mutating func widenGap() { if gap == .none { gap = .space } }

    mutating func add(_ byte: UInt8) {
      fillGap()
      bytes.append(byte)
    }

    mutating func add(_ text: String) {
      fillGap()
      bytes += text.utf8
    }

    private mutating func fillGap() {
      if !bytes.isEmpty, gap != .none { bytes.append(gap == .line ? UInt8(ascii: "\n") : UInt8(ascii: " ")) }
      gap = .none
    }
  }
}
