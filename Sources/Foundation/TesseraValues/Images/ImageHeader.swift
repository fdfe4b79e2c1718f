/// The format and size of an image, read from its first bytes without decoding it.
///
/// The bytes may be hostile: the parser never reads past their end and takes at most linear time in the header's
/// length.
package struct ImageHeader: Sendable, Hashable {
  /// The image format, detected from the content.
  package var format: ImageFormat
  /// The width in pixels, or an SVG's width in CSS pixels; nil for an SVG without an intrinsic size.
  package var width: Int?
  /// The height in pixels; see ``width``.
  package var height: Int?

  /// The maximum number of pixels of an image that Tessera draws itself, or fetches from a server. A larger image is
  /// refused. Each pixel takes four bytes when decoded.
  package static let maximumPixels = 16_000_000

  /// Returns whether the image has at most the given number of pixels. Always true for SVG, which has no pixels of its
  /// own.
  package func hasAtMost(pixels: Int) -> Bool {
    guard format != .svg, let width, let height else { return true }
    return width <= pixels / max(1, height)
  }

  /// Reads the header. Returns nil if the bytes are not an image of a known format, or if the header is truncated or
  /// damaged.
  package init?(_ bytes: some RandomAccessCollection<UInt8>) {
    // The size is near the start. Only a JPEG may have much data before it: colour profiles and a thumbnail.
    let reader = ByteReader(bytes: Array(bytes.prefix(1 << 20)))
    switch ImageFormat(signatureOf: reader.bytes) {
    case .png:
      // PNG, section 11.2.1: The first chunk is IHDR with width and height.
      guard reader.text(at: 12, count: 4) == "IHDR" else { return nil }
      self.init(.png, reader.bigEndian(at: 16, count: 4), reader.bigEndian(at: 20, count: 4))
    case .gif: self.init(.gif, reader.littleEndian(at: 6, count: 2), reader.littleEndian(at: 8, count: 2))
    case .jpeg: self.init(jpeg: reader)
    case .webp: self.init(webP: reader)
    case .svg:
      let size = SVGRootTag(reader.bytes)?.size
      self.init(format: .svg, width: size?.width, height: size?.height)
    case nil: return nil
    }
  }

  private init?(_ format: ImageFormat, _ width: Int?, _ height: Int?) {
    guard let width, let height, width > 0, height > 0 else { return nil }
    self.init(format: format, width: width, height: height)
  }

  private init(format: ImageFormat, width: Int?, height: Int?) {
    self.format = format
    self.width = width
    self.height = height
  }

  /// Reads JPEG segments (ITU T.81, annex B) up to the frame header, which contains the size. If the Exif orientation
  /// rotates the image by a quarter turn, width and height are swapped, as in browsers.
  private init?(jpeg reader: ByteReader) {
    var offset = 2
    var isTurned = false
    while let marker = reader.bigEndian(at: offset, count: 2), marker >= 0xFF00 {
      let code = marker & 0xFF
      switch code {
      case 0xFF: offset += 1
      case 0x01, 0xD0...0xD8: offset += 2
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        let height = reader.bigEndian(at: offset + 5, count: 2)
        let width = reader.bigEndian(at: offset + 7, count: 2)
        self.init(.jpeg, isTurned ? height : width, isTurned ? width : height)
        return
      default:
        guard let length = reader.bigEndian(at: offset + 2, count: 2), length >= 2 else { return nil }
        if code == 0xE1, let orientation = reader.exifOrientation(at: offset + 4) { isTurned = 5...8 ~= orientation }
        offset += 2 + length
      }
    }
    return nil
  }

  /// Reads WebP (RFC 9649): the first chunk contains the size in one of three forms.
  private init?(webP reader: ByteReader) {
    switch reader.text(at: 12, count: 4) {
    case "VP8 ":
      guard reader.bigEndian(at: 23, count: 3) == 0x9D012A else { return nil }
      let width = reader.littleEndian(at: 26, count: 2).map { $0 & 0x3FFF }
      self.init(.webp, width, reader.littleEndian(at: 28, count: 2).map { $0 & 0x3FFF })
    case "VP8L":
      guard reader.littleEndian(at: 20, count: 1) == 0x2F, let bits = reader.littleEndian(at: 21, count: 4) else {
        return nil
      }
      self.init(.webp, (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    case "VP8X":
      let width = reader.littleEndian(at: 24, count: 3).map { $0 + 1 }
      self.init(.webp, width, reader.littleEndian(at: 27, count: 3).map { $0 + 1 })
    default: return nil
    }
  }
}

/// Reads numbers and strings at offsets in a file; the result is nil past its end.
private struct ByteReader {
  let bytes: [UInt8]

  private func slice(at offset: Int, count: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, count <= bytes.count, offset <= bytes.count - count else { return nil }
    return bytes[offset..<offset + count]
  }

  func bigEndian(at offset: Int, count: Int) -> Int? {
    slice(at: offset, count: count)?.reduce(0) { $0 << 8 | Int($1) }
  }

  func littleEndian(at offset: Int, count: Int) -> Int? {
    slice(at: offset, count: count)?.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  func text(at offset: Int, count: Int) -> String? {
    slice(at: offset, count: count).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads the orientation (Exif 2.32, section 4.6): `Exif`, a TIFF header, and tag 0x0112 in the first directory.
  func exifOrientation(at start: Int) -> Int? {
    guard text(at: start, count: 6) == "Exif\0\0" else { return nil }
    let tiff = start + 6
    let isLittle: Bool
    switch text(at: tiff, count: 2) {
    case "II": isLittle = true
    case "MM": isLittle = false
    default: return nil
    }
    func number(_ offset: Int, _ count: Int) -> Int? {
      isLittle ? littleEndian(at: tiff + offset, count: count) : bigEndian(at: tiff + offset, count: count)
    }
    guard let directory = number(4, 4), let entries = number(directory, 2) else { return nil }
    for entry in 0..<min(entries, 1000) where number(directory + 2 + entry * 12, 2) == 0x0112 {
      return number(directory + 2 + entry * 12 + 8, 2)
    }
    return nil
  }
}
