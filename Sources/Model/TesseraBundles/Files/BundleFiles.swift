package import TesseraValues

/// A source of a bundle's files: a directory, an archive or memory.
///
/// A source is not trusted. It reports what it finds, and ``WidgetBundle`` decides which files belong to the bundle. A
/// source need not check paths, kinds or sizes beyond the given limits.
package protocol BundleFiles: Sendable {
  /// Lists all entries in any order. Stops when there are more than the limits allow.
  func list(limits: BundleLimits) -> BundleListing

  /// Reads a file that ``list(limits:)`` reported as a regular file.
  ///
  /// - Parameters:
  ///   - path: The path as it was listed.
  ///   - limit: The maximum number of bytes. A longer file is an error.
  /// - Throws: A ``Diagnostic`` if there is no regular file at the path, or if the file cannot be read or is too long.
  func bytes(at path: String, limit: Int) throws(Diagnostic) -> [UInt8]

  /// Reads a JSON document. One that the source makes is not written and parsed.
  ///
  /// - Throws: A ``Diagnostic`` as ``bytes(at:limit:)`` does, and for what is not JSON.
  func document(at path: String, limit: Int) throws(Diagnostic) -> JSONNode

  /// Returns the files of a bundle within this one.
  ///
  /// - Parameters:
  ///   - folder: Its folder, with a trailing slash.
  ///   - entries: The entries of this bundle that are in the folder.
  func bundle(in folder: String, _ entries: [BundleEntry]) -> any BundleFiles
}

extension BundleFiles {
  package func document(at path: String, limit: Int) throws(Diagnostic) -> JSONNode {
    try JSONNode.parse(bytes(at: path, limit: limit), limits: JSONLimits(bytes: limit))
  }

  package func bundle(in folder: String, _ entries: [BundleEntry]) -> any BundleFiles {
    NestedBundleFiles(outer: self, folder: folder, entries: entries)
  }
}

/// An entry found by a source.
package struct BundleEntry: Sendable, Hashable {
  /// The kind of an entry.
  package enum Kind: Sendable, Hashable {
    /// A regular file.
    case file
    /// A symbolic link to any destination.
    case symbolicLink
    /// A device, a socket or a pipe.
    case special
  }

  /// The path relative to the bundle, as reported by the source. Untrusted.
  package var path: String
  /// The kind of the entry.
  package var kind: Kind
  /// The size in bytes, as reported by the source.
  package var size: Int
  /// The modification date in nanoseconds since 1970; 0 if the source does not provide it.
  package var modified: Int64

  /// Creates an entry.
  package init(path: String, kind: Kind = .file, size: Int, modified: Int64 = 0) {
    self.path = path
    self.kind = kind
    self.size = size
    self.modified = modified
  }
}

/// The entries found by a source.
package struct BundleListing: Sendable, Hashable {
  /// Files, links and special files, but no directories.
  package var entries: [BundleEntry]
  /// Problems found while listing.
  package var diagnostics: [Diagnostic]
  /// Whether the listing is complete. An incomplete listing makes the bundle unreadable.
  package var isComplete: Bool

  /// Creates a listing.
  package init(entries: [BundleEntry] = [], diagnostics: [Diagnostic] = [], isComplete: Bool = true) {
    self.entries = entries
    self.diagnostics = diagnostics
    self.isComplete = isComplete
  }
}

/// Files in memory, for tests and for bundles made by a program.
package struct MemoryBundleFiles: BundleFiles {
  private struct File {
    var entry: BundleEntry
    var bytes: [UInt8]
  }
  private var files: [File] = []

  /// Creates a source from file contents, keyed by path.
  package init(_ files: [String: [UInt8]] = [:]) {
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) { add(path, bytes) }
  }

  /// Creates a source from texts, keyed by path.
  package init(texts: [String: String]) {
    self.init(texts.mapValues { Array($0.utf8) })
  }

  /// Adds an entry, even one that no file system would allow. An archive, for example, can contain the same name twice.
  package mutating func add(_ path: String, _ bytes: [UInt8], kind: BundleEntry.Kind = .file) {
    files.append(File(entry: BundleEntry(path: path, kind: kind, size: bytes.count), bytes: bytes))
  }

  /// Returns all entries in insertion order.
  package func list(limits: BundleLimits) -> BundleListing {
    guard files.count <= limits.entries else {
      return BundleListing(diagnostics: [.tooManyEntries(limit: limits.entries)], isComplete: false)
    }
    return BundleListing(entries: files.map(\.entry))
  }

  /// Returns the content of the first file with this path.
  package func bytes(at path: String, limit: Int) throws(Diagnostic) -> [UInt8] {
    guard let file = files.first(where: { $0.entry.path == path && $0.entry.kind == .file }) else {
      throw .unreadable(path, reason: "the file does not exist")
    }
    guard file.bytes.count <= limit else { throw .tooLarge(path, size: file.bytes.count, limit: limit) }
    return file.bytes
  }
}

extension Diagnostic {
  static func tooManyEntries(limit: Int) -> Diagnostic {
    Diagnostic(
      rule: "bundle-limit", message: "The bundle has more than \(limit) files and directories",
      fix: "Remove unused files; files whose names start with a dot are not read, but count")
  }

  package static func tooLarge(_ path: String, size: Int, limit: Int) -> Diagnostic {
    Diagnostic(
      rule: "bundle-limit", file: path,
      message: "'\(BundlePath.display(path))' has \(size) bytes; at most \(limit) are read")
  }

  static func unreadable(_ path: String, reason: String) -> Diagnostic {
    Diagnostic(
      rule: "unreadable-file", file: path, message: "'\(BundlePath.display(path))' cannot be read: \(reason)")
  }
}
