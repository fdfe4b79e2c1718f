/// What a Markdown text says, without what could do harm: raw HTML counts as text, pictures are named and not loaded.
package struct MarkdownDocument: Sendable, Hashable {
  /// Its blocks, in order.
  package var blocks: [MarkdownBlock]
  /// Whether something was left out, because there was too much of it.
  package var isCut: Bool

  /// Creates a document.
  package init(blocks: [MarkdownBlock], isCut: Bool) {
    self.blocks = blocks
    self.isCut = isCut
  }
}

/// A part of a document that stands under the one before.
package indirect enum MarkdownBlock: Sendable, Hashable {
  /// A headline; the level is 1 to 6.
  case heading(level: Int, [MarkdownInline])
  /// Some lines of text.
  case paragraph([MarkdownInline])
  /// Items with signs or, from `start` on, with numbers.
  case list(start: Int?, items: [Item])
  /// Somebody else's words.
  case quote([MarkdownBlock])
  /// Lines as they are, in letters of one width.
  case code(String)
  /// A line across.
  case rule
  /// Rows of cells; the first one is the head.
  case table([[[MarkdownInline]]])

  /// An item of a list.
  package struct Item: Sendable, Hashable {
    /// Whether it is ticked; nil for an item that has no box.
    package var isTicked: Bool?
    /// What it says.
    package var blocks: [MarkdownBlock]

    /// Creates an item.
    package init(isTicked: Bool?, blocks: [MarkdownBlock]) {
      self.isTicked = isTicked
      self.blocks = blocks
    }
  }
}

/// A piece of text that looks the same all over.
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
  /// Where it leads.
  package var address: String?

  /// Creates plain text.
  package init(_ text: String) { self.text = text }
}
