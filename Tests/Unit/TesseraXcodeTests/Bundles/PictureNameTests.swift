import TesseraBundles
import TesseraValues
import Testing

@testable import TesseraXcode

/// The names that the assets of a catalogue have in our documents.
@Suite("The name of a picture")
struct PictureNameTests {
  @Test(arguments: [
    "gear", "star.fill", "图标", "★", "a-b", "mit Leerzeichen", "é", "👩‍🚀", "a.png",
  ])
  func `is that of the asset if files may have it`(_ asset: String) {
    #expect(PictureNames.fileName(asset) == asset)
  }

  @Test(arguments: [
    "a/b", "a\u{301}/\u{301}b", "a:b", ".hidden", "dot.", "space ", "", "..", "a\u{0}", "a\u{202E}b", "*️⃣", "\\",
    String(repeating: "图", count: 80),
  ])
  func `has a mark of the asset if they may not`(_ asset: String) {
    let name = PictureNames.fileName(asset)
    #expect(name != asset)
    #expect(name.wholeMatch(of: #/(.+-)?[0-9a-f]{8}/#) != nil, "\(name)")
    #expect(BundlePath.problem(in: "images/\(name).png") == nil)
    #expect(name.utf8.count < 250)
  }

  @Test func `is short for an asset whose name is a million dots`() {
    #expect(PictureNames.fileName(String(repeating: ".", count: 1_000_000)).utf8.count == 8)
  }

  @Test func `is the same whatever other assets there are, unless they differ in case only`() {
    var names = PictureNames()
    let before = names.add("a/b")
    #expect(names.add("a-b") == "a-b")
    #expect(names.add("Logo") == "Logo")
    let other = names.add("logo")
    #expect(other.hasPrefix("logo-"))
    #expect(names.add("a/b") == before)
    #expect(names["logo"] == other)
    #expect(names["absent"] == nil)
  }

  @Test func `tells all assets of a bundle apart`() throws {
    let sets = ["图标": "1", "★": "2", "a-b": "3", "a/b": "4", "Logo": "5", "Icons/logo": "6"]
    var files = [
      "Assets.xcassets/a/Contents.json": #"{"properties": {"provides-namespace": true}}"#,
      "Assets.xcassets/Icons/Contents.json": "{}", "logo.svg": Self.picture("9"),
    ]
    for (folder, width) in sets {
      files["Assets.xcassets/\(folder).imageset/Contents.json"] = """
        {"images": [{"idiom": "universal", "filename": "p.svg"}]}
        """
      files["Assets.xcassets/\(folder).imageset/p.svg"] = Self.picture(width)
    }
    let views = ["图标", "★", "a-b", "a/b", "Logo", "logo"].enumerated().map { place, asset in
      """
      <imageView image="\(asset)" id="image\(place)"><rect key="frame" x="0" y="0" width="9" height="9"/></imageView>
      """
    }
    let screen = SmallStoryboard.controller("one", name: "Main", content: "<subviews>\(views.joined())</subviews>")
    let bundle = SmallStoryboard.folder([screen], files: files).bundle
    #expect(bundle.diagnostics.filter { ["bundle-path", "interface-image"].contains($0.rule) } == [])
    let shown = try #require(bundle.screen(named: "Main")).components.compactMap { $0["image"]?.string }
    #expect(shown.map { bundle.image(named: $0)?.pixelSize?.width } == [1, 2, 3, 4, 5, 6])
  }

  private static func picture(_ width: String) -> String {
    #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="8"><rect width="1" height="8"/></svg>"#
  }
}
