import TesseraValues
import TesseraXcode
import Testing

/// What is said of constraints that are left out.
@Suite("Constraints that are left out")
struct ConstraintReportTests {
  private static func view(_ id: String, _ content: String = "", element: String = "view") -> String {
    """
    <\(element) translatesAutoresizingMaskIntoConstraints="NO" id="\(id)">\
    <rect key="frame" x="0" y="0" width="100" height="100"/>\(content)</\(element)>
    """
  }

  /// Returns what is said of a constraint from the view `a` to another.
  private static func messages(to other: String) -> [String] {
    let constraint = """
      <constraint firstItem="a" firstAttribute="top" secondItem="\(other)" secondAttribute="top" id="c"/>
      """
    let translation = SmallStoryboard.translate([
      SmallStoryboard.controller(
        "one", name: "One",
        content: """
          <subviews>\(view("a"))\(view("b", "<subviews>\(view("inner"))</subviews>"))\
          \(view("bar", element: "toolbar"))\(view("map", "<subviews>\(view("pin"))</subviews>", element: "mapView"))\
          </subviews><constraints>\(constraint)</constraints>
          """)
    ])
    return translation.diagnostics.filter { $0.rule == "interface-constraint" }.map(\.message)
  }

  @Test(arguments: [
    ("inner", "The constraint connects views that are not in the same box: 'a' and 'inner' (object c)"),
    ("absent", "The constraint refers to 'absent', which does not exist (object c)"),
    ("bar", "The constraint refers to 'bar', which is left out (object c)"),
    ("pin", "The constraint refers to 'pin', which is left out (object c)"),
  ])
  func `are reported with the reason and the views`(other: String, message: String) {
    #expect(Self.messages(to: other) == [message])
  }
}
