import Synchronization

/// An image of a compiled catalogue whose pixels are decoded when they are asked for.
///
/// Its headers were read: its size is known, and its format is one that can be decoded. Damage of the compressed data shows
/// only in decoding, which takes some ten milliseconds for each megabyte of pixels.
package struct AssetPixels: Sendable {
  /// The width in pixels.
  package let width: Int
  /// The height in pixels.
  package let height: Int
  /// The number of bytes of the compressed data; of a part of a sheet, its share of them.
  package let byteCount: Int

  private let bitmap: RenditionBitmap
  /// The part of a sheet of packed images; nil for an image of its own.
  private let part: Part?

  /// A part of a sheet of packed images.
  private struct Part {
    var x: Int
    var y: Int
    var sheet: Int
    var sheets: DecodedSheet
  }

  /// Creates an image of its own.
  init(_ bitmap: RenditionBitmap) {
    (width, height, byteCount) = (bitmap.width, bitmap.height, bitmap.byteCount)
    (self.bitmap, part) = (bitmap, nil)
  }

  /// Creates a part of a sheet of packed images; nil if it is not within the sheet.
  /// - Parameter number: The number of the sheet's rendition.
  init?(_ link: Rendition.Link, of sheet: RenditionBitmap, number: Int, in sheets: DecodedSheet) {
    let (right, isTooWide) = link.x.addingReportingOverflow(link.width)
    let (upper, isTooHigh) = link.y.addingReportingOverflow(link.height)
    guard link.width > 0, link.height > 0, !isTooWide, !isTooHigh, right <= sheet.width, upper <= sheet.height else {
      return nil
    }
    (width, height) = (link.width, link.height)
    byteCount = sheet.byteCount * (link.width * link.height) / (sheet.width * sheet.height)
    bitmap = sheet
    // Links count from the bottom of the sheet, as Core Graphics does.
    part = Part(x: link.x, y: sheet.height - upper, sheet: number, sheets: sheets)
  }

  /// Decodes the pixels.
  package func decoded() throws(XcodeFileError) -> RGBAImage {
    guard let part else { return try bitmap.image() }
    let sheet: RGBAImage
    if let kept = part.sheets.image(part.sheet) {
      sheet = kept
    } else {
      sheet = try bitmap.image()
      part.sheets.keep(sheet, number: part.sheet)
    }
    guard let image = sheet.cropped(x: part.x, y: part.y, width: width, height: height) else {
      throw XcodeFileError("a packed image is not within its sheet", object: part.sheet)
    }
    return image
  }
}

/// The sheet of packed images that was decoded last. Images that are asked for one after the other often share a sheet.
final class DecodedSheet: Sendable {
  /// The most pixels of a sheet: 2048 by 2048, as Xcode makes them. A larger one is refused, because it may be decoded for
  /// each of its images.
  static let maximumPixels = 1 << 22

  private let last = Mutex<(number: Int, image: RGBAImage)?>(nil)

  /// Returns the sheet with a number if it was decoded last.
  func image(_ number: Int) -> RGBAImage? { last.withLock { $0?.number == number ? $0?.image : nil } }

  func keep(_ image: RGBAImage, number: Int) {
    last.withLock { $0 = (number, image) }
  }
}
