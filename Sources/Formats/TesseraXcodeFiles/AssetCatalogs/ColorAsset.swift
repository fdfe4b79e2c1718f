/// A colour with its colour space, as a catalogue contains it.
package struct AssetColor: Sendable, Hashable {
  /// How components are understood.
  package enum ColorSpace: String, Sendable, Hashable {
    case sRGB = "srgb"
    /// sRGB with components below 0 and above 1.
    case extendedSRGB = "extended-srgb"
    /// Extended sRGB without its transfer function.
    case extendedLinearSRGB = "extended-linear-srgb"
    case displayP3 = "display-p3"
    /// A grey with the exponent 2.2.
    case gray = "gray-gamma-22"
    case extendedGray = "extended-gray"

    /// Returns the colour space with a number of compiled catalogues.
    init?(number: Int) {
      let spaces: [ColorSpace] = [
        .sRGB, .sRGB, .gray, .displayP3, .extendedSRGB, .extendedLinearSRGB, .extendedGray,
      ]
      guard spaces.indices.contains(number) else { return nil }
      self = spaces[number]
    }

    /// The number of components without opacity.
    package var componentCount: Int { self == .gray || self == .extendedGray ? 1 : 3 }
  }

  /// The colour space.
  package var colorSpace: ColorSpace
  /// Red, green and blue, or the grey; 0 to 1 except in extended spaces.
  package var components: [Double]
  /// The opacity from 0 to 1.
  package var alpha: Double

  /// Creates a colour. Returns nil if the number of components does not match the colour space, or one is not finite.
  package init?(_ colorSpace: ColorSpace, _ components: [Double], alpha: Double) {
    guard components.count == colorSpace.componentCount, components.allSatisfy(\.isFinite), alpha.isFinite else {
      return nil
    }
    self.colorSpace = colorSpace
    self.components = components
    self.alpha = alpha
  }
}

/// A colour of a catalogue for certain devices. Colours of the same set have the same name.
package struct ColorAsset: Sendable, Hashable {
  /// What a set contains.
  package enum Content: Sendable, Hashable {
    case color(AssetColor)
    /// The name of a colour of the system, such as `systemBlueColor`.
    case system(String)
  }

  /// The name by which code and nibs refer to the set, with the names of its namespaces before it.
  package var name: String
  /// The devices for which it is.
  package var traits: AssetTraits
  /// The colour.
  package var content: Content

  /// Creates a colour.
  package init(name: String, traits: AssetTraits, content: Content) {
    self.name = name
    self.traits = traits
    self.content = content
  }
}
