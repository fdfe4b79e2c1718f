import TesseraTestSupport
import TesseraXcodeFiles
import Testing

@Suite("LZFSE")
struct LZFSETests {
  @Test(arguments: CompressedFixture.all("lzfse"))
  func `a stream of the reference implementation is decoded`(fixture: CompressedFixture) throws {
    let content = try #require(fixture.content)
    let decoded = try LZFSE.decode(ByteRegion(fixture.bytes()), maximumCount: content.count)
    #expect(decoded == content)
  }

  @Test func `the fixtures have all kinds of blocks`() throws {
    let kinds = Set(
      try CompressedFixture.all("lzfse").map { String(decoding: try $0.bytes().prefix(4), as: UTF8.self) })
    #expect(kinds == ["bvx-", "bvxn", "bvx1", "bvx2"])
  }

  @Test(arguments: CompressedFixture.all("lzfse"))
  func `a stream that is longer than expected is refused`(fixture: CompressedFixture) throws {
    let content = try #require(fixture.content)
    guard !content.isEmpty else { return }
    #expect(throws: XcodeFileError.self) {
      try LZFSE.decode(ByteRegion(fixture.bytes()), maximumCount: content.count - 1)
    }
  }

  @Test(arguments: CompressedFixture.all("lzfse"))
  func `a cut stream is refused`(fixture: CompressedFixture) throws {
    let bytes = try fixture.bytes()
    let step = max(1, bytes.count / 50)
    for count in stride(from: 0, to: bytes.count, by: step) {
      let error = #expect(throws: XcodeFileError.self) {
        try LZFSE.decode(ByteRegion(Array(bytes.prefix(count))), maximumCount: 50_000)
      }
      #expect((error?.offset ?? 0) <= count)
    }
  }

  @Test(arguments: CompressedFixture.all("lzfse"))
  func `a stream with a changed byte yields an error or at most what is expected`(fixture: CompressedFixture) throws {
    var bytes = try fixture.bytes()
    let limit = min(try #require(fixture.content).count, 8000)
    let positions = Array(bytes.indices.prefix(60)) + Array(stride(from: 60, to: bytes.count, by: 211))
    for position in positions {
      for change: UInt8 in [0xFF, 0x01] {
        bytes[position] ^= change
        let decoded = try? LZFSE.decode(ByteRegion(bytes), maximumCount: limit)
        #expect((decoded?.count ?? 0) <= limit)
        bytes[position] ^= change
      }
    }
  }

  @Test(arguments: [
    ("bvx-", [0xFF, 0xFF, 0xFF, 0xFF]),
    ("bvxn", [0xFF, 0xFF, 0xFF, 0xFF, 1, 0, 0, 0, 0x06]),
    ("bvxn", [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x06]),
    ("bvx1", Array(repeating: 0xFF, count: 800)),
    ("bvx2", Array(repeating: 0xFF, count: 800)),
    ("bvx2", Array(repeating: 0, count: 60)),
    ("bvx3", []), ("", []), ("lzfs", []),
  ])
  func `lengths that lie are refused at once`(magic: String, rest: [UInt8]) {
    #expect(throws: XcodeFileError.self) {
      try LZFSE.decode(ByteRegion(Array(magic.utf8) + rest), maximumCount: .max)
    }
  }

  @Test func `noise is refused`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<1500 {
      let kind = ["bvx-", "bvxn", "bvx1", "bvx2"].randomElement(using: &random) ?? ""
      var bytes = Array(kind.utf8) + (0..<Int.random(in: 0...900, using: &random)).map { _ in random.byte() }
      // Small numbers pass more of the checks.
      if Bool.random(using: &random), bytes.count > 12 { for index in [5, 6, 7, 9, 10, 11] { bytes[index] = 0 } }
      let decoded = try? LZFSE.decode(ByteRegion(bytes), maximumCount: 10_000)
      #expect((decoded?.count ?? 0) <= 10_000)
    }
  }
}
