import TesseraXcodeFiles
import Testing

@Suite("Inflation")
struct InflationTests {
  @Test(arguments: CompressedFixture.all("zlib") + CompressedFixture.all("gz"))
  func `streams of zlib and gzip are decoded, bounded, and refused when cut`(fixture: CompressedFixture) throws {
    let bytes = try fixture.bytes()
    let content = try #require(fixture.content)
    #expect(try Inflation.decode(ByteRegion(bytes), maximumCount: content.count) == content)
    #expect(throws: XcodeFileError.self) { try Inflation.decode(ByteRegion(bytes), maximumCount: content.count - 1) }
    for count in bytes.indices {
      #expect(throws: XcodeFileError.self) {
        try Inflation.decode(ByteRegion(Array(bytes.prefix(count))), maximumCount: content.count)
      }
    }
  }
}
