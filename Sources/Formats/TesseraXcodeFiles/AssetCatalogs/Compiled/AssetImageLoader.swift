/// Finds the images of a compiled catalogue within a budget. Bitmaps are decoded later, when their pixels are asked for.
package struct AssetImageLoader: Sendable {
  /// The most bytes of an image that is stored as a file, when decompressed.
  package static let maximumFileBytes = 32 << 20

  /// What may still be loaded. Bitmaps are charged when they are found, also those that cannot be decoded later.
  package private(set) var budget: AssetImageBudget

  private let reader: AssetCatalogReader
  private let decodedSheet = DecodedSheet()
  /// The sheets of packed images that were charged.
  private var sheets: [Int: RenditionBitmap] = [:]

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
    case .bitmap: return .pixels(AssetPixels(try bitmap(of: rendition, number: number)))
    case .link: return .pixels(try packedPixels(of: rendition, number: number))
    case .file:
      guard let format = AssetImageFormat(pixelFormat: rendition.pixelFormat) else { break }
      return .file(format, try file(rendition.content))
    case .color, .other: break
    }
    throw XcodeFileError("the rendition of '\(image.name)' is not an image", object: number)
  }

  private mutating func packedPixels(of rendition: Rendition, number: Int) throws(XcodeFileError) -> AssetPixels {
    guard let link = rendition.link, let target = reader.number(ofKey: link.target) else {
      throw XcodeFileError("the sheet of a packed image is absent", object: number)
    }
    let sheet = try sheet(target)
    guard let pixels = AssetPixels(link, of: sheet, number: target, in: decodedSheet) else {
      throw XcodeFileError("a packed image is not within its sheet", object: number)
    }
    // A sheet is charged once, but each of its images is copied.
    try budget.spend(pixels: link.width * link.height)
    return pixels
  }

  private mutating func sheet(_ number: Int) throws(XcodeFileError) -> RenditionBitmap {
    if let sheet = sheets[number] { return sheet }
    let rendition = try Rendition(reader.entries[number].value)
    guard rendition.kind == .bitmap else {
      throw XcodeFileError("the sheet of a packed image is not a bitmap", object: number)
    }
    let sheet = try bitmap(of: rendition, number: number)
    guard sheet.decodedPixels <= DecodedSheet.maximumPixels else {
      throw XcodeFileError(
        "a sheet of packed images has more than \(DecodedSheet.maximumPixels) pixels", object: number)
    }
    sheets[number] = sheet
    return sheet
  }

  private mutating func bitmap(of rendition: Rendition, number: Int) throws(XcodeFileError) -> RenditionBitmap {
    let bitmap = try RenditionBitmap(rendition, number: number)
    try budget.spend(pixels: bitmap.decodedPixels)
    try budget.spend(bytes: bitmap.byteCount)
    return bitmap
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
