import TesseraTestSupport
import TesseraXcodeFiles
import Testing

@Suite("A hostile asset catalogue")
struct HostileAssetCatalogTests {
  typealias Writer = AssetCatalogWriter

  /// A catalogue with a bitmap in strips, a packed image with its sheet, a colour and a file.
  private static let small: [UInt8] = {
    let rows: [UInt8] = (0..<64).map { $0 % 4 == 3 ? 255 : $0 }
    let sheet = Writer.Rendition(
      identifier: 0, width: 4, height: 4, properties: [(1007, Writer.little32(16))],
      content: Writer.strips(
        4, [(2, Writer.stored(Array(rows.prefix(32)))), (2, Writer.stored(Array(rows.suffix(32))))]),
      attributes: [1: 9, 9: 1])
    let link = Writer.link(x: 1, y: 1, width: 2, height: 2, key: [(1, 9), (2, 181), (12, 1), (9, 1)])
    return Writer(
      names: [("a", 1), ("tint", 2), ("photo", 3)], appearances: [("UIAppearanceDark", 1)],
      renditions: [
        sheet, Writer.Rendition(width: 2, height: 2, properties: [link]),
        Writer.Rendition(identifier: 2, scale: 0, content: Writer.color(1, [1, 0, 0, 1])),
        Writer.Rendition(identifier: 3, pixelFormat: "JPEG", content: Writer.file([1, 2, 3])),
      ]
    ).bytes()
  }()

  /// Loads all images, and returns how many are loaded.
  @discardableResult
  private func load(_ bytes: [UInt8], names: Set<String>? = nil) -> Int {
    guard let reader = try? AssetCatalogReader(bytes) else { return 0 }
    var loader = AssetImageLoader(reader, budget: AssetImageBudget(pixels: 100_000, bytes: 100_000))
    return reader.catalog.images.count {
      guard names?.contains($0.name) != false else { return false }
      return (try? loader.content(of: $0)) != nil
    }
  }

  @Test func `cut at every byte, or with every byte changed, is read or refused`() {
    #expect(load(Self.small) == 2)
    for count in Self.small.indices { load(Array(Self.small.prefix(count))) }
    var bytes = Self.small
    for position in bytes.indices {
      for change: UInt8 in [0xFF, 0x01] {
        bytes[position] ^= change
        load(bytes)
        bytes[position] ^= change
      }
    }
  }

  @Test(.enabled(if: WidgetDemo.isThere, WidgetDemo.absence))
  func `made from the sample is read or refused`() throws {
    let sample = try WidgetDemo.bytes("Assets.car")
    let names: Set<String> = ["delete_button"]
    #expect(load(sample, names: names) == 1)
    // The header, the trees and the small renditions are at the start and at the end.
    let positions =
      Array(stride(from: 0, to: 1000, by: 11)) + Array(stride(from: 5000, to: 9900, by: 61))
      + Array(stride(from: 10_000, to: 1_470_000, by: 50_021))
      + Array(stride(from: 1_472_000, to: sample.count, by: 251))
    var bytes = sample
    for position in positions {
      bytes[position] ^= 0xFF
      load(bytes, names: names)
      bytes[position] ^= 0xFF
    }
    for position in positions where position % 2 == 0 { load(Array(sample.prefix(position)), names: names) }
  }

  @Test func `of which all renditions are one is limited by the budget`() throws {
    var writer = Writer(names: [("a", 1)])
    writer.renditions = (0..<300).map {
      Writer.Rendition(width: 100, height: 100, content: Writer.bitmap(0, []), attributes: [9: $0])
    }
    let reader = try AssetCatalogReader(writer.bytes())
    var loader = AssetImageLoader(reader, budget: AssetImageBudget(pixels: 100_000))
    for image in reader.catalog.images { _ = try? loader.content(of: image) }
    #expect(loader.budget.pixels == 0)
    #expect(reader.catalog.images.count == 300)
  }

  @Test func `whose blocks overlap costs little`() {
    let (small, large) = (Self.overlappingStore(blockBytes: 1 << 16), Self.overlappingStore(blockBytes: 1 << 20))
    func measure(_ bytes: [UInt8]) -> Double {
      ProcessorTime.measure {
        let catalog = (try? AssetCatalogReader(bytes))?.catalog
        #expect(catalog?.images.isEmpty == true)
        #expect(catalog?.problems.count == AssetCatalog.maximumProblems)
        #expect(catalog?.problems.first?.location.utf8.count == AssetCatalogReader.maximumNameBytes)
      }
    }
    _ = measure(small)
    // Reading each of them as a whole would take sixteen times as long.
    #expect(measure(large) < 4 * measure(small))
  }

  /// Returns a catalog in which 6,000 renditions are the same block, and 6,000 names another one.
  private static func overlappingStore(blockBytes: Int) -> [UInt8] {
    var store = BOMStoreWriter()
    store.add(Array("RATC".utf8) + Array(repeating: 0, count: 432), name: "CARHEADER")
    store.add(Array("tmfk".utf8) + [0, 1, 17].flatMap(Writer.little32), name: "KEYFORMAT")
    let key = store.add([1, 0])
    let name = store.add(Array(repeating: 0x61, count: blockBytes))
    let facet = store.add([0, 0, 0, 0, 1, 0, 17, 0, 1, 0])
    let properties = (number: 2000, value: [UInt8]())
    let rendition = store.add(
      Writer.bytes(of: Writer.Rendition(properties: Array(repeating: properties, count: blockBytes / 8))))
    for (tree, pair) in [("FACETKEYS", [facet, name]), ("RENDITIONS", [rendition, key])] {
      let leaf = store.add(
        [1, 6000, 0, 0, 0, 0].flatMap(BOMStoreWriter.big16)
          + Array(repeating: pair.flatMap(BOMStoreWriter.big32), count: 6000).flatMap { $0 })
      store.add(Array("tree".utf8) + [1, leaf, 4096, 1].flatMap(BOMStoreWriter.big32) + [0], name: tree)
    }
    return store.bytes()
  }
}
