package import TesseraValues

/// The files below a folder of another bundle, presented as a bundle of their own.
package struct NestedBundleFiles: BundleFiles {
  let outer: any BundleFiles
  /// The folder, with a trailing slash.
  let folder: String
  /// The entries of the outer bundle that are in the folder.
  let entries: [BundleEntry]

  /// - Parameters:
  ///   - folder: The folder, with a trailing slash.
  ///   - entries: The entries of the outer bundle that are in the folder.
  package init(outer: any BundleFiles, folder: String, entries: [BundleEntry]) {
    self.outer = outer
    self.folder = folder
    self.entries = entries
  }

  package func list(limits: BundleLimits) -> BundleListing {
    BundleListing(
      entries: entries.map { entry in
        var copy = entry
        copy.path = String(entry.path.dropFirst(folder.count))
        return copy
      }, diagnostics: [], isComplete: true)
  }

  package func bytes(at path: String, limit: Int) throws(Diagnostic) -> [UInt8] {
    try outer.bytes(at: folder + path, limit: limit)
  }

  package func document(at path: String, limit: Int) throws(Diagnostic) -> JSONNode {
    try outer.document(at: folder + path, limit: limit)
  }
}
