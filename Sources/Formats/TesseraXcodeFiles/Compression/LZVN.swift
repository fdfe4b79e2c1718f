/// The LZVN compression: literals and matches in operations of one to three bytes, without entropy coding.
///
/// It occurs alone in asset catalogues, and in blocks of LZFSE streams for short data. Decoding takes linear time in the
/// length of input and output.
package enum LZVN {
  /// Decodes a stream.
  /// - Parameter maximumCount: The most bytes that the result may have; a longer one is an error.
  package static func decode(_ stream: ByteRegion, maximumCount: Int) throws(XcodeFileError) -> [UInt8] {
    var output = DecompressionOutput(limit: maximumCount)
    try decode(stream, into: &output)
    return output.finished()
  }

  /// Decodes a stream up to its end marker. Matches may refer to what the output contained before.
  static func decode(_ stream: ByteRegion, into output: inout DecompressionOutput) throws(XcodeFileError) {
    let bytes = stream.bytes
    let end = stream.range.upperBound
    var position = stream.range.lowerBound
    var distance = 0
    while position < end {
      let start = position
      guard let operation = Operation(bytes, at: position, end: end, previousDistance: distance) else {
        throw XcodeFileError("an LZVN operation is invalid or cut", offset: start)
      }
      position += operation.headerCount
      if operation.isEnd { return }
      guard operation.literalCount <= end - position else {
        throw XcodeFileError("the literals of an LZVN operation are cut", offset: start)
      }
      try output.append(bytes, position..<position + operation.literalCount, at: start)
      position += operation.literalCount
      distance = operation.distance
      if operation.matchCount > 0 {
        try output.repeatBytes(distance: distance, count: operation.matchCount, at: start)
      }
    }
    throw XcodeFileError("an LZVN stream has no end marker", offset: end)
  }
}

/// An operation: so many literals, which follow its header, then a match.
private struct Operation {
  var headerCount = 1
  var literalCount = 0
  var matchCount = 0
  var distance: Int
  var isEnd = false

  /// Reads the header of an operation. Returns nil if it is not defined, or cut.
  ///
  /// L, M and D are the bits of the literal count, of the match count and of the distance.
  init?(_ bytes: [UInt8], at position: Int, end: Int, previousDistance: Int) {
    let code = Int(bytes[position])
    let left = end - position
    distance = previousDistance
    switch code {
    case 0x06: isEnd = true
    case 0x0E, 0x16: break
    case 0x1E, 0x26, 0x2E, 0x36, 0x3E, 0x70...0x7F, 0xD0...0xDF: return nil
    case 0xA0...0xBF:
      // 101LLMMM DDDDDDMM DDDDDDDD
      guard left >= 3 else { return nil }
      headerCount = 3
      let word = Int(bytes[position + 1]) | Int(bytes[position + 2]) << 8
      literalCount = code >> 3 & 3
      matchCount = (code & 7) << 2 + word & 3 + 3
      distance = word >> 2
    case 0xE0:
      // 11100000 LLLLLLLL
      guard left >= 2 else { return nil }
      headerCount = 2
      literalCount = Int(bytes[position + 1]) + 16
    case 0xE1...0xEF: literalCount = code & 15
    case 0xF0:
      // 11110000 MMMMMMMM
      guard left >= 2 else { return nil }
      headerCount = 2
      matchCount = Int(bytes[position + 1]) + 16
    case 0xF1...0xFF: matchCount = code & 15
    default:
      literalCount = code >> 6
      matchCount = code >> 3 & 7 + 3
      switch code & 7 {
      case 6: break  // LLMMM110: the distance of the operation before
      case 7:
        // LLMMM111 DDDDDDDD DDDDDDDD
        guard left >= 3 else { return nil }
        headerCount = 3
        distance = Int(bytes[position + 1]) | Int(bytes[position + 2]) << 8
      default:
        // LLMMMDDD DDDDDDDD
        guard left >= 2 else { return nil }
        headerCount = 2
        distance = (code & 7) << 8 | Int(bytes[position + 1])
      }
    }
  }
}
