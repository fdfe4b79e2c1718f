import Testing

@testable import TesseraText

struct HTMLMarkdownTests {
  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("  a \n b ", "a b"), ("<p>One</p>\n<p>Two</p>", "One\n\nTwo"),
    ("a<br>b", "a\\\nb"), ("<h2>Head</h2>text", "## Head\n\ntext"), ("a<hr>b", "a\n\n---\n\nb"),
    ("<b>bold</b> and <i> slanted </i>.", "**bold** and *slanted* ."), ("<b></b>x", "x"),
    ("<b>one<p>two</b>", "**one**\n\ntwo"), ("<b><b>x</b></b>", "**x**"), ("<b>a<i>b</b>c</i>", "**a*b***c"),
    (#"<a href="https://a.example/x_(1)?a=1&amp;b=2">A</a>"#, "[A](<https://a.example/x_(1)?a=1&b=2>)"),
    (#"<a href="javascript:alert(1)">A</a>"#, "A"), (#"<a href="/relative">A</a>"#, "A"), (#"<a>A</a>"#, "A"),
    (#"<a href='https://a.example/><x'>A</a>"#, "[A](<https://a.example/%3E%3Cx>)"),
    (#"<img src="x.png" alt="A &lt; B">"#, "A \\< B"),
    (
      #"a <img src="https://a.example/x_1.png?a=1&amp;b=2" alt=" A ]   B"> b"#,
      #"a ![A \] B](<https://a.example/x_1.png?a=1&b=2>) b"#
    ),
    (
      #"<a href="https://b.example"><img src="http://a.example/x"></a>"#,
      "[![](<http://a.example/x>)](<https://b.example>)"
    ),
    (#"a<img src="https://a.example/count" width="1" height="1" alt="x">b"#, "ab"),
    ("<ul><li>one</li><li>two<ul><li>deep</li></ul></li></ul>end", "- one\n- two\n\n  - deep\n\nend"),
    ("<ol start=3><li>a<li>b</ol>", "3. a\n4. b"),
    ("<blockquote><p>a</p><p>b<br>c</p></blockquote>d", "> a\n>\n> b\\\n> c\n\nd"),
    ("<pre>\nlet a = 1 &lt; 2\n  ```\n</pre>x", "````\nlet a = 1 < 2\n  ```\n\n````\n\nx"),
    ("# 1. *no* [link](x) `code` &amp;amp; <3 a_b", "\\# 1. \\*no\\* \\[link\\](x) \\`code\\` \\&amp; \\<3 a\\_b"),
    (
      "see https://a.example/a_b_(c)?d=*, or (http://b.example/).",
      "see <https://a.example/a_b_(c)?d=*>, or (<http://b.example/>)."
    ),
    (
      #"<a href="https://a.example/">https://a.example/a_b</a> xhttps://a_b"#,
      #"[https://a.example/a\_b](<https://a.example/>) xhttps://a\_b"#
    ),
    ("use <code>a_b  <b>*</b></code>, <code>`</code><code></code>", "use `a_b *`, `` ` ``"),
    ("<script>x</script><!-- c --><style>y</style>z", "z"), ("<table><tr><td>1<td>2<tr><td>3", "1 2\\\n3"),
  ])
  func `HTML is written as Markdown`(html: String, markdown: String) {
    #expect(HTMLMarkdown.text(of: html) == markdown)
  }

  @Test(
    arguments: [
      ("<a href='/b'>x</a>", "https://a.example/a/c", "[x](<https://a.example/b>)"),
      ("<a href=' b?d=ü '>x</a>", "https://a.example/a/c", "[x](<https://a.example/a/b?d=%C3%BC>)"),
      ("<a href='//b.example'>x</a>", "https://a.example/", "[x](<https://b.example>)"),
      ("<img src='../p.png' alt='y'>", "https://a.example/a/", "![y](<https://a.example/p.png>)"),
      ("<a href='HTTPS://b.example/'>x</a>", nil, "[x](<HTTPS://b.example/>)"),
      ("<a href='/b'>x</a>", nil, "x"), ("<a href='javascript:x'>x</a>", "https://a.example/", "x"),
      ("<a href='b'>x</a>", "no address", "x"), ("<a href='https:///b'>x</a>", nil, "x"),
    ] as [(String, String?, String)])
  func `Relative addresses are resolved from a base`(html: String, base: String?, markdown: String) {
    #expect(HTMLMarkdown.text(of: html, base: base) == markdown)
  }

  @Test func `Hostile HTML takes linear time and space`() {
    for part in ["<", "<a ", "&", "<b>", "<ul><li>x", "<blockquote>x", "<pre>`", "<a href=https://a.example>x", "<li>"]
    {
      let count = HTMLMarkdown.text(of: String(repeating: part, count: 50_000)).utf8.count
      #expect(count <= 50_000 * (part.utf8.count + 40))
    }
  }
}
