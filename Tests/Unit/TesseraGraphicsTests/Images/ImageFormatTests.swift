import Foundation
import TesseraGraphics
import TesseraLayout
import TesseraTestSupport
import TesseraValues
import TesseraViews
import Testing

@Suite("Images of every format are drawn")
struct ImageFormatTests {
  struct Fixed: ImageProviding {
    var bytes: [UInt8]
    func imageData(for reference: ImageReference) -> [UInt8]? { bytes }
  }

  /// Images that are twice as wide as high, red on the left and blue on the right.
  static let pictures: [(name: String, base64: String)] = [
    ("GIF", "R0lGODdhCAAEAIEAAMgAAAAAyAAAAAAAACwAAAAACAAEAAAIEgABCAQQoGCAgQQNIjR4cCDDgAA7"),
    ("WebP", "UklGRiAAAABXRUJQVlA4TBMAAAAvB8AAAA8Qg3wc5PkPB32I6H8AAA=="),
    ("JPEG", jpegStart + jpegRest),
  ]
  static let jpegStart = "/9j/4AAQSkZJRgABAQAAAQABAAD/"
  /// The Exif data specifies a rotation of the image by 90° clockwise.
  static let turnedStart = "/9j/4AAQSkZJRgABAQAAAQABAAD/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/"
  static let jpegRest = """
    2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi\
    9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAIABADAREAAhEBAxEB/8QAFQABAQAA\
    AAAAAAAAAAAAAAAABQb/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABgX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9\
    oADAMBAAIRAxEAPwCdTy8YfhD/2Q==
    """

  private func draw(_ base64: String, width: Double, height: Double) throws -> Pixels {
    let bytes = try #require(Data(base64Encoded: base64))
    let sample = Sample(
      .window, [0, 0, width, height], [:],
      [Sample(.image, [0, 0, width, height], [.image: ["name": "x"], .contentMode: "aspectFit"])])
    return try Pixels(Data(TreeRenderer(images: Fixed(bytes: Array(bytes))).png(sample.tree)))
  }

  private func isRed(_ pixel: [UInt8]) -> Bool { pixel[0] > 180 && pixel[1] < 30 && pixel[2] < 30 }
  private func isBlue(_ pixel: [UInt8]) -> Bool { pixel[2] > 180 && pixel[1] < 30 && pixel[0] < 30 }

  @Test(arguments: pictures.map(\.name))
  func `as they are`(name: String) throws {
    let picture = try #require(Self.pictures.first { $0.name == name })
    let drawn = try draw(picture.base64, width: 40, height: 20)
    #expect(isRed(drawn[4, 4]) && isRed(drawn[14, 17]))
    #expect(isBlue(drawn[26, 4]) && isBlue(drawn[36, 17]))
  }

  @Test func `rotated by Exif, with the header's sides swapped`() throws {
    let base64 = Self.turnedStart + Self.jpegRest
    let bytes = try #require(Data(base64Encoded: base64))
    let header = try #require(ImageHeader(bytes))
    #expect(header.width == 8 && header.height == 16)
    let drawn = try draw(base64, width: 20, height: 40)
    #expect(isRed(drawn[10, 4]) && isBlue(drawn[10, 36]))
  }

  @Test(arguments: pictures.map(\.name))
  func `without harm when WebP, GIF and JPEG are damaged`(name: String) throws {
    let picture = try #require(Self.pictures.first { $0.name == name })
    let bytes = try #require(Data(base64Encoded: picture.base64))
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<100 {
      var copy = bytes
      for _ in 0..<3 {
        copy[Int.random(in: 0..<copy.count, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      #expect(try !draw(copy.base64EncodedString(), width: 20, height: 20).isClear)
      #expect(try !draw(copy.prefix(bytes.count / 2).base64EncodedString(), width: 20, height: 20).isClear)
    }
  }
}

extension Pixels {
  /// Whether the pixel at the top left is transparent.
  fileprivate var isClear: Bool { self[0, 0][3] == 0 }
}
