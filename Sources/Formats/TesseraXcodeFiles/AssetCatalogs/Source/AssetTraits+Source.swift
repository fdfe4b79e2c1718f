import TesseraValues

extension AssetTraits {
  /// Reads the traits from an entry of a file `Contents.json`. Words that are not known mean: for all.
  init(entry: [String: Value]) {
    self.init()
    if let text = entry["scale"]?.string, text.hasSuffix("x"), let number = Int(text.dropLast()), 1...3 ~= number {
      scale = number
    }
    switch entry["idiom"]?.string {
    case "iphone": idiom = .phone
    case "ipad": idiom = .pad
    case "ios-marketing", "watch-marketing": idiom = .marketing
    case "reality": idiom = .vision
    case let name?: idiom = Idiom(rawValue: name) ?? .universal
    case nil: break
    }
    for appearance in entry["appearances"]?.array ?? [] {
      let members = appearance.dictionary ?? [:]
      switch (members["appearance"]?.string, members["value"]?.string) {
      case ("luminosity", let name?): luminosity = Luminosity(rawValue: name) ?? .any
      case ("contrast", "high"): isHighContrast = true
      default: break
      }
    }
  }
}
