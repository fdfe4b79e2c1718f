import Foundation
public import TesseraValues

/// The font files that browsers get: the ones that the engine measures with.
public struct FontFiles: Sendable, Hashable {
  /// One cut of a family.
  public struct File: Sendable, Hashable {
    /// The file's name without its folder.
    public var name: String
    /// Where it lies.
    public var path: String
    /// CSS weight, 100 to 900.
    public var weight: Int
    /// Slanted letters.
    public var italic: Bool
    /// Changes when the file changes; part of its address.
    public var version: String
  }

  /// Inter, from thin to black, upright and slanted.
  public var text: [File]
  /// Noto Color Emoji; nil where it is not installed, and browsers use their own.
  public var emoji: File?

  /// Where Debian's packages `fonts-inter` and `fonts-noto-color-emoji` put their files, and where people put theirs.
  public static var standardDirectories: [String] {
    let data =
      ProcessInfo.processInfo.environment["XDG_DATA_HOME"]
      ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/share").path
    return [
      "/usr/share/fonts/opentype/inter", "/usr/share/fonts/truetype/noto", "/usr/local/share/fonts", "\(data)/fonts",
    ]
  }

  /// Looks for the fonts.
  /// - Throws: a diagnostic that says what to install, where the upright regular and bold cuts of Inter are missing.
  public static func find(in directories: [String] = standardDirectories) throws(Diagnostic) -> FontFiles {
    func file(_ name: String, weight: Int = 400, italic: Bool = false) -> File? {
      for directory in directories {
        let path = "\(directory)/\(name)"
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { continue }
        let size = (attributes[.size] as? NSNumber)?.intValue ?? 0
        let date = Int((attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0)
        let version = String(size, radix: 36) + "-" + String(date, radix: 36)
        return File(name: name, path: path, weight: weight, italic: italic, version: version)
      }
      return nil
    }
    var text: [File] = []
    for (weight, name) in cuts {
      for italic in [false, true] {
        // Upright regular is plain "Regular", its slanted form plain "Italic".
        let cut = italic ? (weight == 400 ? "Italic" : "\(name)Italic") : name
        if let file = file("Inter-\(cut).otf", weight: weight, italic: italic) { text.append(file) }
      }
    }
    for weight in [400, 700] where !text.contains(where: { $0.weight == weight && !$0.italic }) {
      throw Diagnostic(
        rule: "missing-font", message: "The font 'Inter' is not installed in \(directories.joined(separator: ", "))",
        fix: "Install the Debian package 'fonts-inter'")
    }
    return FontFiles(text: text, emoji: file("NotoColorEmoji.ttf"))
  }

  func file(named name: String) -> File? {
    emoji?.name == name ? emoji : text.first { $0.name == name }
  }

  private static let cuts = [
    (100, "Thin"), (200, "ExtraLight"), (300, "Light"), (400, "Regular"), (500, "Medium"), (600, "SemiBold"),
    (700, "Bold"), (800, "ExtraBold"), (900, "Black"),
  ]
}
