extension AssetTraits {
  /// Reads the traits from the key of a rendition. The appearance and the language depend on other tables.
  init(_ key: RenditionKey, _ format: RenditionKeyFormat, scalePercent: Int) {
    self.init()
    let scale = format.value(of: .scale, in: key)
    if scale > 0, scalePercent > 0 { self.scale = scale }
    idiom = Idiom(number: format.value(of: .idiom, in: key)) ?? .universal
    horizontalSizeClass = SizeClass(number: format.value(of: .horizontalSizeClass, in: key))
    verticalSizeClass = SizeClass(number: format.value(of: .verticalSizeClass, in: key))
    isForDisplayP3 = format.value(of: .displayGamut, in: key) == 1
    subtype = format.value(of: .subtype, in: key)
    // Catalogues without a table of appearances know only two.
    if format.value(of: .appearance, in: key) == 1 { luminosity = .dark }
  }

  /// Sets the appearance by the name that UIKit and AppKit give it, such as `UIAppearanceHighContrastDark` and
  /// `NSAppearanceNameAccessibilityDarkAqua`.
  mutating func setAppearance(_ name: String) {
    isHighContrast = name.contains("HighContrast") || name.contains("Accessibility")
    luminosity =
      name.contains("Dark") ? .dark : name.contains("Light") || name.contains("Aqua") ? .light : .any
  }
}

extension AssetTraits.SizeClass {
  /// Creates a size class from its number in compiled catalogues.
  fileprivate init(number: Int) {
    switch number {
    case 1: self = .compact
    case 2: self = .regular
    default: self = .any
    }
  }
}
