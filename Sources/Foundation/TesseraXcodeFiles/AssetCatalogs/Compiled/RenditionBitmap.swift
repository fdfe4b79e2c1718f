/// The block of a bitmap rendition: its compression, and the data in one piece or in strips of rows.
///
/// Layout, little-endian: the code `CELM`, flags, compression, and length or, with the first flag, number of strips.
/// A strip has the code `CBCK`, two reserved numbers, the number of rows and the length.
struct RenditionBitmap {
  /// How a bitmap is compressed.
  enum Compression: Int {
    case none
    case rle
    case zip
    case lzvn
    case lzfse
    case jpegLZFSE
    case blurred
    case astc
    case palette
    case hevc
    case deepmapLZFSE
    case deepmap2
    case dxtc

    /// The name in Apple's tools.
    var name: String {
      let names = [
        "uncompressed", "rle", "zip", "lzvn", "lzfse", "jpeg-lzfse", "blurred", "astc", "palette-img", "hevc",
        "deepmap-lzfse", "deepmap2", "dxtc",
      ]
      return names[rawValue]
    }
  }

  /// The most strips of a bitmap. Those of the largest images have some hundred.
  static let maximumStrips = 1 << 12

  private let block: ByteRegion
  private let hasStrips: Bool
  private let compression: Compression
  private let count: Int

  init(_ block: ByteRegion) throws(XcodeFileError) {
    self.block = block
    hasStrips = try block.littleEndian32(at: 4) & 1 != 0
    let number = try block.littleEndian32(at: 8)
    guard let compression = Compression(rawValue: number) else {
      throw XcodeFileError("the compression \(number) of an image is not known", offset: block.place(of: 8))
    }
    self.compression = compression
    count = try block.littleEndian32(at: 12)
  }

  /// Returns the rows of the bitmap one after the other.
  ///
  /// The result has no more bytes than rows of `bytesPerRow` bytes, and its memory grows with what the data yield.
  func rows(width: Int, height: Int, bytesPerRow: Int) throws(XcodeFileError) -> [UInt8] {
    guard hasStrips else {
      let data = try block.region(at: 16, count: count)
      return try decoded(data, width: width, height: height, bytesPerRow: bytesPerRow)
    }
    guard count <= Self.maximumStrips else {
      throw XcodeFileError("an image claims \(count) strips", offset: block.place(of: 12))
    }
    var rows: [UInt8] = []
    var rowsLeft = height
    var offset = 16
    for _ in 0..<count {
      guard try block.reversedCode(at: offset) == "CBCK" else {
        throw XcodeFileError("a strip of an image has an unknown kind", offset: block.place(of: offset))
      }
      let rowCount = try block.littleEndian32(at: offset + 12)
      guard rowCount <= rowsLeft else {
        throw XcodeFileError("the strips of an image have too many rows", offset: block.place(of: offset + 12))
      }
      let data = try block.region(at: offset + 20, count: block.littleEndian32(at: offset + 16))
      rows += try decoded(data, width: width, height: rowCount, bytesPerRow: bytesPerRow)
      rowsLeft -= rowCount
      offset += 20 + data.count
    }
    guard rowsLeft == 0 else {
      throw XcodeFileError("the strips of an image lack \(rowsLeft) rows", offset: block.place(of: offset))
    }
    return rows
  }

  private func decoded(
    _ data: ByteRegion, width: Int, height: Int, bytesPerRow: Int
  ) throws(XcodeFileError) -> [UInt8] {
    let count = height * bytesPerRow
    let bytes: [UInt8]
    switch compression {
    case .palette: bytes = try PaletteImage.pixels(data, width: width, height: height, bytesPerRow: bytesPerRow)
    case .none: bytes = Array(data.slice.prefix(count))
    case .zip: bytes = try Inflation.decode(data, maximumCount: count)
    case .lzvn where !LZFSE.isLZFSE(data): bytes = try LZVN.decode(data, maximumCount: count)
    case .lzvn, .lzfse: bytes = try LZFSE.decode(data, maximumCount: count)
    default:
      throw XcodeFileError("the compression '\(compression.name)' is not supported", offset: block.place(of: 8))
    }
    guard bytes.count == count else {
      throw XcodeFileError("an image has \(bytes.count) bytes instead of \(count)", offset: data.place(of: 0))
    }
    return bytes
  }
}
