import TesseraXcodeFiles
import Testing

/// A storyboard that we wrote, against what Xcode made of the original: both readers must find the same interface.
@Suite(.enabled(if: WidgetDemo.isThere, "\(WidgetDemo.absence)"))
struct CompiledStoryboardTests {
  @Test(arguments: [
    ("zbs-L4-ivJ", ["zbs-L4-ivJ-view-Ech-rE-AyQ", "FeedViewController", "cell"], 85),
    ("CR3-lf-MN1", ["CR3-lf-MN1-view-VpZ-Lg-ccU", "UIViewController-CR3-lf-MN1"], 70),
    ("AWF-at-cRx", ["AWF-at-cRx-view-Chk-bH-bkH", "NewPostViewController"], 15),
  ])
  func `A scene has the views, constraints and attributes of its nibs`(
    scene: String, nibs: [String], leastCount: Int
  ) throws {
    let document = try InterfaceDocumentReader.document(of: Fixtures.bytes("WidgetDemo.storyboard"))
    let compiled = try nibs.map {
      try NIBArchiveReader.objects(of: $0 == "cell" ? WidgetDemo.cellNib() : WidgetDemo.nib($0))
    }
    let expected = InterfaceFacts(of: compiled).lines
    let found = InterfaceFacts(of: document, viewController: scene).lines
    #expect(expected.subtracting(found).sorted() == [])
    #expect(found.subtracting(expected).sorted() == [])
    #expect(expected.count >= leastCount)
  }
}
