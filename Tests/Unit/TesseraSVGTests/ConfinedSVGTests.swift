import TesseraSVG
import TesseraValues
import Testing

/// A place for decoders whose results a test can change.
private struct TestDecoding: ContentDecoding {
  var change: @Sendable (inout [UInt8]) -> Void = { _ in }

  func result(of decoder: String, parameters: [UInt8], content: [UInt8]) throws(Diagnostic) -> [UInt8] {
    #expect(decoder == SanitizedSVG.decoder.name)
    var result = try SanitizedSVG.decoder.decode(parameters, content)
    change(&result)
    return result
  }
}

@Suite("SVG that is parsed in another process")
struct ConfinedSVGTests {
  private static let picture = """
    <svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><script>alert(1)</script><style>.a{fill:red}</style>
    <g class="a" onclick="alert(1)"><rect width="8" height="8"/><text>A &amp; <![CDATA[<b>]]></text></g></svg>
    """

  @Test(arguments: [
    picture, "<svg xmlns='http://www.w3.org/2000/svg'/>", "<a/>", "<svg>", "no XML\n\n<", "",
    "<svg xmlns='http://www.w3.org/2000/svg'>" + String(repeating: "<g>", count: 100),
    "<svg xmlns='http://www.w3.org/2000/svg'>" + String(repeating: "<g/>", count: 20_001) + "</svg>",
  ])
  func `equals what is parsed in this process`(text: String) {
    let (here, there) = (Self.result(text, nil), Self.result(text, TestDecoding()))
    #expect(here == there)
  }

  private static func result(_ text: String, _ decoding: TestDecoding?) -> Result<SanitizedSVG, Diagnostic> {
    do throws(Diagnostic) {
      return .success(try SanitizedSVG(Array(text.utf8), decoding: decoding))
    } catch {
      return .failure(error)
    }
  }

  @Test func `a parser that lies cannot add what is left out`() throws {
    let lie = try SanitizedSVG.decoder.decode([], Array(Self.picture.utf8))
    let image = try SanitizedSVG(
      Array(("<svg/>" + String(repeating: " ", count: 1000)).utf8), decoding: TestDecoding { $0 = lie })
    let text = String(decoding: image.bytes, as: UTF8.self)
    #expect(text.contains("<rect"))
    #expect(!text.contains("script") && !text.contains("onclick"))
  }

  @Test func `more text than the file has is no result`() throws {
    let lie = try SanitizedSVG.decoder.decode([], Array(Self.picture.utf8))
    let failure = #expect(throws: Diagnostic.self) {
      try SanitizedSVG(Array("<svg/>".utf8), decoding: TestDecoding { $0 = lie })
    }
    #expect(failure?.rule == "decoder-failure")
  }

  @Test func `damage anywhere in a result is an error or another image, and no crash`() throws {
    let bytes = Array(Self.picture.utf8)
    let count = try SanitizedSVG.decoder.decode([], bytes).count
    for place in 0..<count {
      for value: UInt8 in [0, 1, 3, 0xFF] {
        _ = try? SanitizedSVG(bytes, decoding: TestDecoding { if place < $0.count { $0[place] = value } })
      }
    }
    #expect(throws: Diagnostic.self) { try SanitizedSVG(bytes, decoding: TestDecoding { $0.removeLast() }) }
    #expect(throws: Diagnostic.self) { try SanitizedSVG(bytes, decoding: TestDecoding { $0.append(0) }) }
  }
}
