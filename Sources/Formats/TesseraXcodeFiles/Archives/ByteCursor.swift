/// A place in the bytes of a file, from which numbers and texts are read in order.
///
/// A read past the end throws an error with the place. The place never leaves the file.
struct ByteCursor {
  private let bytes: [UInt8]
  /// The place of the next byte.
  private(set) var offset: Int

  /// - Parameter offset: A place in the file, or its end.
  init(_ bytes: [UInt8], at offset: Int) {
    (self.bytes, self.offset) = (bytes, min(max(offset, 0), bytes.count))
  }

  /// The file's length in bytes.
  var end: Int { bytes.count }

  mutating func slice(length: Int) throws(XcodeFileError) -> ArraySlice<UInt8> {
    guard length >= 0, length <= bytes.count - offset else {
      throw XcodeFileError("The file ends where \(length) more bytes are expected", offset: offset)
    }
    let start = offset
    offset = start + length
    return bytes[start..<offset]
  }

  mutating func byte() throws(XcodeFileError) -> UInt8 {
    guard offset < bytes.count else {
      throw XcodeFileError("The file ends where 1 more byte is expected", offset: offset)
    }
    defer { offset += 1 }
    return bytes[offset]
  }

  /// A number of up to eight bytes, least significant first.
  mutating func littleEndian(bytes count: Int) throws(XcodeFileError) -> UInt64 {
    try slice(length: count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func unsigned32() throws(XcodeFileError) -> Int { Int(try littleEndian(bytes: 4)) }

  /// A length or index of NIBArchive: seven bits in a byte, least significant first. The last byte has its high bit set.
  mutating func variableLength() throws(XcodeFileError) -> Int {
    let start = offset
    var result: UInt64 = 0
    for shift in stride(from: 0, to: 35, by: 7) {
      let byte = try byte()
      result |= UInt64(byte & 0x7F) << UInt64(shift)
      if byte & 0x80 != 0 { return Int(result) }
    }
    throw XcodeFileError("A length has more than five bytes", offset: start)
  }

  /// A name in UTF-8.
  mutating func name(length: Int, limit: Int, of kind: String) throws(XcodeFileError) -> String {
    let start = offset
    guard length <= limit else {
      throw XcodeFileError("A \(kind) has more than \(limit) bytes: \(length)", offset: start)
    }
    guard let name = String(validating: try slice(length: length), as: UTF8.self) else {
      throw XcodeFileError("A \(kind) is not UTF-8", offset: start)
    }
    return name
  }
}
