import CZlib
import TesseraXcodeFiles
import Testing

@Suite("The compiled catalogue of the sample", .enabled(if: WidgetDemo.isThere, WidgetDemo.absence))
struct SampleCatalogTests {
  @Test func `has the names, scales and rendering modes of its sources`() throws {
    let catalog = try AssetCatalogReader(WidgetDemo.bytes("Assets.car")).catalog
    let lines = catalog.images.map { image in
      "\(image.name) @\(image.traits.scale ?? 0) \(image.traits.idiom) \(image.renderingMode)\(image.isAppIcon ? " icon" : "")"
    }
    #expect(
      lines == [
        "AppIcon @2 phone original icon",
        "ava_dots @1 universal automatic",
        "ava_dragon @1 universal automatic",
        "ava_infinity @1 universal automatic",
        "ava_pirple8 @1 universal automatic",
        "ava_pixels @1 universal automatic",
        "delete_button @2 universal template",
        "gear @2 universal template",
        "widgets @3 universal automatic",
      ])
    #expect(catalog.problems.isEmpty)
  }

  /// The checksums are those of pixels decoded by the reference implementation of LZFSE.
  @Test(
    arguments: [
      ("ava_dots", 1_507_110_891), ("ava_dragon", 2_740_656_633), ("ava_infinity", 3_986_976_885),
      ("ava_pirple8", 488_595_859), ("ava_pixels", 2_087_328_619), ("gear", 3_207_857_786),
      ("delete_button", 1_529_439_961), ("AppIcon", 1_661_937_117), ("widgets", 3_952_346_442),
    ] as [(String, UInt)])
  func `has the pixels that another decoder finds`(name: String, checksum: UInt) throws {
    let reader = try AssetCatalogReader(WidgetDemo.bytes("Assets.car"))
    let image = try #require(reader.catalog.images.first { $0.name == name })
    var loader = AssetImageLoader(reader)
    guard case .pixels(let pixels) = try loader.content(of: image) else { return }
    #expect(pixels.bytes.count == pixels.width * pixels.height * 4)
    #expect(pixels.bytes.withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32($0.count)) } == checksum)
  }
}
