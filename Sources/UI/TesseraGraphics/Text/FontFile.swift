import CPango
package import Foundation

/// The font files that text is measured and drawn with. A host in a browser serves the same files.
package struct FontFile: Sendable, Hashable {
  /// The family that all text is set in.
  package static let family = "Inter"
  /// The family of emoji, which stand in for letters that the first family lacks.
  package static let emojiFamily = "Noto Color Emoji"
  /// The family of letters of one width.
  package static let monospacedFamily = "DejaVu Sans Mono"
  /// The family of icons, which have letters of the private use area.
  package static let iconFamily = "Material Design Icons"

  /// Where the file is.
  package var url: URL
  /// The weight of its letters, 100 to 900.
  package var weight: Int
  /// Whether its letters are slanted.
  package var italic: Bool

  /// The file of a family, found by fontconfig; nil where the family is not installed.
  package static func installed(family: String = family, weight: Int = 400, italic: Bool = false) -> FontFile? {
    guard let pattern = FcPatternCreate() else { return nil }
    defer { FcPatternDestroy(pattern) }
    FcPatternAddString(pattern, FC_FAMILY, family)
    FcPatternAddInteger(pattern, FC_WEIGHT, FcWeightFromOpenType(Int32(weight)))
    FcPatternAddInteger(pattern, FC_SLANT, italic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN)
    FcConfigSubstitute(nil, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    var result = FcResultNoMatch
    guard let match = FcFontMatch(nil, pattern, &result) else { return nil }
    defer { FcPatternDestroy(match) }
    guard string(FC_FAMILY, of: match) == family, let path = string(FC_FILE, of: match) else { return nil }
    var found: Int32 = 0
    guard FcPatternGetInteger(match, FC_WEIGHT, 0, &found) == FcResultMatch else { return nil }
    return FontFile(
      url: URL(filePath: path), weight: Int(FcWeightToOpenType(found)), italic: italic)
  }

  /// The files of all nine weights, upright and slanted, that the family has.
  package static func allInstalled() -> [FontFile] {
    var files: [FontFile] = []
    for italic in [false, true] {
      for weight in stride(from: 100, through: 900, by: 100) {
        if let file = installed(weight: weight, italic: italic), file.weight == weight { files.append(file) }
      }
    }
    return files
  }

  private static func string(_ key: String, of pattern: OpaquePointer) -> String? {
    var text: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, key, 0, &text) == FcResultMatch, let text else { return nil }
    return String(cString: text)
  }
}
