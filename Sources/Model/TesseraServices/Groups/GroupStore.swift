package import Foundation
package import TesseraValues

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The files that an app shares with its widgets. Each file is replaced as a whole, and its version counts its changes.
///
/// Several processes may read and write concurrently. Changes are made under a lock, and a file is never seen half
/// written. A file that is placed in the folder without this store also counts as changed.
package struct GroupStore: Sendable {
  /// The metadata of a file.
  package struct File: Sendable, Hashable {
    /// The name of the file.
    package var name: String
    /// The number of times that the file was changed.
    package var version: Int
    /// The size of the file, in bytes.
    package var size: Int
  }

  /// The maximum size of a shared file, in bytes. A larger one is refused.
  package static let maximumSize = 16 << 20
  /// The maximum number of shared files of a group. A further one is refused.
  package static let maximumCount = 256
  /// The maximum number of attempts to acquire the lock of a group, which are 5 ms apart. Then the change fails.
  private static let maximumAttempts = 200
  private static let lockName = ".lock"
  private static let versionsName = ".versions"

  /// The folder that contains the files.
  package let folder: URL

  /// The reason why a file cannot be read or changed.
  package struct Failure: Error, Sendable, Hashable {
    /// One sentence for the user.
    package var message: String
    /// The current version of the file, if it does not match the expected one.
    package var version: Int?

    /// Whether the storage is at fault rather than the request.
    package var isStorage: Bool

    /// Creates a failure.
    package init(message: String, version: Int? = nil, isStorage: Bool = false) {
      self.message = message
      self.version = version
      self.isStorage = isStorage
    }
  }

  /// Creates the store of a group.
  /// - Parameters:
  ///   - root: The folder of all groups.
  ///   - name: The group's name. If it is not a valid file name, the initializer returns nil.
  package init?(_ name: String, in root: URL) {
    guard PortableFilename.isValid(name) else { return nil }
    folder = root.appending(path: name)
  }

  // MARK: Reading

  /// Returns all files, sorted by name.
  /// - Parameter isPatient: Whether to wait while another process changes files.
  package func files(isPatient: Bool = true) throws(Failure) -> [File] {
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    return try locked(isPatient: isPatient) { versions in
      let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter(
        PortableFilename.isValid)
      return names.sorted().prefix(Self.maximumCount).compactMap { name in
        guard let stamp = FileStamp(regularFile: folder.appending(path: name)) else { return nil }
        return File(name: name, version: versions.version(of: name, stamp), size: stamp.size)
      }
    }
  }

  /// Returns a file's bytes and version; nil if the file does not exist.
  package func read(_ name: String) throws(Failure) -> (bytes: [UInt8], version: Int)? {
    try check(name)
    guard FileManager.default.fileExists(atPath: folder.path) else { return nil }
    return try locked { versions throws(Failure) in
      let url = folder.appending(path: name)
      guard let stamp = FileStamp(regularFile: url) else { return nil }
      guard stamp.size <= Self.maximumSize else { throw Self.tooLarge(name) }
      guard let data = FileManager.default.contents(atPath: url.path) else {
        throw Failure(message: "The file '\(name)' cannot be read")
      }
      return (Array(data), versions.version(of: name, stamp))
    }
  }

  // MARK: Writing

  /// Writes a file, and replaces an existing one with the same name.
  /// - Parameter version: The version that the file must have now, 0 if it must not exist; nil accepts any version.
  /// - Returns: The new version of the file.
  @discardableResult
  package func write(_ name: String, _ bytes: [UInt8], ifVersion version: Int? = nil) throws(Failure) -> Int {
    try check(name)
    guard bytes.count <= Self.maximumSize else { throw Self.tooLarge(name) }
    return try change(name, ifVersion: version) { url throws(Failure) in try writeAtomically(bytes, at: url) }
  }

  /// Replaces a file in one step.
  private func writeAtomically(_ bytes: [UInt8], at url: URL) throws(Failure) {
    let name = url.lastPathComponent
    let next = folder.appending(path: ".\(name).next")
    do {
      // The file is flushed before it is renamed, so a power failure leaves either the old or the new content.
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

  /// Removes a file if it exists.
  package func remove(_ name: String, ifVersion version: Int? = nil) throws(Failure) {
    try check(name)
    guard FileManager.default.fileExists(atPath: folder.path) else { return }
    _ = try change(name, ifVersion: version, isRemoval: true) { url in try? FileManager.default.removeItem(at: url) }
  }

  // MARK: Copies

  /// Makes a file what it is in another copy of the group, with the version that it has there.
  /// - Parameters:
  ///   - bytes: The content; nil if the file was removed.
  ///   - isReplaceable: Says by the stamp of the present file whether it may be replaced.
  /// - Returns: Whether that was done, and the stamp of the file.
  package func copy(
    _ name: String, _ bytes: [UInt8]?, version: Int, where isReplaceable: (FileStamp?) -> Bool
  ) throws(Failure) -> (isDone: Bool, stamp: FileStamp?) {
    try check(name)
    try? FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return try locked { versions throws(Failure) in
      let url = folder.appending(path: name)
      let present = FileStamp(regularFile: url)
      guard isReplaceable(present) else { return (false, present) }
      if let bytes {
        try writeAtomically(bytes, at: url)
      } else {
        try? FileManager.default.removeItem(at: url)
      }
      let stamp = FileStamp(regularFile: url)
      versions.set(name, version, stamp)
      return (true, stamp)
    }
  }

  /// Returns the version of a file's removal; nil if the file exists.
  package func removal(of name: String) throws(Failure) -> Int? {
    try check(name)
    guard FileManager.default.fileExists(atPath: folder.path) else { return 1 }
    return try locked { versions throws(Failure) in
      guard FileStamp(regularFile: folder.appending(path: name)) == nil else { return nil }
      // Another program may have removed it.
      if let known = versions.entries[name], known.stamp.isEmpty { return known.version }
      return versions.count(name, nil)
    }
  }

  private func change(
    _ name: String, ifVersion expected: Int?, isRemoval: Bool = false, _ body: (URL) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    try? FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return try locked { versions throws(Failure) in
      let url = folder.appending(path: name)
      let stamp = FileStamp(regularFile: url)
      let present = stamp.map { versions.version(of: name, $0) } ?? 0
      if let expected, expected != present {
        throw Failure(message: "The file '\(name)' has version \(present), not \(expected)", version: present)
      }
      if stamp == nil, !isRemoval, versions.fileCount >= Self.maximumCount { removeStaleVersions(in: &versions) }
      if stamp == nil, !isRemoval, versions.fileCount >= Self.maximumCount {
        throw Failure(message: "The group already has \(Self.maximumCount) files")
      }
      try body(url)
      return versions.count(name, FileStamp(regularFile: url))
    }
  }

  /// Removes the stamps of files that another program removed.
  private func removeStaleVersions(in versions: inout Versions) {
    for name in versions.entries.keys where FileStamp(regularFile: folder.appending(path: name)) == nil {
      versions.entries[name]?.stamp = ""
    }
  }

  private func check(_ name: String) throws(Failure) {
    guard PortableFilename.isValid(name) else {
      throw Failure(
        message: "'\(name.prefix(100))' is not a valid name of a file: use letters, digits, '.', '-' and '_'")
    }
  }

  private static func tooLarge(_ name: String) -> Failure {
    Failure(message: "The file '\(name)' has more than \(maximumSize >> 20) MB")
  }

  // MARK: Versions

  /// The versions of files, and the stamps that they had.
  private struct Versions {
    var entries: [String: (version: Int, stamp: String)] = [:]
    var isChanged = false
    /// The number of existing files, as far as it is known.
    var fileCount: Int { entries.values.count { !$0.stamp.isEmpty } }

    /// The maximum number of recorded versions of shared files, including removed ones. Those of removed files are
    /// forgotten first. With its version, a recreated file gets a new one.
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

    /// Returns the version of an existing file, which is a new one if the file was changed without this store.
    mutating func version(of name: String, _ stamp: FileStamp) -> Int {
      if let known = entries[name], known.stamp == stamp.description { return known.version }
      return count(name, stamp)
    }

    /// Records a change of a file and returns the new version.
    mutating func count(_ name: String, _ stamp: FileStamp?) -> Int {
      let version = (entries[name]?.version ?? 0) + 1
      set(name, version, stamp)
      return version
    }

    /// Records the version of a file.
    mutating func set(_ name: String, _ version: Int, _ stamp: FileStamp?) {
      entries[name] = (version, stamp?.description ?? "")
      if entries.count > Self.maximumCount { entries = entries.filter { !$0.value.stamp.isEmpty } }
      isChanged = true
    }
  }

  private func locked<Result>(
    isPatient: Bool = true, _ body: (inout Versions) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let descriptor = open(folder.appending(path: Self.lockName).path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure(message: "The folder '\(folder.path)' cannot be used", isStorage: true) }
    defer { close(descriptor) }
    // The number of attempts is limited, so that a process that never releases the lock cannot block all others.
    var attempts = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      attempts += 1
      guard isPatient, attempts < Self.maximumAttempts else {
        throw Failure(message: "Another program has held the lock of '\(folder.path)' for too long")
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

extension FileStamp {
  /// Takes the stamp of a regular file; nil for anything else.
  fileprivate init?(regularFile url: URL) {
    guard let stamp = FileStamp(path: url.path), stamp.isRegularFile else { return nil }
    self = stamp
  }
}
