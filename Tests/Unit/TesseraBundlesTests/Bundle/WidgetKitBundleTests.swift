import Foundation
import TesseraBundles
import TesseraValues
import Testing

/// Bundles with the file layout of WidgetKit.
@Suite struct WidgetKitBundleTests {
  private static let propertyList = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>
    <key>CFBundleIdentifier</key><string>org.example.Old</string>
    <key>CFBundleName</key><string>Old</string>
    <key>CFBundleShortVersionString</key><string>1.2</string>
    </dict></plist>
    """

  @Test func `A property list serves as a manifest, a top-level scheme as a screen, a stub service as the service`() {
    let bundle = WidgetBundle(texts: [
      "Info.plist": Self.propertyList, "StubService.json": #"{"actions": {}}"#,
      "Feed.json": #"{"Feed": {"view": {"type": "text"}}, "***": "words"}"#, "Base.lproj/Main.storyboardc/a.nib": "x",
      "Model.momd/Model.mom": "x", "Assets.car": "x",
    ])
    #expect(bundle.manifest.id == "org.example.Old")
    #expect(bundle.manifest.name == "Old")
    #expect(bundle.manifest.main == "Feed")
    #expect(bundle.screenNames == ["Feed"])
    #expect(bundle.path(ofScreen: "Feed") == "Feed.json")
    #expect(bundle.screen(named: "Feed")?["view"] != nil)
    #expect(bundle.servicePath == "StubService.json")
    #expect(bundle.service?["actions"] != nil)
    #expect(bundle.diagnostics.map(\.rule) == ["asset-catalogue", "interface-file", "model-file"])
  }

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

  @Test func `A property list without an identity is not a manifest`() {
    let bundle = WidgetBundle(texts: ["Info.plist": "nothing", "screens/Main.json": "{}"])
    #expect(bundle.diagnostics.contains { $0.rule == "property-list" })
  }
}
