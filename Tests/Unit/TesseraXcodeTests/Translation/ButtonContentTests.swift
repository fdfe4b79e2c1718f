import TesseraValues
import TesseraXcode
import Testing

/// Where the title and the image of a button are.
@Suite("The content of buttons")
struct ButtonContentTests {
  private static func button(_ attributes: String, _ content: String) throws -> (node: JSONNode, messages: [String]) {
    let translation = SmallStoryboard.translate([
      SmallStoryboard.controller(
        "one", name: "One",
        content: """
          <subviews><button \(attributes) id="but"><rect key="frame" x="0" y="0" width="200" height="30"/>\(content)\
          </button></subviews>
          """)
    ])
    let view = try #require(try translation.document("screens/One.json")?["view"])
    let messages = translation.diagnostics.filter { $0.rule == "interface-property" }.map(\.message)
    return (try #require(view["children"]?.elements?.first), messages)
  }

  private static let title = #"<state key="normal" title="Go"/>"#

  @Test(
    arguments: [
      ("center", nil), ("left", "left"), ("right", "right"), ("leading", "start"), ("trailing", "end"),
    ] as [(String, String?)])
  func `is aligned as in UIKit`(alignment: String, expected: String?) throws {
    let (node, messages) = try Self.button(#"contentHorizontalAlignment="\#(alignment)""#, Self.title)
    #expect(node["style"]?["textAlign"]?.string == expected)
    #expect(messages == [])
  }

  @Test(arguments: [
    ("fill", title), ("left", #"<state key="normal" image="photo"/>"#),
  ])
  func `is reported if it is placed as it cannot be here`(alignment: String, content: String) throws {
    let (node, messages) = try Self.button(#"contentHorizontalAlignment="\#(alignment)""#, content)
    #expect(node["style"]?["textAlign"] == nil)
    #expect(messages.count { $0.contains("'contentHorizontalAlignment'") } == 1)
  }

  @Test(arguments: ["titleEdgeInsets", "imageEdgeInsets"])
  func `is reported if it has insets of its parts`(name: String) throws {
    let insets = #"<inset key="\#(name)" minX="10" minY="0" maxX="0" maxY="0"/>"#
    #expect(try Self.button("", insets + Self.title).messages.count { $0.contains("'\(name)'") } == 1)
    let none = #"<inset key="\#(name)" minX="0" minY="0" maxX="0" maxY="0"/>"#
    #expect(try Self.button("", none + Self.title).messages == [])
  }
}
