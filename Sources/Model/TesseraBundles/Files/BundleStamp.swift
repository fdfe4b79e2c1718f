/// A snapshot of the metadata of a bundle's files. Two stamps differ if a file was added, removed or written in
/// between.
package struct BundleStamp: Sendable, Hashable {
  private let entries: [BundleEntry]

  /// Takes a stamp of the files in a directory without reading their content.
  ///
  /// - Complexity: One system call per file.
  package init(directory path: String) {
    entries = DirectoryBundleFiles(path: path).list(limits: .standard).entries
  }
}
