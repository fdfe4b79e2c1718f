import TesseraProtocol
import TesseraValues
import TesseraViews
import TesseraWebClient

/// The client as the package contains it: what is the same for each server of the process.
struct ClientFiles: Sendable {
  /// What the package contains, by path. Style sheets become one with those that a server makes.
  let contents: [String: [UInt8]]
  /// The files as they are sent, by path. The names of some contain their checksums.
  let files: [String: StaticFile]
  /// The page, with links to its style sheets and to ``main``.
  let page: String
  /// The path of the script of boards and widgets.
  let script: String
  /// The path of the script with the pages for accounts and administrators, too.
  let accountScript: String

  /// The path of the module that the page loads.
  static let main = "client/app/main.js"
  private static let cataloguesFolder = "client/texts/languages/"
  private static let accountModules: Set = ["client/account/accountPage.js", "client/admin/adminPage.js"]

  /// The files, read once; the diagnostic says which of the package's own resources is missing.
  static let loaded = Result { () throws(Diagnostic) in try ClientFiles() }

  private init() throws(Diagnostic) {
    var contents = try WebClient.files()
    page = String(decoding: contents.removeValue(forKey: "index.html") ?? [], as: UTF8.self)
    contents["client/icons.json"] = Array(JSONText.text(of: Self.icons).utf8)
    var files: [String: StaticFile] = [:]
    for (path, bytes) in contents {
      files[path] = StaticFile(bytes: bytes, contentType: MediaTypes.type(ofFile: path))
    }
    // Of the texts in languages other than English, a page loads those in one language at most.
    var catalogues: [String: String] = [:]
    for (path, bytes) in contents where path.hasPrefix(Self.cataloguesFolder) && path.hasSuffix(".js") {
      catalogues[path] = Self.add(bytes, String(path.dropLast(".js".count)), "js", to: &files)
    }
    func script(without omitted: Set<String>) throws(Diagnostic) -> String {
      let script = try ClientScript.joining(Self.main, of: contents, separate: catalogues, omitted: omitted)
      // The script finds the base path from its own address, so it stays in its folder.
      return Self.add(script, "client/app/main", "js", to: &files)
    }
    self.script = try script(without: Self.accountModules)
    accountScript = try script(without: [])
    self.contents = contents
    self.files = files
  }

  /// Adds a file under a path that contains its checksum, and returns the path.
  static func add(
    _ bytes: [UInt8], _ name: String, _ ending: String, to files: inout [String: StaticFile]
  ) -> String {
    let version = Checksum(of: bytes).description
    let path = "\(name)-\(version).\(ending)"
    files[path] = StaticFile(
      bytes: bytes, contentType: MediaTypes.type(ofFile: path), cacheControl: StaticFile.immutable, version: version)
    return path
  }

  /// The letters of the icon font by the names of the icons.
  private static var icons: Value {
    var letters: [String: Value] = [:]
    for name in IconNames.all { letters[name] = IconNames.scalar(named: name).map { .string(String($0)) } }
    return .dictionary(letters)
  }
}
