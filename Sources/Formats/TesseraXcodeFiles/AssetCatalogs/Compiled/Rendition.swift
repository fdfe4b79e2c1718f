/// A stored form of an asset, such as an image for screens of scale 2: its header and the place of its content.
///
/// Layout, little-endian: the code `CTSI`, version, flags, width, height, scale × 100, pixel format, colour space,
/// time, layout, a name of 128 bytes, the length of the list of properties, three reserved numbers with the content's
/// length as the last; then the list and the content. Each property has a number, a length and so many bytes.
struct Rendition {
  /// What a rendition holds.
  enum Kind: Equatable {
    /// Pixels, in a block `CELM`.
    case bitmap
    /// A file, in a block `RAWD`.
    case file
    /// A rectangle of another rendition.
    case link
    /// Colours, sizes of an icon, textures, and other kinds without a picture of their own.
    case other
  }

  /// A rectangle of a sheet of packed images.
  struct Link {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    /// The attributes of the sheet's key.
    var target: [Int: UInt16]
  }

  /// The largest width or height in pixels.
  static let maximumSide = 1 << 15
  /// The most properties. CoreUI knows about fifteen.
  static let maximumProperties = 64

  let kind: Kind
  let width: Int
  let height: Int
  /// Pixels per point × 100; 0 for vectors and colours.
  let scalePercent: Int
  /// A code of four characters, such as `ARGB`.
  let pixelFormat: String
  let colorSpaceNumber: Int
  let renderingMode: ImageRenderingMode
  let content: ByteRegion
  let bytesPerRow: Int?
  let link: Link?

  private static let headerCount = 184

  init(_ block: ByteRegion) throws(XcodeFileError) {
    guard try block.reversedCode(at: 0) == "CTSI" else {
      throw XcodeFileError("a rendition has an unknown kind", offset: block.fileOffset(of: 0))
    }
    // Two bits hold the rendering mode: 0 for app icons, 1 for templates, 2 for images that leave it to their user.
    switch try block.littleEndian32(at: 8) >> 3 & 3 {
    case 0: renderingMode = .original
    case 1: renderingMode = .template
    default: renderingMode = .automatic
    }
    width = try block.littleEndian32(at: 12)
    height = try block.littleEndian32(at: 16)
    guard width <= Self.maximumSide, height <= Self.maximumSide else {
      throw XcodeFileError("a rendition claims \(width)×\(height) pixels", offset: block.fileOffset(of: 12))
    }
    scalePercent = try block.littleEndian32(at: 20)
    pixelFormat = try block.reversedCode(at: 24)
    colorSpaceNumber = try block.littleEndian32(at: 28) & 15
    let listCount = try block.littleEndian32(at: 168)
    let list = try block.region(at: Self.headerCount, count: listCount)
    let contentCount = try block.littleEndian32(at: 180)
    content = try block.region(at: Self.headerCount + listCount, count: contentCount)
    let code = content.count >= 4 ? try content.reversedCode(at: 0) : ""
    var properties = try Self.properties(list)
    link = try properties.removeValue(forKey: PropertyNumber.link).map(Self.link)
    switch code {
    case "CELM": kind = .bitmap
    case "RAWD": kind = .file
    default: kind = link == nil ? .other : .link
    }
    bytesPerRow = try properties[PropertyNumber.bytesPerRow]?.littleEndian32(at: 0)
  }

  private enum PropertyNumber {
    static let bytesPerRow = 1007
    static let link = 1010
  }

  private static func properties(_ list: ByteRegion) throws(XcodeFileError) -> [Int: ByteRegion] {
    var properties: [Int: ByteRegion] = [:]
    var offset = 0
    var count = 0
    while offset < list.count {
      count += 1
      guard count <= maximumProperties else {
        throw XcodeFileError("a rendition has too many properties", offset: list.fileOffset(of: offset))
      }
      let value = try list.region(at: offset + 8, count: list.littleEndian32(at: offset + 4))
      properties[try list.littleEndian32(at: offset)] = value
      offset += 8 + value.count
    }
    return properties
  }

  /// The code `INLK`, a reserved number, x, y, width, height, the layout, the length of the key, and its pairs.
  private static func link(_ value: ByteRegion) throws(XcodeFileError) -> Link {
    guard try value.reversedCode(at: 0) == "INLK" else {
      throw XcodeFileError("a link to a packed image has an unknown kind", offset: value.fileOffset(of: 0))
    }
    let pairs = try value.region(at: 30, count: value.littleEndian32(at: 26))
    return Link(
      x: try value.littleEndian32(at: 8), y: try value.littleEndian32(at: 12), width: try value.littleEndian32(at: 16),
      height: try value.littleEndian32(at: 20), target: try RenditionKeyFormat.pairs(pairs, count: pairs.count / 4))
  }
}
