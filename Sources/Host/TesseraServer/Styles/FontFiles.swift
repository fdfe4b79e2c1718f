import Foundation
import TesseraGraphics
public import TesseraValues

/// The font files that are served to browsers. The engine measures text with the same files.
public struct FontFiles: Sendable, Hashable {
  struct File: Sendable, Hashable {
    /// The file name.
    var name: String
    /// The path of the file.
    var path: String
    /// The CSS weight, 100 to 900.
    var weight: Int
    /// Whether the letters are slanted.
    var italic: Bool
    /// The version, which changes with the file and is part of its URL.
    var version: String
  }

  /// Begins the names under which fonts with only the Latin letters are served.
  static let latinPrefix = "latin-"

  /// The text family, upright and italic, in all installed weights.
  let text: [File]
  /// The emoji font; nil if it is not installed, and browsers use their own.
  let emoji: File?
  /// The icon font; nil if it is not installed, and boxes are shown instead.
  let icons: File?

  /// The monospaced font; nil if it is not installed, and the text family is used.
  let monospaced: File?

  /// Finds the fonts with fontconfig.
  /// - Throws: A diagnostic that names the package to install, if the text family's regular or bold weight is missing.
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
    guard let stamp = FileStamp(path: path, followsLinks: true) else { return nil }
    return File(
      name: font.url.lastPathComponent, path: path, weight: font.weight, italic: font.italic,
      version: String(stamp.size, radix: 36) + "-" + String(stamp.modified / 1_000_000_000, radix: 36))
  }
}
