import TesseraBundles
import TesseraValues
import Testing

/// Property lists in place of manifests, as WidgetKit has them.
@Suite struct PropertyListManifestTests {
  private static let propertyList = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>
    <key>CFBundleIdentifier</key><string>org.example.Old</string>
    <key>CFBundleName</key><string>Old</string>
    <key>CFBundleShortVersionString</key><string>1.2</string>
    </dict></plist>
    """

  @Test func `A property list serves as a manifest, a top-level scheme as a screen, a stub service as the service`() {
    let bundle = Self.bundle([
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

  @Test func `A property list beside screens of ours serves as a manifest`() {
    let bundle = Self.bundle(["Info.plist": Self.propertyList, "screens/Main.json": "{}"])
    #expect(bundle.manifest.id == "org.example.Old")
    #expect(bundle.manifest.version == SemanticVersion(1, 2, 0))
    #expect(bundle.storedPaths == ["Info.plist", "screens/Main.json", "widget.json"])
    #expect(bundle.diagnostics == [])
  }

  @Test func `A manifest comes before a property list`() {
    let bundle = Self.bundle([
      "Info.plist": "nothing", "widget.json": #"{"id": "org.example.new", "name": "New"}"#, "screens/Main.json": "{}",
    ])
    #expect(bundle.manifest.id == "org.example.new")
    #expect(bundle.diagnostics == [])
  }

  @Test func `A property list without an identity is not a manifest`() {
    let bundle = Self.bundle(["Info.plist": "nothing", "screens/Main.json": "{}"])
    #expect(bundle.diagnostics.contains { $0.rule == "property-list" })
  }

  @Test func `Bundles within a bundle are translated`() {
    let bundle = Self.bundle([
      "widget.json": #"{"id": "org.example.outer", "name": "Outer"}"#, "screens/Main.json": "{}",
      "widgets/Old.widget/Info.plist": Self.propertyList, "widgets/Old.widget/screens/Main.json": "{}",
    ])
    #expect(bundle.widgets["Old"]?.manifest.id == "org.example.Old")
    #expect(bundle.diagnostics == [])
  }

  @Test func `Only the registered formats are read`() {
    let bundle = WidgetBundle(texts: ["Info.plist": Self.propertyList, "screens/Main.json": "{}"])
    #expect(bundle.diagnostics.map(\.rule) == ["missing-file"])
  }

  private static func bundle(_ texts: [String: String]) -> WidgetBundle {
    BundleFolder(contents: texts.mapValues { Array($0.utf8) }).bundle
  }
}
