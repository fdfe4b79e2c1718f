extension ImageHeader {
  /// Whether a picture's bytes go on to its end, by what its format says of that; an SVG always. Nothing is decoded: what stands
  /// between may be damaged.
  ///
  /// Takes time linear in the number of chunks of a PNG, and constant time for others.
  /// - Parameter bytes: all bytes of the file.
  package func isWhole(_ bytes: [UInt8]) -> Bool {
    switch format {
    case .png: Self.isWholePNG(bytes)
    // ITU T.81, B.1.1.3: the end of an image is marked. Cameras write zeros after it.
    case .jpeg: bytes.dropLast(bytes.reversed().prefix { $0 == 0 }.count).suffix(2) == [0xFF, 0xD9]
    // GIF89a, section 27: the trailer.
    case .gif: bytes.last == 0x3B
    // RFC 9649, section 2.4: the size of the file, without the first eight bytes.
    case .webp: Self.littleEndian(bytes, at: 4).map { $0 <= bytes.count - 8 } ?? false
    case .svg: true
    }
  }

  /// PNG, section 5: chunks of a length, a name, their data and a checksum, with data of the image among them, and the last `IEND`.
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
