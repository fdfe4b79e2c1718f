import TesseraValues
import TesseraXcode
import Testing

/// The heights of rows that are made from prototypes.
@Suite("The height of a row")
struct RowHeightTests {
  private static func frame(_ height: Double) -> String {
    #"<rect key="frame" x="0" y="0" width="375" height="\#(height)"/>"#
  }

  /// Returns the style of a prototype.
  private static func style(
    table: String = "", cell: String = "", height: Double = 50, constraints: String
  ) throws -> JSONNode? {
    let content = """
      <subviews><tableView dataMode="prototypes" style="plain" \(table) id="table">\(frame(400))<prototypes>\
      <tableViewCell \(cell) reuseIdentifier="Cell" id="cell">\(frame(height))\
      <tableViewCellContentView key="contentView" tableViewCell="cell" id="con">\(frame(height))\
      <subviews>\(SmallStoryboard.label("a", "Row", isConstrained: true))</subviews>\
      <constraints>\(constraints)</constraints></tableViewCellContentView></tableViewCell></prototypes></tableView>\
      </subviews>
      """
    let translation = SmallStoryboard.translate([SmallStoryboard.controller("one", name: "Main", content: content)])
    let screen = try #require(try translation.document("screens/Main.json"))
    return try #require(screen.components.first { $0["type"]?.string == "table" }?["cells"]?["Cell"])["style"]
  }

  private static func constraint(_ first: String, _ second: String) -> String {
    """
    <constraint firstItem="a" firstAttribute="\(first)" secondItem="con" secondAttribute="\(second)" \
    id="\(first)-\(second)"/>
    """
  }

  @Test(
    arguments: [
      (#"rowHeight="60""#, #"rowHeight="90""#, 50, 90), (#"rowHeight="60""#, "", 50, 60),
      (#"rowHeight="-1""#, #"rowHeight="-1""#, 50, 50), ("", "", 0, 44),
    ] as [(String, String, Double, Double)])
  func `is the row's own, else the table's, else that of the drawing, else 44 points`(
    table: String, cell: String, height: Double, expected: Double
  ) throws {
    let style = try Self.style(
      table: table, cell: cell, height: height, constraints: Self.constraint("centerY", "centerY"))
    #expect(style?["height"]?.number == expected)
  }

  @Test(arguments: [
    [("top", "top"), ("bottom", "bottom")], [("top", "topMargin"), ("bottom", "bottomMargin")],
    [("top", "top"), ("centerY", "centerY")],
  ])
  func `is that of the content if its constraints reach from the top to the bottom, or are symmetric`(
    edges: [(String, String)]
  ) throws {
    let constraints = edges.map { Self.constraint($0.0, $0.1) }.joined()
    #expect(try Self.style(constraints: constraints)?["height"] == nil)
  }
}
