import TesseraBundles
import TesseraValues
import Testing

@testable import TesseraXcode

/// The images of a compiled catalogue as those of a bundle.
@Suite("An image of a compiled catalogue in a bundle")
struct CatalogueImageTests {
  typealias Writer = AssetCatalogWriter

  /// An image of which the data are whole, and one of which they are not.
  private static func files(green: UInt8 = 0) -> MemoryBundleFiles {
    let pixels: [UInt8] = [255, green, 0, 255, 0, 0, 255, 255]
    let whole = Writer.Rendition(width: 2, height: 1, content: Writer.bitmap(4, Writer.stored(pixels)))
    let damaged = Writer.Rendition(
      identifier: 2, width: 30, height: 20, content: Writer.bitmap(4, Writer.stored([1, 2, 3])))
    let catalogue = Writer(names: [("whole", 1), ("damaged", 2)], renditions: [whole, damaged]).bytes()
    let information = """
      <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>org.example.pictures</string></dict></plist>
      """
    return MemoryBundleFiles(["Assets.car": catalogue, "Info.plist": Array(information.utf8)])
  }

  @Test func `has its size before it is decoded, and becomes a PNG file when it is asked for`() throws {
    let bundle = WidgetBundle(files: XcodeBundleFiles(Self.files()))
    #expect(bundle.imageNames == ["damaged", "whole"])
    #expect(bundle.image(named: "damaged")?.pixelSize == .init(width: 30, height: 20))
    #expect(!bundle.diagnostics.contains { $0.rule == "asset-catalogue" })
    let image = try #require(bundle.image(named: "whole"))
    for _ in 0..<2 {
      let header = try #require(ImageHeader(image.bytes))
      #expect(header.format == .png)
      #expect((header.width, header.height) == (2, 1))
    }
  }

  @Test func `that is damaged has an error instead of its content`() throws {
    let image = try #require(WidgetBundle(files: XcodeBundleFiles(Self.files())).image(named: "damaged"))
    let error = #expect(throws: Diagnostic.self) { try image.bytes }
    #expect(error?.rule == "asset-catalogue")
    #expect(error?.file == "Assets.car")
    #expect(error?.message.contains("'damaged'") == true)
  }

  @Test func `that is damaged is left out and reported where all are read`() {
    let bundle = WidgetBundle(files: XcodeBundleFiles(Self.files()), images: .atOnce)
    #expect(bundle.imageNames == ["whole"])
    #expect(bundle.storedPaths.filter { $0.hasPrefix("images/") } == ["images/whole.png"])
    #expect(bundle.diagnostics.count { $0.rule == "asset-catalogue" && $0.message.contains("'damaged'") } == 1)
  }

  @Test func `takes part in the fingerprint`() {
    let first = WidgetBundle(files: XcodeBundleFiles(Self.files())).fingerprint
    #expect(first == WidgetBundle(files: XcodeBundleFiles(Self.files())).fingerprint)
    #expect(first != WidgetBundle(files: XcodeBundleFiles(Self.files(green: 9))).fingerprint)
  }

  @Test func `that is larger than a file may be is refused`() throws {
    let files = XcodeBundleFiles(Self.files())
    _ = files.list(limits: .standard)
    let error = #expect(throws: Diagnostic.self) { try files.bytes(at: "images/whole.png", limit: 20) }
    #expect(error?.rule == "bundle-limit")
  }

  @Test func `stays in memory until others take its room`() {
    var images = RecentImages()
    let megabyte = [UInt8](repeating: 0, count: 1 << 20)
    for number in 0..<8 { images.keep(megabyte, at: "\(number)") }
    #expect(images.bytes(at: "0") == megabyte)
    images.keep(megabyte, at: "8")
    #expect(images.bytes(at: "0") != nil)
    #expect(images.bytes(at: "1") == nil)
    images.keep([UInt8](repeating: 0, count: 9 << 20), at: "9")
    #expect(images.bytes(at: "9") == nil)
  }
}
