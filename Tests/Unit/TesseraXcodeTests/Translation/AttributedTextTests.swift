import TesseraValues
import TesseraXcode
import Testing

/// Texts whose parts have attributes of their own.
@Suite("Attributed texts")
struct AttributedTextTests {
  private static let frame = #"<rect key="frame" x="0" y="0" width="80" height="20"/>"#
  private static let red = #"<color key="NSColor" red="1" green="0" blue="0" alpha="1" colorSpace="deviceRGB"/>"#
  private static let bold = #"<font key="NSFont" size="20" name="HelveticaNeue-Bold"/>"#
  private static let centered = #"<paragraphStyle key="NSParagraphStyle" alignment="center"/>"#

  private static func fragment(_ text: String, _ attributes: String = "") -> String {
    #"<fragment content="\#(text)"><attributes>\#(attributes)</attributes></fragment>"#
  }

  /// Returns the component of a view, and the reports about properties.
  private static func component(
    _ element: String, _ content: String
  ) throws -> (node: JSONNode, messages: [String]) {
    let translation = SmallStoryboard.translate([
      SmallStoryboard.controller(
        "one", name: "One", content: "<subviews><\(element) id=\"a\">\(frame)\(content)</\(element)></subviews>")
    ])
    let view = try #require(try translation.document("screens/One.json")?["view"])
    let messages = translation.diagnostics.filter { $0.rule == "interface-property" }.map(\.message)
    return (try #require(view["children"]?.elements?.first), messages)
  }

  private static func text(_ fragments: String) -> String {
    #"<attributedString key="attributedText">\#(fragments)</attributedString>"#
  }

  @Test(arguments: [("label", "text"), ("textView", "value"), ("textField", "value")])
  func `keep their words and the look of the first`(element: String, property: String) throws {
    let look = Self.red + Self.bold + Self.centered
    let (node, messages) = try Self.component(
      element, Self.text(Self.fragment("One ", look) + Self.fragment("two", look)))
    #expect(node[property]?.string == "One two")
    #expect(node["style"]?["color"]?.string == "#ff0000")
    #expect(node["style"]?["fontSize"]?.number == 20)
    #expect(node["style"]?["fontWeight"]?.number == 700)
    #expect(node["style"]?["textAlign"]?.string == "center")
    #expect(messages == [])
  }

  @Test func `report that later parts look different`() throws {
    let (node, messages) = try Self.component(
      "label", Self.text(Self.fragment("One ", Self.red) + Self.fragment("two", Self.bold)))
    #expect(node["text"]?.string == "One two")
    #expect(node["style"]?["color"]?.string == "#ff0000")
    #expect(node["style"]?["fontSize"] == nil)
    #expect(messages.count == 1)
  }

  @Test func `have the look of their view where no part has one`() throws {
    let font = #"<fontDescription key="fontDescription" type="boldSystem" pointSize="30"/>"#
    let (node, messages) = try Self.component(
      "label",
      Self.text("<fragment><string key=\"content\">One\ntwo</string></fragment>") + font)
    #expect(node["text"]?.string == "One\ntwo")
    #expect(node["style"]?["fontSize"]?.number == 30)
    #expect(messages == [])
  }

  @Test func `are titles of buttons, too`() throws {
    let title = #"<attributedString key="attributedTitle">\#(Self.fragment("Go", Self.red))</attributedString>"#
    let (node, messages) = try Self.component("button", #"<state key="normal">\#(title)</state>"#)
    #expect(node["text"]?.string == "Go")
    #expect(node["style"]?["color"]?.string == "#ff0000")
    #expect(messages == [])
  }

  @Test(
    arguments: [("system", 13, nil), ("systemBold", 13, 700), ("smallSystem", 11, nil)] as [(String, Double, Double?)])
  func `have the system's fonts by their roles`(role: String, size: Double, weight: Double?) throws {
    let font = #"<font key="NSFont" metaFont="\#(role)"/>"#
    let (node, _) = try Self.component("label", Self.text(Self.fragment("A", font)))
    #expect(node["style"]?["fontSize"]?.number == size)
    #expect(node["style"]?["fontWeight"]?.number == weight)
  }
}
