package import Foundation

/// Where the package's own files are: documents, samples, fixtures.
package enum Repository {
  /// The folder of the package's manifest.
  package static let root: URL = {
    var folder = URL(filePath: #filePath).deletingLastPathComponent()
    while folder.path != "/", !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
      folder.deleteLastPathComponent()
    }
    return folder
  }()

  /// A file or folder by its path from the manifest's folder.
  package static func url(_ path: String) -> URL { root.appending(path: path) }

  /// The pages of the documents by their paths from the manifest's folder, sorted.
  package static let pages: [String] = {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: url("docs").path)) ?? []
    return paths.filter { $0.hasSuffix(".md") }.map { "docs/" + $0 }.sorted()
  }()
}
