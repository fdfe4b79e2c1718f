/// A part of a file, from which numbers are read with checks.
///
/// All offsets are relative to the start of the region; errors contain offsets in the file. A region shares the bytes
/// of the file, so that making one costs nothing.
package struct ByteRegion: Sendable {
  /// The bytes of the whole file.
  package let bytes: [UInt8]
  /// The part of the file, always within ``bytes``.
  package let range: Range<Int>

  /// Creates a region of a whole file.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    range = bytes.indices
  }

  private init(bytes: [UInt8], range: Range<Int>) {
    self.bytes = bytes
    self.range = range
  }

  /// The number of bytes.
  package var count: Int { range.count }

  /// The bytes of the region as a slice of the file, without copying.
  package var slice: ArraySlice<UInt8> { bytes[range] }

  /// Returns a part of the region.
  package func region(at offset: Int, count: Int) throws(XcodeFileError) -> ByteRegion {
    guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else {
      throw XcodeFileError(
        "\(count) bytes are announced where \(max(0, self.count - max(0, offset))) are left",
        offset: fileOffset(of: min(max(0, offset), self.count)))
    }
    let start = range.lowerBound + offset
    return ByteRegion(bytes: bytes, range: start..<start + count)
  }

  /// Returns the rest of the region.
  package func region(from offset: Int) throws(XcodeFileError) -> ByteRegion {
    try region(at: offset, count: max(0, count - max(0, offset)))
  }

  /// Reads a byte.
  package func byte(at offset: Int) throws(XcodeFileError) -> UInt8 {
    guard offset >= 0, offset < count else { throw end(at: offset) }
    return bytes[range.lowerBound + offset]
  }

  /// Reads an unsigned number of 16 bits.
  package func littleEndian16(at offset: Int) throws(XcodeFileError) -> Int {
    Int(truncatingIfNeeded: try littleEndian(at: offset, count: 2))
  }

  /// Reads an unsigned number of 32 bits.
  package func littleEndian32(at offset: Int) throws(XcodeFileError) -> Int {
    Int(truncatingIfNeeded: try littleEndian(at: offset, count: 4))
  }

  /// Reads an unsigned number of 64 bits.
  package func littleEndian64(at offset: Int) throws(XcodeFileError) -> UInt64 {
    try littleEndian(at: offset, count: 8)
  }

  /// Reads an unsigned number of 16 bits.
  package func bigEndian16(at offset: Int) throws(XcodeFileError) -> Int {
    Int(truncatingIfNeeded: try littleEndian(at: offset, count: 2).byteSwapped >> 48)
  }

  /// Reads an unsigned number of 32 bits.
  package func bigEndian32(at offset: Int) throws(XcodeFileError) -> Int {
    Int(truncatingIfNeeded: try littleEndian(at: offset, count: 4).byteSwapped >> 32)
  }

  /// Reads a code of four characters that is stored backwards, as all little-endian numbers are: `ISTC` is `CTSI`.
  package func reversedCode(at offset: Int) throws(XcodeFileError) -> String {
    let number = try littleEndian(at: offset, count: 4)
    let characters = stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt64($0)) }
    return Self.printable(characters)
  }

  /// Reads UTF-8 up to a zero byte, at most the given number of bytes. Invalid parts are replaced.
  package func text(at offset: Int, maximumCount: Int) throws(XcodeFileError) -> String {
    String(decoding: try region(at: offset, count: maximumCount).slice.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The offset in the file of an offset in the region.
  package func fileOffset(of offset: Int) -> Int {
    let (fileOffset, isTooLarge) = range.lowerBound.addingReportingOverflow(offset)
    return isTooLarge ? Int.max : fileOffset
  }

  private func littleEndian(at offset: Int, count byteCount: Int) throws(XcodeFileError) -> UInt64 {
    guard offset >= 0, byteCount <= count, offset <= count - byteCount else { throw end(at: offset) }
    var number: UInt64 = 0
    let start = range.lowerBound + offset
    for index in 0..<byteCount { number |= UInt64(bytes[start + index]) << UInt64(8 * index) }
    return number
  }

  private func end(at offset: Int) -> XcodeFileError {
    XcodeFileError("the data ends too early", offset: fileOffset(of: min(max(0, offset), count)))
  }

  private static func printable(_ characters: [UInt8]) -> String {
    String(decoding: characters.map { 0x20...0x7E ~= $0 ? $0 : 0x3F }, as: UTF8.self)
  }
}
