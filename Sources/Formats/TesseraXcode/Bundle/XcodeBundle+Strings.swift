import TesseraValues
import TesseraXcodeFiles

/// Texts in several languages.
extension XcodeBundle {
  /// Returns the tag of a language: Xcode also has names such as `English`, and `zh_CN`.
  static func languageTag(_ name: String) -> String {
    let names = ["English": "en", "German": "de", "French": "fr", "Japanese": "ja", "Italian": "it", "Spanish": "es"]
    return names[name] ?? name.replacing("_", with: "-")
  }

  /// The maximum size of all texts of a bundle, in bytes.
  private static let maximumTextBytes = 32 << 20

  /// Returns the texts of each language by its tag: those of storyboards, and those that code looks up.
  mutating func stringTables() -> [String: LocalizedStringTable] {
    var tables: [String: LocalizedStringTable] = [:]
    var remaining = Self.maximumTextBytes
    for path in files.sorted() {
      let parts = path.split(separator: "/")
      guard parts.count == 2, parts[0].hasSuffix(".lproj"), parts[0] != "Base.lproj",
        path.hasSuffix(".strings") || path.hasSuffix(".stringsdict"), let content = bytes(path)
      else { continue }
      let isFormat = parts[1] == "Localizable.strings"
      do throws(XcodeFileError) {
        let table =
          path.hasSuffix(".strings")
          ? try StringsFileReader.read(content, hasFormats: isFormat) : try PluralRulesReader.read(content)
        guard table.byteCount <= remaining else { throw XcodeFileError("The texts of the bundle are too long") }
        remaining -= table.byteCount
        let language = Self.languageTag(String(parts[0].dropLast(".lproj".count)))
        tables[language, default: LocalizedStringTable()].merge(table, replaces: path.hasSuffix(".stringsdict"))
        translation.diagnostics += table.problems.map { $0.inFile(path) }
      } catch {
        report(.warning, "strings-file", path, "The texts cannot be read: \(error.reason)")
      }
    }
    return tables
  }

  /// Writes the texts of all languages.
  /// - Parameters:
  ///   - texts: Texts of the storyboard itself, by their keys.
  ///   - language: Their language. Its own table comes first.
  mutating func writeStrings(
    _ tables: [String: LocalizedStringTable], and texts: [String: String], of language: String
  ) {
    for name in Set(tables.keys).union(texts.isEmpty ? [] : [language]).sorted() {
      let table = tables[name]
      var members = (table?.document.members ?? []).map { ($0.name, $0.value) }
      if name == language {
        for (key, text) in texts.sorted(by: { $0.key < $1.key }) where table?[key] == nil {
          members.append((key, .text(text)))
        }
      }
      guard !members.isEmpty else { continue }
      translation.documents["strings/\(name).json"] = .object(members)
    }
  }
}
