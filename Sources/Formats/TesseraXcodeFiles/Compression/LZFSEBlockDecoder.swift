/// Decodes a block with entropy coding: first its literals, then triples of literal count, match count and distance.
struct LZFSEBlockDecoder {
  private let header: LZFSEBlockHeader
  private let payload: ByteRegion

  init(_ header: LZFSEBlockHeader, _ payload: ByteRegion) {
    self.header = header
    self.payload = payload
  }

  private static let literalCountBits: [UInt8] = Array(repeating: 0, count: 16) + [2, 3, 5, 8]
  private static let matchCountBits: [UInt8] = Array(repeating: 0, count: 16) + [3, 5, 8, 11]
  private static let distanceBits: [UInt8] = (0..<64).map { $0 / 4 }

  /// Appends the decoded block.
  func decode(into output: inout DecompressionOutput) throws(XcodeFileError) {
    let offset = payload.fileOffset(of: 0)
    let literals = try decodeLiterals()
    let frequencies = header.frequencies
    let literalCounts = try FiniteStateNumberTable(
      frequencies: frequencies[0..<20], additionalBits: Self.literalCountBits, stateCount: 64, offset: offset)
    let matchCounts = try FiniteStateNumberTable(
      frequencies: frequencies[20..<40], additionalBits: Self.matchCountBits, stateCount: 64, offset: offset)
    let distances = try FiniteStateNumberTable(
      frequencies: frequencies[40..<104], additionalBits: Self.distanceBits, stateCount: 256, offset: offset)
    var (literalState, matchState, distanceState) = header.tripleStates
    guard literalState < 64, matchState < 64, distanceState < 256 else {
      throw XcodeFileError("an LZFSE block starts in an invalid state", offset: offset)
    }
    let triples = try payload.region(at: header.literalPayloadCount, count: header.triplePayloadCount)
    var bits = try BackwardBitReader(triples, unusedBits: header.unusedTripleBits)
    var literal = 0
    var distance = 0
    for _ in 0..<header.matchCount {
      let literalCount = try literalCounts.next(&literalState, &bits)
      let matchCount = try matchCounts.next(&matchState, &bits)
      let newDistance = try distances.next(&distanceState, &bits)
      if newDistance != 0 { distance = newDistance }
      guard literalCount <= literals.count - literal else {
        throw XcodeFileError("an LZFSE block uses more literals than it has", offset: offset)
      }
      try output.append(literals, literal..<literal + literalCount, at: offset)
      literal += literalCount
      if matchCount > 0 { try output.repeatBytes(distance: distance, count: matchCount, at: offset) }
    }
  }

  private func decodeLiterals() throws(XcodeFileError) -> [UInt8] {
    let offset = payload.fileOffset(of: 0)
    let table = try FiniteStateSymbolTable(frequencies: header.frequencies[104...], stateCount: 1024, offset: offset)
    var (first, second, third, fourth) = header.literalStates
    guard max(first, second, third, fourth) < 1024 else {
      throw XcodeFileError("an LZFSE block starts in an invalid state", offset: offset)
    }
    let coded = try payload.region(at: 0, count: header.literalPayloadCount)
    var bits = try BackwardBitReader(coded, unusedBits: header.unusedLiteralBits)
    var literals: [UInt8] = []
    literals.reserveCapacity(header.literalCount)
    for _ in 0..<header.literalCount / 4 {
      literals.append(try table.next(&first, &bits))
      literals.append(try table.next(&second, &bits))
      literals.append(try table.next(&third, &bits))
      literals.append(try table.next(&fourth, &bits))
    }
    return literals
  }
}
