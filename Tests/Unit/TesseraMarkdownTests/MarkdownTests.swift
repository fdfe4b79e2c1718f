import TesseraMarkdown
import TesseraText
import Testing

@Suite("Markdown")
struct MarkdownTests {
  private func inline(_ text: String, _ change: (inout MarkdownInline) -> Void = { _ in }) -> MarkdownInline {
    var inline = MarkdownInline(text)
    change(&inline)
    return inline
  }

  @Test func `reads the blocks of CommonMark, and GitHub's`() {
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

  @Test func `reads styles of text spans`() {
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

  @Test func `pictures that stand in a paragraph are blocks of their own, if they are wanted`() {
    let text = "a ![one *x*](https://a.example/1)\n[![](https://a.example/2)](h) **b ![c](d)** [e ![f](g)](h) ![]()"
    let read = MarkdownDocument(text, includesPictures: true).blocks
    let expected: [MarkdownBlock] = [
      .paragraph([inline("a")]), .picture(address: "https://a.example/1", description: "one x"),
      .picture(address: "https://a.example/2", description: ""),
      .paragraph([
        inline("b c") { $0.isStrong = true }, inline(" "), inline("e f") { $0.address = "h" },
      ]),
    ]
    #expect(read == expected)
    let many = MarkdownDocument(String(repeating: "![x](https://a.example)\n\n", count: 100), includesPictures: true)
    #expect(many.blocks.count { if case .picture = $0 { true } else { false } } == MarkdownDocument.maximumPictures)
    #expect(many.blocks.last == .paragraph([inline("x")]))
  }

  @Test(arguments: [
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
  func `hostile texts are parsed within the budget`(text: String) {
    #expect(MarkdownDocument(text).isCut)
    #expect(MarkdownDocument(text, includesPictures: true).isCut)
  }

  @Test func `an empty text has no blocks`() {
    #expect(MarkdownDocument("") == MarkdownDocument(blocks: [], isCut: false))
  }

  /// CommonMark's own library reads what is written of HTML.
  @Test func `HTML as Markdown has the same text, lists and links`() {
    let html = """
      <h3>Release 2.0</h3><p>It <em>is <strong>out</strong></em>: see <a href="https://a.example/x?a=1&amp;b=(2)">the
      *notes*</a> &amp; more.</p><ol start="7"><li>1. one</li><li><p># two</p><ul><li>+ a<li>- b</ul></li></ol>
      <blockquote>Said<br>twice</blockquote><pre>a ``` b</pre><p>1986) A year<br>=== | 2 < 3 &lt;b&gt; \\ &copy;</p>
      """
    let document = MarkdownDocument(HTMLMarkdown.text(of: html))
    let expected: [MarkdownBlock] = [
      .heading(level: 3, [inline("Release 2.0")]),
      .paragraph([
        inline("It "), inline("is ") { $0.isEmphasized = true },
        inline("out") {
          $0.isEmphasized = true
          $0.isStrong = true
        },
        inline(": see "), inline("the *notes*") { $0.address = "https://a.example/x?a=1&b=(2)" }, inline(" & more."),
      ]),
      .list(
        start: 7,
        items: [
          .init(isTicked: nil, blocks: [.paragraph([inline("1. one")])]),
          .init(
            isTicked: nil,
            blocks: [
              .paragraph([inline("# two")]),
              .list(
                start: nil,
                items: [
                  .init(isTicked: nil, blocks: [.paragraph([inline("+ a")])]),
                  .init(isTicked: nil, blocks: [.paragraph([inline("- b")])]),
                ]),
            ]),
        ]),
      .quote([.paragraph([inline("Said\ntwice")])]),
      .code("a ``` b"),
      .paragraph([inline("1986) A year\n=== | 2 < 3 <b> \\ ©")]),
    ]
    #expect(document.blocks == expected, "\(document.blocks)")
  }
}
