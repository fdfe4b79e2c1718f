import TesseraValues
import TesseraXcode
import Testing

/// Images that a bundle does not have.
@Suite("Missing images")
struct MissingImageTests {
  private static let frame = #"<rect key="frame" x="0" y="0" width="9" height="9"/>"#

  /// A screen in a navigation stack, in a tab bar with another one.
  private static func diagnostics(content: String, item: String = "", tab: String = "") -> [String] {
    let tabs = """
      <tabBarController id="one" sceneMemberID="viewController"><connections>\
      <segue destination="n" kind="relationship" relationship="viewControllers" id="r1"/>\
      <segue destination="b" kind="relationship" relationship="viewControllers" id="r2"/></connections>\
      </tabBarController>
      """
    let stack = """
      <navigationController id="n" sceneMemberID="viewController"><navigationBar key="navigationBar" id="bar"/>\
      <connections><segue destination="a" kind="relationship" relationship="rootViewController" id="r3"/></connections>\
      </navigationController>
      """
    let translation = SmallStoryboard.translate([
      tabs, stack,
      SmallStoryboard.controller(
        "a", name: "a", content: "<subviews>\(content)</subviews>",
        other: #"<navigationItem key="navigationItem" id="item">\#(item)</navigationItem>"#),
      SmallStoryboard.controller("b", name: "b", content: "", other: tab),
    ])
    return translation.diagnostics.filter { $0.rule == "interface-image" }.map { "\($0.message) \($0.fix ?? "")" }
  }

  private static func reports(_ image: String, in place: String) -> [String] {
    switch place {
    case "imageView": diagnostics(content: "<imageView \(image) id=\"i\">\(frame)</imageView>")
    case "button": diagnostics(content: "<button id=\"i\">\(frame)<state key=\"normal\" \(image)/></button>")
    case "bar": diagnostics(content: "", item: "<barButtonItem key=\"rightBarButtonItem\" \(image) id=\"i\"/>")
    default: diagnostics(content: "", tab: "<tabBarItem key=\"tabBarItem\" title=\"B\" \(image) id=\"i\"/>")
    }
  }

  @Test(arguments: ["imageView", "button", "bar", "tab"])
  func `are reported wherever they are`(place: String) {
    let reports = Self.reports(#"image="nope""#, in: place)
    #expect(reports.count == 1)
    #expect(reports.first?.contains("no image 'nope'") == true)
  }

  @Test(arguments: ["imageView", "button", "bar", "tab"])
  func `may be symbols of the system, which have icons here`(place: String) {
    let reports = Self.reports(#"image="star.fill" catalog="system""#, in: place)
    #expect(reports.count == 1)
    #expect(reports.first?.contains("'star.fill' is a symbol of the system") == true)
    #expect(reports.first?.contains("icon") == true)
  }

  @Test func `may be references to symbols`() {
    let reference = #"<imageReference key="image" image="star" catalog="system" symbolScale="large"/>"#
    let reports = Self.diagnostics(
      content: """
        <imageView id="i">\(Self.frame)\(reference)</imageView><button id="b">\(Self.frame)<state key="normal">\
        \(reference)</state></button>
        """, item: #"<barButtonItem key="rightBarButtonItem" id="r">\#(reference)</barButtonItem>"#)
    #expect(reports.count == 3)
    #expect(reports.allSatisfy { $0.contains("'star' is a symbol of the system") })
  }
}
