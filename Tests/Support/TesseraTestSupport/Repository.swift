package import Foundation

/// The location of the package's own files: documents, samples and fixtures.
package enum Repository {
  /// The folder of the package manifest.
  package static let root: URL = {
    var folder = URL(filePath: #filePath).deletingLastPathComponent()
    while folder.path != "/", !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
      folder.deleteLastPathComponent()
    }
    return folder
  }()

  /// Returns the URL of a file or folder, given by its path relative to the manifest's folder.
  package static func url(_ path: String) -> URL { root.appending(path: path) }

  /// The paths of all documentation pages relative to the manifest's folder, sorted.
  package static let pages: [String] = {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: url("docs").path)) ?? []
    return paths.filter { $0.hasSuffix(".md") }.map { "docs/" + $0 }.sorted()
  }()
}
