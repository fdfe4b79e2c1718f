import Synchronization
import TesseraBundles
import TesseraValues

/// The files of a bundle that Xcode made, translated into the documents of a widget. Of other bundles, only a property
/// list that takes the place of a manifest is translated.
///
/// The files are translated when they are listed first, and what they become stays in memory as long as the source does.
final class XcodeBundleFiles: BundleFiles {
  private let base: any BundleFiles
  /// What became of the files; nil before they were listed.
  private let translated = Mutex<Translated?>(nil)

  private struct Translated {
    var listing: BundleListing
    var documents: [String: Document] = [:]
    /// The images.
    var files: [String: [UInt8]] = [:]

    /// Adds a document, whose parts get the positions that they have in the file that it becomes.
    mutating func add(_ node: JSONNode, at path: String) {
      let (bytes, document) = node.file
      documents[path] = Document(node: document, byteCount: bytes.count)
      listing.entries.append(BundleEntry(path: path, size: bytes.count))
    }
  }

  private struct Document {
    var node: JSONNode
    /// The size of its file.
    var byteCount: Int
  }

  /// - Parameter base: The files as they are.
  init(_ base: any BundleFiles) { self.base = base }

  func list(limits: BundleLimits) -> BundleListing {
    translated.withLock { translated in
      let result = translated ?? translate(limits)
      translated = result
      return result.listing
    }
  }

  func bytes(at path: String, limit: Int) throws(Diagnostic) -> [UInt8] {
    let (document, file) = translated.withLock { ($0?.documents[path], $0?.files[path]) }
    guard let content = document?.node.file.bytes ?? file else { return try base.bytes(at: path, limit: limit) }
    guard content.count <= limit else { throw .tooLarge(path, size: content.count, limit: limit) }
    return content
  }

  func document(at path: String, limit: Int) throws(Diagnostic) -> JSONNode {
    guard let document = translated.withLock({ $0?.documents[path] }) else {
      return try base.document(at: path, limit: limit)
    }
    guard document.byteCount <= limit else { throw .tooLarge(path, size: document.byteCount, limit: limit) }
    return document.node
  }

  private func translate(_ limits: BundleLimits) -> Translated {
    var result = Translated(listing: base.list(limits: limits))
    // Most bundles are of ours, and need no filter here.
    guard result.listing.isComplete,
      result.listing.entries.contains(where: { Self.isXcodeFile($0.path) || $0.path == InfoPropertyList.path }),
      let paths = Self.acceptedPaths(result.listing, limits), !paths.contains(WidgetBundle.manifestPath)
    else { return result }
    guard Self.isOfXcode(paths) else {
      if paths.contains(InfoPropertyList.path) { addManifest(to: &result, limits) }
      return result
    }
    let translation = XcodeBundle.translate(files: paths) { [base] path in
      try? base.bytes(at: path, limit: limits.totalBytes)
    }
    result.listing.diagnostics += translation.diagnostics
    result.listing.entries.removeAll { Self.isTranslated($0.path) || translation.replaced.contains($0.path) }
    let kept = Set(result.listing.entries.map(\.path))
    // A document of ours that lies beside the compiled files takes precedence.
    for (path, node) in translation.documents.sorted(by: { $0.key < $1.key }) where !kept.contains(path) {
      result.add(node, at: path)
    }
    // An image can be larger than what it is made of.
    var remaining = limits.totalBytes - result.listing.entries.reduce(0) { $0 + max(0, $1.size) }
    for (path, bytes) in translation.files.sorted(by: { $0.key < $1.key }) where !kept.contains(path) {
      guard bytes.count <= remaining else {
        result.listing.diagnostics.append(
          Diagnostic(
            rule: "bundle-limit", file: path,
            message: "With this image, the bundle's files have more than \(limits.totalBytes) bytes in total"))
        continue
      }
      remaining -= bytes.count
      result.files[path] = bytes
      result.listing.entries.append(BundleEntry(path: path, size: bytes.count))
    }
    return result
  }

  /// Adds a manifest to a bundle of WidgetKit, which has a property list in its place.
  private func addManifest(to translated: inout Translated, _ limits: BundleLimits) {
    let path = InfoPropertyList.path
    do throws(Diagnostic) {
      let manifest = try InfoPropertyList(base.bytes(at: path, limit: limits.documentBytes)).manifest
      translated.add(manifest, at: WidgetBundle.manifestPath)
    } catch {
      translated.listing.diagnostics.append(error.inFile(path))
    }
  }

  /// Whether a bundle has files of Xcode, and is not one of ours that lies beside such files.
  private static func isOfXcode(_ paths: [String]) -> Bool {
    !paths.contains { $0.hasPrefix("screens/") } && paths.contains(where: isXcodeFile)
  }

  /// Whether only Xcode makes a file of this name.
  private static func isXcodeFile(_ path: String) -> Bool {
    path == "Assets.car" || [".nib", ".xib", ".storyboard", ".mom"].contains { path.hasSuffix($0) }
      || [".xcassets/", ".xcdatamodel/", ".xcdatamodeld/"].contains { path.contains($0) }
  }

  /// Returns the paths that belong to the bundle. What is wrong with others is reported by who reads the bundle.
  private static func acceptedPaths(_ listing: BundleListing, _ limits: BundleLimits) -> [String]? {
    var filter = BundleEntryFilter(limits: limits)
    return filter.accepted(listing.entries)?.map(\.path)
  }

  /// Whether documents contain what a file says, or the file says nothing about the widget.
  private static func isTranslated(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    let folders = parts.dropLast().compactMap { $0.split(separator: ".").last }
    if folders.contains(where: { translatedFolders.contains(String($0)) }) { return true }
    guard let name = parts.last, let dot = name.lastIndex(of: ".") else { return false }
    let fileExtension = name[name.index(after: dot)...].lowercased()
    // Xcode copies images to the top of a bundle.
    return translatedFiles.contains(fileExtension)
      || (parts.count == 1 && ImageFormat(fileExtension: fileExtension) != nil)
  }

  private static let translatedFolders: Set<String> = [
    "lproj", "storyboardc", "nib", "momd", "xcassets", "xcdatamodeld", "xcdatamodel", "_CodeSignature",
  ]
  private static let translatedFiles: Set<String> = [
    "car", "mom", "nib", "omo", "plist", "storyboard", "strings", "stringsdict", "xib",
  ]
}
