import Foundation
import TesseraValues
import Testing

@Suite("The header of an image")
struct ImageHeaderTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var bytes: [UInt8]
    var format: ImageFormat
    var width: Int
    var height: Int
    var testDescription: String { "\(format) \(width)×\(height)" }

    init(_ hex: String, _ format: ImageFormat, _ width: Int, _ height: Int) {
      bytes = hex.split(separator: " ").compactMap { UInt8($0, radix: 16) }
      (self.format, self.width, self.height) = (format, width, height)
    }

    init(svg text: String, _ width: Int, _ height: Int) {
      bytes = Array(text.utf8)
      (format, self.width, self.height) = (.svg, width, height)
    }
  }

  static let samples = [
    Sample(
      "89 50 4E 47 0D 0A 1A 0A 00 00 00 0D 49 48 44 52 00 00 02 80 00 00 01 E0 08 06 00 00 00", .png, 640, 480),
    Sample("47 49 46 38 39 61 05 00 07 01", .gif, 5, 263),
    Sample("FF D8 FF E0 00 06 4A 46 49 46 FF C0 00 0B 08 01 00 02 00 01 01 11 00", .jpeg, 512, 256),
    // Rotated by a quarter turn: Exif tag 0x0112 is 6.
    Sample(
      "FF D8 FF E1 00 22 45 78 69 66 00 00 4D 4D 00 2A 00 00 00 08 00 01 01 12 00 03 00 00 00 01 00 06 00 00 "
        + "00 00 00 00 FF C0 00 0B 08 01 00 02 00 01 01 11 00", .jpeg, 256, 512),
    Sample(
      "52 49 46 46 00 00 00 00 57 45 42 50 56 50 38 58 0A 00 00 00 00 00 00 00 09 00 00 13 00 00", .webp, 10, 20),
    Sample(svg: "<?xml version='1.0'?><svg width='20' height=\"10px\" viewBox='0 0 2 1'></svg>", 20, 10),
  ]

  @Test(arguments: samples)
  func `gives format and size`(sample: Sample) throws {
    let header = try #require(ImageHeader(sample.bytes))
    #expect(header.format == sample.format)
    #expect(header.width == sample.width)
    #expect(header.height == sample.height)
  }

  @Test(
    arguments: [
      ("<svg>", nil), ("<svg width='100%' height='100%' viewBox='0 0 30 40'>", [30, 40]),
      ("<svg width='60' viewBox='0 0 30 40'>", [60, 80]), ("<svg height='20' viewBox='0,0,30,40'>", [15, 20]),
      ("<svg width='1in' height='72pt'>", [96, 96]), ("<svg width='-1' height='5'>", nil),
      ("<svg viewBox='0 0 nan inf'>", nil), ("<svg width='1e999' height='1'>", nil), ("<svg width=", nil),
      ("<svg data-a='>' width='3' height='4'>", [3, 4]), ("<svg\n\twidth = '7'\n height = '8' />", [7, 8]),
    ] as [(String, [Int]?)])
  func `of an SVG follows from its attributes`(text: String, expected: [Int]?) throws {
    let header = try #require(ImageHeader(Array(text.utf8)))
    #expect(header.format == .svg)
    #expect(header.width == expected?[0])
    #expect(header.height == expected?[1])
  }

  /// Complete images of one pixel.
  static let pictures = [
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==",
    "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
    "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==",
  ]

  @Test(arguments: pictures)
  func `shows whether an image is complete`(text: String) throws {
    let bytes = try Array(#require(Data(base64Encoded: text)))
    #expect(try #require(ImageHeader(bytes)).isWhole(bytes))
    for length in bytes.indices {
      let part = Array(bytes.prefix(length))
      #expect(ImageHeader(part)?.isWhole(part) != true, "\(length) of \(bytes.count)")
    }
  }

  @Test(arguments: samples)
  func `is read from damaged bytes without a crash`(sample: Sample) {
    for length in sample.bytes.indices { _ = ImageHeader(sample.bytes.prefix(length)) }
    var state: UInt64 = 7
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    for _ in 0..<5000 {
      var copy = sample.bytes
      for _ in 0...random(4) { copy[random(copy.count)] = UInt8(random(256)) }
      if let header = ImageHeader(copy), let width = header.width, let height = header.height {
        #expect(width > 0 && height > 0)
      }
    }
  }

  @Test(arguments: ["", "hello", "<html>", "\u{89}PNG"])
  func `is missing if there is no image`(text: String) {
    #expect(ImageHeader(Array(text.utf8)) == nil)
  }
}
