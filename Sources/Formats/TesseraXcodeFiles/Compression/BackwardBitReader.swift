/// Reads bits from the end of a region to its start, the highest first.
struct BackwardBitReader {
  private let bytes: [UInt8]
  private let start: Int
  private var position: Int
  /// The bits that were loaded and not read, in the lowest places.
  private var bits: UInt64 = 0
  private var bitCount = 0

  /// Creates a reader. The given number of the highest bits of the last byte are skipped; they are zero.
  init(_ region: ByteRegion, unusedBits: Int) throws(XcodeFileError) {
    bytes = region.bytes
    start = region.range.lowerBound
    position = region.range.upperBound
    guard unusedBits > 0 else { return }
    guard try read(unusedBits) == 0 else {
      throw XcodeFileError("the unused bits of an LZFSE block are set", offset: position)
    }
  }

  /// Reads an unsigned number of at most 32 bits.
  @inline(__always)
  mutating func read(_ count: Int) throws(XcodeFileError) -> UInt32 {
    if count > bitCount { try load(count) }
    bitCount -= count
    let number = bits >> UInt64(truncatingIfNeeded: bitCount)
    bits &= (1 << UInt64(truncatingIfNeeded: bitCount)) - 1
    return UInt32(truncatingIfNeeded: number)
  }

  private mutating func load(_ count: Int) throws(XcodeFileError) {
    while bitCount <= 48, position > start {
      position -= 1
      bits = bits << 8 | UInt64(bytes[position])
      bitCount += 8
    }
    guard count <= bitCount else {
      throw XcodeFileError("the bits of an LZFSE block end too early", offset: position)
    }
  }
}
