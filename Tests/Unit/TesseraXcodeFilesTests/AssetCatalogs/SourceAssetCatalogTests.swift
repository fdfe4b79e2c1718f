import TesseraXcodeFiles
import Testing

@Suite("A source asset catalogue")
struct SourceAssetCatalogTests {
  private func catalog(_ files: [String: String]) -> AssetCatalog {
    SourceAssetCatalog(paths: files.keys) { path throws(XcodeFileError) in
      guard let text = files[path] else { throw XcodeFileError("absent") }
      return Array(text.utf8)
    }.catalog
  }

  @Test func `has image sets with files by scale, idiom and appearance`() {
    let catalog = catalog([
      "App/A.xcassets/Contents.json": #"{"info": {"version": 1, "author": "xcode"}}"#,
      "App/A.xcassets/gear.imageset/Contents.json": """
      {"images": [
        {"idiom": "universal", "scale": "1x"},
        {"idiom": "universal", "scale": "3x", "filename": "gear@3x.png"},
        {"idiom": "iphone", "scale": "2x", "filename": "gear@2x.png", "width-class": "compact",
         "appearances": [{"appearance": "luminosity", "value": "dark"}, {"appearance": "contrast", "value": "high"}]}],
       "properties": {"template-rendering-intent": "template"}}
      """,
      "App/A.xcassets/gear.imageset/gear@2x.png": "", "App/A.xcassets/gear.imageset/gear@3x.png": "",
    ])
    #expect(catalog.problems.isEmpty)
    #expect(catalog.images.map(\.name) == ["gear", "gear"])
    #expect(
      catalog.images.map(\.source) == [
        .file("App/A.xcassets/gear.imageset/gear@2x.png"), .file("App/A.xcassets/gear.imageset/gear@3x.png"),
      ])
    var traits = AssetTraits()
    traits.scale = 2
    traits.idiom = .phone
    traits.luminosity = .dark
    traits.isHighContrast = true
    #expect(catalog.images.first?.traits == traits)
    #expect(catalog.images.first?.isTemplate == true)
    #expect(catalog.images(named: "gear", idiom: .phone).map(\.traits.scale) == [3])
    #expect(catalog.images(named: "gear", idiom: .phone, isDark: true).map(\.traits.scale) == [2, 3])
  }

  @Test func `has names with the groups that provide a namespace`() {
    let set = #"{"images": [{"idiom": "universal", "filename": "i.png"}]}"#
    let sets = [
      "A.xcassets/icons/plain/a.imageset", "A.xcassets/icons/dark/b.c.imageset", "A.xcassets/other/d.imageset",
      "elsewhere/e.imageset",
    ]
    var files = [
      "A.xcassets/icons/Contents.json": #"{"properties": {"provides-namespace": true}}"#,
      "A.xcassets/icons/dark/Contents.json": #"{"properties": {"provides-namespace": true}}"#,
      "A.xcassets/f.dataset/Contents.json": "{}", "A.xcassets/g.colorset/Contents.json": "{",
    ]
    for folder in sets { files.merge(["\(folder)/Contents.json": set, "\(folder)/i.png": ""]) { $1 } }
    let catalog = catalog(files)
    #expect(catalog.images.map(\.name) == ["d", "icons/a", "icons/dark/b.c"])
    #expect(catalog.problems.isEmpty)
  }

  @Test func `reports what is damaged, absent or outside`() {
    let catalog = catalog([
      "A.xcassets/a.imageset/Contents.json": "{", "A.xcassets/b.imageset/Contents.json": "[]",
      "A.xcassets/c.imageset/Contents.json": #"{"images": [{"filename": "../d.png"}, {"filename": "no.png"}, 7]}"#,
      "A.xcassets/d.png": "",
    ])
    #expect(catalog.images.isEmpty)
    #expect(
      catalog.problems.map(\.location) == ["a", "b", "c", "c"].map { "A.xcassets/\($0).imageset/Contents.json" })
  }

  @Test func `has app icons`() {
    let catalog = catalog([
      "A.xcassets/AppIcon.appiconset/Contents.json":
        #"{"images": [{"size": "60x60", "idiom": "iphone", "filename": "i.png", "scale": "2x"}, {"size": "1x1"}]}"#,
      "A.xcassets/AppIcon.appiconset/i.png": "",
    ])
    #expect(catalog.images.map(\.name) == ["AppIcon"])
    #expect(catalog.images.map(\.isAppIcon) == [true])
  }
}
