import Foundation
import TesseraTestSupport
import Testing

@testable import TesseraText

@Suite("The text of HTML")
struct HTMLTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("  a \n\t b  ", "a b"), ("<p>One</p>\n<p>Two</p>", "One\nTwo"),
    ("a<br/>b<BR>c", "a\nb\nc"), ("<b>bo</b>ld", "bold"), ("<td>1</td><td>2</td>", "1 2"),
    ("<ul><li>x</li><li>y</li></ul>", "x\ny"), ("<a href=\"x>y\" title='a>b'>link</a>", "link"),
    ("a<!-- <b>no</b> --->b", "ab"), ("<!DOCTYPE html><p>x", "x"), ("<?xml version='1'?>x", "x"),
    ("<script>if (a < b) alert('</b>')</script>x", "x"), ("<style>p{}</style >y", "y"), ("<SCRIPT>1</script>2", "2"),
    ("1 < 2 && 3 > 2", "1 < 2 && 3 > 2"), ("a<3b", "a<3b"), ("<>", "<>"), ("</ x", "</ x"), ("<b", ""), ("<!--", ""),
    ("<script>", ""), ("&lt;b&gt;", "<b>"), ("&amp;lt;", "&lt;"), ("&#65;&#x42;&#X43;", "ABC"),
    ("&#0;&#xD800;&#x110000;", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("&#150;", "–"), ("&unknown; &amp", "&unknown; &amp"),
    ("&;&#;&#x;&#xZ;", "&;&#;&#x;&#xZ;"), ("&nbsp;a&nbsp;", "\u{A0}a\u{A0}"), ("日本<br>語", "日本\n語"),
  ])
  func `tags are left out, and white space is collapsed`(html: String, text: String) {
    #expect(HTMLText.text(of: html) == text)
  }

  @Test func `named character references are those of the HTML standard`() throws {
    // The table that Python took from the standard.
    let python = Process()
    let output = Pipe()
    python.executableURL = URL(filePath: "/usr/bin/env")
    python.arguments = ["python3", "-c", "import html.entities as e, json; print(json.dumps(e.html5))"]
    python.standardOutput = output
    try python.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    let standard = try JSONDecoder().decode([String: String].self, from: data)
    #expect(HTMLCharacterReferences.named.count > 190)
    for (name, scalar) in HTMLCharacterReferences.named {
      #expect(standard[name + ";"] == String(Character(scalar)), "\(name)")
    }
  }

  @Test func `hostile HTML takes linear time`() {
    for part in ["<", "<a ", "&", "<script><", "<!--", "</", "<a b='", "&#", "<script></scrip"] {
      #expect(HTMLText.text(of: String(repeating: part, count: 200_000)).utf8.count <= 200_000 * part.utf8.count)
    }
  }
}
