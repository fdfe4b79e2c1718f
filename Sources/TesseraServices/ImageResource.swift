/// A picture as a server sent it.
public struct ImageResource: Sendable, Hashable {
  /// What the bytes are, by their own signature.
  public var type: ImageType
  /// The file's bytes, not decoded.
  public var bytes: [UInt8]

  /// Creates a resource.
  public init(type: ImageType, bytes: [UInt8]) {
    self.type = type
    self.bytes = bytes
  }
}

/// The kinds of pictures that widgets may show from a server. The raw value is the media type.
public enum ImageType: String, Sendable, Hashable, CaseIterable {
  /// Portable Network Graphics.
  case png = "image/png"
  /// JPEG.
  case jpeg = "image/jpeg"
  /// GIF.
  case gif = "image/gif"
  /// WebP.
  case webp = "image/webp"
  /// SVG. It may hold scripts and links, so a host shows it as an image only, never as a document or inline.
  case svg = "image/svg+xml"

  /// The kind that a media type names; parameters such as `charset` do not count.
  public init?(mediaType: String) {
    let name = mediaType.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
    self.init(rawValue: name == "image/jpg" ? "image/jpeg" : name)
  }

  /// The kind that the first bytes show (WHATWG, MIME Sniffing, section 6.1). SVG has no signature; a text with an
  /// `<svg` near its beginning counts.
  public init?(signatureOf bytes: [UInt8]) {
    func begins(_ signature: [UInt8], at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: signature) }
    if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if begins([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if begins(Array("GIF87a".utf8)) || begins(Array("GIF89a".utf8)) {
      self = .gif
    } else if begins(Array("RIFF".utf8)), begins(Array("WEBPVP".utf8), at: 8) {
      self = .webp
    } else if Self.looksLikeSVG(bytes.prefix(4096)) {
      self = .svg
    } else {
      return nil
    }
  }

  private static func looksLikeSVG(_ bytes: ArraySlice<UInt8>) -> Bool {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
    let first = text.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    guard first == UInt8(ascii: "<"), let tag = text.firstRange(of: Array("<svg".utf8)) else { return false }
    // A page with a drawing in it is a page.
    return text[..<tag.lowerBound].firstRange(of: Array("<html".utf8)) == nil
  }
}
