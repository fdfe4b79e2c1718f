import Testing

@testable import TesseraAccess

@Suite("CBOR")
struct CBORValueTests {
  @Test(
    arguments: [
      ([0x00], .integer(0)), ([0x17], .integer(23)), ([0x18, 0x18], .integer(24)),
      ([0x19, 0x03, 0xE8], .integer(1000)),
      ([0x1A, 0x00, 0x0F, 0x42, 0x40], .integer(1_000_000)), ([0x20], .integer(-1)), ([0x38, 0x63], .integer(-100)),
      ([0x39, 0x01, 0x00], .integer(-257)), ([0xF4], .bool(false)), ([0xF5], .bool(true)), ([0xF6], .null),
      ([0x40], .bytes([])), ([0x44, 1, 2, 3, 4], .bytes([1, 2, 3, 4])),
      ([0x64, 0x49, 0x45, 0x54, 0x46], .text("IETF")),
      ([0x62, 0xC3, 0xBC], .text("ü")), ([0x83, 1, 2, 3], .array([.integer(1), .integer(2), .integer(3)])),
      ([0xA2, 1, 2, 3, 4], .map([.integer(1): .integer(2), .integer(3): .integer(4)])),
      ([0xA1, 0x61, 0x61, 0xA0], .map([.text("a"): .map([:])])),
    ] as [([UInt8], CBORValue)])
  func `values are read as in RFC 8949, appendix A`(bytes: [UInt8], value: CBORValue) throws {
    #expect(try CBORValue(bytes) == value)
  }

  @Test(
    arguments: [
      ([], .incomplete), ([0x18], .incomplete), ([0x44, 1], .incomplete), ([0x82, 1], .incomplete),
      ([0x5B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .incomplete),
      ([0x9B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .incomplete),
      ([0x1B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .unsupported), ([0x5F, 0x40, 0xFF], .unsupported),
      ([0xC0, 0x60], .unsupported), ([0xF9, 0x3C, 0x00], .unsupported), ([0x1C], .unsupported), ([0xFF], .unsupported),
      ([0x61, 0xFF], .invalid), ([0xA2, 1, 2, 1, 3], .invalid), ([0x00, 0x00], .invalid),
      ([UInt8](repeating: 0x81, count: 9) + [0], .tooLarge),
      ([UInt8](repeating: 0x81, count: 100_000), .tooLarge),
      ([0x99, 0x01, 0x00] + [UInt8](repeating: 0, count: 256), .tooLarge),
    ] as [([UInt8], CBORValue.Problem)])
  func `other bytes are refused`(bytes: [UInt8], problem: CBORValue.Problem) {
    #expect(throws: problem) { try CBORValue(bytes) }
  }

  @Test func `what follows a value stays`() throws {
    var bytes: ArraySlice<UInt8> = [0x01, 0x02]
    #expect(try CBORValue(from: &bytes) == .integer(1))
    #expect(bytes == [0x02])
  }
}
