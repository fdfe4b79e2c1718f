import TesseraXcode
import TesseraXcodeFiles
import Testing

/// A storyboard that we wrote, against what Xcode made of the original: both readers must find the same interface.
@Suite(.enabled(if: WidgetDemo.isThere, "\(WidgetDemo.absence)"))
struct CompiledStoryboardTests {
  @Test(arguments: [("FeedViewController", 80), ("UIViewController-CR3-lf-MN1", 70), ("NewPostViewController", 15)])
  func `A scene has the views, constraints and attributes of its nibs`(scene: String, leastCount: Int) throws {
    let source = try SourceDocument(Fixtures.bytes("WidgetDemo.storyboard"))
    let written = SourceStoryboardReader.read(source, file: "Main.storyboard")
    let compiled = CompiledStoryboardReader.read(folder: "", entryPoint: nil, nibNames: [scene: scene]) { name in
      Result { () throws(XcodeFileError) in
        do { return try WidgetDemo.nibObjects(name) } catch { throw XcodeFileError("\(error)") }
      }
    }
    let expected = InterfaceFacts(of: try #require(compiled.document.controller(scene))).lines
    let found = InterfaceFacts(of: try #require(written.controller(scene))).lines
    #expect(expected.subtracting(found).sorted() == [])
    #expect(found.subtracting(expected).sorted() == [])
    #expect(expected.count >= leastCount)
  }
}
