/// The device, screen and appearance for which a form of an asset is. Defaults mean: for all.
package struct AssetTraits: Sendable, Hashable {
  /// The kind of device.
  package enum Idiom: String, Sendable, Hashable {
    case universal
    case phone
    case pad
    case tv
    case car
    case watch
    case marketing
    case mac
    case vision

    /// Returns the idiom with a number of compiled catalogues.
    init?(number: Int) {
      let idioms: [Idiom] = [.universal, .phone, .pad, .tv, .car, .watch, .marketing, .mac, .vision]
      guard idioms.indices.contains(number) else { return nil }
      self = idioms[number]
    }
  }

  /// Light or dark.
  package enum Luminosity: String, Sendable, Hashable {
    case any
    case light
    case dark
  }

  /// Pixels per point: 1, 2 or 3; nil for vectors, colours, and images for all scales.
  package var scale: Int?
  /// The kind of device.
  package var idiom = Idiom.universal
  /// Light or dark.
  package var luminosity = Luminosity.any
  /// Whether it is for increased contrast.
  package var isHighContrast = false

  /// Creates traits for all devices.
  package init() {}
}
