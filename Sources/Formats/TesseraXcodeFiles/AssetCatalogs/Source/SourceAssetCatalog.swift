import TesseraValues

/// Reads asset catalogues in source form: folders `*.xcassets` with a file `Contents.json` in each set.
///
/// Image sets and app icons are read; other sets, such as colour sets, are not. Format: Apple's Asset Catalog
/// Format Reference. The sources of images are the paths of their files; images are not opened.
package struct SourceAssetCatalog: Sendable {
  /// The images and problems of all catalogues.
  package private(set) var catalog = AssetCatalog()

  /// The most sets that are read.
  package static let maximumSets = 1 << 14
  /// The most images of a set.
  package static let maximumEntries = 1000
  /// The limits of a file `Contents.json`.
  static let limits = JSONLimits(bytes: 1 << 20, depth: 32, nodes: 50_000)

  /// Reads the catalogues among files.
  /// - Parameters:
  ///   - paths: The paths of all files, with slashes.
  ///   - read: Returns the bytes of a file. It is called for files `Contents.json` only.
  package init(paths: some Sequence<String>, read: (String) throws(XcodeFileError) -> [UInt8]) {
    let files = Set(paths)
    var namespaces: [String: String] = [:]
    var setCount = 0
    for path in files.sorted() where path.hasSuffix("/Contents.json") {
      let folder = String(path.dropLast("/Contents.json".count))
      guard let kind = SetKind(folder: folder), Self.isInCatalog(folder) else { continue }
      guard setCount < Self.maximumSets else {
        catalog.addProblem(path, XcodeFileError("there are more than \(Self.maximumSets) sets of assets"))
        break
      }
      setCount += 1
      do {
        let contents = try AssetContents(read(path))
        let namespace = Self.namespace(of: folder, files: files, known: &namespaces, read: read)
        let name = namespace + Self.name(of: folder)
        add(contents, kind, name: name, folder: folder, files: files, location: path)
      } catch { catalog.addProblem(path, error) }
    }
    catalog.sort()
  }

  private enum SetKind: String {
    case image = "imageset"
    case appIcon = "appiconset"

    init?(folder: String) {
      guard let dot = folder.lastIndex(of: "."), let kind = SetKind(rawValue: String(folder[dot...].dropFirst())) else {
        return nil
      }
      self = kind
    }
  }

  private static func isInCatalog(_ folder: String) -> Bool {
    folder.split(separator: "/").dropLast().contains { $0.hasSuffix(".xcassets") }
  }

  /// The name of a set: its folder without the extension.
  private static func name(of folder: String) -> String {
    let last = folder.split(separator: "/").last ?? ""
    return String(last.prefix(upTo: last.lastIndex(of: ".") ?? last.endIndex))
  }

  /// The names of the groups around a set that provide a namespace, each with a slash.
  private static func namespace(
    of folder: String, files: Set<String>, known: inout [String: String],
    read: (String) throws(XcodeFileError) -> [UInt8]
  ) -> String {
    let parts = folder.split(separator: "/", omittingEmptySubsequences: false)
    guard let catalog = parts.dropLast().lastIndex(where: { $0.hasSuffix(".xcassets") }) else { return "" }
    var namespace = ""
    for index in parts.indices where index > catalog && index < parts.count - 1 {
      let group = parts[...index].joined(separator: "/")
      if let part = known[group] {
        namespace += part
        continue
      }
      let path = group + "/Contents.json"
      var part = ""
      // A group that cannot be read provides nothing.
      if files.contains(path), let bytes = try? read(path), (try? AssetContents(bytes))?.providesNamespace == true {
        part = parts[index] + "/"
      }
      known[group] = part
      namespace += part
    }
    return namespace
  }

  private mutating func add(
    _ contents: AssetContents, _ kind: SetKind, name: String, folder: String, files: Set<String>, location: String
  ) {
    let entries = contents.images
    if entries.count > Self.maximumEntries {
      catalog.addProblem(location, XcodeFileError("the set has more than \(Self.maximumEntries) entries"))
    }
    for entry in entries.prefix(Self.maximumEntries) {
      guard let fileName = entry["filename"]?.string, !fileName.isEmpty else { continue }
      let path = folder + "/" + fileName
      guard !fileName.contains("/"), files.contains(path) else {
        catalog.addProblem(location, XcodeFileError("the file '\(fileName)' of the set is absent"))
        continue
      }
      var image = ImageAsset(name: name, traits: AssetTraits(entry: entry), source: .file(path))
      image.isAppIcon = kind == .appIcon
      image.renderingMode = image.isAppIcon ? .original : contents.renderingMode
      catalog.images.append(image)
    }
  }
}
