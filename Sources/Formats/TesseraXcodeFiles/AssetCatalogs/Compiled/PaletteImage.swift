/// The pixels of a bitmap with a palette (`palette-img`), compressed by LZFSE.
///
/// Layout, little-endian: the number CAFEF00D (hexadecimal), a version of 32 bits, the number of colours in 16 bits, the
/// colours in four bytes each, and one byte for each pixel: the number of its colour.
enum PaletteImage {
  private static let headerCount = 10
  /// The maximum number of colours of a palette, which a byte tells apart.
  private static let maximumColors = 256

  /// Returns rows of pixels with four bytes, blue first and premultiplied, as in bitmaps without palette.
  static func pixels(_ data: ByteRegion, width: Int, height: Int, bytesPerRow: Int) throws(XcodeFileError) -> [UInt8] {
    let limit = headerCount + 4 * maximumColors + width * height
    let image = ByteRegion(try LZFSE.decode(data, maximumCount: limit))
    // Offsets in the decompressed bytes mean nothing to readers of the file.
    let offset = data.fileOffset(of: 0)
    guard image.count >= headerCount, (try? image.littleEndian32(at: 0)) == 0xCAFE_F00D,
      let colorCount = try? image.littleEndian16(at: 8), 1...maximumColors ~= colorCount,
      image.count == headerCount + 4 * colorCount + width * height, 4 * width <= bytesPerRow
    else { throw XcodeFileError("the palette of an image has a form that is not known", offset: offset) }
    var rows = [UInt8](repeating: 0, count: height * bytesPerRow)
    var source = headerCount + 4 * colorCount
    for row in 0..<height {
      for column in 0..<width {
        let color = Int(image.bytes[source])
        source += 1
        guard color < colorCount else {
          throw XcodeFileError("a pixel has the colour \(color) of \(colorCount)", offset: offset)
        }
        let target = row * bytesPerRow + 4 * column
        for index in 0..<4 { rows[target + index] = image.bytes[headerCount + 4 * color + index] }
      }
    }
    return rows
  }
}
