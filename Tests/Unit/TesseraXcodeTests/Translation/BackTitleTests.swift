import TesseraValues
import TesseraXcode
import Testing

/// What back buttons say.
@Suite("Titles of back buttons")
struct BackTitleTests {
  /// Returns the bar of a screen that pushes another one, or does not.
  private static func bar(_ item: String, pushes: Bool = true) throws -> (JSONNode?, rules: [String]) {
    let segue = #"<connections><segue destination="two" kind="show" id="seg"/></connections>"#
    let translation = SmallStoryboard.translate(
      [
        #"<navigationController id="one" sceneMemberID="viewController"><navigationBar key="navigationBar" id="bar"/>"#
          + #"<connections><segue destination="a" kind="relationship" relationship="rootViewController" id="roo"/>"#
          + "</connections></navigationController>",
        SmallStoryboard.controller("a", name: "A", content: "", other: item + (pushes ? segue : "")),
        SmallStoryboard.controller("two", name: "Two", content: ""),
      ], files: ["de.lproj/Main.strings": #""bac.title" = "Alle";"#])
    return (try translation.document("screens/A.json")?["navigationItem"], translation.diagnostics.map(\.rule))
  }

  @Test(
    arguments: [
      (#"title="All""#, "", "All"), (#"title="All" backButtonTitle="Short""#, "", "Short"),
      (#"title="All""#, #"<barButtonItem key="backBarButtonItem" title=" " id="b"/>"#, " "),
      // The item of the button comes first.
      (#"backButtonTitle="Short""#, #"<barButtonItem key="backBarButtonItem" title="Item" id="b"/>"#, "Item"),
      // A table of strings has it.
      (#"title="All""#, #"<barButtonItem key="backBarButtonItem" title="Item" id="bac"/>"#, "@{text('bac.title')}"),
      // It is not "Back" that the storyboard says, but UIKit.
      ("", "", nil),
    ] as [(String, String, String?)])
  func `the next screen's back button says it`(_ attributes: String, _ content: String, _ title: String?) throws {
    let (bar, rules) = try Self.bar(
      #"<navigationItem key="navigationItem" \#(attributes) id="ite">\#(content)</navigationItem>"#)
    #expect(bar?["backTitle"]?.string == title)
    #expect(rules == [])
  }

  @Test func `a screen that pushes none says nothing`() throws {
    let (bar, _) = try Self.bar(#"<navigationItem key="navigationItem" title="All" id="ite"/>"#, pushes: false)
    #expect(bar?["title"]?.string == "All")
    #expect(bar?["backTitle"] == nil)
  }
}
