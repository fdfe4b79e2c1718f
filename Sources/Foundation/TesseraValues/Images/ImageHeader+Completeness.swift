extension ImageHeader {
  /// Returns whether the bytes contain the file up to its end, according to the end marker or length of its format.
  /// Always true for SVG. Nothing is decoded, so the content itself may still be damaged.
  ///
  /// - Parameter bytes: All bytes of the file.
  /// - Complexity: Linear in the number of chunks for PNG, constant for other formats.
  package func isWhole(_ bytes: [UInt8]) -> Bool {
    switch format {
    case .png: Self.isWholePNG(bytes)
    // ITU T.81, B.1.1.3: An image ends with a marker. Cameras append zeros after it.
    case .jpeg: bytes.dropLast(bytes.reversed().prefix { $0 == 0 }.count).suffix(2) == [0xFF, 0xD9]
    // GIF89a, section 27: the trailer.
    case .gif: bytes.last == 0x3B
    // RFC 9649, section 2.4: The file size without the first eight bytes.
    case .webp: Self.littleEndian(bytes, at: 4).map { $0 <= bytes.count - 8 } ?? false
    case .svg: true
    }
  }

  /// PNG, section 5: Each chunk has a length, a name, data and a checksum. At least one chunk holds image data, and the
  /// last chunk is `IEND`.
  private static func isWholePNG(_ bytes: [UInt8]) -> Bool {
    var (offset, hasData) = (8, false)
    while offset + 12 <= bytes.count {
      let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      let name = bytes[offset + 4..<offset + 8]
      guard length <= bytes.count - offset - 12 else { return false }
      if name.elementsEqual("IEND".utf8) { return hasData }
      if name.elementsEqual("IDAT".utf8) { hasData = true }
      offset += length + 12
    }
    return false
  }

  private static func littleEndian(_ bytes: [UInt8], at offset: Int) -> Int? {
    guard bytes.count >= offset + 4 else { return nil }
    return bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
