import TesseraValues
import Testing

@testable import TesseraXcode

@Suite("Tables of UIKit")
struct TableTests {
  @Test(arguments: [
    (StoryboardColor(red: -0.0734183, green: 0.589801, blue: 1.00123, alpha: 1), "#0096ff"),
    (StoryboardColor(white: 1, alpha: 0.5), "#ffffff80"), (StoryboardColor(white: 0, alpha: 0), "clear"),
    (StoryboardColor(white: 0, alpha: 1, name: "labelColor"), "label"),
    (StoryboardColor(red: .nan, green: .infinity, blue: 0.5, alpha: 1), "#000080"),
  ])
  func `colours are clamped to what can be shown`(_ color: StoryboardColor, _ text: String) {
    #expect(ColorTable.text(of: color) == text)
  }

  @Test func `each property of a compiled view has a row for what becomes of it`() {
    for name in [
      "UIView", "UILabel", "UIButton", "UITableView", "UISearchBar", "UITextView", "UISlider", "UIStackView",
    ] {
      for row in CompiledKeyTable.rows(of: name) {
        if case .priorities = row.reading { continue }
        #expect(ViewTable.row(of: row.name, in: row.className) != nil, "\(row.className).\(row.name)")
      }
    }
  }

  @Test(
    arguments: [
      ("No posts here yet!", "Label", "noPostsHereYetLabel"), ("REPOSTS", "Label", "repostsLabel"),
      ("@Author", "Label", "authorLabel"), ("repostCount", "Label", "repostCountLabel"),
      (nil, "ImageView", "imageView"),
      ("1000", "Label", "label"), ("Äpfel", "Label", "label"),
    ] as [(String?, String, String)])
  func `views are named after what they show`(_ text: String?, _ kind: String, _ name: String) {
    #expect(IdentifierTable.suggestion(text, kind: kind) == name)
  }

  @Test(arguments: [
    (#"C:\temp"#, #"C:\temp"#), ("@{a}", #"\@{a}"#), (#"\@{a} \n"#, #"\\\@{a} \\n"#),
  ])
  func `a text is written so that it shows as it is`(_ text: String, _ written: String) {
    #expect(LiteralText.escaped(text) == written)
  }

  @Test(arguments: [
    ("star", "star"), ("star.PNG", "star"), ("star.webp", "star"), ("star.svg", "star"), ("star.fill", "star.fill"),
    (".png", nil),
  ])
  func `images are found with or without their ending`(_ name: String, _ found: String?) {
    var directory = ScreenDirectory(StoryboardDocument())
    var pictures = PictureNames()
    for asset in ["star", "star.fill"] { _ = pictures.add(asset) }
    directory.pictures = pictures
    let controller = StoryboardController(
      key: "a", id: "a", className: StoryboardClassName("UIViewController"), file: "a")
    let context = ScreenContext(controller, directory: directory)
    #expect(context.image(named: name)?.string == found)
  }

  @Test(arguments: [
    (#""from": "content.name", "placeholder": "x""#, true), ("", false), (#"{"from": 1}"#, false), (#""from""#, false),
    (#""a": [1, 2}"#, false),
  ])
  func `a binding is the inside of an object`(_ text: String, _ isValid: Bool) {
    #expect((BindingText.binding(text) != nil) == isValid)
  }
}
