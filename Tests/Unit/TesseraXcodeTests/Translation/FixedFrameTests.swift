import TesseraValues
import TesseraXcode
import Testing

/// Views without constraints. Xcode adds some for exactly their frames when it builds an app.
@Suite("Views with fixed frames")
struct FixedFrameTests {
  private static func texts(_ attributes: String, mask: String) throws -> [String] {
    let translation = SmallStoryboard.translate([
      SmallStoryboard.controller(
        "one", name: "One",
        content: """
          <subviews><view \(attributes) id="box"><rect key="frame" x="100" y="320" width="120" height="30"/>\
          <autoresizingMask key="autoresizingMask" \(mask)/><userDefinedRuntimeAttributes>\
          <userDefinedRuntimeAttribute type="string" keyPath="wx.identifier" value="box"/>\
          </userDefinedRuntimeAttributes></view></subviews>
          """)
    ])
    return try #require(try translation.document("screens/One.json")?["view"]).constraintTexts
  }

  @Test(arguments: [
    (
      #"flexibleMaxX="YES" flexibleMaxY="YES""#,
      ["box.left = left + 100", "box.width = 120", "box.top = top + 300", "box.height = 30"]
    ),
    (
      #"flexibleMinX="YES" heightSizable="YES""#,
      ["box.right = right - 155", "box.width = 120", "box.top = top + 300", "box.bottom = bottom - 317"]
    ),
  ])
  func `are placed by frame and mask`(mask: String, expected: [String]) throws {
    let fixed = #"fixedFrame="YES" translatesAutoresizingMaskIntoConstraints="NO""#
    #expect(try Self.texts(fixed, mask: mask) == expected)
    #expect(try Self.texts("", mask: mask) == expected)
  }

  @Test func `are those that say so`() throws {
    #expect(try Self.texts(#"translatesAutoresizingMaskIntoConstraints="NO""#, mask: "") == [])
  }
}
