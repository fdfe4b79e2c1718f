import TesseraMarkdown
import Testing

@Suite("Markdown")
struct MarkdownTests {
  private func inline(_ text: String, _ change: (inout MarkdownInline) -> Void = { _ in }) -> MarkdownInline {
    var inline = MarkdownInline(text)
    change(&inline)
    return inline
  }

  @Test("reads the blocks of CommonMark, and GitHub's")
  func blocks() {
    let read = MarkdownDocument(
      """
      ## Head
      Text
      goes on

      3. three
      - [x] done
      > said

          code
      ---
      | a | b |
      |---|---|
      | 1 | 2 |
      """)
    let expected: [MarkdownBlock] = [
      .heading(level: 2, [inline("Head")]), .paragraph([inline("Text goes on")]),
      .list(start: 3, items: [.init(isTicked: nil, blocks: [.paragraph([inline("three")])])]),
      .list(start: nil, items: [.init(isTicked: true, blocks: [.paragraph([inline("done")])])]),
      .quote([.paragraph([inline("said")])]), .code("code"), .rule,
      .table([[[inline("a")], [inline("b")]], [[inline("1")], [inline("2")]]]),
    ]
    #expect(read == MarkdownDocument(blocks: expected, isCut: false))
  }

  @Test("reads styles of text spans")
  func inlines() {
    let read = MarkdownDocument("a **b *c*** ~~d~~ `e`\\\nf [g](h) <b>i</b> ![j](k)").blocks
    let expected: [MarkdownInline] = [
      inline("a "), inline("b ") { $0.isStrong = true },
      inline("c") {
        $0.isStrong = true
        $0.isEmphasized = true
      }, inline(" "), inline("d") { $0.isStruck = true }, inline(" "), inline("e") { $0.isCode = true },
      inline("\nf "), inline("g") { $0.address = "h" }, inline(" <b>i</b> j"),
    ]
    #expect(read == [.paragraph(expected)])
  }

  @Test(
    "hostile texts are parsed within the budget",
    arguments: [
      String(repeating: "[", count: 100_000), String(repeating: "*a ", count: 50_000),
      String(repeating: "![[](", count: 20_000), String(repeating: ">", count: 100_000),
      String(repeating: "- ", count: 50_000), String(repeating: "`a", count: 50_000),
      String(repeating: "| a ", count: 500) + "|\n" + String(repeating: "|-", count: 500) + "|\n"
        + String(repeating: "|\n", count: 30_000),
      String(repeating: "|a", count: 8000) + "\n" + String(repeating: "|-", count: 8000) + "\n"
        + String(repeating: "x\n", count: 16_000),
      String(repeating: "_a", count: 50_000), String(repeating: "https://a.b/", count: 9_000),
      String(repeating: "a\n\n", count: 30_000), String(repeating: "~~a", count: 30_000),
      "\u{0}" + String(repeating: "😀", count: 20_000),
    ])
  func hostile(text: String) {
    let document = MarkdownDocument(text)
    #expect(document.isCut)
  }

  @Test("an empty text has no blocks")
  func empty() {
    #expect(MarkdownDocument("") == MarkdownDocument(blocks: [], isCut: false))
  }
}
