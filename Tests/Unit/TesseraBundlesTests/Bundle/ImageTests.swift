import TesseraBundles
import TesseraValues
import Testing

@Suite("An image of a bundle")
struct ImageTests {
  static func bytes(_ hex: String) -> [UInt8] {
    hex.split(separator: " ").compactMap { UInt8($0, radix: 16) }
  }

  static let webP = "52 49 46 46 00 00 00 00 57 45 42 50 "

  @Test(
    arguments: [
      ("png", pngHeader(width: 640, height: 480), .png, 640, 480),
      ("gif", bytes("47 49 46 38 39 61 05 00 07 01"), .gif, 5, 263),
      // A thumbnail segment of 6 bytes precedes the frame header.
      (
        "jpg", bytes("FF D8 FF E0 00 06 4A 46 49 46 FF C2 00 0B 08 01 00 02 00 01 01 11 00"), .jpeg, 512, 256
      ),
      (
        "webp", bytes(webP + "56 50 38 20 00 00 00 00 00 00 00 9D 01 2A 20 00 10 40"), .webp, 32, 16
      ),
      ("webp", bytes(webP + "56 50 38 4C 00 00 00 00 2F 03 40 00 00"), .webp, 4, 2),
      (
        "webp", bytes(webP + "56 50 38 58 0A 00 00 00 00 00 00 00 09 00 00 13 00 00"), .webp, 10, 20
      ),
    ] as [(String, [UInt8], ImageFormat, Int, Int)])
  func `is recognized by its content`(
    fileExtension: String, bytes: [UInt8], format: ImageFormat, width: Int, height: Int
  ) throws {
    let bundle = bundle(withImage: bytes, fileExtension: fileExtension)
    #expect(bundle.problems == [])
    let image = try #require(bundle.image(named: "picture"))
    #expect(image.format == format)
    #expect(image.pixelSize == .init(width: width, height: height))
    #expect(image.bytes == bytes)
    #expect(bundle.imageNames == ["picture"])
  }

  @Test(arguments: [
    ("png", pngHeader(), 24), ("gif", bytes("47 49 46 38 39 61 05 00 07 01"), 10),
    ("jpg", bytes("FF D8 FF E0 00 06 4A 46 49 46 FF C2 00 0B 08 01 00 02 00"), 19),
    ("webp", bytes(webP + "56 50 38 4C 00 00 00 00 2F 03 40 00 00"), 25),
  ])
  func `is invalid when cut off anywhere in its header`(fileExtension: String, bytes: [UInt8], needed: Int) {
    for length in 0..<needed {
      let bundle = bundle(withImage: Array(bytes.prefix(length)), fileExtension: fileExtension)
      #expect(bundle.diagnostics.map(\.rule) == ["image-content"], "\(length) bytes")
      #expect(bundle.image(named: "picture") == nil)
    }
  }

  @Test(arguments: [
    ("<svg xmlns='http://www.w3.org/2000/svg'/>", true), ("<?xml version='1.0'?>\n<!-- hi -->\n<svg/>", true),
    ("<!DOCTYPE svg PUBLIC 'x' 'y'><svg />", true),
    ("<!DOCTYPE svg [<!ENTITY a '<b>'>]><svg/>", false), ("<svg>", false),
    ("<!DOCTYPE svg [<!ENTITY a '<svg>'>", false),
    ("\u{FEFF}<svg/>", true), ("<svgish/>", false),
    ("<html><svg/></html>", false), ("<!-- <svg/>", false), ("<?xml", false), ("", false),
  ])
  func `in SVG begins with the element svg`(text: String, isPicture: Bool) {
    let bundle = bundle(withImage: Array(text.utf8), fileExtension: "svg")
    #expect((bundle.image(named: "picture")?.format == .svg) == isPicture)
  }

  @Test func `with other content than its extension says works and is reported`() {
    let bundle = bundle(withImage: pngHeader(), fileExtension: "jpg")
    #expect(bundle.image(named: "picture")?.format == .png)
    #expect(
      bundle.problems == [
        "images/picture.jpg: warning: 'images/picture.jpg' contains image/png, which does not match its name; "
          + "Rename it to 'picture.png' [image-content]"
      ])
  }

  @Test(arguments: [(40_000, 1001), (.max, .max), (1, 0)] as [(UInt32, UInt32)])
  func `with too many pixels is left out`(width: UInt32, height: UInt32) {
    let bundle = bundle(withImage: pngHeader(width: width, height: height), fileExtension: "png")
    #expect(bundle.image(named: "picture") == nil)
    #expect(bundle.diagnostics.count == 1)
  }

  @Test(
    arguments: [
      ("logo", "logo", 60, 40), ("logo@2x", "logo", 30, 20), ("logo@3x", "logo", 20, 40.0 / 3), ("@2x", "@2x", 60, 40),
    ]
      as [(String, String, Double, Double)])
  func `has the pixels per point that its file name says`(file: String, name: String, width: Double, height: Double) {
    var files = MemoryBundleFiles(texts: minimalFiles)
    files.add("images/\(file).png", pngHeader(width: 60, height: 40))
    let image = WidgetBundle(files: files).image(named: name)
    #expect(image?.size?.width == width && image?.size?.height == height)
  }

  @Test func `is the one of the largest scale`() {
    var files = MemoryBundleFiles(texts: minimalFiles)
    for file in ["logo", "logo@2x", "logo@3x"] { files.add("images/\(file).png", pngHeader()) }
    let bundle = WidgetBundle(files: files)
    #expect(bundle.diagnostics.isEmpty)
    #expect(bundle.image(named: "logo")?.path == "images/logo@3x.png")
  }

  @Test func `has a unique name`() {
    var files = MemoryBundleFiles(texts: minimalFiles)
    files.add("images/logo.png", pngHeader())
    files.add("images/logo.gif", Self.bytes("47 49 46 38 39 61 05 00 07 01"))
    let bundle = WidgetBundle(files: files)
    #expect(bundle.diagnostics.map(\.rule) == ["duplicate-image"])
    #expect(bundle.image(named: "logo")?.path == "images/logo.gif")
  }

  private func bundle(withImage bytes: [UInt8], fileExtension: String) -> WidgetBundle {
    var files = MemoryBundleFiles(texts: minimalFiles)
    files.add("images/picture.\(fileExtension)", bytes)
    return WidgetBundle(files: files)
  }
}
