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
    case color
    /// Sizes of an icon, textures, and other kinds without a picture of their own.
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
  let layout: Int
  /// The name of the file from which it was compiled.
  let name: String
  let renderingMode: ImageRenderingMode
  let content: ByteRegion
  private(set) var bytesPerRow: Int?
  private(set) var resizingInsets: ImageInsets?
  private(set) var alignmentInsets: ImageInsets?
  private(set) var link: Link?

  private static let headerCount = 184

  init(_ block: ByteRegion) throws(XcodeFileError) {
    guard try block.reversedCode(at: 0) == "CTSI" else {
      throw XcodeFileError("a rendition has an unknown kind", offset: block.place(of: 0))
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
      throw XcodeFileError("a rendition claims \(width)×\(height) pixels", offset: block.place(of: 12))
    }
    scalePercent = try block.littleEndian32(at: 20)
    pixelFormat = try block.reversedCode(at: 24)
    colorSpaceNumber = try block.littleEndian32(at: 28) & 15
    layout = try block.littleEndian16(at: 36)
    name = try block.text(at: 40, maximumCount: 128)
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
    case "COLR": kind = .color
    default: kind = link == nil ? .other : .link
    }
    bytesPerRow = try properties[PropertyNumber.bytesPerRow]?.littleEndian32(at: 0)
    if let metrics = properties[PropertyNumber.metrics] { alignmentInsets = try Self.alignmentInsets(metrics) }
    if let slices = properties[PropertyNumber.slices] {
      resizingInsets = try Self.resizingInsets(slices, width: width, height: height)
    }
  }

  private enum PropertyNumber {
    static let slices = 1001
    static let metrics = 1003
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
        throw XcodeFileError("a rendition has too many properties", offset: list.place(of: offset))
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
      throw XcodeFileError("a link to a packed image has an unknown kind", offset: value.place(of: 0))
    }
    let pairs = try value.region(at: 30, count: value.littleEndian32(at: 26))
    return Link(
      x: try value.littleEndian32(at: 8), y: try value.littleEndian32(at: 12), width: try value.littleEndian32(at: 16),
      height: try value.littleEndian32(at: 20), target: try RenditionKeyFormat.pairs(pairs, count: pairs.count / 4))
  }

  /// The number of slices, then x, y, width and height of each: nine for an image with insets on all sides, three for
  /// one that is stretched in one direction, one for others. As in links, y counts from the bottom.
  private static func resizingInsets(_ value: ByteRegion, width: Int, height: Int) throws(XcodeFileError)
    -> ImageInsets?
  {
    let count = try value.littleEndian32(at: 0)
    guard count == 3 || count == 9 else { return nil }
    var columns: Set<Int> = []
    var rows: Set<Int> = []
    for index in 0..<count {
      columns.insert(try value.littleEndian32(at: 4 + 16 * index))
      rows.insert(try value.littleEndian32(at: 8 + 16 * index))
    }
    let horizontal = margins(columns.sorted(), length: width)
    let vertical = margins(rows.sorted(), length: height)
    guard let horizontal, let vertical else { return nil }
    return ImageInsets(top: vertical.last, left: horizontal.first, bottom: vertical.first, right: horizontal.last)
  }

  /// The first and last of three parts of a length, from the places where the parts start.
  private static func margins(_ starts: [Int], length: Int) -> (first: Int, last: Int)? {
    switch starts.count {
    case 1: (0, 0)
    case 3 where starts[0] == 0 && starts[2] <= length: (starts[1], length - starts[2])
    default: nil
    }
  }

  /// The number of metrics, then the right and top insets, the left and bottom insets, and the size of each.
  private static func alignmentInsets(_ value: ByteRegion) throws(XcodeFileError) -> ImageInsets? {
    guard try value.littleEndian32(at: 0) > 0 else { return nil }
    let insets = ImageInsets(
      top: try value.littleEndian32(at: 8), left: try value.littleEndian32(at: 12),
      bottom: try value.littleEndian32(at: 16), right: try value.littleEndian32(at: 4))
    let sides = [insets.top, insets.left, insets.bottom, insets.right]
    return sides.allSatisfy { $0 == 0 } || !sides.allSatisfy { $0 <= maximumSide } ? nil : insets
  }
}
