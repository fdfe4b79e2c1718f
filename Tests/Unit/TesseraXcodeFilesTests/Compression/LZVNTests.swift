import TesseraXcodeFiles
import Testing

@Suite("LZVN")
struct LZVNTests {
  private let end: [UInt8] = [0x06, 0, 0, 0, 0, 0, 0, 0]

  private func decode(_ bytes: [UInt8], maximumCount: Int = 1000) throws -> [UInt8] {
    try LZVN.decode(ByteRegion(bytes), maximumCount: maximumCount)
  }

  @Test(arguments: CompressedFixture.all("lzfse"))
  func `the payload of a block of the reference implementation is decoded alone`(fixture: CompressedFixture) throws {
    let bytes = try fixture.bytes()
    guard bytes.starts(with: Array("bvxn".utf8)) else { return }
    let content = try #require(fixture.content)
    #expect(try LZVN.decode(ByteRegion(Array(bytes.dropFirst(12))), maximumCount: content.count) == content)
  }

  @Test(
    arguments: [
      ([], ""),
      ([0x0E, 0x16], ""),
      ([0xE3, 0x61, 0x62, 0x63], "abc"),
      ([0xE0, 0x00] + Array("0123456789abcdef".utf8), "0123456789abcdef"),
      // One literal, then three bytes from a distance of one.
      ([0x40, 0x01, 0x61], "aaaa"),
      // The same with a distance of 16 bits, and of 14 bits.
      ([0x47, 0x01, 0x00, 0x61], "aaaa"), ([0xA8, 0x04, 0x00, 0x61], "aaaa"),
      // The distance of the operation before.
      ([0x40, 0x01, 0x61, 0x46, 0x62], "aaaabbbb"), ([0x40, 0x01, 0x61, 0xF2], "aaaaaa"),
      ([0x40, 0x01, 0x61, 0xF0, 0x00], "aaaaaaaaaaaaaaaaaaaa"),
    ] as [([UInt8], String)])
  func `each operation is decoded`(operations: [UInt8], content: String) throws {
    #expect(String(decoding: try decode(operations + end), as: UTF8.self) == content)
  }

  @Test(
    arguments: [
      [0x1E], [0x26], [0x2E], [0x36], [0x3E], [0x70], [0x7F], [0xD0], [0xDF], [0x00, 0x01], [0xF1], [0x40, 0x00, 0x61],
      [0x40, 0x02, 0x61],
    ] as [[UInt8]])
  func `an operation that is not defined, or reaches before the start, is refused`(operations: [UInt8]) {
    let error = #expect(throws: XcodeFileError.self) { try decode(operations + end) }
    #expect(error?.offset == 0)
  }

  @Test func `a stream without end marker is refused`() {
    #expect(throws: XcodeFileError("an LZVN stream has no end marker", offset: 4)) {
      try decode([0xE3, 0x61, 0x62, 0x63])
    }
  }
}
