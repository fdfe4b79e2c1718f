import TesseraValues
import TesseraXcode
import Testing

/// Stack views, and the priorities of what is in them.
@Suite("Stack views")
struct StackTests {
  private static func label(_ id: String, _ attributes: String = "", _ content: String = "") -> String {
    """
    <label text="\(id)" \(attributes) translatesAutoresizingMaskIntoConstraints="NO" id="\(id)">\
    <rect key="frame" x="0" y="0" width="80" height="20"/>\(content)</label>
    """
  }

  /// Returns the component of a stack, and the rules of what is reported.
  private static func stack(
    _ attributes: String, _ subviews: String, _ rest: String = ""
  ) throws -> (stack: JSONNode, rules: [String]) {
    let translation = SmallStoryboard.translate([
      SmallStoryboard.controller(
        "one", name: "One",
        content: """
          <subviews><stackView id="sta" \(attributes)><rect key="frame" x="0" y="0" width="375" height="50"/>\
          <subviews>\(subviews)</subviews>\(rest)</stackView></subviews>
          """)
    ])
    let view = try #require(try translation.document("screens/One.json")?["view"])
    return (try #require(view["children"]?.elements?.first), translation.diagnostics.map(\.rule))
  }

  @Test(
    arguments: [
      ("", [nil, nil, nil, nil]),
      (#"axis="vertical" spacing="4""#, ["vertical", nil, nil, "4"]),
      (#"alignment="top" distribution="fillEqually""#, [nil, "leading", "fillEqually", nil]),
      (#"alignment="bottom" distribution="fillProportionally""#, [nil, "trailing", "fillProportionally", nil]),
      (#"alignment="center" distribution="equalSpacing""#, [nil, "center", "equalSpacing", nil]),
      (#"alignment="lastBaseline" distribution="equalCentering""#, [nil, "lastBaseline", "equalCentering", nil]),
    ] as [(String, [String?])])
  func `all arrangements are those of UIKit`(_ attributes: String, _ expected: [String?]) throws {
    let (stack, rules) = try Self.stack(attributes, Self.label("a"))
    let names = ["axis", "alignment", "distribution", "spacing"]
    #expect(stack["layout"]?.string == "stack")
    #expect(names.map { name in stack[name].map { $0.string ?? "\($0.number.map { Int($0) } ?? 0)" } } == expected)
    #expect(rules == [])
  }

  @Test func `items keep their constraints, also those that differ for size classes`() throws {
    let (stack, rules) = try Self.stack(
      "",
      Self.label(
        "a", "",
        """
        <constraints><constraint firstAttribute="width" constant="80" id="c1">\
        <variation key="widthClass=regular" constant="120"/></constraint>\
        <constraint firstAttribute="height" constant="9" id="c4"/></constraints>\
        <variation key="default"><mask key="constraints"><exclude reference="c4"/></mask></variation>\
        <variation key="heightClass=compact"><mask key="constraints"><include reference="c4"/></mask></variation>
        """) + Self.label("b") + Self.label("c"),
      """
      <constraints><constraint firstItem="b" firstAttribute="width" secondItem="a" secondAttribute="width" \
      multiplier="0.5" id="c2"/><constraint firstItem="b" firstAttribute="width" secondItem="b" \
      secondAttribute="height" multiplier="2" priority="750" id="c3"/></constraints>
      """)
    #expect(
      stack.constraintTexts == [
        "bLabel.width = 0.5 * aLabel.width", "bLabel.width = 2 * bLabel.height @ high",
        "@{widget.width >= 670 ? 'aLabel.width = 120' : 'aLabel.width = 80'}",
        "@{widget.height < 480 ? 'aLabel.height = 9' : ''}",
      ])
    // Only items that constraints mention have names.
    #expect(stack["children"]?.elements?.map { $0["id"]?.string } == ["aLabel", "bLabel", nil])
    #expect(rules == [])
  }

  @Test func `items that do not exist in a size class are hidden, which takes them out of the stack`() throws {
    let (stack, _) = try Self.stack(
      "", Self.label("a") + Self.label("b"),
      """
      <variation key="default"><mask key="subviews"><exclude reference="a"/></mask></variation>\
      <variation key="widthClass=regular"><mask key="subviews"><include reference="a"/></mask></variation>
      """)
    #expect(
      stack["children"]?.elements?.map { $0["hidden"]?.string } == ["@{widget.width >= 670 ? false : true}", nil])
  }

  @Test(
    arguments: [
      // Interface Builder's own, and none at all.
      (#"horizontalHuggingPriority="251" verticalHuggingPriority="251""#, [nil, nil, nil, nil]),
      ("", [nil, nil, nil, nil]),
      // What it leaves out is 250.
      (#"verticalHuggingPriority="251""#, [250, nil, nil, nil]),
      (#"horizontalHuggingPriority="252" verticalHuggingPriority="251""#, [252, nil, nil, nil]),
      (
        #"horizontalCompressionResistancePriority="749" verticalCompressionResistancePriority="1000""#,
        [nil, nil, 749, 1000]
      ),
    ] as [(String, [Double?])])
  func `content priorities are kept`(_ attributes: String, _ expected: [Double?]) throws {
    let (stack, rules) = try Self.stack("", Self.label("a", attributes))
    let label = try #require(stack["children"]?.elements?.first)
    let names = ["HuggingPriority", "CompressionResistancePriority"].flatMap { ["horizontal" + $0, "vertical" + $0] }
    #expect(names.map { label[$0]?.number } == expected)
    #expect(rules == [])
  }

  @Test func `content priorities differ for size classes, and boxes have none`() throws {
    let (stack, rules) = try Self.stack(
      #"horizontalHuggingPriority="900""#,
      Self.label(
        "a", #"horizontalHuggingPriority="251" verticalHuggingPriority="251""#,
        #"<variation key="widthClass=regular" horizontalHuggingPriority="100"/>"#))
    let label = try #require(stack["children"]?.elements?.first)
    #expect(label["horizontalHuggingPriority"]?.string == "@{widget.width >= 670 ? 100 : 251}")
    #expect(stack["horizontalHuggingPriority"] == nil)
    #expect(rules == [])
  }
}
