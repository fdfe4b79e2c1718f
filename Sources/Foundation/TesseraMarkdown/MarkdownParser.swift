import CMarkGFM
import Synchronization

extension MarkdownDocument {
  /// The longest text that is read, in UTF-8 bytes.
  package static let maximumLength = 64 << 10
  /// The most blocks, items, cells and pieces of text together.
  package static let maximumParts = 4_000
  /// How deep quotes and lists may stand in each other.
  package static let maximumDepth = 12

  /// Reads CommonMark with GitHub's tables, task lists, addresses and strike-through.
  ///
  /// Every text is a document. What is over the limits is left out, and the document says so.
  package init(_ text: String) {
    let bytes = Array(text.utf8)
    var length = min(bytes.count, Self.maximumLength)
    while length < bytes.count, length > 0, bytes[length] & 0xC0 == 0x80 { length -= 1 }
    var reader = MarkdownReader()
    let blocks = Self.parsing.withLock { _ in reader.blocks(of: bytes[..<length]) }
    self.init(blocks: blocks, isCut: length < bytes.count || reader.isCut)
  }

  /// The library marks special characters in a table of the process while it reads.
  private static let parsing = Mutex(())
}

/// Turns the library's nodes into ours, within a budget.
private struct MarkdownReader {
  private typealias Node = OpaquePointer

  private var parts = 0
  var isCut = false

  private static let extensions: [String] = {
    cmark_gfm_core_extensions_ensure_registered()
    return ["table", "strikethrough", "autolink", "tasklist"]
  }()

  /// The most cells that the tables of a text could have: the library fills up rows that have fewer than the first one.
  private static let maximumCells = 20_000

  /// Whether tables can be read without filling the memory: every line could be a row as wide as the widest one.
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

  /// Whether there is room for one more part.
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
      case "paragraph": blocks.append(.paragraph(inlines(in: node)))
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
    collect(parent, MarkdownInline(""), depth: 0, into: &pieces)
    return pieces
  }

  /// - Parameter look: what the pieces look like, with the text left out.
  private mutating func collect(_ parent: Node, _ look: MarkdownInline, depth: Int, into pieces: inout [MarkdownInline])
  {
    guard depth < MarkdownDocument.maximumDepth * 2 else {
      isCut = true
      return
    }
    for node in children(of: parent) {
      guard count() else { return }
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
        default: break  // A picture: its words stand for it.
        }
        collect(node, piece, depth: depth + 1, into: &pieces)
        continue
      }
      append(piece, to: &pieces)
    }
  }

  /// Joins pieces that look the same.
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
