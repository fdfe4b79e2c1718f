/// The supported image formats.
package enum ImageFormat: Sendable, Hashable, CaseIterable {
  /// Portable Network Graphics.
  case png
  /// JPEG in the JFIF or Exif file format.
  case jpeg
  /// Graphics Interchange Format. Only the first frame is used.
  case gif
  /// WebP.
  case webp
  /// Scalable Vector Graphics. A document may contain scripts and links, so a host must show it only as an image, never
  /// as a document or inline.
  case svg

  /// The MIME type, such as `image/png`.
  package var contentType: String {
    switch self {
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    case .gif: "image/gif"
    case .webp: "image/webp"
    case .svg: "image/svg+xml"
    }
  }

  /// The file extensions in lower case and without the dot; the usual one first.
  package var fileExtensions: [String] {
    switch self {
    case .png: ["png"]
    case .jpeg: ["jpg", "jpeg"]
    case .gif: ["gif"]
    case .webp: ["webp"]
    case .svg: ["svg"]
    }
  }
}

// MARK: - Detecting the format

extension ImageFormat {
  /// Creates the format that an HTTP content type names, ignoring case and parameters such as `charset`.
  package init?(contentType: String) {
    let name = contentType.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
    // A common alias that was never registered.
    let registered = name == "image/jpg" ? "image/jpeg" : name
    guard let format = Self.allCases.first(where: { $0.contentType == registered }) else { return nil }
    self = format
  }

  /// Creates the format for a file extension in lower case, without the dot.
  package init?(fileExtension: some StringProtocol) {
    guard let format = Self.allCases.first(where: { $0.fileExtensions.contains { $0 == fileExtension } }) else {
      return nil
    }
    self = format
  }

  /// Detects the format from the first bytes (WHATWG MIME Sniffing, section 6.1). SVG has no signature; it is detected
  /// by a root element `svg`.
  package init?(signatureOf bytes: some Collection<UInt8>) {
    let head = Array(bytes.prefix(SVGRootTag.maximumLength))
    func begins(_ signature: [UInt8], at offset: Int = 0) -> Bool { head.dropFirst(offset).starts(with: signature) }
    if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if begins([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if begins(Array("GIF87a".utf8)) || begins(Array("GIF89a".utf8)) {
      self = .gif
    } else if begins(Array("RIFF".utf8)), begins(Array("WEBPVP".utf8), at: 8) {
      self = .webp
    } else if SVGRootTag(head) != nil {
      self = .svg
    } else {
      return nil
    }
  }
}
