import CZlib

/// Writes images as PNG files (W3C, third edition).
package enum PNGEncoder {
  /// Encodes an image with 8 bits for each of red, green, blue and opacity. Is made for speed, not for small files; needs
  /// about as much memory again as the image. Returns nil for an image without pixels, or if memory is
  /// missing.
  package static func encode(_ image: RGBAImage) -> [UInt8]? {
    guard image.width > 0, image.height > 0, let data = compressed(filteredRows(image)) else { return nil }
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    // 8 bits, colour type 6: red, green, blue, opacity; deflate; filters of rows; not interlaced.
    append("IHDR", bigEndian(image.width) + bigEndian(image.height) + [8, 6, 0, 0, 0], to: &file)
    // cICP: primaries of Display P3, transfer function of sRGB, RGB, full range. sRGB: perceptual.
    append(image.isDisplayP3 ? "cICP" : "sRGB", image.isDisplayP3 ? [12, 13, 0, 1] : [0], to: &file)
    append("IDAT", data, to: &file)
    append("IEND", [], to: &file)
    return file
  }

  private static func append(_ type: String, _ content: [UInt8], to file: inout [UInt8]) {
    let covered = Array(type.utf8) + content
    let checksum = covered.withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32($0.count)) }
    file += bigEndian(content.count) + covered + bigEndian(Int(checksum))
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// Returns each row after the number of its filter, which is that of the differences to the left neighbours (section
  /// 9.2). To choose a filter for each row takes ten times as long, and saves a few percent.
  private static func filteredRows(_ image: RGBAImage) -> [UInt8] {
    let length = image.width * 4
    var output: [UInt8] = []
    output.reserveCapacity((length + 1) * image.height)
    image.bytes.withUnsafeBufferPointer { bytes in
      for row in 0..<image.height {
        let current = bytes[row * length..<(row + 1) * length]
        output.append(1)
        output += current.prefix(4)
        for (value, left) in zip(current.dropFirst(4), current) { output.append(value &- left) }
      }
    }
    return output
  }

  /// How hard zlib tries, up to 9. Its own choice, 6, takes more than three times as long, and saves a twentieth.
  private static let effort: Int32 = 4

  private static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    var count = compressBound(UInt(bytes.count))
    var output = [UInt8](repeating: 0, count: Int(count))
    let status = bytes.withUnsafeBufferPointer { source in
      output.withUnsafeMutableBufferPointer { target in
        compress2(target.baseAddress, &count, source.baseAddress, UInt(source.count), effort)
      }
    }
    return status == Z_OK ? Array(output.prefix(Int(count))) : nil
  }
}
