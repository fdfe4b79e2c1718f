import TesseraValues

/// The files below a folder of another bundle, presented as a bundle of their own.
struct NestedBundleFiles: BundleFiles {
  let outer: any BundleFiles
  /// The folder, with a trailing slash.
  let folder: String
  /// The entries of the outer bundle that are in the folder.
  let entries: [BundleEntry]

  func list(limits: BundleLimits) -> BundleListing {
    BundleListing(
      entries: entries.map { entry in
        var copy = entry
        copy.path = String(entry.path.dropFirst(folder.count))
        return copy
      }, diagnostics: [], isComplete: true)
  }

  func bytes(at path: String, limit: Int) throws(Diagnostic) -> [UInt8] {
    try outer.bytes(at: folder + path, limit: limit)
  }
}
