import TesseraValues
import TesseraXcode
import Testing

/// Controllers within controllers.
@Suite("Controllers within a screen")
struct EmbeddingTests {
  private static func place(_ id: String, of key: String) -> String {
    """
    <containerView id="\(id)"><rect key="frame" x="0" y="100" width="375" height="200"/>\
    <connections><segue destination="\(key)" kind="embed" id="seg-\(id)"/></connections></containerView>
    """
  }

  private static func subviews(_ views: String...) -> String { "<subviews>\(views.joined())</subviews>" }

  private static func navigation(_ id: String, root: String) -> String {
    """
    <navigationController id="\(id)" sceneMemberID="viewController"><navigationBar key="navigationBar" id="\(id)-bar"/>\
    <connections><segue destination="\(root)" kind="relationship" relationship="rootViewController" id="rel-\(id)"/>\
    </connections></navigationController>
    """
  }

  private static let inner = SmallStoryboard.controller(
    "two", name: "Inner", content: subviews(SmallStoryboard.label("lab", "Within")))

  private static func screen(_ name: String, _ translation: XcodeBundle.Translation) throws -> JSONNode {
    try #require(try translation.document("screens/\(name).json"))
  }

  @Test func `an embedded controller is in the screen, in its place`() throws {
    let translation = SmallStoryboard.translate([
      SmallStoryboard.controller("one", name: "Outer", content: Self.subviews(Self.place("box", of: "two"))),
      Self.inner,
    ])
    let view = try #require(try Self.screen("Outer", translation)["view"])
    let box = try #require(view["children"]?.elements?.first)
    #expect(box["children"]?.elements?.first?["style"]?["flexGrow"]?.number == 1)
    // It does not lie under the bars of the screen.
    #expect(box.component("withinLabel") != nil)
    #expect(box.components.flatMap(\.constraintTexts).contains("withinLabel.top = top + 80"))
    #expect(translation.diagnostics.map(\.description) == [])
  }

  @Test func `a navigation controller within a screen has its bar there`() throws {
    let translation = SmallStoryboard.translate([
      SmallStoryboard.controller("one", name: "Outer", content: Self.subviews(Self.place("box", of: "nav"))),
      Self.navigation("nav", root: "two"),
      SmallStoryboard.controller(
        "two", name: "Inner", content: "",
        other: #"<navigationItem key="navigationItem" title="Places" id="ite"/>"#),
    ])
    let view = try #require(try Self.screen("Outer", translation)["view"])
    #expect(view.component("barTitle")?["text"]?.string == "Places")
  }

  @Test func `controllers within each other end`() throws {
    let translation = SmallStoryboard.translate([
      SmallStoryboard.controller(
        "one", name: "Outer", content: Self.subviews(Self.place("b1", of: "two"), Self.place("b2", of: "two"))),
      SmallStoryboard.controller("two", name: "Inner", content: Self.subviews(Self.place("b3", of: "one"))),
    ])
    #expect(translation.documents["screens/Outer.json"] != nil)
    #expect(translation.diagnostics.count { $0.rule == "interface-segue" } > 1)
  }

  @Test func `many screens within each other have a limited number of views`() throws {
    let count = 60
    let controllers = (0..<count).map { number in
      let labels = (0..<40).map { SmallStoryboard.label("l\(number)-\($0)", "Text") }.joined()
      let place = Self.place("b\(number)", of: "c\(number + 1)")
      return SmallStoryboard.controller(
        number == 0 ? "one" : "c\(number)", name: number == 0 ? "First" : "c\(number)",
        content: "<subviews>\(labels)\(place)</subviews>")
    }
    let translation = SmallStoryboard.translate(controllers)
    var total = 0
    for path in translation.documents.keys where path.hasPrefix("screens/") {
      total += try #require(try translation.document(path)).components.count
    }
    // Their own views, and those of others.
    #expect(total > 2 * 42 * count)
    #expect(total < 43 * count + 20_000)
    #expect(translation.diagnostics.contains { $0.rule == "interface-segue" })
  }

  @Test func `schemes of both are joined, and equal names reported`() throws {
    let translation = SmallStoryboard.translate(
      [
        SmallStoryboard.controller("one", name: "Outer", content: Self.subviews(Self.place("box", of: "two"))),
        Self.inner,
      ],
      files: [
        "Outer.json": #"{"Outer": {"objects": {"posts": {"type": "ItemsCollection"}}}}"#,
        "Inner.json": """
        {"Inner": {"objects": {"posts": {"type": "A"}, "users": {"type": "ItemsCollection"}}, "elements": {}}}
        """,
      ])
    #expect(translation.replaced == ["Outer.json"])
    let scheme = try #require(try translation.document("Outer.json")?["Outer"])
    #expect(scheme["objects"]?.members?.map(\.name) == ["posts", "users"])
    #expect(scheme["objects"]?["posts"]?["type"]?.string == "ItemsCollection")
    #expect(translation.diagnostics.map(\.rule) == ["interface-scheme"])
  }

  @Test func `what is embedded acts as it does alone`() throws {
    let translation = SmallStoryboard.translate([
      Self.navigation("one", root: "out"),
      SmallStoryboard.controller("out", name: "Outer", content: Self.subviews(Self.place("box", of: "two"))),
      SmallStoryboard.controller(
        "two", name: "Inner",
        content: Self.subviews(
          """
          <button buttonType="system" id="but"><rect key="frame" x="0" y="0" width="80" height="30"/>\
          <state key="normal" title="Go"/><connections><segue destination="end" kind="show" id="s9"/></connections>\
          </button>
          """)),
      SmallStoryboard.controller("end", name: "End", content: ""),
    ])
    let button = try #require(try Self.screen("Outer", translation).component("goButton"))
    #expect(button["onPress"]?["type"]?.string == "push")
    #expect(button["onPress"]?["screen"]?.string == "End")
  }

  @Test func `the pages of a page controller are reported`() throws {
    let translation = SmallStoryboard.translate([
      SmallStoryboard.controller("one", name: "Outer", content: Self.subviews(Self.place("box", of: "pag"))),
      #"<pageViewController id="pag" sceneMemberID="viewController"/>"#,
    ])
    #expect(translation.diagnostics.map(\.rule) == ["interface-view"])
    #expect(translation.diagnostics.first?.fix?.contains("pager") == true)
  }

  // MARK: Split controllers

  private static func split(trigger: String) -> [String] {
    [
      """
      <splitViewController id="one" sceneMemberID="viewController"><connections>\
      <segue destination="dna" kind="relationship" relationship="detailViewController" id="r1"/>\
      <segue destination="mna" kind="relationship" relationship="masterViewController" id="r2"/>\
      </connections></splitViewController>
      """,
      navigation("mna", root: "mas"), navigation("dna", root: "det"),
      SmallStoryboard.controller(
        "mas", name: "Master",
        content: subviews(
          """
          <button buttonType="system" id="but"><rect key="frame" x="0" y="80" width="80" height="30"/>\
          <state key="normal" title="Open"/><connections><segue destination="dna" kind="\(trigger)" id="s9"/>\
          </connections></button>
          """), other: #"<navigationItem key="navigationItem" title="All" id="it1"/>"#),
      SmallStoryboard.controller(
        "det", name: "Detail", content: subviews(SmallStoryboard.label("lab", "Chosen")),
        other: #"<navigationItem key="navigationItem" title="One" id="it2"/>"#),
    ]
  }

  @Test func `a split controller shows both sides where there is room`() throws {
    let translation = SmallStoryboard.translate(Self.split(trigger: "showDetail"))
    #expect(try translation.document("widget.json")?["main"]?.string == "Master")
    let screen = try Self.screen("Master", translation)
    #expect(screen["navigationItem"]?["hidden"]?.bool == true)
    let sides = try #require(screen["view"]?["children"]?.elements)
    #expect(sides[0]["style"]?["width"]?.string == "@{widget.width >= 670 ? 320 : widget.width}")
    #expect(sides[2]["type"]?.string == "contentDisplayView")
    #expect(sides[2]["style"]?["display"]?.string == "@{widget.width >= 670 ? 'flex' : 'none'}")
    #expect(sides[0].component("barTitle")?["text"]?.string == "All")
    #expect(sides[2].component("barTitle2")?["text"]?.string == "One")
    #expect(sides[2].component("chosenLabel") != nil)
    #expect(translation.diagnostics.map(\.description) == [])
  }

  @Test func `the first side shows the second beside it, or pushes it`() throws {
    let screen = try Self.screen("Master", SmallStoryboard.translate(Self.split(trigger: "showDetail")))
    let press = try #require(screen.component("openButton")?["onPress"])
    #expect(press["onTrue"]?["type"]?.string == "setContext")
    #expect(press["onTrue"]?["context"]?.string == screen["context"]?["id"]?.string)
    #expect(press["onFalse"]?["type"]?.string == "push")
    #expect(press["onFalse"]?["screen"]?.string == "Detail")
  }
}
