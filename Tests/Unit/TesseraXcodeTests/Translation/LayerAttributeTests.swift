import TesseraBundles
import TesseraValues
import Testing

/// Runtime attributes that set properties of a view's layer.
@Suite("Attributes of layers")
struct LayerAttributeTests {
  private static let frame = #"<rect key="frame" x="0" y="0" width="80" height="20"/>"#

  private static func bundle(_ attributes: String, content: String = "") -> WidgetBundle {
    let screen = SmallStoryboard.controller(
      "one", name: "One",
      content: """
        <subviews><view id="box">\(frame)\(content)<userDefinedRuntimeAttributes>\(attributes)\
        </userDefinedRuntimeAttributes></view></subviews>
        """)
    return SmallStoryboard.folder([screen]).bundle
  }

  @Test(arguments: ["layer.shadowOffset", "shadowOffset"])
  func `give shadows the sizes that they take`(keyPath: String) throws {
    let bundle = Self.bundle(
      """
      <userDefinedRuntimeAttribute type="size" keyPath="\(keyPath)"><size key="value" width="1" height="2"/>\
      </userDefinedRuntimeAttribute>
      """)
    #expect(!bundle.hasErrors, "\(bundle.diagnostics)")
    let box = try #require(bundle.screen(named: "One")?.components.first { $0["shadowOffset"] != nil })
    #expect(box["shadowOffset"]?["width"]?.number == 1)
    #expect(box["shadowOffset"]?["height"]?.number == 2)
  }

  @Test(
    arguments: [
      ("layer.masksToBounds", "YES", "hidden"), ("clipsToBounds", "YES", "hidden"), ("clipsToBounds", "NO", nil),
    ] as [(String, String, String?)])
  func `clip what is inside a view`(keyPath: String, value: String, overflow: String?) throws {
    let bundle = Self.bundle(
      #"<userDefinedRuntimeAttribute type="boolean" keyPath="\#(keyPath)" value="\#(value)"/>"#,
      content: "<subviews>\(SmallStoryboard.label("a", "Inside"))</subviews>")
    let all = try #require(bundle.screen(named: "One")).components
    #expect(all.compactMap { $0["style"]?["overflow"]?.string } == [overflow].compactMap(\.self))
  }
}
