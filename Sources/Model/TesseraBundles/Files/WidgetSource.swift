package import TesseraValues

/// Where a widget is taken from: a folder, an archive of one, a single document, or the address of one.
package enum WidgetSource: Sendable, Hashable {
  /// The folder of a bundle.
  case folder(String)
  /// A zip archive of the folder of a bundle.
  case archive(String)
  /// A file with one screen, in any spelling that is known.
  case document(String)
  /// The address of a screen.
  case address(String)

  /// Reads what people write: an address begins with `http://` or `https://`, a document ends with `.json`, an archive with
  /// `.zip`.
  package init(_ text: String) {
    if text.hasPrefix("http://") || text.hasPrefix("https://") {
      self = .address(text)
    } else if text.hasSuffix(".json") {
      self = .document(text)
    } else if text.lowercased().hasSuffix(".zip") {
      self = .archive(text)
    } else {
      self = .folder(text)
    }
  }

  /// Whether it is the address of an archive, which has to be fetched before anybody can read it.
  package var isRemoteArchive: Bool {
    guard case .address(let address) = self else { return false }
    return address.prefix { $0 != "?" && $0 != "#" }.lowercased().hasSuffix(".zip")
  }

  /// What people write for it.
  package var text: String {
    switch self {
    case .folder(let text), .archive(let text), .document(let text), .address(let text): text
    }
  }

  /// Reads the widget.
  /// - Parameter base: what addresses of a document that begin with `/` stand on, and the host that it may talk to.
  package func bundle(mode: BundleMode = .production, base: String? = nil) -> WidgetBundle {
    switch self {
    case .folder(let path): WidgetBundle(directory: path, mode: mode)
    case .archive(let path): WidgetBundle(files: ArchiveBundleFiles(path: path), mode: mode)
    case .document(let path):
      WidgetBundle(
        files: DocumentFiles(
          manifest: Self.manifest(named: Self.name(ofFile: path), id: "local.\(Self.label(of: path))", base: base),
          path: path), mode: mode)
    case .address(let address):
      WidgetBundle(
        files: MemoryBundleFiles(
          texts: [
            "widget.json": Self.manifest(
              named: Self.name(ofFile: address), id: "web.\(Self.label(of: address))",
              base: base ?? Self.origin(of: address)),
            "screens/Main.json": JSONText.text(of: ["url": .string(address)]),
          ]), mode: mode)
    }
  }

  /// A place in the widget as its author knows it.
  package func place(of diagnostic: Diagnostic) -> Diagnostic {
    var copy = diagnostic
    switch self {
    case .folder(let path), .archive(let path):
      copy.file = diagnostic.file.map { (path.hasSuffix("/") ? path : path + "/") + $0 } ?? path
    case .address(let path) where isRemoteArchive: copy.file = diagnostic.file.map { "\(path)/\($0)" } ?? path
    case .document(let path), .address(let path): copy.file = path
    }
    return copy
  }

  private static func manifest(named name: String, id: String, base: String?) -> String {
    var manifest: [String: Value] = ["id": .string(id), "name": .string(name), "main": "Main"]
    if let base, let host = origin(of: base)?.split(separator: "/").last {
      manifest["base"] = .string(base)
      manifest["hosts"] = [.string(String(host))]
    }
    return JSONText.text(of: .dictionary(manifest))
  }

  /// Scheme, host and port.
  private static func origin(of address: String) -> String? {
    address.prefixMatch(of: /https?:\/\/[^\/?#\s]+/).map { String($0.0) }
  }

  /// The last part of a path, without what stands behind a dot.
  private static func name(ofFile path: String) -> String {
    let last = path.split(whereSeparator: { "/?#".contains($0) }).last { !$0.hasSuffix(":") } ?? "Screen"
    let name = last.split(separator: ".").first ?? last
    return name.isEmpty ? "Screen" : String(name)
  }

  /// A part of an identifier: letters, digits and hyphens.
  private static func label(of text: String) -> String {
    let letters = text.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    let words = String(letters).split(separator: "-").joined(separator: "-")
    return words.isEmpty ? "screen" : String(words.suffix(60).drop { $0 == "-" })
  }
}

/// A file with one screen, as a bundle.
private struct DocumentFiles: BundleFiles {
  private static let screenPath = "screens/Main.json"

  let manifest: String
  let path: String

  func list(limits: BundleLimits) -> BundleListing {
    BundleListing(entries: [
      BundleEntry(path: "widget.json", size: manifest.utf8.count), BundleEntry(path: Self.screenPath, size: 0),
    ])
  }

  func bytes(at path: String, limit: Int) throws(Diagnostic) -> [UInt8] {
    guard path == Self.screenPath else { return Array(manifest.utf8) }
    let name = self.path.split(separator: "/").last.map(String.init) ?? self.path
    let folder = self.path.contains("/") ? String(self.path.dropLast(name.count)) : "."
    return try DirectoryBundleFiles(path: folder.isEmpty ? "/" : folder).bytes(at: name, limit: limit)
  }
}
