import Foundation
import TesseraValues

/// An HTML fragment as Markdown (CommonMark): a safe rich text, because a Markdown view shows text, lists, quotes and
/// links, and nothing else.
///
/// Headings, paragraphs, lists, quotes, preformatted text, emphasis, code and links to `http`, `https` and `mailto` are
/// kept, and pictures with an `http` or `https` address; of other elements the text remains, as ``HTMLText`` has it, and
/// of other pictures the description. Characters that mean something in Markdown are escaped. The time is linear; the tags
/// need not fit each other.
package enum HTMLMarkdown {
  /// Returns the Markdown of a fragment.
  /// - Parameter base: The address that relative ones start from. Without it, only their text remains.
  package static func text(of html: String, base: String? = nil) -> String {
    var writer = MarkdownWriter(base: base.flatMap { URL(string: PercentEncoding.literal($0)) })
    for token in HTMLTokens(html) {
      switch token {
      case .tag(let tag): writer.apply(tag)
      case .reference(let text): writer.add(text)
      case .text(let bytes): writer.add(String(decoding: bytes, as: UTF8.self))
      }
    }
    return writer.finished()
  }
}

/// Writes Markdown: blocks with empty lines between them, within lists and quotes.
private struct MarkdownWriter {
  /// The maximum depth of lists and quotes. The content of deeper ones stands at this depth.
  private static let maximumDepth = 8
  /// The maximum size of an address, in bytes. Of a longer one, only the text remains.
  private static let maximumAddressBytes = 2048

  /// A list item or a quote around the current block.
  private enum Container {
    case quote
    /// - Parameter mark: `- ` or `1. `; empty when it is written.
    case item(mark: String, width: Int)
  }

  /// A list that has begun.
  private struct List {
    /// The number of the next item; nil for a list without numbers.
    var number: Int?
    /// The number of containers around the list.
    var depth: Int
    var hasItems = false
  }

  /// A mark that opened, and what closes it.
  private struct Inline {
    var element: String
    var opening: String
    var closing: String
    var isWritten = false
  }

  /// What is written of the current line.
  private enum LineStart { case nothing, digits, other }

  private enum Gap: Comparable { case none, space, line, block }

  /// The address that relative ones start from.
  private let base: URL?
  private var result = ""
  private var containers: [Container] = []
  private var inlines: [Inline] = []
  /// The lists around the current block.
  private var lists: [List] = []
  /// What stands before the next text.
  private var gap = Gap.block
  private var lineStart = LineStart.nothing
  /// What stands before the text of the next block, such as `## `.
  private var mark = ""
  /// The text of a `pre` element; nil outside of one.
  private var preformatted: String?
  /// The text of a `code` element within a line; nil outside of one.
  private var code: String?
  /// Whether the next block is another item of a list, before which there is no empty line.
  private var isNextItem = false

  init(base: URL?) { self.base = base }

  mutating func apply(_ tag: HTMLTag) {
    if preformatted != nil {
      if tag.name == "pre", tag.isEnd { endPreformatted() } else if tag.name == "br" { add("\n") }
      return
    }
    if code != nil {
      let endsCode = tag.name == "code" && tag.isEnd
      guard endsCode || HTMLText.blocks.contains(tag.name) else { return }
      endCode()
      if endsCode { return }
    }
    switch tag.name {
    case "code" where !tag.isEnd: code = ""
    case "br", "tr": gap = max(gap, .line)
    case "td", "th": gap = max(gap, .space)
    case "h1", "h2", "h3", "h4", "h5", "h6":
      endBlock()
      if !tag.isEnd { mark = String(repeating: "#", count: Int(tag.name.dropFirst()) ?? 1) + " " }
    case "hr" where !tag.isEnd:
      endBlock()
      beginBlock()
      result += "---"
      endBlock()
    case "pre" where !tag.isEnd:
      endBlock()
      preformatted = ""
    case "ul", "ol":
      endBlock()
      if !tag.isEnd {
        let start = min(max(tag.attribute("start").flatMap(Int.init) ?? 1, 0), 1_000_000)
        lists.append(List(number: tag.name == "ol" ? start : nil, depth: containers.count))
      } else if let list = lists.popLast() {
        endItem(of: list)
      }
    case "li":
      endBlock()
      endItem(of: lists.last)
      if !tag.isEnd { beginItem() }
    case "blockquote":
      endBlock()
      if !tag.isEnd {
        if containers.count < Self.maximumDepth { containers.append(.quote) }
      } else if let index = containers.lastIndex(where: { if case .quote = $0 { true } else { false } }) {
        containers.removeSubrange(index...)
      }
    case "strong", "b": toggle(tag, opening: "**", closing: "**")
    case "em", "i", "cite": toggle(tag, opening: "*", closing: "*")
    case "del", "s": toggle(tag, opening: "~~", closing: "~~")
    case "a": toggleLink(tag)
    case "img" where !tag.isEnd: addPicture(tag)
    case let name where HTMLText.blocks.contains(name): endBlock()
    default: break
    }
  }

  // MARK: Text

  mutating func add(_ text: String) {
    if preformatted != nil {
      preformatted?.append(text)
      return
    }
    if code != nil {
      code?.append(text)
      return
    }
    var rest = text[...]
    while let character = rest.first {
      if character.isWhitespace, character != "\u{A0}" {
        gap = max(gap, .space)
        rest = rest.dropFirst()
        continue
      }
      if let address = Self.address(at: rest, after: result.last, gap != .none) {
        rest = rest[address.endIndex...]
        addAddress(address)
        continue
      }
      rest = rest.dropFirst()
      fillGap()
      write(character)
      lineStart = lineStart == .other || !character.isWholeNumber ? .other : .digits
    }
  }

  /// Returns the address with which a text begins: a Markdown view shows bare ones as links, too, but with the marks that
  /// escape their characters.
  private static func address(at text: Substring, after last: Character?, _ isSpaced: Bool) -> Substring? {
    guard isSpaced || last.map({ !$0.isLetter && !$0.isNumber }) ?? true,
      text.hasPrefix("https://") || text.hasPrefix("http://")
    else { return nil }
    var address = text.prefix { !$0.isWhitespace && $0 != "<" && $0 != ">" && $0 != "\"" }
    while let end = address.last, ".,;:!?)'".contains(end) { address = address.dropLast() }
    return address.count > 8 && address.utf8.count <= maximumAddressBytes ? address : nil
  }

  private mutating func addAddress(_ address: Substring) {
    fillGap()
    lineStart = .other
    // Links do not contain others.
    if inlines.contains(where: { $0.element == "a" }) {
      for character in address { write(character) }
    } else {
      result += "<\(address)>"
    }
  }

  private mutating func write(_ character: Character) {
    if isSpecial(character) { result.append("\\") }
    result.append(character)
  }

  /// Whether a character could mean something in Markdown: some do at the beginning of a line only.
  private func isSpecial(_ character: Character) -> Bool {
    switch character {
    case "\\", "`", "*", "_", "[", "]", "<", ">", "&", "~", "|": true
    case "#", "+", "-", "=": lineStart == .nothing
    case ".", ")": lineStart == .digits
    default: false
    }
  }

  /// Writes what stands between the last text and the next: a space, a line break or the beginning of a block; and the
  /// marks that have opened since.
  private mutating func fillGap() {
    if gap == .block {
      beginBlock()
    } else if gap == .line {
      result += "\\\n" + prefix()
      lineStart = .nothing
    } else if gap == .space {
      result += " "
    }
    gap = .none
    for index in inlines.indices where !inlines[index].isWritten {
      inlines[index].isWritten = true
      result += inlines[index].opening
    }
  }

  // MARK: Marks within a text

  private mutating func toggle(_ tag: HTMLTag, opening: String, closing: String) {
    guard tag.isEnd else {
      // Equal marks within each other would end each other.
      let isNew = inlines.count < Self.maximumDepth && !inlines.contains { $0.opening == opening }
      if isNew { inlines.append(Inline(element: tag.name, opening: opening, closing: closing)) }
      return
    }
    guard let index = inlines.lastIndex(where: { $0.element == tag.name }) else { return }
    close(from: index)
  }

  /// Closes a mark, and what opened within it.
  private mutating func close(from index: Int) {
    for inline in inlines[index...].reversed() where inline.isWritten { result += inline.closing }
    inlines.removeSubrange(index...)
  }

  private mutating func toggleLink(_ tag: HTMLTag) {
    guard !tag.isEnd else { return toggle(tag, opening: "[", closing: "") }
    guard let address = tag.attribute("href").flatMap({ target($0) }) else { return }
    toggle(tag, opening: "[", closing: "](<\(address)>)")
  }

  private mutating func addPicture(_ tag: HTMLTag) {
    // What has no size to speak of counts readers.
    guard !["width", "height"].contains(where: { ["0", "1"].contains(tag.attribute($0)) }) else { return }
    let description = tag.attribute("alt") ?? ""
    guard let address = tag.attribute("src").flatMap({ target($0, ["https", "http"]) }) else {
      return add(description)
    }
    fillGap()
    lineStart = .other
    result += "!["
    for word in description.split(whereSeparator: \.isWhitespace) {
      if result.last != "[" { result += " " }
      for character in word { write(character) }
    }
    result += "](<\(address)>)"
  }

  /// Returns the address that a reference names (RFC 3986, section 5.2); nil if its scheme is another one.
  private func target(_ reference: String, _ schemes: [String] = ["https", "http", "mailto"]) -> String? {
    guard reference.utf8.count <= Self.maximumAddressBytes,
      let address = URL(string: PercentEncoding.literal(reference.trimmingXMLSpace), relativeTo: base)?.absoluteURL,
      let scheme = address.scheme?.lowercased(), schemes.contains(scheme),
      scheme == "mailto" || address.host()?.isEmpty == false
    else { return nil }
    return address.absoluteString.replacing("<", with: "%3C").replacing(">", with: "%3E").replacing("\\", with: "%5C")
  }

  // MARK: Blocks

  private mutating func endCode() {
    let text = (code ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    code = nil
    guard !text.isEmpty else { return }
    let mark = Self.fence(around: text, least: 1)
    let space = text.contains("`") ? " " : ""
    fillGap()
    lineStart = .other
    result += mark + space + text + space + mark
  }

  /// Returns what begins and ends code: the longest row of signs within it does not end it.
  private static func fence(around code: String, least: Int) -> String {
    let longest = code.split { $0 != "`" }.map(\.count).max() ?? 0
    return String(repeating: "`", count: max(least, longest + 1))
  }

  private mutating func endBlock() {
    close(from: 0)
    mark = ""
    gap = .block
  }

  private mutating func beginBlock() {
    if !result.isEmpty {
      result += "\n"
      if !isNextItem { result += emptyPrefix + "\n" }
    }
    isNextItem = false
    result += prefix() + mark
    mark = ""
    lineStart = .nothing
    gap = .none
  }

  private var emptyPrefix: String {
    var text = ""
    for container in containers {
      switch container {
      case .quote: text += "> "
      case .item(let mark, let width): text += mark.isEmpty ? String(repeating: " ", count: width) : ""
      }
    }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// Returns what begins a line. The mark of an item is there only once.
  private mutating func prefix() -> String {
    var text = ""
    for index in containers.indices {
      switch containers[index] {
      case .quote: text += "> "
      case .item(let mark, let width):
        text += mark.isEmpty ? String(repeating: " ", count: width) : mark
        containers[index] = .item(mark: "", width: width)
      }
    }
    return text
  }

  private mutating func beginItem() {
    guard containers.count < Self.maximumDepth else { return }
    var sign = "- "
    if let last = lists.indices.last {
      if let number = lists[last].number {
        sign = "\(number). "
        lists[last].number = number + 1
      }
      isNextItem = lists[last].hasItems
      lists[last].hasItems = true
    }
    containers.append(.item(mark: sign, width: sign.count))
  }

  /// Ends an item of a list, and what has begun within it.
  private mutating func endItem(of list: List?) {
    let depth = list?.depth ?? 0
    if containers.count > depth { containers.removeSubrange(depth...) }
    isNextItem = false
  }

  private mutating func endPreformatted() {
    let text = preformatted ?? ""
    preformatted = nil
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .drop { $0.allSatisfy(\.isWhitespace) }
    guard !lines.isEmpty else { return }
    let fence = Self.fence(around: text, least: 3)
    beginBlock()
    result += fence
    for line in lines { result += "\n" + prefix() + line }
    result += "\n" + prefix() + fence
    endBlock()
  }

  mutating func finished() -> String {
    if preformatted != nil { endPreformatted() }
    if code != nil { endCode() }
    endBlock()
    return result
  }
}
