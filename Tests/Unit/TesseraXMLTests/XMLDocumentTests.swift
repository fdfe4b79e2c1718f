import TesseraValues
import Testing

@testable import TesseraXML

struct XMLDocumentTests {
  private func document(_ text: String, limits: XMLLimits = XMLLimits()) throws -> XMLDocument {
    try XMLDocument(Array(text.utf8), limits: limits)
  }

  /// Writes a tree with all names, so that it can be compared: `<a x=1>text<b/></a>`.
  private func text(_ element: XMLElement) -> String {
    let attributes = element.attributes.map { " \($0.name)=\($0.value)" }.joined()
    let content = element.content.map { node in
      switch node {
      case .text(let text): text
      case .element(let element): self.text(element)
      }
    }
    return content.isEmpty
      ? "<\(element.name)\(attributes)/>" : "<\(element.name)\(attributes)>\(content.joined())</\(element.name)>"
  }

  @Test(arguments: [
    ("<a><b x='1' y=\"2\">c</b>d<e/></a>", "<a><b x=1 y=2>c</b>d<e/></a>"),
    ("<a>b<![CDATA[<c> &amp;]]>d<!-- e --><?f g?></a>", "<a>b<c> &amp;d</a>"),
    ("<?xml version='1.0' encoding='ISO-8859-1'?>\n<a>ü</a>", "<a>ü</a>"),
    ("<a x='1&#10;2'>&lt;&gt;&amp;&quot;&apos;&#65;&#x42;</a>", "<a x=1\n2><>&\"'AB</a>"),
    ("<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a>b</a>", "<a>b</a>"),
  ])
  func `Elements, attributes and texts are in their order`(xml: String, expected: String) throws {
    let document = try document(xml)
    #expect(text(document.root) == expected)
    #expect(document.problem == nil, "\(document.problem?.description ?? "")")
  }

  @Test(
    arguments: [
      ("<a><b>c</a>", "<a><b>c</b></a>", 1), ("<a>\n<b>c</b>", "<a>\n<b>c</b></a>", 2),
      ("<a><b>c</b></a></a>", "<a><b>c</b></a>", 1),
      ("<a><p>b<br>c</a>", "<a><p>b<br>c</br></p></a>", 1), ("<a>b</i>c</a>", "<a>bc</a>", 1),
      ("<a>\n1 < 2, 3<4</a>", "<a>\n1 < 2, 3<4</a>", 2), ("<a><b <c/></a>", "<a><b><c/></b></a>", 1),
      ("<a x=1 y=/d/e z>b</a>", "<a x=1 y=/d/e z=>b</a>", 1), ("<a x='1' x='2' 3='4'/>", "<a x=1/>", 1),
      ("<a x='b<c' y='\"'/>", "<a x=b<c y=\"/>", nil), ("<a><b c=d/></a>", "<a><b c=d/></a>", 1),
      ("<a>Q&A, a&b=c; &unknown;</a>", "<a>Q&A, a&b=c; &unknown;</a>", 1), ("<a x='?b=1&c=2'/>", "<a x=?b=1&c=2/>", 1),
      // What many send, or what stands around the document, is no reason for a report.
      ("<a>it&rsquo;s&nbsp;&hellip;</a>", "<a>it’s\u{A0}…</a>", nil), ("\n\u{FEFF} Notice\n<a>b</a>", "<a>b</a>", nil),
      ("<a>b\u{0}\u{8}c</a>", "<a>bc</a>", nil), ("<a><media:b/></a>", "<a><media:b/></a>", nil),
    ] as [(String, String, Int?)])
  func `What is not well-formed is read as far as it can be, and reported with its line`(
    xml: String, expected: String, line: Int?
  ) throws {
    let document = try document(xml)
    #expect(text(document.root) == expected)
    #expect(document.problem?.range?.start.line == line, "\(document.problem?.description ?? "")")
    #expect(document.problem?.rule ?? "xml-form" == "xml-form")
  }

  @Test func `Names have the namespace of their prefix, whatever it is called`() throws {
    let root = try document("<r xmlns='urn:a' xmlns:q='urn:b' q:x='1'><q:s/><t xmlns=''/></r>").root
    #expect(root.name == XMLName(local: "r", namespace: "urn:a"))
    #expect(root.attributes.map(\.name) == [XMLName(prefix: "q", local: "x", namespace: "urn:b")])
    #expect(root.elements.map(\.name.namespace) == ["urn:b", nil])
  }

  @Test(arguments: [
    ("", "no element"), ("plain", "no element"), ("<", "no element"),
    ("<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", "entities"),
    ("<!DOCTYPE a [<!ENTITY % x SYSTEM 'http://a.example'> %x;]><a/>", "entities"),
    (String(repeating: "<a>", count: 20), "10 levels"),
    ("<a>" + String(repeating: "<b/>", count: 20) + "</a>", "20 elements"),
    ("<a " + (0..<20).map { "x\($0)=''" }.joined(separator: " ") + "/>", "20 elements"),
    ("<a>" + String(repeating: "b", count: 1001) + "</a>", "1000 bytes"),
    ("<a x='" + String(repeating: "b", count: 1001) + "'/>", "1000 bytes"),
    ("<!DOCTYPE a [<!ATTLIST b x CDATA '\(String(repeating: "y", count: 400))'>]><a><b/><b/><b/></a>", "1000 bytes"),
  ])
  func `What could use memory without end, or is no XML, is refused`(xml: String, words: String) throws {
    var limits = XMLLimits()
    (limits.count, limits.depth, limits.textLength) = (20, 10, 1000)
    let error = #expect(throws: Diagnostic.self) { try document(xml, limits: limits) }
    #expect(error?.rule == "xml-syntax")
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }
}
