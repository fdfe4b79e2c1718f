/// The content of a Markdown text in a safe form: raw HTML is treated as text. Images that stand in a paragraph are
/// blocks of their own; others are replaced by their descriptions.
package struct MarkdownDocument: Sendable, Hashable {
  /// The blocks of the document, in order.
  package var blocks: [MarkdownBlock]
  /// Whether content was omitted because it exceeded a limit.
  package var isCut: Bool

  /// Creates a document.
  package init(blocks: [MarkdownBlock], isCut: Bool) {
    self.blocks = blocks
    self.isCut = isCut
  }
}

/// A block of a document. Blocks are laid out from top to bottom.
package indirect enum MarkdownBlock: Sendable, Hashable {
  /// A heading of level 1 to 6.
  case heading(level: Int, [MarkdownInline])
  /// A paragraph of text.
  case paragraph([MarkdownInline])
  /// An image by its address, which is not checked, with its description.
  case picture(address: String, description: String)
  /// A bulleted list, or a numbered list that begins at `start`.
  case list(start: Int?, items: [Item])
  /// A block quotation.
  case quote([MarkdownBlock])
  /// Preformatted text in a monospaced font.
  case code(String)
  /// A thematic break.
  case rule
  /// Rows of cells; the first row is the header.
  case table([[[MarkdownInline]]])

  /// An item of a list.
  package struct Item: Sendable, Hashable {
    /// Whether the item is checked; nil if it has no checkbox.
    package var isTicked: Bool?
    /// The content of the item.
    package var blocks: [MarkdownBlock]

    /// Creates an item.
    package init(isTicked: Bool?, blocks: [MarkdownBlock]) {
      self.isTicked = isTicked
      self.blocks = blocks
    }
  }
}

/// A run of text with uniform attributes.
package struct MarkdownInline: Sendable, Hashable {
  /// The text.
  package var text: String
  /// `**strong**`
  package var isStrong = false
  /// `*emphasized*`
  package var isEmphasized = false
  /// `~~struck~~`
  package var isStruck = false
  /// `` `code` ``
  package var isCode = false
  /// The destination of a link.
  package var address: String?

  /// Creates plain text.
  package init(_ text: String) { self.text = text }
}
