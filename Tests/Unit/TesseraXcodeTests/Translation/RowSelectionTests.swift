import TesseraValues
import TesseraXcode
import Testing

/// What is behind the content of a row while it is pressed or selected.
@Suite("The background of a selected row")
struct RowSelectionTests {
  private static let frame = #"<rect key="frame" x="0" y="0" width="375" height="44"/>"#
  private static let red = """
    <color key="backgroundColor" red="1" green="0" blue="0" alpha="1" colorSpace="custom" customColorSpace="sRGB"/>
    """

  /// A table with one prototype.
  private static func cell(_ attributes: String, background: String = "") throws -> (node: JSONNode, rules: [String]) {
    let outlet = #"<connections><outlet property="selectedBackgroundView" destination="sel" id="o"/></connections>"#
    let table = """
      <subviews><tableView dataMode="prototypes" style="plain" id="table">\(frame)<prototypes>\
      <tableViewCell \(attributes) reuseIdentifier="Cell" id="cell">\(frame)\
      <tableViewCellContentView key="contentView" tableViewCell="cell" id="content">\(frame)\
      <subviews>\(background)\(SmallStoryboard.label("label", "Row"))</subviews></tableViewCellContentView>\
      \(background.isEmpty ? "" : outlet)</tableViewCell></prototypes></tableView></subviews>
      """
    let translation = SmallStoryboard.translate([SmallStoryboard.controller("one", name: "Main", content: table)])
    let screen = try #require(try translation.document("screens/Main.json"))
    let node = try #require(screen.components.first { $0["type"]?.string == "table" }?["cells"]?["Cell"])
    return (node, translation.diagnostics.map(\.rule))
  }

  @Test(
    arguments: [
      (#"selectionStyle="none""#, "clear"), (#"selectionStyle="gray""#, nil), (#"selectionStyle="default""#, nil),
      ("", nil),
    ] as [(String, String?)])
  func `is nothing without a style of selection, and else that of all rows`(style: String, color: String?) throws {
    #expect(try Self.cell(style).node["style"]?["selectedBackgroundColor"]?.string == color)
  }

  @Test(arguments: [
    (#"selectionStyle="default""#, "#ff0000"), (#"selectionStyle="none""#, "clear"),
  ])
  func `is the colour of the view for it`(style: String, color: String) throws {
    let view = #"<view id="sel">\#(Self.frame)\#(Self.red)</view>"#
    let (node, rules) = try Self.cell(style, background: view)
    #expect(node["style"]?["selectedBackgroundColor"]?.string == color)
    #expect(node.components.allSatisfy { $0["style"]?["backgroundColor"]?.string != "#ff0000" })
    #expect(!rules.contains("interface-selection"))
  }

  @Test func `has a report if it is more than a colour`() throws {
    let view = """
      <view id="sel">\(Self.frame)\(Self.red)<subviews>\(SmallStoryboard.label("inner", "New"))</subviews></view>
      """
    #expect(try Self.cell("", background: view).rules.contains("interface-selection"))
  }
}
