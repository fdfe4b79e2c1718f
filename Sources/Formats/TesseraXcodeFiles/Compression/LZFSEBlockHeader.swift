/// The header of a block with entropy coding: counts, first states and frequencies of symbols.
struct LZFSEBlockHeader {
  /// The number of bytes of the decoded block.
  private(set) var rawCount = 0
  /// The number of bytes of the header.
  private(set) var headerCount = 0
  /// The number of literals, a multiple of four.
  private(set) var literalCount = 0
  /// The number of triples of literal count, match count and distance.
  private(set) var matchCount = 0
  /// The number of bytes of the coded literals. The coded triples follow.
  private(set) var literalPayloadCount = 0
  /// The number of bytes of the coded triples.
  private(set) var triplePayloadCount = 0
  /// The number of unused bits at the end of the literals' bit stream, 0 to 7.
  private(set) var unusedLiteralBits = 0
  /// The number of unused bits at the end of the triples' bit stream, 0 to 7.
  private(set) var unusedTripleBits = 0
  /// The first states of the four interleaved literal decoders.
  private(set) var literalStates = (0, 0, 0, 0)
  /// The first states of the decoders of literal counts, match counts and distances.
  private(set) var tripleStates = (literals: 0, matches: 0, distances: 0)
  /// The frequencies of the symbols of literal counts, match counts, distances and literals, one after the other.
  private(set) var frequencies: [Int] = []

  /// The number of bytes of literals and triples.
  var payloadCount: Int { literalPayloadCount + triplePayloadCount }

  /// The most literals and triples of a block. The format's encoder makes no larger blocks.
  private static let limits = (literals: 40_000, matches: 10_000)
  private static let frequencyCount = 20 + 20 + 64 + 256

  /// Reads the header of a `bvx1` or `bvx2` block.
  init(at offset: Int, in stream: ByteRegion) throws(XcodeFileError) {
    let header = try stream.region(from: offset)
    rawCount = try header.littleEndian32(at: 4)
    if try header.byte(at: 3) == 0x31 {
      try readPlain(header)
    } else {
      try readPacked(header)
    }
    try validate(header)
  }

  /// Reads a `bvx1` header: fields of 32 and 16 bits, and two bytes for each frequency.
  private mutating func readPlain(_ header: ByteRegion) throws(XcodeFileError) {
    // The C structure of 770 bytes ends on a multiple of four.
    headerCount = 772
    literalCount = try header.littleEndian32(at: 12)
    matchCount = try header.littleEndian32(at: 16)
    literalPayloadCount = try header.littleEndian32(at: 20)
    triplePayloadCount = try header.littleEndian32(at: 24)
    unusedLiteralBits = -Int(Int32(truncatingIfNeeded: try header.littleEndian32(at: 28)))
    literalStates = (
      try header.littleEndian16(at: 32), try header.littleEndian16(at: 34), try header.littleEndian16(at: 36),
      try header.littleEndian16(at: 38)
    )
    unusedTripleBits = -Int(Int32(truncatingIfNeeded: try header.littleEndian32(at: 40)))
    tripleStates = (
      try header.littleEndian16(at: 44), try header.littleEndian16(at: 46), try header.littleEndian16(at: 48)
    )
    for index in 0..<Self.frequencyCount { frequencies.append(try header.littleEndian16(at: 50 + 2 * index)) }
    guard try header.littleEndian32(at: 8) == payloadCount else {
      throw XcodeFileError("the lengths of an LZFSE block contradict each other", offset: header.fileOffset(of: 8))
    }
  }

  /// Reads a `bvx2` header: three packed numbers of 64 bits, then the frequencies in a prefix code.
  private mutating func readPacked(_ header: ByteRegion) throws(XcodeFileError) {
    let first = try header.littleEndian64(at: 8)
    let second = try header.littleEndian64(at: 16)
    let third = try header.littleEndian64(at: 24)
    literalCount = Self.field(first, at: 0, count: 20)
    literalPayloadCount = Self.field(first, at: 20, count: 20)
    matchCount = Self.field(first, at: 40, count: 20)
    unusedLiteralBits = 7 - Self.field(first, at: 60, count: 3)
    literalStates = (
      Self.field(second, at: 0, count: 10), Self.field(second, at: 10, count: 10),
      Self.field(second, at: 20, count: 10), Self.field(second, at: 30, count: 10)
    )
    triplePayloadCount = Self.field(second, at: 40, count: 20)
    unusedTripleBits = 7 - Self.field(second, at: 60, count: 3)
    headerCount = Self.field(third, at: 0, count: 32)
    tripleStates = (
      Self.field(third, at: 32, count: 10), Self.field(third, at: 42, count: 10), Self.field(third, at: 52, count: 10)
    )
    guard headerCount >= 32, headerCount <= 32 + 2 * Self.frequencyCount else {
      throw XcodeFileError("an LZFSE header claims \(headerCount) bytes", offset: header.fileOffset(of: 24))
    }
    try readFrequencies(header.region(at: 32, count: headerCount - 32))
  }

  private static func field(_ number: UInt64, at position: Int, count: Int) -> Int {
    Int(truncatingIfNeeded: number >> UInt64(position) & (1 << UInt64(count) - 1))
  }

  /// Reads frequencies. No table at all means that all are zero.
  private mutating func readFrequencies(_ table: ByteRegion) throws(XcodeFileError) {
    guard table.count > 0 else {
      frequencies = Array(repeating: 0, count: Self.frequencyCount)
      return
    }
    frequencies.reserveCapacity(Self.frequencyCount)
    var bits: UInt32 = 0
    var bitCount = 0
    var offset = 0
    for _ in 0..<Self.frequencyCount {
      while bitCount <= 24, offset < table.count {
        bits |= UInt32(try table.byte(at: offset)) << UInt32(bitCount)
        bitCount += 8
        offset += 1
      }
      let (frequency, length) = Self.frequency(bits)
      guard length <= bitCount else {
        throw XcodeFileError("a table of frequencies is cut", offset: table.fileOffset(of: offset))
      }
      frequencies.append(frequency)
      bits >>= UInt32(length)
      bitCount -= length
    }
    guard bitCount < 8, offset == table.count else {
      throw XcodeFileError("a table of frequencies is too long", offset: table.fileOffset(of: offset))
    }
  }

  /// Decodes a frequency, whose code starts at the lowest bit: 00 and 10 are 0 and 1, 001 and 101 are 2 and 3, ··011 is
  /// 4 to 7, ····0111 is 8 to 23, and ten bits before 1111 are 24 and more.
  private static func frequency(_ bits: UInt32) -> (frequency: Int, bitCount: Int) {
    if bits & 1 == 0 { return (Int(bits >> 1 & 1), 2) }
    if bits & 2 == 0 { return (2 + Int(bits >> 2 & 1), 3) }
    if bits & 4 == 0 { return (4 + Int(bits >> 3 & 3), 5) }
    if bits & 8 == 0 { return (8 + Int(bits >> 4 & 15), 8) }
    return (24 + Int(bits >> 4 & 1023), 14)
  }

  private func validate(_ header: ByteRegion) throws(XcodeFileError) {
    guard literalCount <= Self.limits.literals, literalCount % 4 == 0, matchCount <= Self.limits.matches,
      // An encoder pads literals by at most three, and each match gives a byte.
      literalCount <= rawCount + 3, matchCount <= rawCount
    else {
      throw XcodeFileError(
        "an LZFSE block claims \(literalCount) literals and \(matchCount) matches", offset: header.fileOffset(of: 0))
    }
    guard 0...7 ~= unusedLiteralBits, 0...7 ~= unusedTripleBits else {
      throw XcodeFileError("an LZFSE block has an invalid number of bits", offset: header.fileOffset(of: 0))
    }
  }
}
