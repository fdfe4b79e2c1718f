import TesseraValues

/// The text of an HTML fragment, as feeds and services send it, without its tags.
///
/// Comments, scripts and styles are left out, character references are resolved, and white space is collapsed as
/// browsers do: to one space, or to one line break where a block or a `<br>` begins or ends. The time is linear. The
/// tags need not fit each other. This makes text, not safe HTML: what it returns may contain `<`.
package enum HTMLText {
  /// The elements that stand on lines of their own.
  private static let blocks: Set<String> = [
    "address", "article", "aside", "blockquote", "br", "caption", "dd", "details", "div", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav",
    "ol", "p", "pre", "section", "summary", "table", "tr", "ul",
  ]
  /// The elements between which there is a space.
  private static let cells: Set<String> = ["td", "th"]
  /// The elements whose content is no text.
  private static let hidden: Set<String> = ["head", "script", "style", "template", "title"]

  /// Returns the text of a fragment.
  package static func text(of html: String) -> String {
    var writer = Writer()
    var rest = Array(html.utf8)[...]
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "<"):
        guard let tag = Tag(&rest) else {
          writer.add(rest.removeFirst())
          continue
        }
        if hidden.contains(tag.name), !tag.isEnd { Tag.skip(toEndOf: tag.name, &rest) }
        if blocks.contains(tag.name) {
          writer.gap = .line
        } else if cells.contains(tag.name) {
          writer.widenGap()
        }
      case UInt8(ascii: "&"):
        if let text = HTMLCharacterReferences.text(&rest) {
          writer.add(text)
        } else {
          writer.add(rest.removeFirst())
        }
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"), 0x0C:
        rest.removeFirst()
        writer.widenGap()
      default: writer.add(rest.removeFirst())
      }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
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

  /// A tag, or a comment or declaration, whose name is empty.
  private struct Tag {
    var name = ""
    var isEnd = false

    /// Reads a tag from the beginning; nil, and nothing is read, if a `<` begins none.
    init?(_ rest: inout ArraySlice<UInt8>) {
      var inner = rest.dropFirst()
      if inner.starts(with: "!--".utf8) {
        rest = inner.dropFirst(3).firstIndex(of: "-->").map { rest[($0 + 3)...] } ?? []
        return
      }
      isEnd = inner.first == UInt8(ascii: "/")
      if isEnd { inner = inner.dropFirst() }
      guard let first = inner.first else { return nil }
      if first == UInt8(ascii: "!") || first == UInt8(ascii: "?") {
        rest = inner.firstIndex(of: UInt8(ascii: ">")).map { rest[($0 + 1)...] } ?? []
        return
      }
      guard HTMLText.isLetter(first) else { return nil }
      // No name that counts is longer.
      let letters = inner.prefix { HTMLText.isLetter($0) || HTMLText.isDigit($0) }
      name = String(decoding: letters.prefix(16), as: UTF8.self).lowercased()
      var quote: UInt8?
      for index in inner[letters.endIndex...].indices {
        let byte = inner[index]
        if let open = quote {
          if byte == open { quote = nil }
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
          quote = byte
        } else if byte == UInt8(ascii: ">") {
          rest = rest[(index + 1)...]
          return
        }
      }
      rest = []
    }

    /// Skips the content of an element, and its end tag.
    static func skip(toEndOf name: String, _ rest: inout ArraySlice<UInt8>) {
      while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
        rest = rest[start...]
        let end = rest.dropFirst(2).prefix(name.utf8.count)
        guard rest.dropFirst().first == UInt8(ascii: "/"),
          String(decoding: end, as: UTF8.self).lowercased() == name
        else {
          rest = rest.dropFirst()
          continue
        }
        _ = Tag(&rest)
        return
      }
      rest = []
    }
  }

  static func isLetter(_ byte: UInt8) -> Bool { byte & 0xDF &- UInt8(ascii: "A") < 26 }
  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
