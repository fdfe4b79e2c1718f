import CZlib
import TesseraTestSupport
import TesseraXcodeFiles
import Testing

@Suite("A PNG file")
struct PNGEncoderTests {
  /// The chunks of a file, whose checksums are right.
  private func chunks(_ file: [UInt8]) throws -> [(type: String, content: [UInt8])] {
    #expect(file.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    let region = ByteRegion(file)
    var chunks: [(type: String, content: [UInt8])] = []
    var offset = 8
    while offset < file.count {
      let count = try region.bigEndian32(at: offset)
      let covered = Array(try region.region(at: offset + 4, count: 4 + count).slice)
      let checksum = covered.withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32($0.count)) }
      #expect(try region.bigEndian32(at: offset + 8 + count) == Int(checksum))
      chunks.append((String(decoding: covered.prefix(4), as: UTF8.self), Array(covered.dropFirst(4))))
      offset += 12 + count
    }
    return chunks
  }

  @Test func `has the pixels of the image`() throws {
    var random = SeededGenerator(seed: 3)
    for (width, height) in [(1, 1), (7, 5), (64, 40), (300, 2)] {
      var image = RGBAImage(width: width, height: height)
      for index in image.bytes.indices {
        image.bytes[index] = index % 3 == 0 ? UInt8(index / 7 % 256) : index % 512 < 256 ? 77 : random.byte()
      }
      let chunks = try chunks(#require(PNGEncoder.encode(image)))
      #expect(chunks.map(\.type) == ["IHDR", "sRGB", "IDAT", "IEND"])
      #expect(
        chunks[0].content == [0, 0, UInt8(width >> 8), UInt8(width & 255), 0, 0, 0, UInt8(height), 8, 6, 0, 0, 0])
      let rows = try Inflation.decode(ByteRegion(chunks[2].content), maximumCount: (width * 4 + 1) * height)
      #expect(unfiltered(rows, length: width * 4) == image.bytes)
    }
  }

  @Test func `names Display P3`() throws {
    var image = RGBAImage(width: 1, height: 1)
    image.isDisplayP3 = true
    let chunks = try chunks(#require(PNGEncoder.encode(image)))
    #expect(chunks.map(\.type) == ["IHDR", "cICP", "IDAT", "IEND"])
    #expect(chunks[1].content == [12, 13, 0, 1])
    #expect(PNGEncoder.encode(RGBAImage(width: 0, height: 4)) == nil)
  }

  private func unfiltered(_ rows: [UInt8], length: Int) -> [UInt8] {
    var pixels: [UInt8] = []
    for start in stride(from: 0, to: rows.count, by: length + 1) {
      for index in 0..<length {
        let left = index < 4 ? 0 : Int(pixels[pixels.count - 4])
        let above = start == 0 ? 0 : Int(pixels[pixels.count - length])
        let corner = index < 4 || start == 0 ? 0 : Int(pixels[pixels.count - length - 4])
        let nearest = [left, above, corner].min { abs(left + above - corner - $0) < abs(left + above - corner - $1) }
        let prediction = [0, left, above, (left + above) / 2, nearest ?? 0][Int(rows[start])]
        pixels.append(UInt8((Int(rows[start + 1 + index]) + prediction) & 255))
      }
    }
    return pixels
  }
}
