import TesseraXcodeFiles
import Testing

@Suite struct XMLTreeReaderTests {
  private func root(_ text: String) throws -> XMLTreeElement { try XMLTreeReader.root(of: Array(text.utf8)) }

  @Test func `Elements have attributes, children, text and lines`() throws {
    let root = try root(
      "<?xml version=\"1.0\"?>\n<a x=\"1\" y=\"a &lt; &#228;\">\n  <b/>\n  <b z=\"YES\"> t<![CDATA[<]]> </b>\n</a>")
    #expect(root.name == "a")
    #expect(root.number("x") == 1)
    #expect(root["y"] == "a < ä")
    #expect(root.children.map(\.name) == ["b", "b"])
    #expect(root.children[1].boolean("z") == true)
    #expect(root.children[1].text == " t< ")
    #expect(root.text == "")
    #expect(root.children.map(\.line) == [3, 4])
  }

  @Test(arguments: [
    ("", "The XML is invalid, at line"), ("<a>", "The XML is invalid, at line"),
    ("<a>\n<b></a>", "The XML is invalid, at line 2"),
    ("<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "XML with a document type cannot be read"),
    ("<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a>b</a>", "XML with a document type cannot be read"),
    ("<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><a>&b;</a>", "XML with a document type cannot be read"),
    ("<?xml version=\"1.0\" encoding=\"UTF-7\"?><a/>", "The XML is not in UTF-8"),
    ("<?xml version=\"1.0\" encoding=\"us-ascii\"?><a/>", "The XML is not in UTF-8"),
    ("<?xml version=\"1.0\" encoding=\"utf-8", "The XML is not in UTF-8"),
    ("<a>&b;</a>", "The XML is invalid, at line"), ("<a x='1' x='2'/>", "The XML is invalid, at line"),
  ])
  func `Invalid and dangerous documents are refused`(text: String, reason: String) {
    let error = #expect(throws: XcodeFileError.self) { try root(text) }
    #expect(error?.reason.hasPrefix(reason) == true, "\(String(describing: error))")
  }

  /// Foundation's parser traps at the first of them.
  @Test(
    arguments: [
      Array("<a><b".utf8) + [0xEC] + Array("/></a>".utf8), Array("<a>".utf8) + [0xEC] + Array("</a>".utf8),
      [0xFF, 0xFE, 0x3C, 0, 0x61, 0, 0x2F, 0, 0x3E, 0], [0, 0x3C, 0, 0x61, 0, 0x2F, 0, 0x3E],
    ] as [[UInt8]])
  func `Bytes that are not UTF-8 never reach the parser`(bytes: [UInt8]) {
    #expect(throws: XcodeFileError("The XML is not in UTF-8", offset: 0)) { try XMLTreeReader.root(of: bytes) }
  }

  @Test(arguments: [
    "\u{FEFF}<?xml version=\"1.0\" encoding='UTF-8'?><a/>", "\u{FEFF}<a/>", "<?xml version='1.0'?><a/>",
  ])
  func `UTF-8 is read with a mark, a declaration or neither`(text: String) throws {
    #expect(try root(text).name == "a")
  }

  /// Foundation's parser goes on after errors: it would find tags and entities where there is other markup here.
  @Test(arguments: [
    "<a><b c \"<d x='1'/>\"></b></a>", "<a><?<d x='1'/>?></a>", "<a><!-- \u{1}<d x='1'/> --></a>",
    "<a><!-- \u{FFFF}<d x='1'/> --></a>",
    "<!DOCTYPE a SYSTEM \"><!--\" [ <!ENTITY x \"y\"> <!-- --> ]><a>&x;</a>",
    "<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>",
    "<!DOCTYPE a", "<?xml version=\"1.0\" encoding=\"UTF-7\" x='encoding=\"utf-8\"'?><a/>",
  ])
  func `Markup that the parser could take for other markup is refused`(text: String) {
    for mayHaveDocumentType in [false, true] {
      #expect(throws: XcodeFileError.self) {
        try XMLTreeReader.root(of: Array(text.utf8), mayHaveDocumentType: mayHaveDocumentType)
      }
    }
  }

  @Test func `Property lists name their type`() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><true/></plist>
      """
    #expect(throws: XcodeFileError.self) { try XMLTreeReader.root(of: Array(text.utf8)) }
    #expect(try XMLTreeReader.root(of: Array(text.utf8), mayHaveDocumentType: true).name == "plist")
  }

  @Test func `Comments, instructions and character data are no markup`() throws {
    let attributes = String(repeating: " x=\"1\"", count: 1001)
    let text = "<!--<!DOCTYPE a>\(attributes)--><?a !b?><?c?><a><![CDATA[<!DOCTYPE]]><b c=\">!\" d='\"'/></a>"
    #expect(try root(text).text == "<!DOCTYPE")
  }

  @Test func `The attributes of an element are limited`() {
    let attributes = (0...1000).map { "a\($0)='>'" }.joined(separator: " ")
    #expect(throws: XcodeFileError("An element has more than 1000 attributes", offset: 3)) {
      try root("<a><b \(attributes)/></a>")
    }
  }

  @Test func `Depth and counts are limited`() throws {
    let depth = XMLTreeReader.Limit.depth
    #expect(try root(String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)).name == "a")
    let deeper = #expect(throws: XcodeFileError.self) { try root(String(repeating: "<a>", count: depth + 1)) }
    #expect(deeper?.reason == "The XML is nested more than 256 levels deep, at line 1")
    let many = #expect(throws: XcodeFileError.self) {
      try root("<a>" + String(repeating: "<b/>", count: XMLTreeReader.Limit.count) + "</a>")
    }
    #expect(many?.reason == "The XML has more than 400000 elements and attributes, at line 1")
  }
}
