import TesseraValues
import TesseraXcode
import Testing

/// Images that are drawn in the tint of their view: templates, and what bars and buttons make of others.
@Suite("The rendering mode of an image")
struct RenderingModeTests {
  private static let picture = #"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>"#

  /// Three sets of a catalogue, named after their modes.
  private static let files: [String: String] = ["automatic", "original", "template"].reduce(into: [:]) { files, mode in
    let properties = mode == "automatic" ? "" : #", "properties": {"template-rendering-intent": "\#(mode)"}"#
    files["Assets.xcassets/\(mode).imageset/Contents.json"] =
      #"{"images": [{"idiom": "universal", "filename": "p.svg"}]\#(properties)}"#
    files["Assets.xcassets/\(mode).imageset/p.svg"] = picture
  }

  private static let frame = #"<rect key="frame" x="0" y="0" width="9" height="9"/>"#
  private static let red = """
    <color key="tintColor" red="1" green="0" blue="0" alpha="1" colorSpace="custom" customColorSpace="sRGB"/>
    """

  private static func screen(_ content: String, other: String = "") throws -> JSONNode {
    let translation = SmallStoryboard.translate(
      [SmallStoryboard.controller("one", name: "Main", content: content, other: other)], files: files)
    return try #require(try translation.document("screens/Main.json"))
  }

  @Test(arguments: [("automatic", nil), ("original", nil), ("template", "template")] as [(String, String?)])
  func `of an image view is that of the image, and its colour the nearest tint`(image: String, mode: String?) throws {
    let view = #"<imageView image="\#(image)" id="i">\#(Self.frame)</imageView>"#
    let plain = try #require(try Self.screen("<subviews>\(view)</subviews>").components.first { $0["image"] != nil })
    #expect(plain["renderingMode"]?.string == mode)
    #expect(plain["style"]?["color"]?.string == (mode == nil ? nil : "accent"))
    let inner = #"<view id="box">\#(Self.frame)\#(Self.red)<subviews>\#(view)</subviews></view>"#
    let tinted = try #require(try Self.screen("<subviews>\(inner)</subviews>").components.first { $0["image"] != nil })
    #expect(tinted["style"]?["color"]?.string == (mode == nil ? nil : "#ff0000"))
  }

  @Test(
    arguments: [
      ("custom", "automatic", nil), ("custom", "template", "template"), ("roundedRect", "automatic", "template"),
      ("roundedRect", "original", nil),
    ] as [(String, String, String?)])
  func `of a button depends on its type, too`(type: String, image: String, mode: String?) throws {
    let button = """
      <button buttonType="\(type)" id="b">\(Self.frame)\(Self.red)<state key="normal" image="\(image)"/></button>
      """
    let node = try #require(try Self.screen("<subviews>\(button)</subviews>").components.first { $0["image"] != nil })
    #expect(node["renderingMode"]?.string == mode)
    #expect(node["style"]?["color"]?.string == "#ff0000")
  }

  @Test(arguments: [("automatic", "template"), ("original", nil), ("template", "template")] as [(String, String?)])
  func `of items of bars is the tint, unless the image says otherwise`(image: String, mode: String?) throws {
    func content(_ id: String, _ item: String) -> String {
      SmallStoryboard.controller(id, name: id, content: "", other: item)
    }
    let translation = SmallStoryboard.translate(
      [
        """
        <tabBarController id="one" sceneMemberID="viewController"><connections>\
        <segue destination="n" kind="relationship" relationship="viewControllers" id="r1"/>\
        <segue destination="b" kind="relationship" relationship="viewControllers" id="r2"/></connections>\
        </tabBarController>
        """,
        """
        <navigationController id="n" sceneMemberID="viewController"><navigationBar key="navigationBar" id="bar"/>\
        <connections><segue destination="a" kind="relationship" relationship="rootViewController" id="r3"/>\
        </connections></navigationController>
        """,
        content(
          "a",
          """
          <navigationItem key="navigationItem" id="item"><barButtonItem key="rightBarButtonItem" image="\(image)" id="r"/>\
          </navigationItem>
          """),
        content("b", #"<tabBarItem key="tabBarItem" title="B" image="\#(image)" id="t"/>"#),
      ], files: Self.files)
    let screen = try #require(try translation.document("screens/a.json"))
    let button = try #require(screen.components.first { $0["type"]?.string == "button" })
    #expect(button["image"]?.string == image)
    #expect(button["renderingMode"]?.string == mode)
    let tab = try #require(screen.components.first { $0["type"]?.string == "tabBar" }?["items"]?.elements?.last)
    #expect(tab["text"]?.string == "B")
    #expect(tab["image"]?.string == image)
    #expect(tab["renderingMode"]?.string == mode)
  }
}
