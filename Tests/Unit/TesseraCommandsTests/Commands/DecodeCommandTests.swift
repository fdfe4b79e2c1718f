import Foundation
import TesseraBundles
import TesseraConfinement
import TesseraSVG
import TesseraValues
import TesseraXML
import Testing

@Suite("The command 'decode'")
struct DecodeCommandTests {
  /// The program, beside that of the tests.
  private let decoding = DecoderProcesses(
    DecoderCommand(
      executable: URL(filePath: (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "")
        .deletingLastPathComponent().appending(path: "tessera").path, arguments: ["decode"]))

  @Test func `XML is read as in this process`() throws {
    // Texts of several kinds, and what has to be mended.
    let text = "<a xmlns:b='urn:b' b:c='d'>é<e/>&nbsp;<f>" + String(repeating: "<g>h</g>", count: 5000) + "</a>"
    for _ in 0..<2 {
      let document = try XMLDocument(Array(text.utf8), decoding: decoding)
      let expected = try XMLDocument(Array(text.utf8))
      #expect(document.problem == expected.problem)
      #expect("\(document.root)" == "\(expected.root)")
    }
    let problem = #expect(throws: Diagnostic.self) { try XMLDocument(Array("no XML".utf8), decoding: decoding) }
    #expect(problem?.rule == "xml-syntax")
  }

  @Test func `SVG is parsed as in this process`() throws {
    let text = "<svg xmlns='http://www.w3.org/2000/svg'><script/><text>é &lt;</text><rect width='8' height='8'/></svg>"
    for _ in 0..<2 {
      #expect(try SanitizedSVG(text.utf8, decoding: decoding) == SanitizedSVG(text.utf8))
    }
    #expect(throws: Diagnostic.self) { try SanitizedSVG("<svg>".utf8, decoding: decoding) }
  }

  @Test func `archives are unpacked as in this process`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).zip")
    defer { try? FileManager.default.removeItem(at: file) }
    let texts = [
      "widget.json": #"{"id": "org.example.zip", "name": "Zipped"}"#,
      "screens/Main.json": #"{"view": {"type": "text", "text": "\#(String(repeating: "Hello", count: 9999))"}}"#,
    ]
    try BundleArchive.write(Array(texts.keys), to: file) { Array((texts[$0] ?? "").utf8) }
    let here = ArchiveBundleFiles(path: file.path)
    let there = ArchiveBundleFiles(path: file.path, decoding: decoding)
    #expect(there.list(limits: .standard) == here.list(limits: .standard))
    for path in texts.keys {
      #expect(try there.bytes(at: path, limit: 1 << 20) == here.bytes(at: path, limit: 1 << 20))
    }
    let damaged = ArchiveBundleFiles(bytes: [0x50, 0x4B, 0x05, 0x06], name: "a.zip", decoding: decoding)
    #expect(damaged.list(limits: .standard).diagnostics.map(\.rule) == ["archive"])
  }
}
