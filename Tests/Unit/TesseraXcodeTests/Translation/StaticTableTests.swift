import TesseraValues
import TesseraXcode
import Testing

/// Tables whose rows are in the storyboard.
@Suite("Tables with fixed rows")
struct StaticTableTests {
  private static func row(
    _ id: String, _ attributes: String, texts: [(key: String, id: String, text: String)], connections: String = ""
  ) -> String {
    let labels = texts.map { SmallStoryboard.label($0.id, $0.text) }.joined()
    let keys = texts.map { "\($0.key)=\"\($0.id)\"" }.joined(separator: " ")
    return """
      <tableViewCell \(attributes) \(keys) id="\(id)"><rect key="frame" x="0" y="0" width="375" height="44"/>\
      <tableViewCellContentView key="contentView" id="\(id)-content">\
      <rect key="frame" x="0" y="0" width="341" height="44"/><subviews>\(labels)</subviews>\
      </tableViewCellContentView><connections>\(connections)</connections></tableViewCell>
      """
  }

  private static func table(_ attributes: String, sections: String) -> [String] {
    [
      """
      <tableViewController storyboardIdentifier="Settings" id="one" sceneMemberID="viewController">\
      <tableView key="view" dataMode="static" \(attributes) id="tab"><rect key="frame" x="0" y="0" width="375" \
      height="667"/><sections>\(sections)</sections></tableView></tableViewController>
      """, SmallStoryboard.controller("two", name: "Details", content: ""),
    ]
  }

  private static func section(_ id: String, _ attributes: String = "", rows: String) -> String {
    #"<tableViewSection \#(attributes) id="\#(id)"><cells>\#(rows)</cells></tableViewSection>"#
  }

  private static let show = #"<segue destination="two" kind="show" id="seg"/>"#

  private static func view(_ translation: XcodeBundle.Translation) throws -> JSONNode {
    try #require(try translation.document("screens/Settings.json")?["view"])
  }

  private static func view(ofRow row: String) throws -> JSONNode {
    try view(SmallStoryboard.translate(table("", sections: section("s1", rows: row))))
  }

  @Test func `sections are titles, rows and notes in a box that scrolls`() throws {
    let rows =
      Self.row("r1", #"style="IBUITableViewCellStyleDefault""#, texts: [("textLabel", "a", "Sound")])
      + Self.row("r2", #"rowHeight="60" style="IBUITableViewCellStyleDefault""#, texts: [("textLabel", "b", "Light")])
    let translation = SmallStoryboard.translate(
      Self.table(
        #"style="grouped" rowHeight="50""#,
        sections: Self.section("s1", #"headerTitle="General" footerTitle="Of this device""#, rows: rows)))
    let view = try Self.view(translation)
    #expect(view["type"]?.string == "scroll")
    let children = try #require(view["children"]?.elements)
    #expect(children.map { $0["text"]?.string } == ["GENERAL", nil, "Of this device"])
    let boxes = try #require(children[1]["children"]?.elements)
    // The lines are above, between and below the rows.
    #expect(boxes.map { $0["style"]?["height"]?.number } == [0.5, 50, 0.5, 60, 0.5])
    #expect(boxes.map { $0["style"]?["marginStart"]?.number } == [nil, nil, 16, nil, nil])
    #expect(translation.diagnostics.map(\.description) == [])
  }

  @Test(
    arguments: [
      ("plain", ["General"], 4, nil), ("grouped", ["GENERAL"], 5, "background"),
      ("insetGrouped", ["GENERAL"], 3, "background"),
    ] as [(String, [String], Int, String?)])
  func `each style of tables has its titles, lines and colours`(
    _ style: String, _ titles: [String], _ count: Int, _ color: String?
  ) throws {
    let rows = ["r1", "r2"].map { Self.row($0, "", texts: []) }.joined()
    let view = try Self.view(
      SmallStoryboard.translate(
        Self.table(
          #"style="\#(style)""#, sections: Self.section("s1", #"headerTitle="General""#, rows: rows))))
    let children = try #require(view["children"]?.elements)
    #expect(children.compactMap { $0["text"]?.string } == titles)
    let boxes = try #require(children.last?["children"]?.elements)
    #expect(boxes.count == count)
    #expect(boxes.contains { $0["style"]?["backgroundColor"]?.string == "background" } == (color != nil))
  }

  @Test func `a row opens what it is connected to, and has the sign for that`() throws {
    let view = try Self.view(
      ofRow: Self.row(
        "r1", #"accessoryType="disclosureIndicator" style="IBUITableViewCellStyleDefault""#,
        texts: [("textLabel", "a", "More")], connections: Self.show))
    let row = try #require(view.components.first { $0["onPress"] != nil })
    #expect(row["onPress"]?["screen"]?.string == "Details")
    let sign = try #require(row.component("accessory"))
    #expect(sign["value"]?.string == "chevron-right")
    #expect(row.constraintTexts.contains("rowContent.trailing = trailing - 34"))
    #expect(row.component("rowContent")?.component("moreLabel") != nil)
  }

  @Test(arguments: [
    ("IBUITableViewCellStyleDefault", ["a.trailing = trailing - 16", "a.centerY = centerY"]),
    (
      "IBUITableViewCellStyleValue1",
      ["a.leading = leading + 16", "b.trailing = trailing - 16", "b.leading >= a.trailing + 6"]
    ),
    ("IBUITableViewCellStyleValue2", ["a.width = 91", "b.leading = a.trailing + 6"]),
    ("IBUITableViewCellStyleSubtitle", ["a.bottom = centerY + 3", "b.top = centerY + 3", "b.leading = a.leading"]),
  ])
  func `standard styles place their texts as UIKit does at any width`(_ style: String, _ wanted: [String]) throws {
    let view = try Self.view(
      ofRow: Self.row(
        "r1", #"style="\#(style)""#, texts: [("textLabel", "a", "Alpha"), ("detailTextLabel", "b", "Beta")]))
    let row = try #require(view.components.first { !$0.constraintTexts.isEmpty })
    let texts = row.constraintTexts.map {
      $0.replacing("alphaLabel", with: "a").replacing("betaLabel", with: "b")
    }
    for text in wanted { #expect(texts.contains(text), "\(text) of \(texts)") }
  }

  @Test func `titles of string tables stay translatable`() throws {
    let translation = SmallStoryboard.translate(
      Self.table(
        #"style="grouped""#,
        sections: Self.section("s1", #"headerTitle="General""#, rows: Self.row("r1", "", texts: []))),
      files: ["de.lproj/Main.strings": #""s1.headerTitle" = "Allgemein";"#])
    let title = try Self.view(translation)["children"]?.elements?.first?["text"]?.string
    #expect(title == "@{text('s1.headerTitle') | uppercase}")
  }

  @Test func `constraints of the content define the height of a row`() throws {
    let row = """
      <tableViewCell rowHeight="-1" id="r1"><rect key="frame" x="0" y="0" width="375" height="80"/>\
      <tableViewCellContentView key="contentView" id="con"><rect key="frame" x="0" y="0" width="375" height="80"/>\
      <subviews>\(SmallStoryboard.label("a", "Alpha", isConstrained: true))</subviews><constraints>\
      <constraint firstItem="a" firstAttribute="top" secondItem="con" secondAttribute="top" constant="20" id="c1"/>\
      <constraint firstAttribute="bottom" secondItem="a" secondAttribute="bottom" constant="20" id="c2"/>\
      </constraints></tableViewCellContentView></tableViewCell>
      """
    let view = try Self.view(
      SmallStoryboard.translate(Self.table(#"rowHeight="-1""#, sections: Self.section("s1", rows: row))))
    let box = try #require(view.components.first { !$0.constraintTexts.isEmpty })
    #expect(box["style"]?["height"] == nil)
    #expect(box["style"]?["minHeight"]?.number == 44)
  }
}
