import CZip
import Foundation
import Synchronization
package import TesseraValues

/// The files of a zip archive, read one by one in place; nothing is unpacked to disk.
///
/// A top-level folder that contains every other entry, as archivers add it, is stripped from the paths. libzip reads
/// the archive and verifies checksums. The sizes and counts that the archive declares are checked against the limits
/// first, and a file that unpacks to more than the archive declares is an error. Files that are not read are not unpacked.
///
/// With a place for decoders, the archive is unpacked there when it is listed, and its files are kept in memory.
package final class ArchiveBundleFiles: BundleFiles {
  /// The archive's name as the user gave it, for messages.
  private let name: String
  private let source: Source
  /// Where the archive is unpacked; nil for this process.
  private let decoding: (any ContentDecoding)?
  private let state = Mutex(State())

  private enum Source: Sendable {
    case file(String)
    case bytes(Data)
  }

  private struct State {
    var archive: OpenArchive?
    /// The location of each file in the archive, keyed by its path in the bundle.
    var locations: [String: EntryLocation] = [:]
    /// The files that another process unpacked.
    var unpacked: UnpackedArchive?
  }

  /// Creates a source for an archive file. The file is opened on first access.
  package init(path: String, decoding: (any ContentDecoding)? = nil) {
    name = path
    source = .file(path)
    self.decoding = decoding
  }

  /// Creates a source for an archive in memory.
  package init(bytes: [UInt8], name: String, decoding: (any ContentDecoding)? = nil) {
    self.name = name
    source = .bytes(Data(bytes))
    self.decoding = decoding
  }

  /// Returns whether the bytes start with the signature of a zip archive.
  package static func isArchive(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06])
  }

  /// Returns whether a file or an address without its query has the extension of an archive.
  package static func isArchiveName(_ name: String) -> Bool { name.lowercased().hasSuffix(".zip") }

  /// Lists the files below the common folder.
  ///
  /// The listing is empty and reports an error if the archive is encrypted, would unpack to far more than its packed
  /// size, or has overlapping entries.
  package func list(limits: BundleLimits) -> BundleListing {
    state.withLock { state in
      do throws(Diagnostic) {
        if let decoding {
          let unpacked = try unpack(by: decoding, limits: limits)
          state.unpacked = unpacked
          return unpacked.listing
        }
        let archive = try open(limits: limits)
        var visit = ArchiveVisit(archive: archive, name: name, limits: limits)
        let listing = try visit.list()
        (state.archive, state.locations) = (archive, visit.locations)
        return listing
      } catch {
        return BundleListing(diagnostics: [error], isComplete: false)
      }
    }
  }

  /// Reads and decompresses a file, and verifies its checksum.
  package func bytes(at path: String, limit: Int) throws(Diagnostic) -> [UInt8] {
    let result = state.withLock { state -> Result<[UInt8], Diagnostic> in
      if let unpacked = state.unpacked { return unpacked.bytes(at: path, limit: limit) }
      guard let archive = state.archive, let location = state.locations[path] else {
        return .failure(.unreadable(path, reason: "the file does not exist"))
      }
      do throws(Diagnostic) {
        return .success(try archive.bytes(at: location, of: path, limit: limit))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func unpack(by decoding: any ContentDecoding, limits: BundleLimits) throws(Diagnostic) -> UnpackedArchive {
    let (length, read) = try reader()
    try check(length, limits)
    return try UnpackedArchive(read(0, Int(length)), name: name, limits: limits, by: decoding)
  }

  private func check(_ length: UInt64, _ limits: BundleLimits) throws(Diagnostic) {
    guard length <= UInt64(limits.totalBytes) else {
      throw Diagnostic(
        rule: "bundle-limit",
        message: "The archive '\(BundlePath.display(name))' has more than \(limits.totalBytes) bytes")
    }
  }

  private func open(limits: BundleLimits) throws(Diagnostic) -> OpenArchive {
    let (length, read) = try reader()
    try check(length, limits)
    let tailLength = Int(min(length, 65_536 + 64))
    guard let directory = ArchiveDirectory(tail: read(length - UInt64(tailLength), tailLength), read: read) else {
      throw problem("is not a zip archive, or is incomplete")
    }
    guard directory.entryCount <= UInt64(limits.entries) else { throw .tooManyEntries(limit: limits.entries) }
    if let words = directory.problem(limit: limits.totalBytes, read: read) {
      throw Diagnostic(rule: "bundle-path", message: "The archive '\(BundlePath.display(name))' \(words)")
    }
    switch source {
    case .file(let path): return try OpenArchive(path: path, length: length) { problem("cannot be read: \($0)") }
    case .bytes(let data): return try OpenArchive(data) { problem("cannot be read: \($0)") }
    }
  }

  /// The archive's length in bytes, and a function that reads bytes at an offset.
  private func reader() throws(Diagnostic) -> (UInt64, (UInt64, Int) -> [UInt8]) {
    switch source {
    case .bytes(let data):
      return (
        UInt64(data.count),
        { offset, count in
          guard offset < UInt64(data.count) else { return [] }
          return Array(data[Int(offset)..<min(data.count, Int(offset) + count)])
        }
      )
    case .file(let path):
      var status = stat()
      // Opening a pipe would block until it has a writer.
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let file = FileHandle(forReadingAtPath: path),
        let length = try? file.seekToEnd()
      else { throw problem("cannot be opened") }
      return (
        length,
        { offset, count in
          guard offset < length, (try? file.seek(toOffset: offset)) != nil else { return [] }
          return [UInt8]((try? file.read(upToCount: count)) ?? Data())
        }
      )
    }
  }

  private func problem(_ words: String) -> Diagnostic {
    Diagnostic(rule: "archive", message: "The archive '\(BundlePath.display(name))' \(words)")
  }
}

/// An archive opened by libzip, closed on deinitialization.
///
/// libzip handles must not be used concurrently. The owner's lock ensures that.
final class OpenArchive {
  private let handle: OpaquePointer
  /// The length in bytes.
  let length: UInt64
  /// The buffer that libzip reads from, kept alive until the handle is closed.
  private let content: UnsafeMutableBufferPointer<UInt8>?

  init(path: String, length: UInt64, problem: (String) -> Diagnostic) throws(Diagnostic) {
    var code: Int32 = 0
    guard let handle = zip_open(path, Int32(ZIP_RDONLY), &code) else {
      var error = zip_error_t()
      zip_error_init_with_code(&error, code)
      defer { zip_error_fini(&error) }
      throw problem(String(cString: zip_error_strerror(&error)))
    }
    (self.handle, self.length, content) = (handle, length, nil)
  }

  init(_ data: Data, problem: (String) -> Diagnostic) throws(Diagnostic) {
    let content = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: data.count)
    _ = content.update(from: data)
    var error = zip_error_t()
    zip_error_init(&error)
    defer { zip_error_fini(&error) }
    guard let source = zip_source_buffer_create(content.baseAddress, UInt64(data.count), 0, &error) else {
      content.deallocate()
      throw problem(String(cString: zip_error_strerror(&error)))
    }
    guard let handle = zip_open_from_source(source, Int32(ZIP_RDONLY), &error) else {
      zip_source_free(source)
      content.deallocate()
      throw problem(String(cString: zip_error_strerror(&error)))
    }
    (self.handle, length, self.content) = (handle, UInt64(data.count), content)
  }

  deinit {
    zip_discard(handle)
    content?.deallocate()
  }

  /// The number of entries, including folders.
  var count: UInt64 { UInt64(max(0, zip_get_num_entries(handle, 0))) }

  /// The metadata of an entry, as the archive declares it.
  struct Entry {
    /// The path as stored; folders end with a slash.
    var path: String
    var kind: BundleEntry.Kind
    /// The declared size in bytes.
    var size: UInt64
    var packedSize: UInt64
    /// The modification date in nanoseconds since 1970.
    var modified: Int64
    var isEncrypted: Bool

    var isFolder: Bool { path.hasSuffix("/") }
  }

  func entry(at index: UInt64) -> Entry? {
    var status = zip_stat_t()
    zip_stat_init(&status)
    guard zip_stat_index(handle, index, 0, &status) == 0, let name = zip_get_name(handle, index, 0) else { return nil }
    // The type bits of a Unix mode identify links and special files.
    var (system, attributes): (UInt8, UInt32) = (0, 0)
    zip_file_get_external_attributes(handle, index, 0, &system, &attributes)
    var kind = BundleEntry.Kind.file
    if system == ZIP_OPSYS_UNIX || system == ZIP_OPSYS_OS_X {
      switch (attributes >> 16) & UInt32(S_IFMT) {
      case UInt32(S_IFLNK): kind = .symbolicLink
      case 0, UInt32(S_IFREG), UInt32(S_IFDIR): break
      default: kind = .special
      }
    }
    return Entry(
      path: String(cString: name), kind: kind, size: status.size, packedSize: status.comp_size,
      modified: Int64(status.mtime) &* 1_000_000_000, isEncrypted: status.encryption_method != 0)
  }

  func bytes(at location: EntryLocation, of path: String, limit: Int) throws(Diagnostic) -> [UInt8] {
    // The limits of an archive apply to the declared sizes, so the actual sizes must not exceed them.
    guard location.size <= limit else { throw .tooLarge(path, size: location.size, limit: limit) }
    guard let file = zip_fopen_index(handle, location.index, 0) else {
      throw .unreadable(path, reason: String(cString: zip_strerror(handle)))
    }
    defer { zip_fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = buffer.withUnsafeMutableBytes { zip_fread(file, $0.baseAddress, UInt64($0.count)) }
      if count == 0 { return bytes }
      guard count > 0 else { throw .unreadable(path, reason: String(cString: zip_file_strerror(file))) }
      bytes.append(contentsOf: buffer[..<Int(count)])
      guard bytes.count <= location.size else {
        throw Diagnostic(
          rule: "bundle-limit", file: path,
          message:
            "'\(BundlePath.display(path))' unpacks to more than the \(location.size) bytes that the archive declares")
      }
    }
  }
}

/// Where an archive has a file.
struct EntryLocation {
  /// The index of the entry.
  var index: UInt64
  /// The number of bytes that the archive declares.
  var size: Int
}

/// A traversal of an archive.
private struct ArchiveVisit {
  /// The maximum compression ratio of an archive. An archive with a higher one is refused. It is more than any kind of
  /// text reaches, so a higher ratio marks a zip bomb.
  private static let maximumRatio: UInt64 = 200
  /// The folder that macOS archivers add for their own metadata.
  private static let foreignFolder = "__MACOSX/"

  let archive: OpenArchive
  let name: String
  let limits: BundleLimits
  private(set) var locations: [String: EntryLocation] = [:]

  mutating func list() throws(Diagnostic) -> BundleListing {
    guard archive.count <= UInt64(limits.entries) else { throw .tooManyEntries(limit: limits.entries) }
    var all: [(entry: OpenArchive.Entry, index: UInt64)] = []
    var (size, packedSize): (UInt64, UInt64) = (0, 0)
    for index in 0..<archive.count {
      guard let entry = archive.entry(at: index) else {
        throw Diagnostic(rule: "archive", message: "Entry \(index + 1) of '\(BundlePath.display(name))' cannot be read")
      }
      guard !entry.isEncrypted else {
        throw Diagnostic(
          rule: "archive", message: "'\(BundlePath.display(entry.path))' is encrypted; a bundle must not be encrypted",
          fix: "Create the archive without a password")
      }
      // 64-bit sizes can have any value; clamping them prevents overflow.
      let bound = UInt64(Int32.max)
      size += min(entry.size, bound)
      packedSize += min(entry.packedSize, bound)
      guard size <= UInt64(limits.totalBytes), packedSize <= archive.length else {
        throw Diagnostic(
          rule: "bundle-limit",
          message: packedSize > archive.length
            ? "The entries of '\(BundlePath.display(name))' overlap"
            : "'\(BundlePath.display(name))' unpacks to more than \(limits.totalBytes) bytes")
      }
      all.append((entry, index))
    }
    guard size <= max(archive.length, 1 << 12) * Self.maximumRatio else {
      throw Diagnostic(
        rule: "bundle-limit",
        message: "'\(BundlePath.display(name))' unpacks to more than \(Self.maximumRatio) times its size")
    }
    let found = all.filter { !$0.entry.isFolder && !$0.entry.path.hasPrefix(Self.foreignFolder) }
    let prefix = Self.commonFolder(of: found.map(\.entry.path))
    var listing = BundleListing()
    for (entry, index) in found {
      let path = entry.path.hasPrefix(prefix) ? String(entry.path.dropFirst(prefix.count)) : entry.path
      if locations[path] == nil { locations[path] = EntryLocation(index: index, size: Int(entry.size)) }
      listing.entries.append(
        BundleEntry(path: path, kind: entry.kind, size: Int(entry.size), modified: entry.modified))
    }
    return listing
  }

  /// The folder that contains all entries, with its trailing slash. Empty if there is none or if its name leads
  /// elsewhere.
  private static func commonFolder(of paths: [String]) -> String {
    let shown = paths.filter { !BundlePath.isHidden($0) }
    guard let first = shown.first, let folder = BundlePath.topDirectory(of: first), !folder.isEmpty, folder != ".",
      paths.allSatisfy({ $0.hasPrefix(folder + "/") || !shown.contains($0) })
    else { return "" }
    return folder + "/"
  }
}
