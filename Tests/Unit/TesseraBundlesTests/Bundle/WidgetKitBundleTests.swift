import TesseraBundles
import TesseraValues
import Testing

/// Bundles with the file layout of WidgetKit.
@Suite struct WidgetKitBundleTests {
  @Test func `A top-level scheme is combined with the views in screens`() {
    let bundle = WidgetBundle(texts: [
      "widget.json": #"{"id": "org.example.old", "name": "Old"}"#,
      "Main.json": #"{"Main": {"objects": {}}, "other": 1}"#, "screens/Main.json": #"{"view": {"type": "text"}}"#,
    ])
    #expect(bundle.screenNames == ["Main"])
    #expect(bundle.path(ofScreen: "Main") == "screens/Main.json")
    #expect(bundle.scheme(ofScreen: "Main")?.path == "Main.json")
    #expect(bundle.scheme(ofScreen: "Main")?.document["objects"] != nil)
    #expect(bundle.diagnostics.map(\.rule) == ["unknown-section"])
  }

  @Test(arguments: [("Service.json", false), ("Service.dev.json", true), ("StubService.json", true)])
  func `Services have WidgetKit's names, too`(path: String, isDevelopment: Bool) {
    let bundle = WidgetBundle(
      texts: ["widget.json": #"{"id": "a.b", "name": "Old"}"#, path: "{}", "screens/Main.json": "{}"],
      mode: isDevelopment ? .development : .production)
    #expect(bundle.servicePath == path)
    #expect(bundle.service != nil)
  }
}
