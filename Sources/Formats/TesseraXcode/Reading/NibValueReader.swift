import TesseraXcodeFiles

/// Reads the values of properties in a compiled nib.
struct NibValueReader {
  let nib: NibObjects

  /// Returns the properties of an object, by the names of Interface Builder's documents.
  func properties(of index: Int, className: String) -> [String: StoryboardValue] {
    var found: [String: StoryboardValue] = [:]
    for row in ViewTable.compiledRows(of: className) {
      guard let key = row.key, let archived = nib.value(key, of: index) else { continue }
      found[row.name] = value(archived, row.kind, key, of: index)
    }
    return found
  }

  private func value(
    _ archived: ArchivedValue, _ kind: ViewTable.Kind, _ key: String, of index: Int
  ) -> StoryboardValue? {
    switch kind {
    case .boolean: nib.boolean(key, of: index).map(StoryboardValue.boolean)
    case .inverted: nib.boolean(key, of: index).map { .boolean(!$0) }
    case .number: nib.number(key, of: index).map(StoryboardValue.number)
    case .text: text(archived)
    case .color: color(archived).map(StoryboardValue.color)
    case .font: font(archived).map(StoryboardValue.font)
    case .image: image(archived).map(StoryboardValue.image)
    case .words(let words, ours: _): nib.integer(key, of: index).flatMap { words[$0] }.map(StoryboardValue.text)
    case .priority(let rank): priorities(key, of: index).map { .number($0[rank]) }
    case .segments: .list(segments(key, of: index))
    case .insets, .size: nib.numbers(key, of: index).map { .list($0.map(StoryboardValue.number)) }
    }
  }

  /// Returns the priorities on the two axes.
  private func priorities(_ key: String, of index: Int) -> [Double]? {
    let pair = nib.numbers(key, of: index) ?? numbers(in: nib.text(key, of: index))
    return pair?.count == 2 ? pair : nil
  }

  private func numbers(in text: String?) -> [Double]? {
    text.map { $0.split { "{}, ".contains($0) }.compactMap { Double($0) } }
  }

  /// Returns a value of any type that a runtime attribute may have.
  func value(_ archived: ArchivedValue) -> StoryboardValue? {
    switch archived {
    case .boolean(let flag): return .boolean(flag)
    case .none: return nil
    default: break
    }
    if let text = text(archived) { return text }
    if let index = nib.reference(archived) {
      if nib.archivedClass(of: index) == "NSNumber" {
        if case .boolean(let flag)? = nib.graph[index]?.values.first?.value { return .boolean(flag) }
      }
      if let color = color(archived) { return .color(color) }
      if let image = image(archived) { return .image(image) }
    }
    return nib.graph.number(archived).map(StoryboardValue.number)
  }

  func text(_ archived: ArchivedValue) -> StoryboardValue? {
    guard let text = nib.graph.string(archived) else { return nil }
    return nib.localizationKey(archived).map { .localized(text, key: $0) } ?? .text(text)
  }

  /// Returns a colour. Components are those of extended sRGB, and may lie outside of 0…1.
  func color(_ archived: ArchivedValue) -> StoryboardColor? {
    guard let index = nib.reference(archived), nib.archivedClass(of: index).hasSuffix("Color") else { return nil }
    let name =
      nib.text("UISystemColorName", of: index) ?? nib.text("UIColorName", of: index)
      ?? nib.text("UIDynamicCatalogName", of: index)
    let alpha = nib.number("UIAlpha", of: index) ?? nib.number("UIColor-Alpha", of: index) ?? 1
    if let white = nib.number("UIWhite", of: index) { return StoryboardColor(white: white, alpha: alpha, name: name) }
    if let red = nib.number("UIRed", of: index) {
      return StoryboardColor(
        red: red, green: nib.number("UIGreen", of: index) ?? 0, blue: nib.number("UIBlue", of: index) ?? 0,
        alpha: alpha, name: name)
    }
    guard let name else { return nil }
    if ColorTable.isAdaptive(name) { return StoryboardColor(white: 0, alpha: alpha, name: name) }
    return ColorTable.components(of: name)
  }

  func image(_ archived: ArchivedValue) -> String? {
    nib.reference(archived).flatMap { nib.text("UIResourceName", of: $0) ?? nib.text("UIImageName", of: $0) }
  }

  /// Returns a font. The weight is that of the descriptor's usage, else that of the name's suffix, else bold for the
  /// bold trait.
  func font(_ archived: ArchivedValue) -> StoryboardFont? {
    guard let index = nib.reference(archived), nib.archivedClass(of: index).hasSuffix("Font") else { return nil }
    guard let size = nib.number("UIFontPointSize", of: index) ?? nib.number("NSSize", of: index), size > 0 else {
      return nil
    }
    let name = nib.text("UIFontName", of: index) ?? nib.text("NSName", of: index) ?? ""
    let traits = nib.integer("UIFontTraits", of: index) ?? 0
    var usage: String?
    if let descriptor = nib.reference("UIFontDescriptor", of: index) {
      for entry in nib.entries("UIFontDescriptorAttributes", of: descriptor) where entry.key.contains("Usage") {
        usage = nib.graph.string(entry.value) ?? usage
      }
    }
    let isSystem = nib.boolean("UISystemFont", of: index) ?? name.hasPrefix(".")
    var font = StoryboardFont(size: size, weight: FontWeights.weight(usage: usage, name: name, traits: traits))
    font.isItalic = traits & 1 != 0 || name.hasSuffix("Italic")
    if !isSystem, !name.isEmpty { font.family = name }
    return font
  }

  /// The maximum number of segments of a control. Further ones are left out.
  private static let maximumSegments = 50

  private func segments(_ key: String, of index: Int) -> [StoryboardValue] {
    nib.references(key, of: index).prefix(Self.maximumSegments).map { segment in
      let info = nib.value("UISegmentInfo", of: segment) ?? nib.value("UISegmentTitle", of: segment)
      return info.flatMap { text($0) ?? image($0).map(StoryboardValue.image) } ?? .text("")
    }
  }
}

/// The weights of fonts.
enum FontWeights {
  private static let usages: [String: Int] = [
    "CTFontUltraLightUsage": 100, "CTFontThinUsage": 200, "CTFontLightUsage": 300, "CTFontRegularUsage": 400,
    "CTFontMediumUsage": 500, "CTFontDemiUsage": 600, "CTFontEmphasizedUsage": 700, "CTFontBoldUsage": 700,
    "CTFontHeavyUsage": 800, "CTFontBlackUsage": 900, "UICTFontTextStyleHeadline": 600,
    "UICTFontTextStyleEmphasizedBody": 600,
  ]
  private static let suffixes: [(String, Int)] = [
    ("UltraLight", 100), ("Ultralight", 100), ("Thin", 200), ("Light", 300), ("Medium", 500), ("Semibold", 600),
    ("DemiBold", 600), ("Heavy", 800), ("Black", 900), ("Bold", 700),
  ]

  static func weight(usage: String?, name: String, traits: Int64) -> Int {
    if let usage, let weight = usages[usage] { return weight }
    if let suffix = suffixes.first(where: { name.contains("-" + $0.0) }) { return suffix.1 }
    return traits & 2 != 0 ? 700 : 400
  }
}
