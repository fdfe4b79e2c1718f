import Foundation
import Synchronization
import TesseraGraphics

/// Fonts that are made small for pages, and kept: the Latin part of the text family, and the icons, compressed.
final class SmallFonts: Sendable {
  private let fonts: FontFiles
  private let files = Mutex<[String: StaticFile]>([:])

  init(_ fonts: FontFiles) { self.fonts = fonts }

  /// Returns a font; nil if it is none of these, or has another version.
  func file(named name: String, version: String) -> StaticFile? {
    let isLatin = name.hasPrefix(FontFiles.latinPrefix)
    let font =
      isLatin
      ? fonts.text.first { $0.name == name.dropFirst(FontFiles.latinPrefix.count) }
      : fonts.icons.flatMap { $0.name == name ? $0 : nil }
    guard let font, font.version == version else { return nil }
    return files.withLock { files in
      if let file = files[name] { return file }
      guard let bytes = FileManager.default.contents(atPath: font.path) else { return nil }
      let whole = Array(bytes)
      let file = StaticFile(
        bytes: isLatin ? FontSubset.subset(of: whole, FontSubset.latin) ?? whole : whole,
        contentType: MediaTypes.type(ofFile: name), cacheControl: StaticFile.immutable, version: version,
        isCompressible: true)
      files[name] = file
      return file
    }
  }
}
