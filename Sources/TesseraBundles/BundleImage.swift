/// An image file of a bundle, known to start as a picture of its kind does.
public struct BundleImage: Sendable, Hashable {
  /// The path in the bundle.
  public var path: String
  /// The file.
  public var bytes: [UInt8]
  /// What the file holds, as HTTP says it: `image/png`. Found from the content; the name does not count.
  public var contentType: String
  /// Width and height in pixels; nil for SVG, which has none of its own.
  public var pixelSize: PixelSize?

  /// A width and a height in pixels.
  public struct PixelSize: Sendable, Hashable {
    /// Pixels from left to right.
    public var width: Int
    /// Pixels from top to bottom.
    public var height: Int

    /// Creates a size.
    public init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }
}

/// The kinds of images that a bundle may hold.
enum ImageFormat: CaseIterable {
  case png, jpeg, gif, webp, svg

  var contentType: String {
    switch self {
    case .png: "image/png"
    case .jpeg: "image/jpeg"
    case .gif: "image/gif"
    case .webp: "image/webp"
    case .svg: "image/svg+xml"
    }
  }

  var fileExtensions: [String] {
    switch self {
    case .png: ["png"]
    case .jpeg: ["jpg", "jpeg"]
    case .gif: ["gif"]
    case .webp: ["webp"]
    case .svg: ["svg"]
    }
  }

  static let allFileExtensions = allCases.flatMap(\.fileExtensions)

  /// The format that a file's name promises.
  init?(fileExtension: String) {
    guard let format = Self.allCases.first(where: { $0.fileExtensions.contains(fileExtension) }) else { return nil }
    self = format
  }
}

/// What the first bytes of an image file tell.
struct ImageHeader {
  var format: ImageFormat
  var size: BundleImage.PixelSize?

  /// Reads the header; nil if the file is no picture of a known kind or its header is cut off or damaged.
  init?(_ bytes: [UInt8]) {
    let reader = ByteReader(bytes: bytes)
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      // PNG, section 11.2.1: the first chunk is IHDR with width and height.
      guard reader.text(at: 12, count: 4) == "IHDR" else { return nil }
      self.init(.png, reader.bigEndian(at: 16, count: 4), reader.bigEndian(at: 20, count: 4))
    } else if reader.text(at: 0, count: 6) == "GIF87a" || reader.text(at: 0, count: 6) == "GIF89a" {
      self.init(.gif, reader.littleEndian(at: 6, count: 2), reader.littleEndian(at: 8, count: 2))
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self.init(jpeg: reader)
    } else if reader.text(at: 0, count: 4) == "RIFF", reader.text(at: 8, count: 4) == "WEBP" {
      self.init(webP: reader)
    } else {
      guard Self.isSVG(bytes) else { return nil }
      self.init(format: .svg, size: nil)
    }
  }

  private init(format: ImageFormat, size: BundleImage.PixelSize?) {
    self.format = format
    self.size = size
  }

  private init?(_ format: ImageFormat, _ width: Int?, _ height: Int?) {
    guard let width, let height, width > 0, height > 0 else { return nil }
    self.init(format: format, size: BundleImage.PixelSize(width: width, height: height))
  }

  /// JPEG (ITU T.81, annex B): segments until a frame header, which has the size.
  private init?(jpeg reader: ByteReader) {
    var offset = 2
    while let marker = reader.bigEndian(at: offset, count: 2), marker >= 0xFF00 {
      let code = marker & 0xFF
      switch code {
      case 0xFF: offset += 1
      case 0x01, 0xD0...0xD8: offset += 2
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        self.init(.jpeg, reader.bigEndian(at: offset + 7, count: 2), reader.bigEndian(at: offset + 5, count: 2))
        return
      default:
        guard let length = reader.bigEndian(at: offset + 2, count: 2), length >= 2 else { return nil }
        offset += 2 + length
      }
    }
    return nil
  }

  /// WebP (RFC 9649): the size stands in the first chunk, in one of three forms.
  private init?(webP reader: ByteReader) {
    switch reader.text(at: 12, count: 4) {
    case "VP8 ":
      guard reader.bigEndian(at: 23, count: 3) == 0x9D012A else { return nil }
      let width = reader.littleEndian(at: 26, count: 2).map { $0 & 0x3FFF }
      self.init(.webp, width, reader.littleEndian(at: 28, count: 2).map { $0 & 0x3FFF })
    case "VP8L":
      guard reader.littleEndian(at: 20, count: 1) == 0x2F, let bits = reader.littleEndian(at: 21, count: 4) else {
        return nil
      }
      self.init(.webp, (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    case "VP8X":
      let width = reader.littleEndian(at: 24, count: 3).map { $0 + 1 }
      self.init(.webp, width, reader.littleEndian(at: 27, count: 3).map { $0 + 1 })
    default: return nil
    }
  }

  /// Whether a text starts as SVG does: after the declaration, comments and a document type comes the element `svg`.
  private static func isSVG(_ bytes: [UInt8]) -> Bool {
    var head = String(decoding: bytes.prefix(16 << 10), as: UTF8.self)[...]
    if head.hasPrefix("\u{FEFF}") { head = head.dropFirst() }
    while true {
      head = head.drop { $0.isWhitespace }
      if head.hasPrefix("<svg") {
        return head.dropFirst(4).first.map { $0.isWhitespace || $0 == ">" || $0 == "/" } ?? false
      }
      let end: String
      if head.hasPrefix("<?") {
        end = "?>"
      } else if head.hasPrefix("<!--") {
        end = "-->"
      } else if head.hasPrefix("<!DOCTYPE svg") {
        end = ">"
      } else {
        return false
      }
      guard let range = head.firstRange(of: end) else { return false }
      head = head[range.upperBound...]
    }
  }
}

/// Numbers and texts at places in a file; nil where it ends too early.
private struct ByteReader {
  let bytes: [UInt8]

  func bigEndian(at offset: Int, count: Int) -> Int? {
    guard offset >= 0, offset + count <= bytes.count else { return nil }
    return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
  }

  func littleEndian(at offset: Int, count: Int) -> Int? {
    guard offset >= 0, offset + count <= bytes.count else { return nil }
    return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  func text(at offset: Int, count: Int) -> String? {
    guard offset + count <= bytes.count else { return nil }
    return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
  }
}
