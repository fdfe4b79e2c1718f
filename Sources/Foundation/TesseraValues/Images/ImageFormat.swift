/// The kinds of pictures that are shown.
package enum ImageFormat: Sendable, Hashable, CaseIterable {
  /// Portable Network Graphics.
  case png
  /// JPEG in its file format JFIF or Exif.
  case jpeg
  /// Graphics Interchange Format; the first picture counts.
  case gif
  /// WebP.
  case webp
  /// Scalable Vector Graphics. It may hold scripts and links, so a host shows it as an image only, never as a document
  /// or inline.
  case svg

  /// What HTTP says about it, such as `image/png`.
  package var contentType: String {
    switch self {
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    case .gif: "image/gif"
    case .webp: "image/webp"
    case .svg: "image/svg+xml"
    }
  }

  /// How names of files end, in lower case and without the dot; the usual ending first.
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

// MARK: - Finding the kind

extension ImageFormat {
  /// The kind that HTTP's content type names; upper case and parameters such as `charset` do not count.
  package init?(contentType: String) {
    let name = contentType.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
    // The name that servers use, though it was never registered.
    let registered = name == "image/jpg" ? "image/jpeg" : name
    guard let format = Self.allCases.first(where: { $0.contentType == registered }) else { return nil }
    self = format
  }

  /// The kind that the ending of a file's name promises; an ending in lower case, without the dot.
  package init?(fileExtension: some StringProtocol) {
    guard let format = Self.allCases.first(where: { $0.fileExtensions.contains { $0 == fileExtension } }) else {
      return nil
    }
    self = format
  }

  /// The kind that the first bytes show (WHATWG, MIME Sniffing, section 6.1). SVG has no signature; a document whose
  /// first element is `svg` counts.
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
