/// Loads the images of a compiled catalogue within a budget.
package struct AssetImageLoader: Sendable {
  /// The most bytes of an image that is stored as a file, when decompressed.
  package static let maximumFileBytes = 32 << 20

  /// The most pixels of a sheet of packed images: 2048 by 2048, as Xcode makes them. A larger one is refused.
  static let maximumSheetPixels = 1 << 22

  /// What may still be loaded. Bitmaps are charged before they are decoded, also those that cannot be.
  package private(set) var budget: AssetImageBudget

  private let reader: AssetCatalogReader
  /// The sheet that was decoded last, or could not be.
  private var decodedSheet: (number: Int, image: Result<RGBAImage, XcodeFileError>)?
  /// The sheets of packed images that were charged.
  private var sheets: [Int: RenditionBitmap] = [:]

  /// Creates a loader of a catalogue's images.
  package init(_ reader: AssetCatalogReader, budget: AssetImageBudget = AssetImageBudget()) {
    self.reader = reader
    self.budget = budget
  }

  /// Loads an image of the catalogue as a file, which is PNG for a bitmap.
  package mutating func file(of image: ImageAsset) throws(XcodeFileError) -> (AssetImageFormat, [UInt8]) {
    switch try content(of: image) {
    case .file(let format, let file): return (format, file)
    case .pixels(let pixels):
      guard let file = PNGEncoder.encode(pixels) else { throw XcodeFileError("there is not enough memory") }
      try budget.spend(bytes: file.count)
      return (.png, file)
    }
  }

  /// Loads an image of the catalogue.
  package mutating func content(of image: ImageAsset) throws(XcodeFileError) -> AssetImageContent {
    guard case .rendition(let number) = image.source, reader.entries.indices.contains(number) else {
      throw XcodeFileError("the image '\(image.name)' is not one of this catalogue")
    }
    let rendition = try Rendition(reader.entries[number].value)
    switch rendition.kind {
    case .bitmap: return .pixels(try bitmap(of: rendition, number: number).image())
    case .link: return .pixels(try packedImage(of: rendition, number: number))
    case .file:
      guard let format = AssetImageFormat(pixelFormat: rendition.pixelFormat) else { break }
      return .file(format, try file(rendition.content))
    case .other: break
    }
    throw XcodeFileError("the rendition of '\(image.name)' is not an image", object: number)
  }

  /// Returns a number that is equal for images of the same sheet. It is decoded once for those that are loaded one after
  /// the other.
  package func sheet(of image: ImageAsset) -> Int {
    guard case .rendition(let number) = image.source, reader.entries.indices.contains(number),
      let target = try? Rendition(reader.entries[number].value).link?.target
    else { return -1 }
    return reader.number(ofKey: target) ?? -1
  }

  private mutating func packedImage(of rendition: Rendition, number: Int) throws(XcodeFileError) -> RGBAImage {
    guard let link = rendition.link, let target = reader.number(ofKey: link.target) else {
      throw XcodeFileError("the sheet of a packed image is absent", object: number)
    }
    let sheet = try sheet(target)
    let (upper, isTooHigh) = link.y.addingReportingOverflow(link.height)
    guard link.width > 0, link.height > 0, link.width <= sheet.width, !isTooHigh, upper <= sheet.height else {
      throw XcodeFileError("a packed image is not within its sheet", object: number)
    }
    // A sheet is charged once, but each of its images is copied.
    try budget.spend(pixels: link.width * link.height)
    if decodedSheet?.number != target {
      decodedSheet = (target, Result { () throws(XcodeFileError) in try sheet.image() })
    }
    // Links count from the bottom of the sheet, as Core Graphics does.
    let image = try decodedSheet?.image.get().cropped(
      x: link.x, y: sheet.height - upper, width: link.width, height: link.height)
    guard let image else { throw XcodeFileError("a packed image is not within its sheet", object: number) }
    return image
  }

  private mutating func sheet(_ number: Int) throws(XcodeFileError) -> RenditionBitmap {
    if let sheet = sheets[number] { return sheet }
    let rendition = try Rendition(reader.entries[number].value)
    guard rendition.kind == .bitmap else {
      throw XcodeFileError("the sheet of a packed image is not a bitmap", object: number)
    }
    let sheet = try bitmap(of: rendition, number: number)
    guard sheet.decodedPixels <= Self.maximumSheetPixels else {
      throw XcodeFileError(
        "a sheet of packed images has more than \(Self.maximumSheetPixels) pixels", object: number)
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
