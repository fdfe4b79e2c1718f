import TesseraBundles
import TesseraValues

/// The names in a folder that `tessera export` writes and `tessera import` reads.
///
/// ```
/// export.json                       the format, and the boards in their order
/// boards/home.json                  a board's document
/// backgrounds/3f2a…                 a background picture, named by its checksum
/// widgets.json                      the installed widgets: identity, version, name and origin
/// widgets/org.example.feed.widget/  an installed widget
/// people.json                       accounts with roles, links, and the owners of personal boards
/// ```
enum ExportFolder {
  static let manifest = "export.json"
  static let widgets = "widgets.json"
  static let people = "people.json"

  /// The version of the format.
  static let format = 1

  /// The maximum size of each list in an export, in bytes. An export with a larger one is refused.
  static let maximumListBytes = 1 << 20
  /// The maximum number of installed widgets in an export. An export with more is refused.
  static let maximumWidgets = 1000
  /// The maximum number of files in an export, and the maximum number of folders above a file. An export with more is
  /// refused.
  static let limits = BundleLimits(entries: 100_000, depth: BundleLimits.standard.depth + 2)
  /// The maximum size of all files in an export, in bytes. A larger export is refused.
  static let maximumBytes = 2 << 30

  static func board(_ id: String) -> String { "boards/\(id).json" }
  static func background(_ name: String) -> String { "backgrounds/\(name)" }
  static func widget(_ id: String) -> String { "widgets/\(id).widget" }
}

extension Diagnostic {
  /// The diagnostic for a folder that cannot be imported.
  static func unimportable(_ file: String, _ message: String, fix: String? = nil) -> Diagnostic {
    Diagnostic(rule: "import", file: file, message: message, fix: fix)
  }
}
