import CFileSystem
import Foundation
import TesseraBundles
import TesseraServices
import TesseraValues

/// Reads and writes the units of a data folder. What is written replaces what is there in one step.
struct SharedFiles: Sendable {
  let folder: URL

  /// The units in the folder.
  struct Scan {
    /// The stamp of each unit, by path.
    var stamps: [String: String] = [:]
    /// Paths that cannot be read. Nothing is known of them and of what is below them.
    var unreadable: [String] = []

    /// Whether a unit that is not among the stamps is really not there.
    func isMissing(_ unit: SharedUnit) -> Bool {
      guard stamps[unit.path] == nil else { return false }
      // `InstalledWidgets` is replacing it, or was when the process was interrupted.
      if let origin = unit.origin, stamps[origin] != nil { return false }
      return !unreadable.contains { unit.path == $0 || unit.path.hasPrefix($0 + "/") }
    }
  }

  /// Why a unit cannot be read or written.
  struct Failure: Error {
    var message: String

    static let tooLarge = Self(message: "it has more than \(SharedContent.maximumSize >> 20) MB")
  }

  /// What became of a unit that was to be written.
  enum Outcome {
    /// It is written; the stamp is nil if it is removed.
    case done(stamp: String?)
    /// It was changed in the folder meanwhile, and left alone.
    case isChanged
  }

  /// The only stamp that a unit may have when it is replaced.
  enum Expectation {
    case any
    case stamp(String?)

    func allows(_ stamp: String?) -> Bool {
      switch self {
      case .any: true
      case .stamp(let expected): stamp == expected
      }
    }
  }

  private var files: FileManager { FileManager.default }
  private func url(_ path: String) -> URL { folder.appending(path: path) }

  // MARK: Finding

  func scan() -> Scan {
    var scan = Scan()
    let groups = names(in: SharedUnit.groups, &scan).map { "\(SharedUnit.groups)/\($0)" }
    for folder in [SharedUnit.backgrounds] + groups where isFolder(folder) {
      for name in names(in: folder, &scan) { add("\(folder)/\(name)", to: &scan) }
    }
    add(SharedUnit.catalogues, to: &scan)
    guard isFolder(SharedUnit.widgets) else { return scan }
    do {
      try locked {
        for folder in [SharedUnit.widgets, SharedUnit.previousWidgets, SharedUnit.origins] {
          for name in names(in: folder, &scan) { add("\(folder)/\(name)", to: &scan) }
        }
      }
    } catch {
      scan.unreadable.append(SharedUnit.widgets)
    }
    return scan
  }

  private func isFolder(_ path: String) -> Bool {
    var isDirectory: ObjCBool = false
    return files.fileExists(atPath: url(path).path, isDirectory: &isDirectory) && isDirectory.boolValue
  }

  /// Whether there is certainly nothing at a path.
  private func isAbsent(_ path: String) -> Bool {
    var status = stat()
    return lstat(url(path).path, &status) != 0 && errno == ENOENT
  }

  private func names(in path: String, _ scan: inout Scan) -> [String] {
    do {
      return try files.contentsOfDirectory(atPath: url(path).path).sorted()
    } catch {
      // Only what certainly is not there counts as removed.
      if !isAbsent(path) { scan.unreadable.append(path) }
      return []
    }
  }

  private func add(_ path: String, to scan: inout Scan) {
    guard let unit = SharedUnit(path: path) else { return }
    if let stamp = stamp(of: unit) {
      scan.stamps[path] = stamp
    } else if !isAbsent(path) {
      scan.unreadable.append(path)
    }
  }

  /// Returns what changes when a unit changes; nil if it is not there, or cannot be read.
  func stamp(of unit: SharedUnit) -> String? {
    guard unit.kind == .bundle else {
      guard let stamp = FileStamp(path: url(unit.path).path), stamp.isRegularFile else { return nil }
      return stamp.description
    }
    return Self.stamp(ofBundle: url(unit.path))
  }

  private static func stamp(ofBundle folder: URL) -> String? {
    guard let number = FileStamp(path: folder.path)?.number, let entries = entries(ofBundle: folder) else { return nil }
    let text = entries.map { "\($0.path) \($0.size) \($0.modified)" }.joined(separator: "\n")
    return "\(number) \(Checksum(of: Array(text.utf8)))"
  }

  /// Returns the regular files of a bundle, sorted; nil if it cannot be read.
  private static func entries(ofBundle folder: URL) -> [BundleEntry]? {
    let listing = DirectoryBundleFiles(path: folder.path).list(limits: .standard)
    guard listing.isComplete else { return nil }
    return listing.entries.filter { $0.kind == .file }.sorted { $0.path < $1.path }
  }

  // MARK: Reading

  /// Returns a unit and its stamp; nil if it is not there, or is just being changed.
  func read(_ unit: SharedUnit) throws(Failure) -> (content: SharedContent, stamp: String)? {
    guard let before = stamp(of: unit) else { return nil }
    let content: SharedContent
    do {
      content = try unit.isOfWidgets ? locked { try readNow(unit) } : readNow(unit)
    } catch {
      guard stamp(of: unit) == before else { return nil }
      throw Failure(message: Self.message(of: error))
    }
    return stamp(of: unit) == before ? (content, before) : nil
  }

  private func readNow(_ unit: SharedUnit) throws -> SharedContent {
    switch unit.kind {
    case .file:
      return .file(try readFile(url(unit.path)))
    case .bundle:
      let bundle = DirectoryBundleFiles(path: url(unit.path).path)
      var rest = SharedContent.maximumSize
      return .bundle(
        try (Self.entries(ofBundle: url(unit.path)) ?? []).map { entry in
          let bytes = try bundle.bytes(at: entry.path, limit: rest)
          rest -= bytes.count
          return SharedBundleFile(path: entry.path, bytes: bytes)
        })
    case .groupFile(let group, let name):
      guard let (bytes, version) = try GroupStore(group, in: url(SharedUnit.groups))?.read(name) else {
        throw Failure(message: "it is not there any more")
      }
      return .groupFile(version: version, bytes: bytes)
    }
  }

  private func readFile(_ url: URL) throws -> [UInt8] {
    guard FileStamp(path: url.path).map({ $0.size <= SharedContent.maximumSize }) ?? true else {
      throw Failure.tooLarge
    }
    return Array(try Data(contentsOf: url))
  }

  /// Returns how the removal of a unit is persisted: nil if only that it is not there matters.
  func removal(of unit: SharedUnit) throws(Failure) -> SharedContent? {
    guard case .groupFile(let group, let name) = unit.kind else { return nil }
    do {
      guard let store = GroupStore(group, in: url(SharedUnit.groups)), let version = try store.removal(of: name) else {
        throw Failure(message: "it is there again")
      }
      return .groupFile(version: version, bytes: nil)
    } catch {
      throw Failure(message: Self.message(of: error))
    }
  }

  // MARK: Writing

  /// Makes a unit what it is in the cluster.
  /// - Parameters:
  ///   - content: The content; nil removes the unit.
  ///   - expected: The unit is left alone if it is another one.
  func write(_ unit: SharedUnit, _ content: SharedContent?, expecting expected: Expectation) throws(Failure) -> Outcome
  {
    do {
      guard unit.isOfWidgets else { return try writeNow(unit, content, expecting: expected) }
      guard content != nil || isFolder(SharedUnit.widgets) else { return .done(stamp: nil) }
      return try locked { try writeNow(unit, content, expecting: expected) }
    } catch {
      throw Failure(message: Self.message(of: error))
    }
  }

  private func writeNow(
    _ unit: SharedUnit, _ content: SharedContent?, expecting expected: Expectation
  ) throws -> Outcome {
    if case .groupFile(let version, let bytes)? = content, case .groupFile(let group, let name) = unit.kind {
      guard let store = GroupStore(group, in: url(SharedUnit.groups)) else { return .isChanged }
      let copy = try store.copy(name, bytes, version: version) { expected.allows($0?.description) }
      return copy.isDone ? .done(stamp: copy.stamp?.description) : .isChanged
    }
    guard expected.allows(stamp(of: unit)) else { return .isChanged }
    let target = url(unit.path)
    switch content {
    case .file(let bytes)?: return .done(stamp: try replace(target, with: bytes))
    case .bundle(let files)?: return .done(stamp: try replace(bundle: unit, with: files))
    case .groupFile?, nil:
      if FileStamp(path: target.path) != nil { try files.removeItem(at: target) }
      return .done(stamp: nil)
    }
  }

  /// Replaces a file in one step. A power failure leaves either the old or the new content.
  /// - Returns: The stamp of the new file.
  @discardableResult
  func replace(_ file: URL, with bytes: [UInt8]) throws -> String? {
    try makeFolder(file.deletingLastPathComponent())
    let next = file.deletingLastPathComponent().appending(path: ".\(file.lastPathComponent).shared")
    try? files.removeItem(at: next)
    do {
      try PrivateFile.write(bytes, to: next)
      let stamp = FileStamp(path: next.path)
      guard rename(next.path, file.path) == 0 else { throw Failure(message: Self.systemMessage()) }
      return stamp?.description
    } catch {
      try? files.removeItem(at: next)
      throw error
    }
  }

  /// Replaces the folder of a bundle. It is written beside and then moved into place, as `InstalledWidgets` does it.
  private func replace(bundle unit: SharedUnit, with content: [SharedBundleFile]) throws -> String? {
    let place = url(unit.path)
    let name = place.lastPathComponent
    let next = url("\(SharedUnit.widgets)/.next/\(name).shared")
    try? files.removeItem(at: next)
    defer { try? files.removeItem(at: next) }
    try makeFolder(next)
    for file in content {
      let target = next.appending(path: file.path)
      try makeFolder(target.deletingLastPathComponent())
      try PrivateFile.write(file.bytes, to: target)
    }
    let stamp = Self.stamp(ofBundle: next)
    try makeFolder(place.deletingLastPathComponent())
    guard FileStamp(path: place.path) != nil else {
      try files.moveItem(at: next, to: place)
      return stamp
    }
    guard tessera_exchange_files(next.path, place.path) != 0 else { return stamp }
    // The file system has no exchange. From this place `InstalledWidgets` moves a current bundle back.
    let id = name.dropLast(".widget".count)
    let away = url("\(SharedUnit.widgets)/.next/\(id)\(unit.origin == nil ? ".former" : ".away")")
    try? files.removeItem(at: away)
    try files.moveItem(at: place, to: away)
    do {
      try files.moveItem(at: next, to: place)
    } catch {
      try? files.moveItem(at: away, to: place)
      throw error
    }
    try? files.removeItem(at: away)
    return stamp
  }

  private func makeFolder(_ url: URL) throws {
    try files.createDirectory(at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Runs something under the lock with which `InstalledWidgets` changes bundles.
  private func locked<Result>(_ body: () throws -> Result) throws -> Result {
    try makeFolder(url(SharedUnit.widgets))
    let file = open(url("\(SharedUnit.widgets)/.lock").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { if file >= 0 { close(file) } }
    if file >= 0 { _ = flock(file, LOCK_EX) }
    return try body()
  }

  private static func systemMessage() -> String { String(cString: strerror(errno)) }

  private static func message(of error: any Error) -> String {
    switch error {
    case let failure as Failure: failure.message
    case let failure as PrivateFile.Failure: String(cString: strerror(failure.code))
    case let failure as GroupStore.Failure: failure.message
    case let problem as Diagnostic: problem.message
    case let error as CocoaError: error.localizedDescription
    default: "\(error)"
    }
  }
}
