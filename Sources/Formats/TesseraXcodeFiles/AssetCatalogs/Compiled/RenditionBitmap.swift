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

    /// Whether there is a decoder.
    var isSupported: Bool {
      switch self {
      case .none, .zip, .lzvn, .lzfse, .palette: true
      case .rle, .jpegLZFSE, .blurred, .astc, .hevc, .deepmapLZFSE, .deepmap2, .dxtc: false
      }
    }
  }

  /// The most pixels of an image, and of a sheet of packed images.
  private static let maximumPixels = 16_000_000
  /// The most bytes by which a row may be longer than its pixels. Rows are padded to whole cache lines.
  private static let maximumPadding = 256
  /// The number of the color space Display P3 in compiled catalogues.
  private static let displayP3 = 3
  /// The most strips of a bitmap. Those of the largest images have some hundred.
  private static let maximumStrips = 1 << 12

  /// The width in pixels.
  let width: Int
  /// The height in pixels.
  let height: Int

  private let pixelFormat: PixelFormat
  private let isDisplayP3: Bool
  private let bytesPerRow: Int
  private let block: ByteRegion
  private let hasStrips: Bool
  private let compression: Compression
  /// The number of strips, or that of the data's bytes.
  private let count: Int

  /// Reads the headers, and verifies that the bitmap can be decoded as far as they tell.
  /// - Parameter number: The number of the rendition, for errors.
  init(_ rendition: Rendition, number: Int) throws(XcodeFileError) {
    block = rendition.content
    (width, height) = (rendition.width, rendition.height)
    let offset = block.fileOffset(of: 0)
    guard let pixelFormat = PixelFormat(rawValue: rendition.pixelFormat) else {
      throw XcodeFileError(
        "the pixel format '\(rendition.pixelFormat)' is not supported", offset: offset, object: number)
    }
    self.pixelFormat = pixelFormat
    guard width > 0, height > 0, width <= Self.maximumPixels / height else {
      throw XcodeFileError("an image of \(width)×\(height) pixels is not decoded", offset: offset, object: number)
    }
    let shortest = width * pixelFormat.byteCount
    bytesPerRow = rendition.bytesPerRow ?? shortest
    guard bytesPerRow >= shortest, bytesPerRow <= shortest + Self.maximumPadding else {
      throw XcodeFileError("a row of \(width) pixels claims \(bytesPerRow) bytes", offset: offset, object: number)
    }
    isDisplayP3 = rendition.colorSpaceNumber == Self.displayP3
    hasStrips = try block.littleEndian32(at: 4) & 1 != 0
    let compressionNumber = try block.littleEndian32(at: 8)
    guard let compression = Compression(rawValue: compressionNumber) else {
      throw XcodeFileError(
        "the compression \(compressionNumber) of an image is not known", offset: block.fileOffset(of: 8))
    }
    guard compression.isSupported else {
      throw XcodeFileError("the compression '\(compression.name)' is not supported", offset: block.fileOffset(of: 8))
    }
    self.compression = compression
    count = try block.littleEndian32(at: 12)
  }

  /// The number of bytes of the block.
  var byteCount: Int { block.count }

  /// The number of pixels that decoding takes: padding is decoded, too.
  var decodedPixels: Int { max(width * height, height * bytesPerRow / pixelFormat.byteCount) }

  /// Decodes the bitmap.
  func image() throws(XcodeFileError) -> RGBAImage {
    var image = pixelFormat.image(try rows(), width: width, height: height, bytesPerRow: bytesPerRow)
    image.isDisplayP3 = isDisplayP3
    return image
  }

  /// Returns the rows one after the other.
  ///
  /// The result has no more bytes than rows of `bytesPerRow` bytes, and its memory grows with what the data yield.
  private func rows() throws(XcodeFileError) -> [UInt8] {
    guard hasStrips else { return try decoded(block.region(at: 16, count: count), rows: height) }
    guard count <= Self.maximumStrips else {
      throw XcodeFileError("an image claims \(count) strips", offset: block.fileOffset(of: 12))
    }
    var rows: [UInt8] = []
    var rowsLeft = height
    var offset = 16
    for _ in 0..<count {
      guard try block.reversedCode(at: offset) == "CBCK" else {
        throw XcodeFileError("a strip of an image has an unknown kind", offset: block.fileOffset(of: offset))
      }
      let rowCount = try block.littleEndian32(at: offset + 12)
      guard rowCount <= rowsLeft else {
        throw XcodeFileError("the strips of an image have too many rows", offset: block.fileOffset(of: offset + 12))
      }
      let data = try block.region(at: offset + 20, count: block.littleEndian32(at: offset + 16))
      rows += try decoded(data, rows: rowCount)
      rowsLeft -= rowCount
      offset += 20 + data.count
    }
    guard rowsLeft == 0 else {
      throw XcodeFileError("the strips of an image lack \(rowsLeft) rows", offset: block.fileOffset(of: offset))
    }
    return rows
  }

  private func decoded(_ data: ByteRegion, rows: Int) throws(XcodeFileError) -> [UInt8] {
    let count = rows * bytesPerRow
    let bytes: [UInt8]
    switch compression {
    case .palette: bytes = try PaletteImage.pixels(data, width: width, height: rows, bytesPerRow: bytesPerRow)
    case .none: bytes = Array(data.slice.prefix(count))
    case .zip: bytes = try Inflation.decode(data, maximumCount: count)
    case .lzvn where !LZFSE.isLZFSE(data): bytes = try LZVN.decode(data, maximumCount: count)
    case .lzvn, .lzfse: bytes = try LZFSE.decode(data, maximumCount: count)
    case .rle, .jpegLZFSE, .blurred, .astc, .hevc, .deepmapLZFSE, .deepmap2, .dxtc:
      throw XcodeFileError("the compression '\(compression.name)' is not supported", offset: block.fileOffset(of: 8))
    }
    guard bytes.count == count else {
      throw XcodeFileError("an image has \(bytes.count) bytes instead of \(count)", offset: data.fileOffset(of: 0))
    }
    return bytes
  }
}
