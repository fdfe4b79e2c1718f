import TesseraValues
import Testing

@testable import TesseraXcode

/// What differs for size classes, as expressions on the size of the window.
@Suite("Size classes")
struct SizeClassTests {
  private static func variation(_ key: String, _ value: String) -> StoryboardVariation<String> {
    StoryboardVariation(traits: StoryboardTraits(key), value: value)
  }

  @Test(
    arguments: [
      ([("widthClass=regular", "2")], "@{widget.width >= 670 ? 2 : 1}"),
      ([("widthClass=compact", "2")], "@{widget.width < 670 ? 2 : 1}"),
      ([("heightClass=compact-widthClass=regular", "2")], "@{widget.width >= 670 && widget.height < 480 ? 2 : 1}"),
      // What is more specific comes first.
      (
        [("heightClass=compact-widthClass=regular", "3"), ("widthClass=regular", "2")],
        "@{widget.width >= 670 && widget.height < 480 ? 3 : (widget.width >= 670 ? 2 : 1)}"
      ),
      ([("widthClass=regular", "1")], nil), ([("default", "2")], nil),
    ] as [([(String, String)], String?)])
  func `a value is chosen by conditions`(_ variations: [(String, String)], _ expected: String?) {
    #expect(SizeClass.expression("1", variations.map { Self.variation($0.0, $0.1) }) == expected)
  }

  private static func screen(_ content: String) throws -> (view: JSONNode, rules: [String]) {
    let translation = SmallStoryboard.translate([SmallStoryboard.controller("one", name: "One", content: content)])
    return (
      try #require(try translation.document("screens/One.json")?["view"]), translation.diagnostics.map(\.rule)
    )
  }

  private static func label(_ other: String) -> String {
    """
    <label text="Wide" translatesAutoresizingMaskIntoConstraints="NO" id="lab"><rect key="frame" x="0" y="0" \
    width="10" height="10"/><fontDescription key="fontDescription" type="system" pointSize="14"/>\(other)</label>
    """
  }

  @Test func `properties differ`() throws {
    let (view, rules) = try Self.screen(
      """
      <subviews>\(Self.label("""
      <variation key="widthClass=regular" hidden="YES"><fontDescription key="fontDescription" type="boldSystem" \
      pointSize="20"/></variation>
      """))</subviews>
      """)
    let label = try #require(view["children"]?.elements?.first)
    #expect(label["hidden"]?.string == "@{widget.width >= 670 ? true : false}")
    #expect(label["style"]?["fontSize"]?.string == "@{widget.width >= 670 ? 20 : 14}")
    #expect(label["style"]?["fontWeight"]?.string == "@{widget.width >= 670 ? 700 : 400}")
    #expect(rules == [])
  }

  @Test func `of repeated variations for a size class, the last one counts`() throws {
    let variations = (0...2000).map { number in
      "<variation key=\"widthClass=regular\" alpha=\"0.\(number % 9 + 1)\"/>"
    }
    let (view, _) = try Self.screen("<subviews>\(Self.label(variations.joined()))</subviews>")
    let label = try #require(view["children"]?.elements?.first)
    #expect(label["style"]?["opacity"]?.string == "@{widget.width >= 670 ? 0.3 : 1}")
  }

  @Test func `what has no counterpart is reported`() throws {
    let (_, rules) = try Self.screen(
      "<subviews>\(Self.label(#"<variation key="widthClass=regular" numberOfLines="3"/>"#))</subviews>")
    #expect(rules == ["interface-variation"])
  }

  @Test func `constants differ, and constraints exist for some classes only`() throws {
    let (view, rules) = try Self.screen(
      """
      <subviews>\(Self.label(""))</subviews><constraints>\
      <constraint firstItem="lab" firstAttribute="leading" secondItem="one-view" secondAttribute="leading" \
      constant="8" id="c1"><variation key="widthClass=regular" constant="40"/></constraint>\
      <constraint firstItem="lab" firstAttribute="top" secondItem="one-view" secondAttribute="top" constant="30" \
      id="c2"/><constraint firstItem="lab" firstAttribute="centerY" secondItem="one-view" secondAttribute="centerY" \
      id="c3"/><constraint firstItem="lab" firstAttribute="width" constant="9" id="c4"/></constraints>\
      <variation key="default"><mask key="constraints"><exclude reference="c3"/><exclude reference="c4"/></mask>\
      </variation><variation key="heightClass=compact"><mask key="constraints"><exclude reference="c2"/>\
      <include reference="c3"/></mask></variation>
      """)
    let shift = 10  // Half of the height of the status bar.
    #expect(
      view.constraintTexts == [
        "@{widget.width >= 670 ? 'wideLabel.leading = leading + 40' : 'wideLabel.leading = leading + 8'}",
        "@{widget.height < 480 ? '' : 'wideLabel.top = top + 10'}",
        "@{widget.height < 480 ? 'wideLabel.centerY = centerY - \(shift)' : ''}",
      ])
    #expect(rules == [])
  }

  @Test func `a view exists for some classes only`() throws {
    let (view, rules) = try Self.screen(
      """
      <subviews>\(Self.label(""))\(SmallStoryboard.label("gone", "Never"))</subviews>\
      <constraints><constraint firstItem="gone" firstAttribute="top" secondItem="lab" secondAttribute="bottom" \
      id="c1"/></constraints><variation key="default"><mask key="subviews"><exclude reference="lab"/>\
      <exclude reference="gone"/></mask></variation>\
      <variation key="widthClass=regular"><mask key="subviews"><include reference="lab"/></mask></variation>
      """)
    let children = try #require(view["children"]?.elements)
    #expect(children.map { $0["hidden"]?.string } == ["@{widget.width >= 670 ? false : true}"])
    #expect(view.constraintTexts == [])
    #expect(rules == [])
  }
}
