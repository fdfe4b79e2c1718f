package import Foundation
import TesseraValues

/// The list of the files in a backup: the entry `backup.json`.
package struct BackupManifest: Sendable, Hashable {
  /// A file of the data folder.
  package struct File: Sendable, Hashable {
    /// The path relative to the data folder.
    package var path: String
    /// The size in bytes.
    package var size: Int
    /// The SHA-256 digest in hexadecimal digits.
    package var checksum: String
  }

  /// The time at which the backup began.
  package var date: Date
  package var files: [File]

  /// The path of the manifest in a backup.
  static let path = "backup.json"
  /// The version of the format.
  private static let format = 1
  /// The maximum number of files that a backup is restored with. A backup with more is refused.
  static let maximumCount = 200_000

  /// The size of all files in bytes.
  package var totalSize: Int { files.reduce(0) { $0 + $1.size } }

  var value: Value {
    [
      "format": .integer(Int64(Self.format)), "date": .string(date.ISO8601Format()),
      "files": .array(
        files.map {
          ["path": .string($0.path), "size": .integer(Int64($0.size)), "sha256": .string($0.checksum)]
        }),
    ]
  }

  init(date: Date, files: [File]) {
    self.date = date
    self.files = files
  }

  /// Reads a manifest.
  /// - Throws: A diagnostic if it is damaged, of a later format, or names files outside a data folder.
  init(_ bytes: [UInt8]) throws(Diagnostic) {
    let limits = JSONLimits(bytes: 64 << 20, depth: 4, nodes: 4 * Self.maximumCount + 16)
    let value = try Value.parseJSON(bytes, limits: limits)
    guard let format = value.value(at: "format").integer else { throw .backup("its manifest has no 'format'") }
    guard format <= Self.format else {
      throw .backup("a later version of Tessera made it", fix: "Update Tessera, and restore it then")
    }
    guard let text = value.value(at: "date").string, let date = try? Date(text, strategy: .iso8601),
      let entries = value.value(at: "files").array, entries.count <= Self.maximumCount
    else { throw .backup("its manifest is damaged") }
    self.date = date
    var files: [File] = []
    var paths: Set<String> = []
    for entry in entries {
      guard let path = entry.value(at: "path").string, let size = entry.value(at: "size").integer, size >= 0,
        let checksum = entry.value(at: "sha256").string
      else { throw .backup("its manifest is damaged") }
      guard Self.isInside(path), paths.insert(path).inserted else {
        throw .backup("it names the file '\(path.prefix(100))', which a data folder cannot have")
      }
      files.append(File(path: path, size: Int(size), checksum: checksum))
    }
    self.files = files
  }

  /// Whether a path stays inside the folder that it is relative to.
  private static func isInside(_ path: String) -> Bool {
    guard path.utf8.count <= 1024, !path.contains("\\"), !path.contains("\0"), path != Self.path else { return false }
    return path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && $0 != "." && $0 != ".." && $0.utf8.count <= 255
    }
  }
}

extension Diagnostic {
  /// The diagnostic for a backup that cannot be used.
  static func backup(_ reason: String, fix: String? = nil) -> Diagnostic {
    Diagnostic(rule: "backup", message: "The backup cannot be used: \(reason)", fix: fix)
  }
}

extension Date {
  /// The date for names of files, which sort by it: `2026-11-25 140000Z`.
  package var fileNameText: String { formatted(.iso8601.timeSeparator(.omitted).dateTimeSeparator(.space)) }
}
