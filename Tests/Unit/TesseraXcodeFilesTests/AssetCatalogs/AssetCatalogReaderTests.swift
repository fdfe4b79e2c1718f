import TesseraXcodeFiles
import Testing

@Suite("A compiled asset catalogue")
struct AssetCatalogReaderTests {
  typealias Writer = AssetCatalogWriter

  private func pixels(_ rendition: Writer.Rendition) throws -> [UInt8] {
    let reader = try AssetCatalogReader(Writer(names: [("a", 1)], renditions: [rendition]).bytes())
    guard let image = reader.catalog.images.first else {
      throw reader.catalog.problems.first?.error ?? XcodeFileError("the image is absent")
    }
    var loader = AssetImageLoader(reader)
    guard case .pixels(let pixels) = try loader.content(of: image) else { return [] }
    #expect((pixels.width, pixels.height) == (rendition.width, rendition.height))
    // Padding costs as well.
    #expect(loader.budget.pixels <= AssetImageBudget().pixels - rendition.width * rendition.height)
    return pixels.bytes
  }

  @Test(
    arguments: [
      ("ARGB", [0, 0, 255, 255, 64, 0, 0, 128, 9, 9, 9, 0], [255, 0, 0, 255, 0, 0, 128, 128, 0, 0, 0, 0]),
      ("GA8 ", [255, 255, 64, 128, 9, 0], [255, 255, 255, 255, 128, 128, 128, 128, 0, 0, 0, 0]),
      ("RGB5", [0x00, 0x7C, 0xE0, 0x03, 0x1F, 0x00], [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255]),
      (
        "GA16", [0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x40, 0x00, 0x80, 0, 0, 0, 0],
        [255, 255, 255, 255, 128, 128, 128, 128, 0, 0, 0, 0]
      ),
      // Half precision: 1, 0.5, 0, 1; then 2, -1, 0.25, 1; then 0.25, 0, 0, 0.5.
      (
        "RGBW",
        [
          0x00, 0x3C, 0x00, 0x38, 0, 0, 0x00, 0x3C, 0x00, 0x40, 0x00, 0xBC, 0x00, 0x34, 0x00, 0x3C, 0x00, 0x34, 0, 0, 0,
          0,
          0x00, 0x38,
        ], [255, 128, 0, 255, 255, 0, 64, 255, 128, 0, 0, 128]
      ),
      (
        "RGBW",
        [0xFF, 0xFF, 0x00, 0x80, 0, 0, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF],
        [255, 128, 0, 255, 0, 0, 0, 0, 0, 0, 255, 255]
      ),
    ] as [(String, [UInt8], [UInt8])])
  func `has pixels of this format`(format: String, row: [UInt8], expected: [UInt8]) throws {
    let padding = [UInt8](repeating: 0xAA, count: 20)
    let rows = row + padding + row + padding
    let rendition = Writer.Rendition(
      width: 3, height: 2, pixelFormat: format, properties: [(1007, Writer.little32(row.count + 20))],
      content: Writer.bitmap(0, rows))
    #expect(try pixels(rendition) == expected + expected)
  }

  @Test func `has bitmaps in one piece or in strips, compressed or not`() throws {
    let rows: [UInt8] = (0..<32).map { $0 % 4 == 3 ? 255 : $0 }
    let lzvn = [0xE0, 0x10] + rows + [0x06, 0, 0, 0, 0, 0, 0, 0]
    let contents = [
      Writer.bitmap(0, rows), Writer.bitmap(4, Writer.stored(rows)), Writer.bitmap(3, lzvn),
      Writer.bitmap(3, Writer.stored(rows)),
      Writer.strips(4, [(3, Writer.stored(Array(rows.prefix(24)))), (1, Writer.stored(Array(rows.suffix(8))))]),
    ]
    for content in contents {
      let pixels = try pixels(Writer.Rendition(width: 2, height: 4, content: content))
      #expect(pixels.prefix(8) == [2, 1, 0, 255, 6, 5, 4, 255])
      #expect(pixels.suffix(4) == [30, 29, 28, 255])
    }
  }

  @Test func `has bitmaps with a palette`() throws {
    let palette: [UInt8] = [0x0D, 0xF0, 0xFE, 0xCA, 1, 0, 0, 0, 2, 0, 0, 0, 255, 255, 255, 0, 0, 255]
    let rendition = Writer.Rendition(
      width: 2, height: 2, content: Writer.bitmap(8, Writer.stored(palette + [0, 1, 1, 0])))
    #expect(try pixels(rendition) == [255, 0, 0, 255, 0, 0, 255, 255, 0, 0, 255, 255, 255, 0, 0, 255])
    for wrong in [palette + [0, 1, 1], palette + [0, 1, 2, 0], Array(palette.dropFirst())] {
      #expect(throws: XcodeFileError.self) {
        try pixels(Writer.Rendition(width: 2, height: 2, content: Writer.bitmap(8, Writer.stored(wrong))))
      }
    }
  }

  @Test(arguments: [
    (1, "the compression 'rle' is not supported"), (5, "the compression 'jpeg-lzfse' is not supported"),
    (6, "the compression 'blurred' is not supported"), (7, "the compression 'astc' is not supported"),
    (9, "the compression 'hevc' is not supported"), (10, "the compression 'deepmap-lzfse' is not supported"),
    (11, "the compression 'deepmap2' is not supported"), (12, "the compression 'dxtc' is not supported"),
    (13, "the compression 13 of an image is not known"),
  ])
  func `says which compression it does not decode`(number: Int, reason: String) {
    let rendition = Writer.Rendition(width: 1, height: 1, content: Writer.bitmap(number, [0, 0, 0, 0]))
    let error = #expect(throws: XcodeFileError.self) { try pixels(rendition) }
    #expect(error?.reason == reason)
  }

  @Test func `has packed images, counted from the bottom of their sheet`() throws {
    let sheet = Writer.Rendition(
      identifier: 0, width: 2, height: 3, content: Writer.bitmap(0, (0..<24).map { $0 % 4 == 3 ? 255 : $0 }),
      attributes: [1: 9, 9: 1])
    let key = [(1, 9), (2, 181), (12, 1), (9, 1), (0, 0)]
    let link = Writer.link(x: 1, y: 0, width: 1, height: 2, key: key)
    let part = Writer.Rendition(width: 1, height: 2, properties: [link])
    var writer = Writer(names: [("a", 1)], renditions: [part, sheet])
    let reader = try AssetCatalogReader(writer.bytes())
    var loader = AssetImageLoader(reader, budget: AssetImageBudget(pixels: 10))
    let image = try #require(reader.catalog.images.first)
    guard case .pixels(let pixels) = try loader.content(of: image) else { return }
    #expect(pixels.bytes == [14, 13, 12, 255, 22, 21, 20, 255])
    #expect(reader.catalog.images.count == 1)
    #expect(loader.budget.pixels == 2, "the sheet and the image are charged")
    #expect(loader.sheet(of: image) == 1)
    guard case .pixels(pixels) = try loader.content(of: image) else { throw XcodeFileError("the image is another one") }
    #expect(loader.budget.pixels == 0, "the sheet is charged once")
    #expect(throws: XcodeFileError.self) { try loader.content(of: image) }

    // A link to itself, to nothing, and out of the sheet.
    for wrong in [
      Writer.link(x: 0, y: 0, width: 1, height: 1, key: [(1, 85), (2, 181), (12, 1), (17, 1)]),
      Writer.link(x: 0, y: 0, width: 1, height: 1, key: []), Writer.link(x: 2, y: 0, width: 1, height: 1, key: key),
      Writer.link(x: 0, y: 0xFFFF_FFFF, width: 0xFFFF_FFFF, height: 0xFFFF_FFFF, key: key),
    ] {
      writer.renditions[0].properties = [wrong]
      let reader = try AssetCatalogReader(writer.bytes())
      var loader = AssetImageLoader(reader)
      #expect(throws: XcodeFileError.self) { try loader.content(of: image) }
    }
  }

  @Test func `has traits and rendering modes`() throws {
    let content = Writer.file([1])
    let writer = Writer(
      names: [("a", 1), ("icon", 2)], appearances: [("UIAppearanceAny", 0), ("UIAppearanceHighContrastDark", 3)],
      renditions: [
        Writer.Rendition(
          width: 20, height: 20, scale: 2, pixelFormat: "JPEG", flags: 0x08, content: content,
          attributes: [15: 2, 7: 3]),
        Writer.Rendition(width: 20, height: 20, scale: 3, pixelFormat: "PDF ", content: content),
        Writer.Rendition(identifier: 2, pixelFormat: "SVG ", flags: 0, content: content, attributes: [2: 220]),
        Writer.Rendition(identifier: 2, pixelFormat: "DATA", content: content),
        Writer.Rendition(identifier: 2, scale: 0, content: Writer.color(1, [1, 0.5, 0, 0.25]), attributes: [2: 217]),
        Writer.Rendition(identifier: 2, layout: 1010, content: Array("SISM".utf8) + [0, 0, 0, 0]),
      ])
    let images = try AssetCatalogReader(writer.bytes()).catalog.images
    #expect(images.map(\.name) == ["a", "a", "icon"])
    #expect(images.map(\.renderingMode) == [.template, .automatic, .original])
    #expect(images.map(\.isAppIcon) == [false, false, true])
    var traits = AssetTraits()
    traits.scale = 2
    traits.idiom = .pad
    traits.luminosity = .dark
    traits.isHighContrast = true
    #expect(images.first?.traits == traits)
  }

  @Test func `has files of images, plain or compressed`() throws {
    for file in [[1, 2, 3], Writer.stored([1, 2, 3])] as [[UInt8]] {
      let rendition = Writer.Rendition(pixelFormat: "JPEG", content: Writer.file(file))
      let reader = try AssetCatalogReader(Writer(names: [("a", 1)], renditions: [rendition]).bytes())
      let cost = file.count == 3 ? 3 : file.count + 3
      var loader = AssetImageLoader(reader, budget: AssetImageBudget(bytes: cost))
      let image = try #require(reader.catalog.images.first)
      guard case .file(.jpeg, let content) = try loader.content(of: image) else { return }
      #expect(content == [1, 2, 3])
      #expect(loader.budget.bytes == 0)
      #expect(throws: XcodeFileError.self) { try loader.content(of: image) }
    }
  }

  @Test func `that claims large images is refused before memory is taken`() {
    let bomb = Writer.bitmap(4, Array("bvxn".utf8) + Writer.little32(0xFFFF_FFFF) + Writer.little32(8) + [6])
    for (width, height, rowCount) in [
      (0xFFFF_FFFF, 1, 4), (32768, 32768, 131072), (4000, 4000, 0xFFFF_FFFF), (4000, 4000, 3), (4000, 4000, 16000),
    ] {
      let rendition = Writer.Rendition(
        width: width, height: height, properties: [(1007, Writer.little32(rowCount))], content: bomb)
      #expect(throws: (any Error).self) { try pixels(rendition) }
    }
    let strips = Writer.strips(4, [(0xFFFF_FFFF, [])])
    #expect(throws: XcodeFileError.self) { try pixels(Writer.Rendition(width: 4, height: 4, content: strips)) }
  }
}
