/// The content of an image of a catalogue.
package enum AssetImageContent: Sendable {
  case pixels(RGBAImage)
  /// A file that is stored as it is.
  case file(AssetImageFormat, [UInt8])
}

/// The format of an image that is stored as a file.
package enum AssetImageFormat: String, Sendable, Hashable {
  case png
  case jpeg
  case heif
  case pdf
  case svg

  /// Returns the format for a code of four characters in compiled catalogues.
  init?(pixelFormat: String) {
    switch pixelFormat {
    case "JPEG": self = .jpeg
    case "HEIF": self = .heif
    case "PDF ": self = .pdf
    case "SVG ": self = .svg
    default: return nil
    }
  }

  /// Returns the format for the extension of a file's name.
  package init?(fileName: String) {
    switch fileName.split(separator: ".").last?.lowercased() {
    case "png": self = .png
    case "jpg", "jpeg": self = .jpeg
    case "heic", "heif": self = .heif
    case "pdf": self = .pdf
    case "svg": self = .svg
    default: return nil
    }
  }
}
