import CPango
package import Foundation

/// A font file for measuring and drawing text. The server sends the same files to browsers.
package struct FontFile: Sendable, Hashable {
  /// The default font family for text.
  package static let family = "Inter"
  /// The emoji font family, a fallback for characters that the first family lacks.
  package static let emojiFamily = "Noto Color Emoji"
  /// The monospaced font family.
  package static let monospacedFamily = "DejaVu Sans Mono"
  /// The icon font family, with icons in the private use area.
  package static let iconFamily = "Material Design Icons"

  /// The location of the file.
  package var url: URL
  /// The font weight, 100 to 900.
  package var weight: Int
  /// Whether the font is italic.
  package var italic: Bool

  /// Returns the file of a family, as found by fontconfig; nil if the family is not installed.
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

  /// Returns the files of the family for all nine weights, upright and italic, as far as they are installed.
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
