package import Foundation
import TesseraValues

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The files that an app and its widgets share: each is replaced as a whole, and has a version that counts its changes.
///
/// Several processes may read and write: changes are made under a lock, and a file is never seen half written. A file that somebody puts
/// there without this store counts as changed, too.
package struct GroupStore: Sendable {
  /// A file as it is.
  package struct File: Sendable, Hashable {
    /// Its name.
    package var name: String
    /// How often it was changed.
    package var version: Int
    /// Its size in bytes.
    package var size: Int
  }

  /// The largest file, in bytes.
  package static let maximumSize = 16 << 20
  /// The most files.
  package static let maximumCount = 256
  /// How often the lock is tried, every 5 ms.
  private static let maximumAttempts = 200
  private static let lockName = ".lock"
  private static let versionsName = ".versions"

  /// Where the files lie.
  package let folder: URL

  /// Why a file cannot be had or changed.
  package struct Failure: Error, Sendable, Hashable {
    /// One sentence for people.
    package var message: String
    /// The version of the file, where it was changed meanwhile.
    package var version: Int?

    /// Whether the fault is not the request's, but the place's where the files lie.
    package var isStorage: Bool

    /// Says why.
    package init(message: String, version: Int? = nil, isStorage: Bool = false) {
      self.message = message
      self.version = version
      self.isStorage = isStorage
    }
  }

  /// The store of a group.
  /// - Parameters:
  ///   - root: the folder of all groups.
  ///   - name: the group's name; nil for the store where it is no name.
  package init?(_ name: String, in root: URL) {
    guard PortableFilename.isValid(name) else { return nil }
    folder = root.appending(path: name)
  }

  // MARK: Reading

  /// All files, by name.
  /// - Parameter isPatient: whether to wait for somebody else who changes them.
  package func files(isPatient: Bool = true) throws(Failure) -> [File] {
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    return try locked(isPatient: isPatient) { versions in
      let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter(
        PortableFilename.isValid)
      return names.sorted().prefix(Self.maximumCount).compactMap { name in
        guard let stamp = Stamp(folder.appending(path: name)) else { return nil }
        return File(name: name, version: versions.version(of: name, stamp), size: stamp.size)
      }
    }
  }

  /// A file's bytes and version; nil where there is none.
  package func read(_ name: String) throws(Failure) -> (bytes: [UInt8], version: Int)? {
    try check(name)
    guard FileManager.default.fileExists(atPath: folder.path) else { return nil }
    return try locked { versions throws(Failure) in
      let url = folder.appending(path: name)
      guard let stamp = Stamp(url) else { return nil }
      guard stamp.size <= Self.maximumSize else { throw Self.tooLarge(name) }
      guard let data = FileManager.default.contents(atPath: url.path) else {
        throw Failure(message: "The file '\(name)' cannot be read")
      }
      return (Array(data), versions.version(of: name, stamp))
    }
  }

  // MARK: Writing

  /// Puts a file in the place of the one of its name.
  /// - Parameter version: the one that it has to have now, 0 for none; nil for any.
  /// - Returns: its new version.
  @discardableResult
  package func write(_ name: String, _ bytes: [UInt8], ifVersion version: Int? = nil) throws(Failure) -> Int {
    try check(name)
    guard bytes.count <= Self.maximumSize else { throw Self.tooLarge(name) }
    return try change(name, ifVersion: version) { url throws(Failure) in
      let next = folder.appending(path: ".\(name).next")
      do {
        // Written to the disk before it gets its name: a machine that loses its power has one or the other.
        try Data(bytes).write(to: next)
        let file = try FileHandle(forWritingTo: next)
        try file.synchronize()
        try file.close()
        guard rename(next.path, url.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
      } catch {
        try? FileManager.default.removeItem(at: next)
        throw Failure(message: "The file '\(name)' cannot be written to '\(folder.path)'", isStorage: true)
      }
    }
  }

  /// Takes a file away, if it is there.
  package func remove(_ name: String, ifVersion version: Int? = nil) throws(Failure) {
    try check(name)
    guard FileManager.default.fileExists(atPath: folder.path) else { return }
    _ = try change(name, ifVersion: version, isRemoval: true) { url in try? FileManager.default.removeItem(at: url) }
  }

  private func change(
    _ name: String, ifVersion expected: Int?, isRemoval: Bool = false, _ body: (URL) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    try? FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return try locked { versions throws(Failure) in
      let url = folder.appending(path: name)
      let stamp = Stamp(url)
      let present = stamp.map { versions.version(of: name, $0) } ?? 0
      if let expected, expected != present {
        throw Failure(message: "The file '\(name)' has version \(present), not \(expected)", version: present)
      }
      if stamp == nil, !isRemoval, versions.fileCount >= Self.maximumCount { removeStaleVersions(in: &versions) }
      if stamp == nil, !isRemoval, versions.fileCount >= Self.maximumCount {
        throw Failure(message: "The group has \(Self.maximumCount) files already")
      }
      try body(url)
      return versions.count(name, Stamp(url))
    }
  }

  /// Files that somebody else took away have no stamp any more.
  private func removeStaleVersions(in versions: inout Versions) {
    for name in versions.entries.keys where Stamp(folder.appending(path: name)) == nil {
      versions.entries[name]?.stamp = ""
    }
  }

  private func check(_ name: String) throws(Failure) {
    guard PortableFilename.isValid(name) else {
      throw Failure(message: "'\(name.prefix(100))' is no name of a file: it takes letters, digits, '.', '-' and '_'")
    }
  }

  private static func tooLarge(_ name: String) -> Failure {
    Failure(message: "The file '\(name)' has more than \(maximumSize >> 20) MB")
  }

  // MARK: Versions

  /// What a file is known by: one that is put in another's place is another one.
  private struct Stamp: Hashable {
    var size: Int
    var text: String

    init?(_ url: URL) {
      var status = stat()
      guard lstat(url.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      size = Int(status.st_size)
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      text = "\(status.st_ino) \(size) \(time.tv_sec) \(time.tv_nsec)"
    }
  }

  /// The versions of files, and what they were known by.
  private struct Versions {
    var entries: [String: (version: Int, stamp: String)] = [:]
    var isChanged = false
    /// How many files there are, as far as that is known.
    var fileCount: Int { entries.values.count { !$0.stamp.isEmpty } }

    /// How many names are remembered, so that a file that comes back has a version that it never had.
    private static let maximumCount = 4 * GroupStore.maximumCount

    init(_ text: String) {
      for line in text.split(separator: "\n") {
        let parts = line.split(separator: " ", maxSplits: 2)
        guard parts.count >= 2, let version = Int(parts[1]) else { continue }
        entries[String(parts[0])] = (version, parts.count > 2 ? String(parts[2]) : "")
      }
    }

    var text: String {
      entries.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.version) \($0.value.stamp)\n" }.joined()
    }

    /// The version of a file that is there. Whoever changed it without saying so made a new one.
    mutating func version(of name: String, _ stamp: Stamp) -> Int {
      if let known = entries[name], known.stamp == stamp.text { return known.version }
      return count(name, stamp)
    }

    /// Counts a change.
    mutating func count(_ name: String, _ stamp: Stamp?) -> Int {
      let version = (entries[name]?.version ?? 0) + 1
      entries[name] = (version, stamp?.text ?? "")
      if entries.count > Self.maximumCount { entries = entries.filter { !$0.value.stamp.isEmpty } }
      isChanged = true
      return version
    }
  }

  private func locked<Result>(
    isPatient: Bool = true, _ body: (inout Versions) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let descriptor = open(folder.appending(path: Self.lockName).path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure(message: "The folder '\(folder.path)' cannot be used", isStorage: true) }
    defer { close(descriptor) }
    // Somebody who never lets go must not hold up all others.
    var attempts = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      attempts += 1
      guard isPatient, attempts < Self.maximumAttempts else {
        throw Failure(message: "Somebody else has held the lock of '\(folder.path)' for too long")
      }
      usleep(5000)
    }
    let url = folder.appending(path: Self.versionsName)
    let text = FileManager.default.contents(atPath: url.path).map { String(decoding: $0, as: UTF8.self) }
    var versions = Versions(text ?? "")
    let result = try body(&versions)
    if versions.isChanged {
      do {
        try Data(versions.text.utf8).write(to: url, options: .atomic)
      } catch {
        throw Failure(message: "The versions of the files cannot be written to '\(folder.path)'", isStorage: true)
      }
    }
    return result
  }
}
