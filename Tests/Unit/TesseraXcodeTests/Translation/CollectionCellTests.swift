import TesseraValues
import TesseraXcode
import Testing

/// Prototypes of collections. Until version 10, Xcode gave their content views no IDs.
@Suite("Cells of collections")
struct CollectionCellTests {
  private static let label = SmallStoryboard.label("lab", "Tile", isConstrained: true)
  private static let frame = #"<rect key="frame" x="0" y="0" width="100" height="80"/>"#

  private static func constraint(to owner: String) -> String {
    """
    <constraints><constraint firstItem="lab" firstAttribute="centerX" secondItem="\(owner)" \
    secondAttribute="centerX" id="c"/></constraints>
    """
  }

  private static func translation(_ cell: String) -> XcodeBundle.Translation {
    SmallStoryboard.translate([
      SmallStoryboard.controller(
        "one", name: "One",
        content: """
          <subviews><collectionView id="col">\(frame)<cells><collectionViewCell reuseIdentifier="Tile" id="cell">\
          \(frame)\(cell)</collectionViewCell></cells></collectionView></subviews>
          """)
    ])
  }

  @Test(arguments: [
    // Xcode 6 to 10.
    #"<view key="contentView">\#(frame)<subviews>\#(label)</subviews></view>\#(constraint(to: "cell"))"#,
    """
    <view key="contentView">\(frame)<subviews>\(label)</subviews><constraints><constraint firstItem="lab" \
    firstAttribute="centerX" secondAttribute="centerX" id="c"/></constraints></view>
    """,
    """
    <collectionViewCellContentView key="contentView" id="content">\(frame)<subviews>\(label)</subviews>\
    \(constraint(to: "content"))</collectionViewCellContentView>
    """,
  ])
  func `show what is in their content views`(_ cell: String) throws {
    let translation = Self.translation(cell)
    let list = try #require(try translation.document("screens/One.json")?["view"]?["children"]?.elements?.first)
    let prototype = try #require(list["cells"]?["Tile"])
    #expect(prototype["children"]?.elements?.map { $0["text"]?.string } == ["Tile"])
    #expect(prototype.constraintTexts == ["tileLabel.centerX = centerX"])
    #expect(translation.diagnostics.map(\.message) == [])
  }
}
