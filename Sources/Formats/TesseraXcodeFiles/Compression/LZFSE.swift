/// The LZFSE compression: blocks of literals and matches with entropy coding by finite state machines.
///
/// A stream is a series of blocks, each with a magic number: `bvx-` stored, `bvxn` LZVN, `bvx1` and `bvx2` LZFSE with
/// plain and with packed frequency tables, and `bvx$` for the end. Format: the reference implementation that Apple
/// published under the BSD licence. Decoding takes linear time in the length of input and output; beside the output, it
/// takes some ten kilobytes.
package enum LZFSE {
  /// Decodes a stream.
  /// - Parameter maximumCount: The most bytes that the result may have; a longer one is an error.
  package static func decode(_ stream: ByteRegion, maximumCount: Int) throws(XcodeFileError) -> [UInt8] {
    var output = DecompressionOutput(limit: maximumCount)
    var offset = 0
    while true {
      switch try BlockMagic(at: offset, in: stream) {
      case .end: return output.finished()
      case .stored:
        let count = try stream.littleEndian32(at: offset + 4)
        let payload = try stream.region(at: offset + 8, count: count)
        try output.append(payload.bytes, payload.range, at: stream.fileOffset(of: offset))
        offset += 8 + count
      case .lzvn:
        let rawCount = try stream.littleEndian32(at: offset + 4)
        let payload = try stream.region(at: offset + 12, count: try stream.littleEndian32(at: offset + 8))
        let before = output.count
        try LZVN.decode(payload, into: &output)
        try check(output.count - before, rawCount, offset: stream.fileOffset(of: offset))
        offset += 12 + payload.count
      case .plainTables, .packedTables:
        let header = try LZFSEBlockHeader(at: offset, in: stream)
        // Tables cost time, so that many blocks without content would make a short stream slow.
        guard header.rawCount > 0 else {
          throw XcodeFileError("an LZFSE block is empty", offset: stream.fileOffset(of: offset))
        }
        let payload = try stream.region(at: offset + header.headerCount, count: header.payloadCount)
        let before = output.count
        try LZFSEBlockDecoder(header, payload).decode(into: &output)
        try check(output.count - before, header.rawCount, offset: stream.fileOffset(of: offset))
        offset += header.headerCount + header.payloadCount
      }
    }
  }

  /// Whether a stream starts with a block of LZFSE.
  static func isLZFSE(_ stream: ByteRegion) -> Bool { (try? BlockMagic(at: 0, in: stream)) != nil }

  private static func check(_ count: Int, _ announced: Int, offset: Int) throws(XcodeFileError) {
    guard count == announced else {
      throw XcodeFileError("a block has \(count) bytes instead of the \(announced) announced", offset: offset)
    }
  }

  private enum BlockMagic: UInt8 {
    case end = 0x24  // $
    case stored = 0x2D  // -
    case plainTables = 0x31  // 1
    case packedTables = 0x32  // 2
    case lzvn = 0x6E  // n

    init(at offset: Int, in stream: ByteRegion) throws(XcodeFileError) {
      let number = try stream.littleEndian32(at: offset)
      guard number & 0xFF_FFFF == 0x78_7662, let magic = BlockMagic(rawValue: UInt8(truncatingIfNeeded: number >> 24))
      else { throw XcodeFileError("an LZFSE block has an unknown kind", offset: stream.fileOffset(of: offset)) }
      self = magic
    }
  }
}
