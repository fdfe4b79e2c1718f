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
         "appearances": [{"appearance": "luminosity", "value": "dark"}, {"appearance": "contrast", "value": "high"}],
         "resizing": {"mode": "9-part", "center": {"mode": "stretch", "width": 1, "height": 1},
                      "cap-insets": {"top": 1, "left": 2, "bottom": 3, "right": 4}}}],
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
    traits.horizontalSizeClass = .compact
    #expect(catalog.images.first?.traits == traits)
    #expect(catalog.images.first?.isTemplate == true)
    #expect(catalog.images.first?.resizingInsets == ImageInsets(top: 1, left: 2, bottom: 3, right: 4))
    #expect(catalog.images(named: "gear", idiom: .phone).map(\.fileName) == ["gear@3x.png"])
    #expect(
      catalog.images(named: "gear", idiom: .phone, isDark: true).map(\.fileName) == ["gear@2x.png", "gear@3x.png"])
  }

  @Test func `has names with the groups that provide a namespace`() {
    let set = #"{"colors": [{"idiom": "universal", "color": {"reference": "systemRedColor", "platform": "ios"}}]}"#
    let catalog = catalog([
      "A.xcassets/icons/Contents.json": #"{"properties": {"provides-namespace": true}}"#,
      "A.xcassets/icons/plain/a.colorset/Contents.json": set,
      "A.xcassets/icons/dark/Contents.json": #"{"properties": {"provides-namespace": true}}"#,
      "A.xcassets/icons/dark/b.c.colorset/Contents.json": set, "A.xcassets/other/d.colorset/Contents.json": set,
      "elsewhere/e.colorset/Contents.json": set, "A.xcassets/f.dataset/Contents.json": "{}",
    ])
    #expect(catalog.colors.map(\.name) == ["d", "icons/a", "icons/dark/b.c"])
    #expect(catalog.colors.map(\.content) == Array(repeating: .system("systemRedColor"), count: 3))
  }

  @Test(arguments: [
    (
      #"{"color-space": "srgb", "components": {"red": "0xFF", "green": "0x80", "blue": "0", "alpha": "1.000"}}"#,
      AssetColor(.sRGB, [1, 128.0 / 255, 0], alpha: 1)
    ),
    (
      #"{"color-space": "srgb", "components": {"red": "255", "green": "51", "blue": "0", "alpha": "0.500"}}"#,
      AssetColor(.sRGB, [1, 0.2, 0], alpha: 0.5)
    ),
    (
      #"{"color-space": "extended-srgb", "components": {"red": "1.5", "green": "-0.25", "blue": "0.000"}}"#,
      AssetColor(.extendedSRGB, [1.5, -0.25, 0], alpha: 1)
    ),
    (
      #"{"color-space": "display-p3", "components": {"red": "1.000", "green": "0.5", "blue": 0.25, "alpha": "1"}}"#,
      AssetColor(.displayP3, [1, 0.5, 0.25], alpha: 1)
    ),
    (
      #"{"color-space": "gray-gamma-22", "components": {"white": "0.250", "alpha": "1.000"}}"#,
      AssetColor(.gray, [0.25], alpha: 1)
    ),
    (#"{"color-space": "cmyk", "components": {}}"#, nil),
    (#"{"color-space": "srgb", "components": {"red": "0x1FF", "green": "0", "blue": "0"}}"#, nil),
    (#"{"color-space": "srgb", "components": {"red": "inf", "green": "0", "blue": "0"}}"#, nil), ("3", nil),
  ])
  func `has colours in Xcode's forms of numbers`(color: String, expected: AssetColor?) {
    let catalog = catalog(["A.xcassets/a.colorset/Contents.json": #"{"colors": [{"color": \#(color)}]}"#])
    #expect(catalog.colors.map(\.content) == expected.map { [.color($0)] } ?? [])
    #expect(catalog.problems.count == (expected == nil ? 1 : 0))
  }

  @Test func `reports what is damaged, absent or outside`() {
    let catalog = catalog([
      "A.xcassets/a.imageset/Contents.json": "{", "A.xcassets/b.imageset/Contents.json": "[]",
      "A.xcassets/c.imageset/Contents.json": #"{"images": [{"filename": "../d.png"}, {"filename": "no.png"}, 7]}"#,
      "A.xcassets/d.png": "",
    ])
    #expect(catalog.images.isEmpty)
    #expect(
      catalog.problems.map(\.place) == ["a", "b", "c", "c"].map { "A.xcassets/\($0).imageset/Contents.json" })
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
