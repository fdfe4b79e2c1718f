/// Writes compiled asset catalogues for tests.
struct AssetCatalogWriter {
  /// A rendition with what its key and header contain.
  struct Rendition {
    var identifier = 1
    var width = 0
    var height = 0
    var scale = 1
    var pixelFormat = "ARGB"
    var colorSpace = 1
    var flags = 0x10
    var layout = 12
    var name = "file.png"
    var properties: [(number: Int, value: [UInt8])] = []
    var content: [UInt8] = []
    /// More attributes of the key.
    var attributes: [Int: Int] = [:]
  }

  /// Element, part, scale, idiom, identifier, appearance, dimension 2, size classes, gamut, language.
  static let attributes = [1, 2, 12, 15, 17, 7, 9, 20, 21, 24, 13]
  var names: [(name: String, identifier: Int)] = []
  var appearances: [(name: String, number: Int)] = []
  var languages: [(name: String, number: Int)] = []
  var renditions: [Rendition] = []

  /// The bytes of the catalogue.
  func bytes() -> [UInt8] {
    var store = BOMStoreWriter()
    store.add(Array("RATC".utf8) + Array(repeating: 0, count: 432), name: "CARHEADER")
    store.add(
      Array("tmfk".utf8) + Self.little32(0) + Self.little32(Self.attributes.count)
        + Self.attributes.flatMap(Self.little32), name: "KEYFORMAT")
    store.addTree(
      "FACETKEYS",
      names.map { (Array($0.name.utf8), [0, 0, 0, 0, 1, 0] + Self.little16(17) + Self.little16($0.identifier)) })
    if !appearances.isEmpty {
      store.addTree("APPEARANCEKEYS", appearances.map { (Array($0.name.utf8), Self.little16($0.number)) })
    }
    if !languages.isEmpty {
      store.addTree("LOCALIZATIONKEYS", languages.map { (Array($0.name.utf8), Self.little16($0.number)) })
    }
    store.addTree("RENDITIONS", renditions.map { (Self.key($0), Self.bytes(of: $0)) })
    return store.bytes()
  }

  private static func key(_ rendition: Rendition) -> [UInt8] {
    var values = [1: 85, 2: 181, 12: rendition.scale, 17: rendition.identifier]
    values.merge(rendition.attributes) { $1 }
    return attributes.flatMap { little16(values[$0] ?? 0) }
  }

  /// The header, properties and content of a rendition.
  static func bytes(of rendition: Rendition) -> [UInt8] {
    let properties = rendition.properties.flatMap { little32($0.number) + little32($0.value.count) + $0.value }
    let name = Array(rendition.name.utf8) + Array(repeating: 0, count: 128 - rendition.name.utf8.count)
    return Array("ISTC".utf8)
      + [1, rendition.flags, rendition.width, rendition.height, rendition.scale * 100].flatMap(little32)
      + rendition.pixelFormat.utf8.reversed() + little32(rendition.colorSpace) + little32(0)
      + little16(rendition.layout) + little16(0) + name
      + [properties.count, 1, 0, rendition.content.count].flatMap(little32) + properties + rendition.content
  }

  /// The content of a bitmap in one piece.
  static func bitmap(_ compression: Int, _ data: [UInt8]) -> [UInt8] {
    Array("MLEC".utf8) + little32(0) + little32(compression) + little32(data.count) + data
  }

  /// The content of a bitmap in strips.
  static func strips(_ compression: Int, _ strips: [(rows: Int, data: [UInt8])]) -> [UInt8] {
    Array("MLEC".utf8) + [1, compression, strips.count].flatMap(little32)
      + strips.flatMap { strip in
        Array("KCBC".utf8) + [0, 0, strip.rows, strip.data.count].flatMap(little32) + strip.data
      }
  }

  /// The content of a colour.
  static func color(_ space: Int, _ components: [Double]) -> [UInt8] {
    Array("RLOC".utf8) + [1, space, components.count].flatMap(little32)
      + components.flatMap { little32(Int($0.bitPattern & 0xFFFF_FFFF)) + little32(Int($0.bitPattern >> 32)) }
  }

  /// The content of a stored file.
  static func file(_ bytes: [UInt8]) -> [UInt8] { Array("DWAR".utf8) + little32(0) + little32(bytes.count) + bytes }

  /// The property that says of which sheet an image is a part.
  static func link(x: Int, y: Int, width: Int, height: Int, key: [(Int, Int)]) -> (number: Int, value: [UInt8]) {
    let pairs = key.flatMap { little16($0.0) + little16($0.1) }
    return (
      1010,
      Array("KLNI".utf8) + [0, x, y, width, height].flatMap(little32) + little16(12) + little32(pairs.count) + pairs
    )
  }

  /// An LZFSE stream that stores bytes without compression.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    Array("bvx-".utf8) + little32(bytes.count) + bytes + Array("bvx$".utf8)
  }

  static func little16(_ number: Int) -> [UInt8] { [UInt8(number & 255), UInt8(number >> 8 & 255)] }
  static func little32(_ number: Int) -> [UInt8] { [0, 8, 16, 24].map { UInt8(number >> $0 & 255) } }
}
