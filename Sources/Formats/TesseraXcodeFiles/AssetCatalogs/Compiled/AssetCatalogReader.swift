/// Reads a compiled asset catalogue, `Assets.car`: names and images.
///
/// A catalogue is a BOM store. `KEYFORMAT` tells of which attributes keys consist, the tree `FACETKEYS` connects names
/// with identifiers, and the tree `RENDITIONS` keys with renditions. `BITMAPKEYS` repeats which attribute values occur, and
/// is not read. ``AssetImageLoader`` loads images. Opening takes linear time in the number of renditions.
package struct AssetCatalogReader: Sendable {
  /// The images and problems. The source of an image is its number in the catalogue.
  package private(set) var catalog = AssetCatalog()

  /// The most bytes of a name. What is longer is cut.
  package static let maximumNameBytes = 1024

  /// The keys and renditions, as numbered in ``ImageAsset/Source/rendition(_:)``.
  let entries: [BOMStore.Entry]
  private let format: RenditionKeyFormat
  private var numbersByKey: [RenditionKey: Int] = [:]

  /// Opens a catalogue.
  package init(_ bytes: [UInt8]) throws(XcodeFileError) {
    let store = try BOMStore(bytes)
    guard let header = try store.block(named: "CARHEADER"), try header.reversedCode(at: 0) == "CTAR",
      let keyFormat = try store.block(named: "KEYFORMAT"), let entries = try store.entries(ofTree: "RENDITIONS")
    else { throw XcodeFileError("the BOM store is not an asset catalogue", offset: 0) }
    format = try RenditionKeyFormat(keyFormat)
    self.entries = entries
    let names = try Self.names(in: store)
    let appearances = try Self.appearances(in: store)
    for (number, entry) in entries.enumerated() {
      do {
        let key = try format.key(entry.key)
        numbersByKey[key] = number
        let identifier = format.value(of: .identifier, in: key)
        guard let name = names[identifier] else { continue }
        do {
          let rendition = try Rendition(entry.value)
          var traits = AssetTraits(key, format, scalePercent: rendition.scalePercent)
          if let appearance = appearances[format.value(of: .appearance, in: key)] { traits.setAppearance(appearance) }
          add(rendition, name: name, number: number, traits: traits, key: key)
        } catch { catalog.addProblem(name, error) }
      } catch { catalog.addProblem("RENDITIONS", error) }
    }
    catalog.sort()
  }

  /// The names of facets by identifier. A facet has a position, the number of attributes and pairs of these with values.
  private static func names(in store: BOMStore) throws(XcodeFileError) -> [Int: String] {
    var names: [Int: String] = [:]
    for entry in try store.entries(ofTree: "FACETKEYS") ?? [] {
      let count = try entry.value.littleEndian16(at: 4)
      let pairs = try RenditionKeyFormat.pairs(entry.value.region(from: 6), count: count)
      guard let identifier = pairs[RenditionAttribute.identifier.rawValue] else { continue }
      names[Int(identifier)] = try name(entry.key)
    }
    return names
  }

  /// The names of appearances by their numbers of 16 bits.
  private static func appearances(in store: BOMStore) throws(XcodeFileError) -> [Int: String] {
    var names: [Int: String] = [:]
    for entry in try store.entries(ofTree: "APPEARANCEKEYS") ?? [] {
      names[try entry.value.littleEndian16(at: 0)] = try name(entry.key)
    }
    return names
  }

  private static func name(_ key: ByteRegion) throws(XcodeFileError) -> String {
    try key.text(at: 0, maximumCount: min(key.count, maximumNameBytes))
  }

  /// Returns the number of the rendition whose key has the given values and otherwise zeros; nil if there is none.
  func number(ofKey values: [Int: UInt16]) -> Int? { numbersByKey[format.key(values)] }

  private mutating func add(
    _ rendition: Rendition, name: String, number: Int, traits: AssetTraits, key: RenditionKey
  ) {
    // Other files are data sets and the like.
    let isOtherFile = rendition.kind == .file && AssetImageFormat(pixelFormat: rendition.pixelFormat) == nil
    guard rendition.kind != .other, !isOtherFile else { return }
    var image = ImageAsset(name: name, traits: traits, source: .rendition(number))
    image.renderingMode = rendition.renderingMode
    image.isAppIcon = format.value(of: .part, in: key) == 220
    catalog.images.append(image)
  }
}
