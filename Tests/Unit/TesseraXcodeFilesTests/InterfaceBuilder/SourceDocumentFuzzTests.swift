import TesseraTestSupport
import TesseraXcode
import TesseraXcodeFiles
import Testing

/// Damaged storyboards: an error with a line or a document, never a crash.
@Suite struct SourceDocumentFuzzTests {
  /// How many places of the document are damaged.
  private static let count = 200

  @Test func `A storyboard cut anywhere is refused with a line`() throws {
    let bytes = try Fixtures.bytes("WidgetDemo.storyboard")
    var random = SeededGenerator(seed: 21)
    // Behind the end tag is white space.
    for _ in 0..<Self.count {
      let length = Int.random(in: 0..<bytes.count - 1, using: &random)
      do throws(XcodeFileError) {
        _ = try SourceDocument(Array(bytes[..<length]))
        Issue.record("cut at \(length), but read")
      } catch {
        #expect(error.reason.contains("at line") || length < 64, "cut at \(length): \(error)")
      }
    }
  }

  @Test func `A storyboard with any byte changed is refused or read`() throws {
    var bytes = try Fixtures.bytes("WidgetDemo.storyboard")
    var random = SeededGenerator(seed: 22)
    for _ in 0..<Self.count {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let original = bytes[place]
      // A bit, or a character that has a meaning.
      bytes[place] =
        Bool.random(using: &random)
        ? original ^ (1 << UInt8.random(in: 0..<8, using: &random))
        : Array("<>\"/&\0- 9".utf8).randomElement(using: &random) ?? 0
      if let document = try? SourceDocument(bytes) {
        #expect(document.omissions.count <= SourceDocument.maximumOmissions)
        #expect(SourceStoryboardReader.read(document, file: "").controllers.count <= document.objects.count)
      }
      bytes[place] = original
    }
  }
}
