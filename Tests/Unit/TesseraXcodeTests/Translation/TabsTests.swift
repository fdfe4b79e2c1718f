import TesseraValues
import TesseraXcode
import Testing

/// Tabs, and what the storyboard connects that schemes do, too.
@Suite("Tabs and connected objects")
struct TabsTests {
  private static let translation = BundleFolder.fixture("Tabs.app")?.translate() ?? XcodeBundle.Translation()

  private static func screen(_ name: String) throws -> JSONNode {
    try #require(try translation.document("screens/\(name).json"))
  }

  @Test func `one screen has the pages of all tabs`() throws {
    let view = try #require(try Self.screen("Write")["view"])
    let pages = try #require(view["children"]?.elements)
    #expect(
      pages.map { $0["style"]?["display"]?.string } == [
        "@{tabBar.value == 0 ? 'flex' : 'none'}", "@{tabBar.value == 1 ? 'flex' : 'none'}", nil,
      ])
    let bar = try #require(view.component("tabBar"))
    #expect(bar["items"]?.elements?.compactMap(\.string) == ["Write", "Read"])
    #expect(bar["onChange"] == nil)
    #expect(try Self.translation.document("widget.json")?["main"]?.string == "Write")
    #expect(Self.translation.diagnostics.filter { $0.rule == "interface-class" } == [])
  }

  @Test func `tabs whose schemes use the same names are screens with the bar`() throws {
    var folder = try #require(BundleFolder.fixture("Tabs.app"))
    for name in ["Write", "Read"] {
      folder.contents["\(name).json"] = Array(#"{"\#(name)": {"objects": {"a": {"type": "ItemsCollection"}}}}"#.utf8)
    }
    let translation = folder.translate()
    for (place, name) in ["Write", "Read"].enumerated() {
      let bar = try #require(try translation.document("screens/\(name).json")?.component("tabBar"))
      #expect(bar["value"]?.number == Double(place))
      #expect(bar["onChange"]?.elements?.count == 1)
    }
    #expect(translation.diagnostics.contains { $0.rule == "interface-class" })
  }

  @Test func `outlets and actions of WidgetKit's objects are sections of the document`() throws {
    let screen = try Self.screen("Write")
    #expect(screen["objects"]?["sendAction"]?["type"]?.string == "ActionController")
    #expect(screen["objects"]?["sendAction"]?["outlets"]?["form"]?.string == "formDisplayView")
    let elements = try #require(screen["elements"])
    #expect(elements["sendButton"]?["action"]?["target"]?.string == "sendAction")
    #expect(elements["formDisplayView"]?["outlets"]?["mandatoryFields"]?.elements?.compactMap(\.string) == ["word"])
    #expect(elements["word"]?["outlets"]?["textInput"]?.string == "textField")
    let names = Set(screen.components.compactMap { $0["id"]?.string })
    for element in elements.members ?? [] { #expect(names.contains(element.name)) }
  }

  @Test func `what the storyboard connects joins the scheme, whose own words win`() throws {
    var folder = try #require(BundleFolder.fixture("Tabs.app"))
    let scheme = """
      { "Write": { "objects": { "posts": { "type": "ItemsCollection" } },
        "elements": { "sendButton": { "action": { "target": "posts" }, "attrs": { "tag": 3 } } } },
        "//": "Kept", "Other": { "objects": {} } }
      """
    folder.contents["Write.json"] = Array(scheme.utf8)
    let translation = folder.translate()
    let screen = try #require(try translation.document("screens/Write.json"))
    #expect(screen["objects"] == nil)
    #expect(screen["elements"] == nil)
    #expect(translation.replaced == ["Write.json"])
    let file = try #require(try translation.document("Write.json"))
    // The reader of schemes reports these only while they are there.
    #expect(file.members?.map(\.name) == ["Write", "//", "Other"])
    let joined = try #require(file["Write"])
    #expect(joined["objects"]?.members?.map(\.name) == ["posts", "sendAction"])
    #expect(joined["elements"]?["sendButton"]?["action"]?["target"]?.string == "posts")
    #expect(joined["elements"]?["sendButton"]?["attrs"]?["tag"]?.number == 3)
    #expect(joined["elements"]?["word"]?["outlets"]?["textInput"]?.string == "textField")
    #expect(translation.diagnostics.filter { $0.rule == "interface-scheme" } == [])
  }

  @Test func `standard tabs have their titles and icons`() throws {
    func tab(_ id: String, _ item: String) -> String {
      SmallStoryboard.controller(
        id, name: id, content: "", other: #"<tabBarItem key="tabBarItem" systemItem="\#(item)" id="\#(id)-item"/>"#)
    }
    let translation = SmallStoryboard.translate([
      """
      <tabBarController id="one" sceneMemberID="viewController"><connections>\
      <segue destination="a" kind="relationship" relationship="viewControllers" id="r1"/>\
      <segue destination="b" kind="relationship" relationship="viewControllers" id="r2"/></connections>\
      </tabBarController>
      """, tab("a", "favorites"), tab("b", "search"),
    ])
    let items = try #require(try translation.document("screens/a.json")?.component("tabBar")?["items"]?.elements)
    #expect(items.map { $0["text"]?.string } == ["Favorites", "Search"])
    #expect(items.map { $0["icon"]?.string } == ["star", "magnify"])
  }

  @Test func `gestures do what their recognizers send`() throws {
    let view = try #require(try Self.screen("Write").component("view"))
    #expect(view["onPress"]?["as"]?.string == "popover")
  }

  @Test func `the manifest names the hosts of the service`() throws {
    let hosts = try Self.translation.document("widget.json")?["hosts"]?.elements?.compactMap(\.string)
    #expect(hosts == ["example.org"])
  }

  @Test(arguments: ["Main.storyboard", "Info.plist", "Service.json"])
  func `a cut file gives what is left, without a crash`(_ path: String) throws {
    let folder = try #require(BundleFolder.fixture("Tabs.app"))
    let bytes = try #require(folder.contents[path])
    for count in stride(from: 0, to: bytes.count, by: 251) {
      var cut = folder
      cut.contents[path] = Array(bytes.prefix(count))
      #expect(cut.translate().documents["widget.json"] != nil)
    }
  }
}
