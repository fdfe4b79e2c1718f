import CMarkGFM
import Synchronization

extension MarkdownDocument {
  /// The maximum length of a Markdown text, in UTF-8 bytes. The rest is omitted.
  package static let maximumLength = 64 << 10
  /// The maximum number of blocks, items, cells and inline pieces of a Markdown text. The rest is omitted.
  package static let maximumParts = 4_000
  /// The maximum nesting depth of quotations and lists in a Markdown text. Deeper content is omitted.
  package static let maximumDepth = 12

  /// The maximum number of pictures of a Markdown text, each of which is a request. Of further ones, the description
  /// remains.
  package static let maximumPictures = 30

  /// Parses CommonMark with GitHub's tables, task lists, autolinks and strikethrough.
  ///
  /// Every text is valid. Content that exceeds the limits is omitted, and ``isCut`` is set.
  /// - Parameter includesPictures: Whether images that stand in a paragraph are blocks of their own. If not, their
  ///   descriptions are a part of the text.
  package init(_ text: String, includesPictures: Bool = false) {
    let bytes = Array(text.utf8)
    var length = min(bytes.count, Self.maximumLength)
    while length < bytes.count, length > 0, bytes[length] & 0xC0 == 0x80 { length -= 1 }
    var reader = MarkdownReader(includesPictures: includesPictures)
    let blocks = Self.parsing.withLock { _ in reader.blocks(of: bytes[..<length]) }
    self.init(blocks: blocks, isCut: length < bytes.count || reader.isCut)
  }

  /// The library modifies a process-wide table of special characters while it parses.
  private static let parsing = Mutex(())
}

/// Converts the library's nodes into blocks and inline pieces, within a budget.
private struct MarkdownReader {
  private typealias Node = OpaquePointer

  private let includesPictures: Bool
  private var parts = 0
  private var pictures = 0
  var isCut = false

  init(includesPictures: Bool) { self.includesPictures = includesPictures }

  private static let extensions: [String] = {
    cmark_gfm_core_extensions_ensure_registered()
    return ["table", "strikethrough", "autolink", "tasklist"]
  }()

  /// The maximum number of cells that the tables of a Markdown text could have. Tables of a text with more are shown as
  /// plain text. The library pads rows that are shorter than the header.
  private static let maximumCells = 20_000

  /// Returns whether tables can be parsed without exhausting memory, assuming that every line is a row as wide as the
  /// widest line.
  private static func hasFewCells(_ bytes: ArraySlice<UInt8>) -> Bool {
    var (lines, widest, width) = (1, 0, 0)
    for byte in bytes {
      switch byte {
      case 0x0A, 0x0D:
        lines += 1
        width = 0
      case 0x7C:
        width += 1
        widest = max(widest, width)
      default: break
      }
    }
    return lines * (widest + 1) <= maximumCells
  }

  mutating func blocks(of bytes: ArraySlice<UInt8>) -> [MarkdownBlock] {
    var extensions = Self.extensions
    if !Self.hasFewCells(bytes) {
      extensions.removeAll { $0 == "table" }
      isCut = true
    }
    guard let parser = cmark_parser_new(CMARK_OPT_VALIDATE_UTF8) else { return [] }
    defer { cmark_parser_free(parser) }
    for name in extensions {
      if let known = cmark_find_syntax_extension(name) { cmark_parser_attach_syntax_extension(parser, known) }
    }
    bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        if let base = characters.baseAddress { cmark_parser_feed(parser, base, characters.count) }
      }
    }
    guard let root = cmark_parser_finish(parser) else { return [] }
    defer { cmark_node_free(root) }
    return blocks(in: root, depth: 0)
  }

  /// Counts one more part and returns whether it is within the budget.
  private mutating func count() -> Bool {
    parts += 1
    if parts > MarkdownDocument.maximumParts { isCut = true }
    return !isCut
  }

  private func children(of node: Node) -> UnfoldSequence<Node, Node?> {
    sequence(state: cmark_node_first_child(node)) { next in
      defer { next = next.flatMap { cmark_node_next($0) } }
      return next
    }
  }

  private func name(of node: Node) -> String { String(cString: cmark_node_get_type_string(node)) }

  private func literal(of node: Node) -> String { cmark_node_get_literal(node).map { String(cString: $0) } ?? "" }

  private mutating func blocks(in parent: Node, depth: Int) -> [MarkdownBlock] {
    guard depth < MarkdownDocument.maximumDepth else {
      isCut = true
      return []
    }
    var blocks: [MarkdownBlock] = []
    for node in children(of: parent) {
      guard count() else { break }
      switch name(of: node) {
      case "heading": blocks.append(.heading(level: Int(cmark_node_get_heading_level(node)), inlines(in: node)))
      case "paragraph": blocks += paragraph(node)
      case "block_quote": blocks.append(.quote(self.blocks(in: node, depth: depth + 1)))
      case "code_block", "html_block":
        var text = literal(of: node)
        while text.last == "\n" { text.removeLast() }
        blocks.append(.code(text))
      case "thematic_break": blocks.append(.rule)
      case "list": blocks.append(list(node, depth: depth))
      case "table": blocks.append(.table(table(node)))
      default: break
      }
    }
    return blocks
  }

  /// Returns the text and the pictures of a paragraph, each as a block.
  private mutating func paragraph(_ paragraph: Node) -> [MarkdownBlock] {
    guard includesPictures else { return [.paragraph(inlines(in: paragraph))] }
    var blocks: [MarkdownBlock] = []
    var pieces: [MarkdownInline] = []
    func endText() {
      // The spaces around a picture are no part of the text before and after it.
      while let first = pieces.first {
        pieces[0].text = String(first.text.drop(while: \.isWhitespace))
        guard pieces[0].text.isEmpty else { break }
        pieces.removeFirst()
      }
      while var last = pieces.popLast() {
        while last.text.last?.isWhitespace == true { last.text.removeLast() }
        guard last.text.isEmpty else {
          pieces.append(last)
          break
        }
      }
      if !pieces.isEmpty { blocks.append(.paragraph(pieces)) }
      pieces = []
    }
    for node in children(of: paragraph) {
      guard count() else { break }
      if let picture = picture(in: node) {
        endText()
        blocks.append(picture)
      } else {
        collect(node, MarkdownInline(""), depth: 0, into: &pieces)
      }
    }
    if blocks.isEmpty { return [.paragraph(pieces)] }
    endText()
    return blocks
  }

  /// Returns the picture of an image, or of a link that contains nothing else; nil for another node, and if the document
  /// has its share of pictures.
  private mutating func picture(in node: Node) -> MarkdownBlock? {
    if name(of: node) == "link" {
      let children = Array(children(of: node).prefix(2))
      return children.count == 1 && name(of: children[0]) == "image" ? picture(in: children[0]) : nil
    }
    guard name(of: node) == "image",
      let address = cmark_node_get_url(node).map({ String(cString: $0) }),
      !address.isEmpty, pictures < MarkdownDocument.maximumPictures
    else { return nil }
    pictures += 1
    return .picture(address: address, description: inlines(in: node).map(\.text).joined())
  }

  private mutating func list(_ list: Node, depth: Int) -> MarkdownBlock {
    var items: [MarkdownBlock.Item] = []
    for node in children(of: list) {
      guard count() else { break }
      let isTicked = name(of: node) == "tasklist" ? cmark_gfm_extensions_get_tasklist_item_checked(node) : nil
      items.append(MarkdownBlock.Item(isTicked: isTicked, blocks: blocks(in: node, depth: depth + 1)))
    }
    let isOrdered = cmark_node_get_list_type(list) == CMARK_ORDERED_LIST
    return .list(start: isOrdered ? Int(cmark_node_get_list_start(list)) : nil, items: items)
  }

  private mutating func table(_ table: Node) -> [[[MarkdownInline]]] {
    var rows: [[[MarkdownInline]]] = []
    for row in children(of: table) {
      var cells: [[MarkdownInline]] = []
      for cell in children(of: row) {
        guard count() else { return rows }
        cells.append(inlines(in: cell))
      }
      rows.append(cells)
    }
    return rows
  }

  private mutating func inlines(in parent: Node) -> [MarkdownInline] {
    var pieces: [MarkdownInline] = []
    collect(childrenOf: parent, MarkdownInline(""), depth: 0, into: &pieces)
    return pieces
  }

  /// Collects the inline pieces of what is in a node.
  /// - Parameter look: The attributes of the pieces; its text is ignored.
  private mutating func collect(
    childrenOf parent: Node, _ look: MarkdownInline, depth: Int, into pieces: inout [MarkdownInline]
  ) {
    guard depth < MarkdownDocument.maximumDepth * 2 else {
      isCut = true
      return
    }
    for node in children(of: parent) {
      guard count() else { return }
      collect(node, look, depth: depth, into: &pieces)
    }
  }

  private mutating func collect(
    _ node: Node, _ look: MarkdownInline, depth: Int, into pieces: inout [MarkdownInline]
  ) {
    var piece = look
    switch name(of: node) {
    case "text", "html_inline": piece.text = literal(of: node)
    case "softbreak": piece.text = " "
    case "linebreak": piece.text = "\n"
    case "code":
      piece.text = literal(of: node)
      piece.isCode = true
    case let type:
      switch type {
      case "strong": piece.isStrong = true
      case "emph": piece.isEmphasized = true
      case "strikethrough": piece.isStruck = true
      case "link": piece.address = cmark_node_get_url(node).map { String(cString: $0) }
      default: break  // An image within a text is represented by its description.
      }
      return collect(childrenOf: node, piece, depth: depth + 1, into: &pieces)
    }
    append(piece, to: &pieces)
  }

  /// Appends a piece, merging it with the last one if their attributes are equal.
  private func append(_ piece: MarkdownInline, to pieces: inout [MarkdownInline]) {
    guard !piece.text.isEmpty else { return }
    if var last = pieces.last {
      let text = last.text
      last.text = piece.text
      if last == piece {
        pieces[pieces.count - 1].text = text + piece.text
        return
      }
    }
    pieces.append(piece)
  }
}
