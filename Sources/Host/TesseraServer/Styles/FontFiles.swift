import Foundation
import TesseraGraphics
public import TesseraValues

/// The font files that browsers get: the ones that the engine measures with.
public struct FontFiles: Sendable, Hashable {
  /// One file.
  struct File: Sendable, Hashable {
    /// The name without its folder.
    var name: String
    /// Where it lies.
    var path: String
    /// CSS weight, 100 to 900.
    var weight: Int
    /// Slanted letters.
    var italic: Bool
    /// Changes when the file changes; part of its address.
    var version: String
  }

  /// The family that text is set in, upright and slanted, in all weights that there are.
  let text: [File]
  /// Emoji; nil where the family is not installed, and browsers use their own.
  let emoji: File?
  /// Icons; nil where the family is not installed, and boxes are shown in their place.
  let icons: File?

  /// Letters of one width; nil where the family is not installed, and those of the text stand in.
  let monospaced: File?

  /// Looks for the fonts with fontconfig.
  /// - Throws: a diagnostic that says what to install, where the text family's regular or bold letters are missing.
  public static func find() throws(Diagnostic) -> FontFiles {
    try FontFiles(
      text: FontFile.allInstalled(), emoji: FontFile.installed(family: FontFile.emojiFamily),
      icons: FontFile.installed(family: FontFile.iconFamily),
      monospaced: FontFile.installed(family: FontFile.monospacedFamily))
  }

  init(
    text: [FontFile], emoji: FontFile?, icons: FontFile? = nil, monospaced: FontFile? = nil
  ) throws(Diagnostic) {
    self.text = text.compactMap(Self.file)
    self.emoji = emoji.flatMap(Self.file)
    self.icons = icons.flatMap(Self.file)
    self.monospaced = monospaced.flatMap(Self.file)
    for weight in [400, 700] where !self.text.contains(where: { $0.weight == weight && !$0.italic }) {
      throw Diagnostic(
        rule: "missing-font", message: "The font '\(FontFile.family)' is not installed in weight \(weight)",
        fix: "Install the Debian package 'fonts-inter'")
    }
  }

  func file(named name: String) -> File? {
    [emoji, icons, monospaced].compactMap(\.self).first { $0.name == name } ?? text.first { $0.name == name }
  }

  private static func file(_ font: FontFile) -> File? {
    let path = font.url.path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
    let size = (attributes[.size] as? NSNumber)?.intValue ?? 0
    let date = Int((attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0)
    return File(
      name: font.url.lastPathComponent, path: path, weight: font.weight, italic: font.italic,
      version: String(size, radix: 36) + "-" + String(date, radix: 36))
  }
}
