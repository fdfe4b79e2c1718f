/// The parts of an HTML fragment in their order, without the content of scripts, styles and other elements that are no
/// text. The tags need not fit each other. The time is linear.
struct HTMLTokens: Sequence, IteratorProtocol {
  enum Token {
    case tag(HTMLTag)
    /// What a character reference stands for.
    case reference(String)
    /// Text between tags and references, as it is written.
    case text(ArraySlice<UInt8>)
  }

  /// The elements whose content is no text.
  private static let hidden: Set<String> = ["head", "script", "style", "template", "title"]

  private var rest: ArraySlice<UInt8>

  init(_ html: String) { rest = Array(html.utf8)[...] }

  mutating func next() -> Token? {
    guard let byte = rest.first else { return nil }
    if byte == UInt8(ascii: "<"), let tag = HTMLTag(&rest) {
      if Self.hidden.contains(tag.name), !tag.isEnd { HTMLTag.skip(toEndOf: tag.name, &rest) }
      return .tag(tag)
    }
    if byte == UInt8(ascii: "&"), let text = HTMLCharacterReferences.text(&rest) { return .reference(text) }
    // A sign that begins neither is text.
    let next = rest.dropFirst().firstIndex { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
    let text = rest[..<(next ?? rest.endIndex)]
    rest = rest[text.endIndex...]
    return .text(text)
  }
}
