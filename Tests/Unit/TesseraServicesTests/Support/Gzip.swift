/// Creates gzip data (RFC 1952) without a compressor, to test decompression.
enum Gzip {
  private static let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

  /// Returns up to 65,535 bytes in one stored block.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let count = UInt16(bytes.count)
    let block = [1] + littleEndian(count) + littleEndian(~count) + bytes
    return head + block + littleEndian(checksum(bytes)) + littleEndian(UInt32(bytes.count))
  }

  /// Returns zeros compressed to 13 bits for each 258 bytes: one block of fixed codes (RFC 1951, section 3.2.6) that
  /// repeats a zero. The checksum is wrong, because a reader that gets to the end has already failed the test.
  static func zeros(count: Int) -> [UInt8] {
    var bits = BitWriter(bytes: head)
    bits.append(0b1, count: 1)  // the last block
    bits.append(0b01, count: 2)  // fixed codes; numbers go lowest bit first
    bits.appendCode(0b0011_0000, count: 8)  // the byte 0
    for _ in 0..<count / 258 {
      bits.appendCode(0b1100_0101, count: 8)  // length 258
      bits.appendCode(0, count: 5)  // distance 1
    }
    bits.appendCode(0, count: 7)  // the end of the block
    return bits.bytes + [0, 0, 0, 0, 0, 0, 0, 0]
  }

  private struct BitWriter {
    var bytes: [UInt8]
    private var used = 8

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func append(_ value: Int, count: Int) {
      for index in 0..<count { appendBit(value >> index & 1) }
    }

    /// Codes are written with the highest bit first.
    mutating func appendCode(_ code: Int, count: Int) {
      for index in (0..<count).reversed() { appendBit(code >> index & 1) }
    }

    private mutating func appendBit(_ bit: Int) {
      if used == 8 {
        bytes.append(0)
        used = 0
      }
      bytes[bytes.count - 1] |= UInt8(bit) << UInt8(used)
      used += 1
    }
  }

  private static func littleEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(0xFFFF_FFFF as UInt32) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
  }
}
