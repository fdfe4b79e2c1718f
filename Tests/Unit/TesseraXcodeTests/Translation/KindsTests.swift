import TesseraValues
import TesseraXcode
import Testing

/// A storyboard with a view of every kind.
@Suite("All kinds of views")
struct KindsTests {
  private static let translation = BundleFolder.fixture("Kinds.app")?.translate() ?? XcodeBundle.Translation()

  private static func screen() throws -> JSONNode { try #require(try translation.document("screens/Kinds.json")) }

  @Test func `each kind has its component`() throws {
    let types = try #require(try Self.screen()["view"]?["children"]?.elements).compactMap { $0["type"]?.string }
    #expect(
      types == [
        "text", "text", "button", "button", "image", "textInput", "textInput", "switch", "slider", "stepper",
        "segmented", "progress", "pageIndicator", "activityIndicator", "datePicker", "select", "searchBar", "webView",
        "placeholder", "container", "scroll", "container", "collectionView", "container",
      ])
  }

  @Test func `what is missing is reported with its object`() {
    let messages = Self.translation.diagnostics.map(\.message)
    for object in ["v04-aa-004", "v15-aa-015", "v18-aa-018", "v23-aa-023"] {
      #expect(messages.count { $0.contains(object) } == 1, "\(object)")
    }
    #expect(Self.translation.diagnostics.count == 4)
  }

  @Test func `a text that looks like an expression stays a text`() throws {
    #expect(try Self.screen().component("helloYouLabel")?["text"]?.string == #"Hello, \@{you}"#)
  }

  @Test func `texts of string tables are looked up, and the storyboard's own are those of its language`() throws {
    let item = try #require(try Self.screen()["navigationItem"])
    #expect(item["title"]?.string == "@{text('ite-aa-001.title')}")
    #expect(try Self.translation.document("strings/de.json")?["v02-aa-002.normalTitle"]?.string == "Drücken")
    #expect(try Self.translation.document("strings/en.json")?["v02-aa-002.normalTitle"]?.string == "Press")
  }

  @Test func `segues present as they say, and buttons of bars pass nothing on`() throws {
    let press = try #require(try Self.screen().component("pressButton")?["onPress"])
    #expect(press["as"]?.string == "sheet")
    let add = try #require(try Self.screen().component("addButton")?["onPress"])
    #expect(add["type"]?.string == "push")
    #expect(add["content"]?.isNull == true)
  }
}
