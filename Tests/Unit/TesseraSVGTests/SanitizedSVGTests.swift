import TesseraSVG
import TesseraTestSupport
import TesseraValues
import Testing

/// A part of an image, and its expected result.
struct SVGCase: Sendable, CustomTestStringConvertible {
  var part: String
  /// The sanitized text; nil if it is unchanged.
  var written: String?
  var omitted: [String]

  init(_ part: String, _ written: String? = nil, omitting omitted: [String] = []) {
    (self.part, self.written, self.omitted) = (part, written ?? part, omitted)
  }

  var testDescription: String { part }
}

@Suite("Sanitized SVG")
struct SanitizedSVGTests {
  private func picture(_ part: String) -> String {
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\">\(part)</svg>"
  }

  private func safe(_ text: String) throws -> SanitizedSVG { try SanitizedSVG(Array(text.utf8)) }

  @Test func `an encoding cannot hide an entity`() {
    let text =
      "<?xml version=\"1.0\" encoding=\"UTF-7\"?>+ADw-!DOCTYPE svg +AFs-+ADw-!ENTITY c \"red\"+AD4-+AF0-+AD4-"
      + picture("<rect fill=\"+ACY-c;\" width=\"5\"/>")
    #expect(throws: Diagnostic.self) { try safe(text) }
  }

  @Test(arguments: [
    SVGCase(##"<path d="M0 0L24 24" stroke="#333"></path>"##),
    SVGCase(##"<path d="M0 0"/>"##, ##"<path d="M0 0"></path>"##),
    SVGCase(##"<text x="1">a &amp; b &lt;<tspan dx="2">c</tspan>d</text>"##),
    SVGCase(##"<defs><path d="M1 1" id="a"></path></defs><use href="#a"></use>"##),
    SVGCase(##"<rect fill="url(#g)" width="5"></rect>"##),
    SVGCase(
      ##"<script>alert(1)</script><circle r="2"></circle>"##, ##"<circle r="2"></circle>"##, omitting: ["script"]),
    SVGCase(##"<g onclick="alert(1)" id="a"></g>"##, ##"<g id="a"></g>"##, omitting: ["onclick"]),
    SVGCase(
      ##"<rect fill="url(https://example.org/x)" width="5"></rect>"##, ##"<rect width="5"></rect>"##,
      omitting: ["fill"]),
    SVGCase(##"<rect style="fill:u\72l(//x)"></rect>"##, "<rect></rect>", omitting: ["style"]),
    SVGCase(
      ##"<rect filter="url(#f)"></rect><filter id="f"><feGaussianBlur stdDeviation="500"></feGaussianBlur></filter>"##,
      "<rect></rect>", omitting: ["filter"]),
    SVGCase(##"<image href="data:image/png;base64,AAAA"></image>"##, "", omitting: ["image"]),
    SVGCase(##"<use href="https://example.org/a.svg#b"></use>"##, "<use></use>", omitting: ["href"]),
    SVGCase(##"<a href="javascript:alert(1)"><rect></rect></a>"##, "", omitting: ["a"]),
    SVGCase(
      ##"<foreignObject><body xmlns="http://www.w3.org/1999/xhtml">x</body></foreignObject>"##, "",
      omitting: ["foreignObject"]),
    SVGCase(
      ##"<rect><animate attributeName="x" dur="1ms" repeatCount="indefinite"></animate></rect>"##, "<rect></rect>",
      omitting: ["animate"]),
    SVGCase(##"<style>@import url(//x);</style>"##, "<style></style>", omitting: ["style"]),
    SVGCase(##"<style>.a{fill:red}</style>"##),
    SVGCase(##"<style>@x<g/></style>"##, "<style></style>", omitting: ["g", "style"]),
    SVGCase(##"<title>a<g></g>b</title>"##, "<title>ab</title>", omitting: ["g"]),
    SVGCase(##"<style>g{opacity:.5;fill:red;stroke-width:1000000000}</style>"##, "<style>g{fill:red}</style>"),
    SVGCase(##"<g style="opacity:.5;mix-blend-mode:multiply"></g>"##, ##"<g style="opacity:.5"></g>"##),
    SVGCase(##"<line x2="999999999" y2="1"></line>"##, ##"<line y2="1"></line>"##, omitting: ["x2"]),
    SVGCase(##"<path d="M1e-5 2.5e-7L3 4" fill="#f2e9c9" stroke="#8fbcd4"></path>"##),
    SVGCase(##"<line x2="1e9"></line>"##, "<line></line>", omitting: ["x2"]),
    SVGCase(
      ##"<path d="M0 0" stroke-dasharray="0.0001 0.0001"></path>"##, ##"<path d="M0 0"></path>"##,
      omitting: ["stroke-dasharray"]),
    SVGCase(##"<path d="M0 0" stroke-dasharray="4 2"></path>"##),
    SVGCase(##"<x:y xmlns:x="urn:x"><rect></rect></x:y>"##, "", omitting: ["y"]),
  ])
  func `supported elements are written again, and the rest is left out`(example: SVGCase) throws {
    let picture = try safe(picture(example.part))
    #expect(String(decoding: picture.bytes, as: UTF8.self) == self.picture(example.written ?? ""))
    #expect(picture.omitted == example.omitted)
    // Sanitizing is idempotent.
    #expect(try SanitizedSVG(picture.bytes).bytes == picture.bytes)
  }

  private static func chained(_ count: Int, _ attribute: String, _ element: String) -> String {
    (0..<count).map {
      "<\(element) id=\"m\($0)\"><rect width=\"9\" \(attribute)=\"url(#m\($0 + 1))\"/></\(element)>"
    }.joined()
  }

  private static func doubled(_ count: Int) -> String {
    (0..<count).map { "<g id=\"g\($0)\"><use href=\"#g\($0 + 1)\"/><use href=\"#g\($0 + 1)\"/></g>" }.joined()
      + "<g id=\"g\(count)\"><rect width=\"1\"/></g>"
  }

  private static let costly: [(name: String, part: String)] = [
    ("masks in masks", chained(8, "mask", "mask") + "<rect mask=\"url(#m0)\"/>"),
    ("patterns in patterns", chained(8, "fill", "pattern") + "<rect fill=\"url(#m0)\"/>"),
    ("clips in clips", chained(8, "clip-path", "clipPath") + "<rect clip-path=\"url(#m0)\"/>"),
    ("a billion uses", doubled(30)), ("itself", "<g id=\"a\"><use href=\"#a\"/></g>"),
    ("a mask that masks itself", "<mask id=\"a\"><rect mask=\"url(#a)\"/></mask><rect mask=\"url(#a)\"/>"),
    ("many masks", "<mask id=\"m\"/>" + String(repeating: "<rect mask=\"url(#m)\"/>", count: 300)),
    ("many layers", String(repeating: "<g opacity=\"0.5\"><rect/></g>", count: 300)),
    ("deep", String(repeating: "<g>", count: 100) + String(repeating: "</g>", count: 100)),
    ("many elements", String(repeating: "<rect/>", count: 20_001)),
    ("broken", "<g>"),
    ("a long chain", (0..<9000).map { "<use id=\"c\($0)\" href=\"#c\($0 + 1)\"/>" }.joined()),
  ]

  @Test(arguments: costly)
  func `expensive content is rejected`(name: String, part: String) {
    #expect(throws: Diagnostic.self) { try safe(picture(part)) }
  }

  @Test(arguments: [
    "<!DOCTYPE svg [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;>\">]><svg xmlns=\"http://www.w3.org/2000/svg\">&b;</svg>",
    "<?xml version=\"1.0\" encoding=\"UTF-16\"?><svg xmlns=\"http://www.w3.org/2000/svg\">\u{0}</svg>", "<html/>", "",
    "<svg xmlns=\"http://www.w3.org/2000/svg\">&unknown;</svg>",
  ])
  func `documents with entities, other encodings and other elements are rejected`(text: String) {
    #expect(throws: Diagnostic.self) { try safe(text) }
  }

  @Test func `an image of more than a megabyte is rejected before it is read`() {
    let text = picture("<!--" + String(repeating: "a", count: SanitizedSVG.maximumSize) + "-->")
    #expect(throws: Diagnostic.self) { try safe(text) }
  }

  @Test func `damaged images are rejected or read, and nothing else happens`() throws {
    let whole = Array(
      picture(##"<g id="a"><path d="M0 0L1 1" fill="url(#b)"/><text>x</text></g><use href="#a"/>"##).utf8)
    var random = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<3 {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = try? SanitizedSVG(bytes)
    }
  }
}
