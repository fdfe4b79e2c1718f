/// Loads the images of a compiled catalogue one at a time, within a budget.
///
/// Decoding takes some ten milliseconds for each megabyte of pixels. Sheets of packed images are kept, so that each is
/// decoded once for all of its images.
package struct AssetImageLoader: Sendable {
  /// The most pixels of an image, of a sheet of packed images, and of all sheets that are kept.
  package static let maximumPixels = 16_000_000
  /// The most bytes of an image that is stored as a file, when decompressed.
  package static let maximumFileBytes = 32 << 20
  /// The most bytes by which a row may be longer than its pixels. Rows are padded to whole cache lines.
  static let maximumPadding = 256

  /// What may still be loaded. Images that cannot be decoded are charged, too.
  package private(set) var budget: AssetImageBudget

  private let reader: AssetCatalogReader
  private var sheets: [Int: RGBAImage] = [:]
  private var sheetPixels = 0

  /// Creates a loader of a catalogue's images.
  package init(_ reader: AssetCatalogReader, budget: AssetImageBudget = AssetImageBudget()) {
    self.reader = reader
    self.budget = budget
  }

  /// Loads an image of the catalogue.
  package mutating func content(of image: ImageAsset) throws(XcodeFileError) -> AssetImageContent {
    guard case .rendition(let number) = image.source, reader.entries.indices.contains(number) else {
      throw XcodeFileError("the image '\(image.name)' is not one of this catalogue")
    }
    let rendition = try Rendition(reader.entries[number].value)
    switch rendition.kind {
    case .bitmap: return .pixels(try pixels(of: rendition, number: number))
    case .link: return .pixels(try packedPixels(of: rendition, number: number))
    case .file:
      guard let format = AssetImageFormat(pixelFormat: rendition.pixelFormat) else { break }
      return .file(format, try file(rendition.content))
    case .color, .other: break
    }
    throw XcodeFileError("the rendition of '\(image.name)' is not an image", object: number)
  }

  private mutating func packedPixels(of rendition: Rendition, number: Int) throws(XcodeFileError) -> RGBAImage {
    guard let link = rendition.link, let target = reader.number(ofKey: link.target) else {
      throw XcodeFileError("the sheet of a packed image is absent", object: number)
    }
    let sheet = try sheet(target)
    // Links count from the bottom of the sheet, as Core Graphics does.
    let top = sheet.height - link.y - link.height
    guard let part = sheet.cropped(x: link.x, y: top, width: link.width, height: link.height) else {
      throw XcodeFileError("a packed image is not within its sheet", object: number)
    }
    // A sheet is decoded once, but each of its images is copied.
    try budget.spend(pixels: link.width * link.height)
    return part
  }

  private mutating func sheet(_ number: Int) throws(XcodeFileError) -> RGBAImage {
    if let sheet = sheets[number] { return sheet }
    let rendition = try Rendition(reader.entries[number].value)
    guard rendition.kind == .bitmap else {
      throw XcodeFileError("the sheet of a packed image is not a bitmap", object: number)
    }
    let sheet = try pixels(of: rendition, number: number)
    let count = sheet.width * sheet.height
    if count > Self.maximumPixels - sheetPixels {
      sheets.removeAll()
      sheetPixels = 0
    }
    sheets[number] = sheet
    sheetPixels += count
    return sheet
  }

  private mutating func pixels(of rendition: Rendition, number: Int) throws(XcodeFileError) -> RGBAImage {
    let (width, height) = (rendition.width, rendition.height)
    let offset = rendition.content.place(of: 0)
    guard let pixelFormat = PixelFormat(rawValue: rendition.pixelFormat) else {
      throw XcodeFileError(
        "the pixel format '\(rendition.pixelFormat)' is not supported", offset: offset, object: number)
    }
    guard width > 0, height > 0, width <= Self.maximumPixels / height else {
      throw XcodeFileError("an image of \(width)×\(height) pixels is not decoded", offset: offset, object: number)
    }
    let shortest = width * pixelFormat.byteCount
    let bytesPerRow = rendition.bytesPerRow ?? shortest
    guard bytesPerRow >= shortest, bytesPerRow <= shortest + Self.maximumPadding else {
      throw XcodeFileError("a row of \(width) pixels claims \(bytesPerRow) bytes", offset: offset, object: number)
    }
    // Padding is decoded, too.
    try budget.spend(pixels: max(width * height, height * bytesPerRow / pixelFormat.byteCount))
    try budget.spend(bytes: rendition.content.count)
    let bitmap = try RenditionBitmap(rendition.content)
    let rows = try bitmap.rows(width: width, height: height, bytesPerRow: bytesPerRow)
    var image = pixelFormat.image(rows, width: width, height: height, bytesPerRow: bytesPerRow)
    image.isDisplayP3 = AssetColor.ColorSpace(number: rendition.colorSpaceNumber) == .displayP3
    return image
  }

  /// The code `RAWD`, a version and the length, then the file, plain or compressed by LZFSE.
  private mutating func file(_ content: ByteRegion) throws(XcodeFileError) -> [UInt8] {
    let data = try content.region(at: 12, count: content.littleEndian32(at: 8))
    try budget.spend(bytes: data.count)
    guard LZFSE.isLZFSE(data) else { return Array(data.slice) }
    // What a damaged stream yields is not known, so that it costs all that was allowed.
    let limit = min(budget.bytes, Self.maximumFileBytes)
    try budget.spend(bytes: limit)
    let bytes = try LZFSE.decode(data, maximumCount: limit)
    budget.bytes += limit - bytes.count
    return bytes
  }
}
