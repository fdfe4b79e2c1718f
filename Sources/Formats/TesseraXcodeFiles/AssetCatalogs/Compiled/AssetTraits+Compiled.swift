extension AssetTraits {
  /// Reads the traits from the key of a rendition. The appearance depends on another table.
  init(_ key: RenditionKey, _ format: RenditionKeyFormat, scalePercent: Int) {
    self.init()
    let scale = format.value(of: .scale, in: key)
    if scale > 0, scalePercent > 0 { self.scale = scale }
    idiom = Idiom(number: format.value(of: .idiom, in: key)) ?? .universal
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
