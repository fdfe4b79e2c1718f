import TesseraBundles
import TesseraValues
import TesseraXcode
import Testing

/// Files that Xcode has not compiled, read as a bundle.
@Suite("The sources of a widget")
struct SourceBundleTests {
  private static let bundle = BundleFolder(contents: BundleFolder.fixture("Gallery.app")?.contents ?? [:]).bundle

  private static func message(_ rule: String, in file: String) -> String? {
    bundle.diagnostics.first { $0.rule == rule && $0.file == file }?.message
  }

  @Test func `are a widget without errors`() {
    #expect(!Self.bundle.hasErrors, "\(Self.bundle.diagnostics)")
    #expect(Self.bundle.manifest.id == "org.example.gallery")
    // The name is a variable of Xcode.
    #expect(Self.bundle.manifest.name == "Widget")
    #expect(Self.bundle.screenNames == ["Gallery"])
  }

  @Test func `have a screen that shows a picture of the catalogue`() throws {
    let screen = try #require(Self.bundle.screen(named: "Gallery"))
    let picture = try #require(screen.components.first { $0["type"]?.string == "image" })
    let name = try #require(picture["image"]?.string)
    #expect(name.hasPrefix("Icons-logo-"))
    // The larger one is absent.
    let image = try #require(Self.bundle.image(named: name))
    #expect(image.pixelSize == .init(width: 80, height: 40))
    #expect(image.size?.width == 40 && image.size?.height == 20)
  }

  @Test func `have texts in other languages, a prototype and a model`() throws {
    #expect(Self.bundle.strings(locale: "de")["tit-aa-001.text"] == "Bilder")
    #expect(Self.bundle.strings(locale: "en")["tit-aa-001.text"] == "Pictures")
    let cell = try #require(Self.bundle.cells["Row"])
    #expect(cell.document.components.contains { $0["text"]?.string == "A picture" })
    #expect(Self.bundle.model?["entities"]?["Picture"] != nil)
  }

  @Test(arguments: [
    ("interface-omission", "Extra.storyboard", "only 'Main' is read"),
    ("asset-catalogue", "Assets.xcassets/paper.imageset/paper.pdf", "PDF"),
    ("asset-catalogue", "Assets.xcassets/Icons/logo.imageset/Contents.json", "'absent@3x.png'"),
  ])
  func `report what is left out with its file`(rule: String, file: String, words: String) throws {
    let message = try #require(Self.message(rule, in: file))
    #expect(message.contains(words))
  }

  @Test(arguments: ["Row.xib", "Model.xcdatamodel/contents", "Base.lproj/Main.storyboard", "de.lproj/Main.strings"])
  func `report a file that cannot be read, and the rest is there`(path: String) throws {
    var folder = try #require(BundleFolder.fixture("Gallery.app"))
    folder.contents[path] = Array("\"{".utf8)
    let bundle = folder.bundle
    #expect(bundle.diagnostics.contains { $0.file == path && $0.message.contains("cannot be read") })
    #expect(bundle.imageNames == Self.bundle.imageNames)
  }

  @Test func `need an identifier in place of a variable`() throws {
    var folder = try #require(BundleFolder.fixture("Gallery.app"))
    let information = "<plist><dict><key>CFBundleIdentifier</key><string>$(ID)</string></dict></plist>"
    folder.contents["Info.plist"] = Array(information.utf8)
    let bundle = folder.bundle
    #expect(bundle.diagnostics.contains { $0.severity == .error && $0.message.contains("'$(ID)'") })
  }

  @Test(arguments: ["$(DEVELOPMENT_LANGUAGE)", "${DEVELOPMENT_LANGUAGE}", "$(LANGUAGE)"])
  func `have the usual language in place of a variable`(region: String) throws {
    var folder = try #require(BundleFolder.fixture("Gallery.app"))
    let information = """
      <plist><dict><key>CFBundleIdentifier</key><string>org.example.gallery</string>
      <key>CFBundleDevelopmentRegion</key><string>\(region)</string></dict></plist>
      """
    folder.contents["Info.plist"] = Array(information.utf8)
    let bundle = folder.bundle
    #expect(!bundle.hasErrors, "\(bundle.diagnostics)")
    #expect(bundle.strings(locale: "en")["tit-aa-001.text"] == "Pictures")
  }

  @Test func `have documents with the positions that these have as files`() throws {
    let folder = try #require(BundleFolder.fixture("Kinds.app"))
    let files = BundleFormats([.xcode]).open(MemoryBundleFiles(folder.contents))
    let documents = files.list(limits: .standard).entries.filter { $0.path.hasSuffix(".json") }
    #expect(documents.count > 1)
    for entry in documents {
      let bytes = try files.bytes(at: entry.path, limit: 1 << 20)
      #expect(bytes.count == entry.size)
      #expect(try files.document(at: entry.path, limit: 1 << 20) == JSONNode.parse(bytes), "\(entry.path)")
      #expect(throws: Diagnostic.self) { try files.document(at: entry.path, limit: entry.size - 1) }
    }
  }
}
