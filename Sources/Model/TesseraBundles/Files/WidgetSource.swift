package import TesseraValues

/// The location of a widget: a folder, an archive, a single document, or the address of a document.
package enum WidgetSource: Sendable, Hashable {
  /// The folder of a bundle.
  case folder(String)
  /// A zip archive of a bundle's folder.
  case archive(String)
  /// A file that contains one screen, in any supported format.
  case document(String)
  /// The address of a screen.
  case address(String)

  /// Creates a source from user input. An address starts with `http://` or `https://`, a document ends with `.json`, an
  /// archive with `.zip`; anything else is a folder.
  package init(_ text: String) {
    if text.hasPrefix("http://") || text.hasPrefix("https://") {
      self = .address(text)
    } else if text.hasSuffix(".json") {
      self = .document(text)
    } else if ArchiveBundleFiles.isArchiveName(text) {
      self = .archive(text)
    } else {
      self = .folder(text)
    }
  }

  /// Whether the source is the address of an archive, which must be downloaded before it can be read.
  package var isRemoteArchive: Bool {
    guard case .address(let address) = self else { return false }
    return ArchiveBundleFiles.isArchiveName(String(address.prefix { $0 != "?" && $0 != "#" }))
  }

  /// The text that the user enters for the source.
  package var text: String {
    switch self {
    case .folder(let text), .archive(let text), .document(let text), .address(let text): text
    }
  }

  /// Whether the source is a bundle: a folder or an archive.
  package var isBundle: Bool {
    switch self {
    case .folder, .archive: true
    case .document, .address: false
    }
  }

  /// Returns the files as they are; those around a document or an address are made.
  /// - Parameter decoding: Where an archive is unpacked; nil for this process.
  func files(base: String?, decoding: (any ContentDecoding)?) -> any BundleFiles {
    switch self {
    case .folder(let path): DirectoryBundleFiles(path: path)
    case .archive(let path): ArchiveBundleFiles(path: path, decoding: decoding)
    case .document(let path):
      DocumentFiles(
        manifest: Self.manifest(named: Self.name(ofFile: path), id: "local.\(Self.label(of: path))", base: base),
        path: path)
    case .address(let address):
      MemoryBundleFiles(
        texts: [
          "widget.json": Self.manifest(
            named: Self.name(ofFile: address), id: "web.\(Self.label(of: address))",
            base: base ?? Self.origin(of: address)),
          "screens/Main.json": JSONText.text(of: ["url": .string(address)]),
        ])
    }
  }

  /// Returns the diagnostic with its file given as a location that the author of the widget recognizes.
  package func locating(_ diagnostic: Diagnostic) -> Diagnostic {
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

  /// Returns the scheme, host and port of an address.
  private static func origin(of address: String) -> String? {
    address.prefixMatch(of: /https?:\/\/[^\/?#\s]+/).map { String($0.0) }
  }

  /// Returns the last component of a path without its extension.
  private static func name(ofFile path: String) -> String {
    let last = path.split(whereSeparator: { "/?#".contains($0) }).last { !$0.hasSuffix(":") } ?? "Screen"
    let name = last.split(separator: ".").first ?? last
    return name.isEmpty ? "Screen" : String(name)
  }

  /// Returns a component for an identifier, made of letters, digits and hyphens.
  private static func label(of text: String) -> String {
    let letters = text.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    let words = String(letters).split(separator: "-").joined(separator: "-")
    return words.isEmpty ? "screen" : String(words.suffix(60).drop { $0 == "-" })
  }
}

/// A file with one screen, presented as a bundle.
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
