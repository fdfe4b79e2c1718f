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

  @Test func `each property is of a class that is there, and has one target`() {
    let classes = Set(ViewTable.classes.map(\.className))
    #expect(classes.count == ViewTable.classes.count)
    for row in ViewTable.classes { #expect(row.parent.map(classes.contains) ?? (row.className == "UIView")) }
    var targets: [String: String] = [:]
    for row in ViewTable.properties {
      #expect(classes.contains(row.className), "\(row.className)")
      let target = "\(row.target)"
      // A property can have several keys.
      #expect(targets.updateValue(target, forKey: "\(row.className).\(row.name)") ?? target == target, "\(row.name)")
    }
  }

  @Test func `each key of a class is there once, for one property or two priorities`() {
    for (className, rows) in Dictionary(grouping: ViewTable.properties.filter { $0.key != nil }, by: \.className) {
      for (key, rows) in Dictionary(grouping: rows, by: \.key) {
        let isPair = rows.allSatisfy { if case .priority = $0.kind { true } else { false } }
        #expect(rows.count == (isPair ? 2 : 1), "\(className) \(key ?? "")")
      }
    }
  }

  @Test(
    arguments: [
      ("UILabel", nil, "text", "UILabel"), ("UIButtonLabel", nil, "text", "UILabel"),
      ("UICollectionViewCell", nil, "container", "UICollectionReusableView"),
      ("UIWindow", nil, "container", "UIWindow"),
      ("UIView", "ContainerView", "containerView", "ContainerView"), ("UILabel", "AppLabel", "text", "UILabel"),
      ("MKMapView", nil, "container", "UIView"), ("UIOfTomorrow", nil, "container", "UIView"),
    ] as [(String, String?, String, String)])
  func `a class has its component, or that of the nearest class above it`(
    _ base: String, _ custom: String?, _ component: String, _ owner: String
  ) {
    let found = ViewTable.component(of: StoryboardClassName(base, custom: custom))
    #expect(found?.name == component)
    #expect(found?.className == owner)
  }

  @Test(arguments: [
    ("label", "UILabel"), ("wkWebView", "WKWebView"), ("containerView", "UIView"), ("view", "UIView"),
    ("mapView", "MKMapView"), ("unknownThing", "UIUnknownThing"),
  ])
  func `elements of documents stand for classes`(_ element: String, _ className: String) {
    #expect(ViewTable.className(ofElement: element) == className)
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
