import TesseraBundles
import TesseraValues
import Testing

@Suite("A widget bundle")
struct WidgetBundleTests {
  @Test func `with two small files has no faults`() {
    let bundle = bundle()
    #expect(bundle.problems == [])
    #expect(!bundle.hasErrors)
    #expect(bundle.manifest.main == "Main")
    #expect(bundle.screenNames == ["Main"])
    #expect(bundle.screen(named: "Main")?["view"]?["text"]?.string == "Hello")
    #expect(bundle.screen(named: "Other") == nil)
    #expect(bundle.model == nil)
    #expect(bundle.service == nil)
  }

  @Test func `begins with its only screen, whatever the name`() {
    let files = ["widget.json": minimalFiles["widget.json"] ?? "", "screens/Feed.json": "{}"]
    #expect(WidgetBundle(files: MemoryBundleFiles(texts: files)).manifest.main == "Feed")
  }

  @Test func `keeps working when a document is broken`() {
    let bundle = bundle(adding: ["screens/Other.json": "{\"view\": }", "model.json": "[1, 2"])
    #expect(bundle.diagnostics.map(\.file) == ["model.json", "screens/Other.json"])
    #expect(bundle.diagnostics.map(\.range?.start) == [.init(line: 1, column: 6), .init(line: 1, column: 10)])
    #expect(bundle.screen(named: "Main") != nil)
    #expect(bundle.screen(named: "Other") == nil)
    #expect(bundle.screenNames == ["Main", "Other"])
  }

  @Test(arguments: [
    (#"{"Main": {"view": {}}}"#, true), (#"{"***": "a comment", "Main": {"view": {}}}"#, true),
    (#"{"*** 1": "a comment", "*** 2": {}, "Main": {"view": {}}}"#, true),
    (#"{"Main": {"view": {}}, "more": 1}"#, true), (#"{"Main": {"view": {}}, "elements": {}}"#, false),
    (#"{"main": {"view": {}}}"#, false), (#"{"Main": 1}"#, false),
  ])
  func `unwraps a screen from an object with its name`(text: String, isUnwrapped: Bool) {
    let screen = bundle(adding: ["screens/Main.json": text]).screen(named: "Main")
    #expect((screen?["view"] != nil) == isUnwrapped)
  }

  @Test func `does not mistake a screen named like a key for a wrapped one`() {
    let bundle = bundle(adding: ["screens/view.json": #"{"view": {"type": "text"}}"#])
    #expect(bundle.screen(named: "view")?["view"]?["type"]?.string == "text")
  }

  @Test func `uses the development service in development only`() {
    let files = ["service.json": #"{"options": {}}"#, "service.dev.json": #"{"defaults": {}}"#]
    #expect(bundle(adding: files).service?["options"] != nil)
    #expect(bundle(adding: files).servicePath == "service.json")
    #expect(bundle(adding: files, mode: .development).service?["defaults"] != nil)
    #expect(bundle(adding: files, mode: .development).servicePath == "service.dev.json")
    #expect(bundle(adding: ["service.json": "{}"], mode: .development).service != nil)
  }

  @Test func `does not fall back to the real service when the development service is broken`() {
    let bundle = bundle(adding: ["service.json": "{}", "service.dev.json": "{"], mode: .development)
    #expect(bundle.service == nil)
    #expect(bundle.diagnostics.map(\.file) == ["service.dev.json"])
  }

  @Test(arguments: [
    ("de-AT", "Jänner", "Beitrag", "Refresh", "Resa"), ("de_at", "Jänner", "Beitrag", "Refresh", "Resa"),
    ("de", "Januar", "Beitrag", "Refresh", "Resa"), ("fr", "January", "Post", "Refresh", "Resa"),
    ("sv-SE", "Januari", "Post", "Refresh", "Resa"), ("", "January", "Post", "Refresh", "Resa"),
  ])
  func `finds texts in the closest language`(
    locale: String, january: String, post: String, refresh: String, travel: String
  ) {
    let bundle = bundle(adding: [
      "widget.json": #"{"id": "org.example.test", "name": "Test", "locale": "sv"}"#,
      "strings/de_AT.json": #"{"january": "Jänner"}"#,
      "strings/de.json": #"{"january": "Januar", "post": "Beitrag"}"#,
      "strings/en.json": #"{"january": "January", "post": "Post", "refresh": "Refresh"}"#,
      "strings/sv.json": #"{"january": "Januari", "travel": "Resa"}"#,
    ])
    #expect(bundle.problems == [])
    #expect(bundle.locales == ["de", "de-AT", "en", "sv"])
    let texts = bundle.strings(locale: locale)
    let shown = ["january", "post", "refresh", "travel"].map { texts[$0]?.string }
    #expect(shown == [january, post, refresh, travel])
  }

  @Test(arguments: [
    (["widget.json": ""], "widget.json:1:1: error: The document ends where a value is expected [json-syntax]"),
    (
      ["screens/Main.json": "[]"],
      "screens/Main.json:1:1: error: A screen must be an object, found list [screen-type]"
    ),
    (
      ["screns/Feed.json": "{}"],
      "screns: warning: The directory 'screns' has no meaning in a bundle; did you mean 'screens'? [unknown-file]"
    ),
    (
      ["servce.json": "{}"],
      "servce.json: warning: The file 'servce.json' has no meaning in a bundle; did you mean 'service.json'? "
        + "[unknown-file]"
    ),
    (
      ["screens/sub/Feed.json": "{}"],
      "screens/sub/Feed.json: warning: 'screens/sub/Feed.json' is not read; 'screens' holds files with the ending "
        + "'.json'; Move it to 'screens/Feed.json' [unknown-file]"
    ),
    (
      ["images/run.js": ""],
      "images/run.js: warning: 'images/run.js' is code; a bundle holds data only and nothing ever runs it; Remove it "
        + "[code-in-bundle]"
    ),
    (
      ["images/photo.png": "not a picture"],
      "images/photo.png: error: 'images/photo.png' is not an image: its content is neither PNG, JPEG, GIF, WebP nor "
        + "SVG [image-content]"
    ),
    (
      ["images/photo.bmp": "BM"],
      "images/photo.bmp: warning: 'images/photo.bmp' is not read; images end in '.png', '.jpg', '.jpeg', '.gif', "
        + "'.webp', '.svg' [unknown-file]"
    ),
    (
      ["strings/en.json": #"{"a": "b", "n": 3}"#],
      "strings/en.json:1:17: error: The text 'n' must be text or an object of plural forms, found number [strings-type]"
    ),
    (
      ["strings/english language.json": "{}"],
      "strings/english language.json: warning: 'english language' is not a language tag; "
        + "Name the file like 'en.json' or 'de-AT.json' [unknown-file]"
    ),
  ])
  func `reports errors in files`(files: [String: String], problem: String) {
    #expect(bundle(adding: files).problems == [problem])
  }

  @Test func `ignores the author's tools, tests and notes`() {
    let files = [
      ".git/config": "x", "screens/.DS_Store": "x", "README.md": "x", "LICENSE": "x", "tests/run.sh": "x",
      "tests/feed.yaml": "x",
    ]
    #expect(bundle(adding: files).problems == [])
  }

  @Test func `without a manifest or a screen reports that and does not fail`() {
    let bundle = WidgetBundle(files: MemoryBundleFiles())
    #expect(bundle.diagnostics.map(\.rule) == ["missing-file", "missing-screen"])
    #expect(bundle.manifest == Manifest())
    #expect(bundle.paths == [])
  }

  @Test(arguments: [
    (
      #"{"id": "org.example.test", "name": "Test", "main": "Mian"}"#,
      "widget.json:1:52: error: The main screen 'Mian' has no file 'screens/Mian.json'; did you mean 'Main'? "
        + "[missing-screen]"
    ),
    (
      #"{"id": "org.example.test", "name": "Test", "icon": "lgoo"}"#,
      "widget.json:1:52: error: The icon 'lgoo' is not an image in the bundle; did you mean 'logo'? [missing-image]"
    ),
  ])
  func `suggests the likely screen or image when the manifest names a missing one`(manifest: String, problem: String) {
    let bundle = bundle(adding: ["widget.json": manifest, "images/logo.svg": "<svg/>"])
    #expect(bundle.problems == [problem])
  }
}
