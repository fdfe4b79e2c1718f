import TesseraBundles
import TesseraValues

/// Something in the data folder that all hosts have, and that is replaced as a whole: a file, or the folder of a
/// bundle.
struct SharedUnit: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case file
    /// The folder of an installed bundle.
    case bundle
    /// A file that an app shares with its widgets. It has a version of its own, which is the same on all hosts.
    case groupFile(group: String, name: String)
  }

  /// The path in the data folder, with `/` between its parts.
  let path: String
  let kind: Kind

  static let catalogues = "catalogues.json"
  static let backgrounds = "backgrounds"
  static let groups = "groups"
  static let widgets = "widgets"
  static let previousWidgets = "widgets/.previous"
  static let origins = "widgets/.origins"

  /// - Returns: Nil for a path that is not shared, or leads elsewhere.
  init?(path: String) {
    self.path = path
    if path == Self.catalogues {
      kind = .file
      return
    }
    guard let slash = path.lastIndex(of: "/") else { return nil }
    let folder = String(path[..<slash])
    let name = String(path[path.index(after: slash)...])
    guard Self.isName(name) else { return nil }
    switch folder {
    case Self.backgrounds:
      // So are pictures named.
      guard name.utf8.count <= 64, name.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
      kind = .file
    case Self.widgets, Self.previousWidgets:
      guard name.hasSuffix(".widget") else { return nil }
      kind = .bundle
    case Self.origins:
      guard name.hasSuffix(".json") else { return nil }
      kind = .file
    default:
      guard folder.hasPrefix(Self.groups + "/"), PortableFilename.isValid(name) else { return nil }
      let group = String(folder.dropFirst(Self.groups.count + 1))
      guard PortableFilename.isValid(group) else { return nil }
      kind = .groupFile(group: group, name: name)
    }
  }

  private static func isName(_ text: String) -> Bool {
    BundlePath.problem(in: text) == nil && !text.contains("/") && !text.hasPrefix(".")
  }

  /// Whether the unit is among the installed bundles, which are changed under a lock.
  var isOfWidgets: Bool { path.hasPrefix(Self.widgets + "/") }

  /// The path of the file that says that a current bundle is installed; nil for anything else.
  var origin: String? {
    guard kind == .bundle, !path.hasPrefix(Self.previousWidgets + "/") else { return nil }
    return "\(Self.origins)/\(path.dropFirst(Self.widgets.count + 1).dropLast(".widget".count)).json"
  }

  /// Returns the units of paths in the order in which they are published. Removals have the opposite order.
  ///
  /// A bundle whose origin file exists must be there, or it would be taken for one that is being replaced. So it comes
  /// before that file, and goes after it.
  static func ordered(_ paths: some Sequence<String>) -> [Self] {
    paths.compactMap(Self.init).sorted { ($0.rank, $0.path) < ($1.rank, $1.path) }
  }

  private var rank: Int {
    if origin != nil { return 0 }
    return kind == .bundle ? 1 : 2
  }
}
