package import TesseraValues

/// A source of a bundle's files: a directory, an archive, memory.
///
/// A source is not trusted. It reports what it finds, and ``WidgetBundle`` decides what is a file of a bundle: a source
/// need not check paths, kinds or sizes beyond the limits that it is given.
package protocol BundleFiles: Sendable {
  /// Lists all entries, in any order, and stops when there are more than the limits allow.
  func list(limits: BundleLimits) -> BundleListing

  /// Reads a file that ``list(limits:)`` reported as one.
  /// - Parameter limit: the most bytes to read. A longer file is an error.
  /// - Throws: a ``Diagnostic`` if there is no regular file, if it cannot be read or if it is too long.
  func bytes(at path: String, limit: Int) throws(Diagnostic) -> [UInt8]
}

/// One thing that a source found.
package struct BundleEntry: Sendable, Hashable {
  /// What an entry is.
  package enum Kind: Sendable, Hashable {
    /// A regular file.
    case file
    /// A link to something else, wherever it leads.
    case symbolicLink
    /// A device, a socket, a pipe.
    case special
  }

  /// The path relative to the bundle, as the source says. Not to be trusted.
  package var path: String
  /// What it is.
  package var kind: Kind
  /// The size in bytes, as the source says.
  package var size: Int
  /// When it was written last, in nanoseconds since 1970; 0 where the source does not say.
  package var modified: Int64

  /// Creates an entry.
  package init(path: String, kind: Kind = .file, size: Int, modified: Int64 = 0) {
    self.path = path
    self.kind = kind
    self.size = size
    self.modified = modified
  }
}

/// What a source found.
package struct BundleListing: Sendable, Hashable {
  /// Files, links and special files; no directories.
  package var entries: [BundleEntry]
  /// What could not be listed.
  package var diagnostics: [Diagnostic]
  /// Whether everything was listed. An incomplete listing makes a bundle unreadable.
  package var isComplete: Bool

  /// Creates a listing.
  package init(entries: [BundleEntry] = [], diagnostics: [Diagnostic] = [], isComplete: Bool = true) {
    self.entries = entries
    self.diagnostics = diagnostics
    self.isComplete = isComplete
  }
}

/// Files in memory, for tests and for bundles that a program makes.
package struct MemoryBundleFiles: BundleFiles {
  private struct File {
    var entry: BundleEntry
    var bytes: [UInt8]
  }
  private var files: [File] = []

  /// Creates a source from paths and contents.
  package init(_ files: [String: [UInt8]] = [:]) {
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) { add(path, bytes) }
  }

  /// Creates a source from paths and texts.
  package init(texts: [String: String]) {
    self.init(texts.mapValues { Array($0.utf8) })
  }

  /// Adds an entry, even one that no file system would allow: an archive can hold the same name twice.
  package mutating func add(_ path: String, _ bytes: [UInt8], kind: BundleEntry.Kind = .file) {
    files.append(File(entry: BundleEntry(path: path, kind: kind, size: bytes.count), bytes: bytes))
  }

  /// All entries in the order in which they were added.
  package func list(limits: BundleLimits) -> BundleListing {
    guard files.count <= limits.entries else {
      return BundleListing(diagnostics: [.tooManyEntries(limit: limits.entries)], isComplete: false)
    }
    return BundleListing(entries: files.map(\.entry))
  }

  /// The content of the first file with this path.
  package func bytes(at path: String, limit: Int) throws(Diagnostic) -> [UInt8] {
    guard let file = files.first(where: { $0.entry.path == path && $0.entry.kind == .file }) else {
      throw .unreadable(path, reason: "there is no such file")
    }
    guard file.bytes.count <= limit else { throw .tooLarge(path, size: file.bytes.count, limit: limit) }
    return file.bytes
  }
}

extension Diagnostic {
  static func tooManyEntries(limit: Int) -> Diagnostic {
    Diagnostic(
      rule: "bundle-limit", message: "The bundle has more than \(limit) files and directories",
      fix: "Remove what the widget does not use; names that start with a dot are not read but count")
  }

  static func tooLarge(_ path: String, size: Int, limit: Int) -> Diagnostic {
    Diagnostic(
      rule: "bundle-limit", file: path,
      message: "'\(BundlePath.display(path))' has \(size) bytes; at most \(limit) are read")
  }

  static func unreadable(_ path: String, reason: String) -> Diagnostic {
    Diagnostic(
      rule: "unreadable-file", file: path, message: "'\(BundlePath.display(path))' cannot be read: \(reason)")
  }
}
