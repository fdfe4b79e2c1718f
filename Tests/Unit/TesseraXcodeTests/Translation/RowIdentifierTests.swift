import TesseraBundles
import TesseraValues
import Testing

/// Names in prototypes, each of which is a scope of its own.
@Suite("Identifiers in rows")
struct RowIdentifierTests {
  private static func label(_ id: String) -> String {
    """
    <label text="\(id)" id="\(id)"><rect key="frame" x="0" y="0" width="80" height="20"/>\
    <userDefinedRuntimeAttributes><userDefinedRuntimeAttribute type="string" keyPath="wx.identifier" value="title"/>\
    </userDefinedRuntimeAttributes></label>
    """
  }

  private static func cell(_ id: String, _ labels: [String]) -> String {
    """
    <tableViewCell reuseIdentifier="\(id)" id="\(id)"><rect key="frame" x="0" y="0" width="375" height="44"/>\
    <tableViewCellContentView key="contentView" tableViewCell="\(id)" id="\(id)-content">\
    <rect key="frame" x="0" y="0" width="375" height="44"/><subviews>\(labels.map(label).joined())</subviews>\
    </tableViewCellContentView></tableViewCell>
    """
  }

  private static func bundle(_ cells: [String], beside labels: [String] = []) -> WidgetBundle {
    let screen = SmallStoryboard.controller(
      "one", name: "One",
      content: """
        <subviews>\(labels.map(label).joined())<tableView style="plain" id="table">\
        <rect key="frame" x="0" y="0" width="375" height="600"/><prototypes>\(cells.joined())</prototypes></tableView>\
        </subviews>
        """)
    return SmallStoryboard.folder([screen]).bundle
  }

  private static func names(in bundle: WidgetBundle) throws -> [String: String] {
    let texts = try #require(bundle.screen(named: "One")).components.filter { $0["type"]?.string == "text" }
    return texts.reduce(into: [:]) { $0[$1["text"]?.string ?? ""] = $1["id"]?.string ?? "" }
  }

  @Test func `may be the same in several prototypes, and on the screen`() throws {
    let bundle = Self.bundle([Self.cell("A", ["inA"]), Self.cell("B", ["inB"])], beside: ["outside"])
    #expect(try Self.names(in: bundle) == ["outside": "title", "inA": "title", "inB": "title"])
    #expect(bundle.diagnostics.filter { $0.rule == "interface-identifier" || $0.severity == .error } == [])
  }

  @Test func `belong to one view of a prototype`() throws {
    let bundle = Self.bundle([Self.cell("A", ["first", "second"])])
    let names = try Self.names(in: bundle)
    #expect(names["first"] == "title")
    #expect(names["second"] != "title")
    #expect(bundle.diagnostics.contains { $0.rule == "interface-identifier" && $0.message.contains("'title'") })
  }
}
