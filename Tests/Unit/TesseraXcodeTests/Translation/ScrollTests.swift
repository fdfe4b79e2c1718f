import TesseraValues
import TesseraXcode
import Testing

/// Scroll views whose content has constraints.
@Suite("A scroll view")
struct ScrollTests {
  /// Returns a scroll view with two views, the second to the right of the first.
  private static func scroll(_ constraints: [(String, String, String)], contentWidth: Double = 100) throws -> JSONNode {
    func view(_ id: String, x: Double) -> String {
      """
      <view translatesAutoresizingMaskIntoConstraints="NO" id="\(id)">\
      <rect key="frame" x="\(x)" y="0" width="\(contentWidth)" height="80"/></view>
      """
    }
    let texts = constraints.enumerated().map { place, constraint in
      let (first, second) = (constraint.0.split(separator: "."), constraint.1.split(separator: "."))
      return """
        <constraint firstItem="\(first[0])" firstAttribute="\(first[1])" secondItem="\(second[0])" \
        secondAttribute="\(second[1])" \(constraint.2) id="c\(place)"/>
        """
    }
    let content = """
      <subviews><scrollView id="scroll"><rect key="frame" x="0" y="0" width="320" height="80"/><subviews>\
      \(view("a", x: 0))\(view("b", x: contentWidth))</subviews><constraints>\(texts.joined())</constraints></scrollView>\
      </subviews>
      """
    let translation = SmallStoryboard.translate([SmallStoryboard.controller("one", name: "Main", content: content)])
    let screen = try #require(try translation.document("screens/Main.json"))
    return try #require(screen.components.first { $0["type"]?.string == "scroll" })
  }

  @Test(
    arguments: [
      ([("a.height", "scroll.height", "")], 100, true), ([("scroll.height", "a.height", "")], 100, true),
      ([("a.width", "scroll.width", "")], 100, false), ([], 100, false), ([], 200, true),
      ([("a.width", "scroll.width", "")], 200, false),
      ([("a.height", "scroll.height", ""), ("a.width", "scroll.width", "")], 100, false),
      (
        [("a.height", "scroll.height", ""), ("a.width", "scroll.width", ""), ("b.leading", "a.trailing", "")], 320, true
      ),
    ] as [([(String, String, String)], Double, Bool)])
  func `is horizontal if its content is as high as it and not as wide, or if it is wider in the storyboard`(
    constraints: [(String, String, String)], width: Double, isHorizontal: Bool
  ) throws {
    let node = try Self.scroll(constraints, contentWidth: width)
    #expect(node["direction"]?.string == (isHorizontal ? "horizontal" : nil))
  }

  @Test(arguments: [("a.height", "scroll.height"), ("a.centerY", "scroll.centerY"), ("scroll.centerY", "a.centerY")])
  func `has content that fills it where a part of the content is as high as it, or in its middle`(
    first: String, second: String
  ) throws {
    let constraints = [("a.width", "scroll.width", ""), (first, second, #"priority="250""#)]
    let box = try Self.scroll(constraints)["children"]?.elements?.first
    #expect(box?["style"]?["minHeight"]?.string == "100%")
  }
}
