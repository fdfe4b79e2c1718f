import TesseraBundles
import TesseraServices
import TesseraValues
import Testing

@testable import TesseraRuntime

/// The hosts of addresses in a widget's options.
struct GrantedHostsTests {
  private func widget() throws -> TestWidget {
    try TestWidget(
      files: [
        "widget.json": """
        {"id": "org.example.test", "name": "Test", "main": "Main", "hosts": ["api.example.org"],
         "board": {"settings": "Main"}, "options": [
          {"name": "server", "type": "url", "reach": true, "default": "https://default.example.org/a"},
          {"name": "link", "type": "url"},
          {"name": "feeds", "type": "list", "element": {"type": "record", "fields": [
            {"name": "address", "type": "url", "reach": true}, {"name": "text", "type": "string"}]}}]}
        """,
        "screens/Main.json": #"{"view": \#(container())}"#,
      ])
  }

  private func allows(_ widget: TestWidget, _ address: String) -> Bool { widget.instance.policy.allows(url: address) }

  @Test func `What a person types is allowed, as long as it is there`() throws {
    let widget = try widget()
    #expect(allows(widget, "https://api.example.org/") && allows(widget, "https://default.example.org/"))
    widget.instance.setOptions([
      "server": "https://mine.example.org:8443/x", "link": "https://link.example.org/",
      "feeds": [["address": "https://feed.example.org/a"]],
    ])
    #expect(allows(widget, "https://mine.example.org:8443/y") && allows(widget, "https://feed.example.org/"))
    #expect(!allows(widget, "https://mine.example.org/"), "another port")
    #expect(!allows(widget, "https://link.example.org/"), "not declared to be reached")
    #expect(!allows(widget, "https://default.example.org/"), "replaced")
    widget.instance.setOptions([:])
    #expect(!allows(widget, "https://feed.example.org/") && allows(widget, "https://default.example.org/"))
  }

  @Test func `Only what a person typed may redirect elsewhere`() throws {
    let widget = try widget()
    #expect(widget.instance.policy.grantedHosts == [])
    #expect(widget.instance.policy.hosts.map(\.description) == ["api.example.org", "default.example.org"])
    widget.instance.setOptions(["server": "https://mine.example.org/"])
    #expect(widget.instance.policy.grantedHosts.map(\.description) == ["mine.example.org"])
  }

  @Test(arguments: [1, 70_000])
  func `What the widget writes allows nothing, whether it is stored or too large`(length: Int) throws {
    let widget = try widget()
    let text = Value.string(String(repeating: "x", count: length))
    widget.instance.options.write("feeds", to: [["address": "https://evil.example/", "text": text]])
    widget.instance.options.write("server", to: "https://evil.example/")
    #expect(!allows(widget, "https://evil.example/"))
    // Whatever reads the settings again grants no more.
    widget.instance.setOption("link", to: "https://link.example.org/")
    #expect(!allows(widget, "https://evil.example/"))
    #expect(!(try widget.instance.replacing(definition: widget.definition)).policy.allows(url: "https://evil.example/"))
  }

  @Test func `An instance that takes another's place keeps what a person typed`() throws {
    let widget = try widget()
    widget.instance.setOptions(["server": "https://mine.example.org/"])
    #expect(
      try widget.instance.replacing(definition: widget.definition).policy.allows(url: "https://mine.example.org/"))
  }
}
