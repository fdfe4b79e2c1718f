import TesseraBundles
import TesseraTestSupport
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
    return files(Writer(names: [("whole", 1), ("damaged", 2)], renditions: [whole, damaged]).bytes())
  }

  private static func files(_ catalogue: [UInt8]) -> MemoryBundleFiles {
    let information = """
      <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>org.example.pictures</string></dict></plist>
      """
    return MemoryBundleFiles(["Assets.car": catalogue, "Info.plist": Array(information.utf8)])
  }

  @Test func `becomes a PNG file when the bundle is read`() throws {
    let bundle = WidgetBundle(files: XcodeBundleFiles(Self.files()))
    let image = try #require(bundle.image(named: "whole"))
    #expect(image.pixelSize == .init(width: 2, height: 1))
    let header = try #require(ImageHeader(image.bytes))
    #expect(header.format == .png)
    #expect((header.width, header.height) == (2, 1))
  }

  @Test func `that is damaged is left out and reported`() throws {
    let bundle = WidgetBundle(files: XcodeBundleFiles(Self.files()))
    #expect(bundle.imageNames == ["whole"])
    #expect(bundle.storedPaths.filter { $0.hasPrefix("images/") } == ["images/whole.png"])
    let reports = bundle.diagnostics.filter { $0.rule == "asset-catalogue" }
    #expect(reports.count == 1)
    #expect(reports.first?.file == "Assets.car")
    #expect(reports.first?.message.contains("'damaged'") == true)
  }

  @Test func `that makes the bundle too large is left out and reported`() {
    // Noise of 256 colours: a byte for each pixel, of which PNG makes about three.
    var random = SeededGenerator(seed: 1)
    let colors: [UInt8] = (0..<256 * 4).map { $0 % 4 == 3 ? 255 : random.byte() }
    let pixels: [UInt8] = (0..<128 * 64).map { _ in random.byte() }
    let noise = Writer.Rendition(
      width: 128, height: 64,
      content: Writer.bitmap(8, Writer.stored([0x0D, 0xF0, 0xFE, 0xCA, 1, 0, 0, 0, 0, 1] + colors + pixels)))
    let catalogue = Writer(names: [("noise", 1)], renditions: [noise]).bytes()
    var limits = BundleLimits.standard
    limits.totalBytes = 16_000
    let bundle = WidgetBundle(files: XcodeBundleFiles(Self.files(catalogue)), limits: limits)
    #expect(bundle.imageNames.isEmpty)
    #expect(bundle.diagnostics.contains { $0.rule == "bundle-limit" && $0.file == "images/noise.png" })
    #expect(bundle.manifest.id == "org.example.pictures")
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
}
