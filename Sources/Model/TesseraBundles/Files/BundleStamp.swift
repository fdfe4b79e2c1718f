/// What a bundle's files look like from outside: two stamps differ where a file came, went, or was written between them.
package struct BundleStamp: Sendable, Hashable {
  private let entries: [BundleEntry]

  /// Looks at the files of a folder, without reading them.
  /// - Complexity: one call of the system for each file.
  package init(directory path: String) {
    entries = DirectoryBundleFiles(path: path).list(limits: .standard).entries
  }
}
