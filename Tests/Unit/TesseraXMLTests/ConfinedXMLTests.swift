import TesseraValues
import Testing

@testable import TesseraXML

/// A place for decoders whose results a test can change.
private struct TestDecoding: ContentDecoding {
  var change: @Sendable (inout [UInt8]) -> Void = { _ in }

  func result(of decoder: String, parameters: [UInt8], content: [UInt8]) throws(Diagnostic) -> [UInt8] {
    #expect(decoder == XMLDocument.decoder.name)
    var result = try XMLDocument.decoder.decode(parameters, content)
    change(&result)
    return result
  }
}

@Suite("XML that is read in another process")
struct ConfinedXMLTests {
  private static let text = """
    <?xml version="1.0"?>
    <r:rss xmlns:r="urn:r" version="2.0"><channel r:kind="news">A &amp; <b/><![CDATA[<c>]]> d<title lang="de">é</title>
    </channel></r:rss>
    """

  /// Writes a tree with all that it has.
  private static func outline(_ element: XMLElement) -> String {
    let content = element.content.map { node in
      switch node {
      case .text(let text): "'\(text)'"
      case .element(let element): outline(element)
      }
    }
    return "(\(element.name) \(element.name.namespace ?? "-") "
      + "\(element.attributes.map { "\($0.name) \($0.name.namespace ?? "-")=\($0.value)" }) \(content))"
  }

  @Test(arguments: [text, "<a", "<a><b></a>", "<a x=1 x=2>&nbsp;</a>"])
  func `equals what is read in this process`(text: String) throws {
    let here = try XMLDocument(Array(text.utf8))
    let there = try XMLDocument(Array(text.utf8), decoding: TestDecoding())
    #expect(Self.outline(here.root) == Self.outline(there.root))
    #expect(here.problem == there.problem)
  }

  @Test(arguments: ["", "text", #"<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>"#])
  func `is refused for the same reasons`(text: String) {
    let here = #expect(throws: Diagnostic.self) { try XMLDocument(Array(text.utf8)) }
    let there = #expect(throws: Diagnostic.self) { try XMLDocument(Array(text.utf8), decoding: TestDecoding()) }
    #expect(here == there)
  }

  @Test func `its limits apply there`() {
    var limits = XMLLimits()
    limits.count = 2
    let bytes = Array("<a><b/><c/></a>".utf8)
    let failure = #expect(throws: Diagnostic.self) {
      try XMLDocument(bytes, limits: limits, decoding: TestDecoding())
    }
    #expect(failure?.rule == "xml-syntax")
  }

  @Test func `a result that exceeds the limits is none`() throws {
    let large = try XMLDocument.decoder.decode(Self.parameters(XMLLimits()), Array(Self.text.utf8))
    for path in [\XMLLimits.count, \.depth, \.textLength] {
      var limits = XMLLimits()
      limits[keyPath: path] = 2
      let failure = #expect(throws: Diagnostic.self) {
        try XMLDocument(Array("<a/>".utf8), limits: limits, decoding: TestDecoding { $0 = large })
      }
      #expect(failure?.rule == "decoder-failure")
    }
  }

  @Test func `damage anywhere in a result is an error or another tree, and no crash`() throws {
    let bytes = Array(Self.text.utf8)
    let count = try XMLDocument.decoder.decode(Self.parameters(XMLLimits()), bytes).count
    for place in 0..<count {
      for value: UInt8 in [0, 1, 0x7F, 0xFF] {
        _ = try? XMLDocument(bytes, decoding: TestDecoding { $0[place] = value })
      }
      let failure = #expect(throws: Diagnostic.self) {
        try XMLDocument(bytes, decoding: TestDecoding { $0.removeSubrange(place...) })
      }
      #expect(failure?.rule == "decoder-failure")
    }
    #expect(throws: Diagnostic.self) { try XMLDocument(bytes, decoding: TestDecoding { $0.append(0) }) }
  }

  private static func parameters(_ limits: XMLLimits) -> [UInt8] {
    var writer = BinaryWriter()
    for number in [limits.count, limits.depth, limits.textLength] { writer.write(number) }
    return writer.bytes
  }
}
