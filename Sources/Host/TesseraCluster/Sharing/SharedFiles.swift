import Foundation
import TesseraBoardService
import TesseraBundles
import TesseraServices
import TesseraValues

/// Reads and writes the units of a data folder. What is written replaces what is there in one step.
struct SharedFiles: Sendable {
  let folder: URL

  /// Why a unit cannot be read or written.
  struct Failure: Error {
    var message: String

    static let tooLarge = Self(message: "it has more than \(SharedContent.maximumSize >> 20) MB")
    static let isThere = Self(message: "it is there, or may be")
  }

  private var files: FileManager { FileManager.default }
  private var widgets: InstalledWidgets { InstalledWidgets(url(SharedUnit.widgets)) }
  private func url(_ path: String) -> URL { folder.appending(path: path) }
  private func group(_ name: String) -> GroupStore? { GroupStore(name, in: url(SharedUnit.groups)) }

  /// Runs something, under the lock with which bundles are installed if it is about these.
  private func locked<Result>(_ unit: SharedUnit, _ body: () throws -> Result) throws -> Result {
    try unit.isOfWidgets ? widgets.locked(body) : body()
  }

  // MARK: Finding

  /// Returns the stamp of each unit that can be read, by path. A unit without one is not certainly removed.
  func stamps() -> [String: String] {
    let groups = names(in: SharedUnit.groups).map { "\(SharedUnit.groups)/\($0)" }
    let stamps = stamps(in: [SharedUnit.backgrounds] + groups, and: [SharedUnit.catalogues])
    // The lock would make the folder.
    guard files.fileExists(atPath: widgets.folder.path) else { return stamps }
    let installed = try? widgets.locked {
      self.stamps(in: [SharedUnit.widgets, SharedUnit.previousWidgets, SharedUnit.origins])
    }
    return stamps.merging(installed ?? [:]) { $1 }
  }

  private func stamps(in folders: [String], and paths: [String] = []) -> [String: String] {
    let paths = paths + folders.flatMap { folder in names(in: folder).map { "\(folder)/\($0)" } }
    return paths.reduce(into: [:]) { stamps, path in stamps[path] = SharedUnit(path: path).flatMap(stamp) }
  }

  private func names(in path: String) -> [String] {
    (try? files.contentsOfDirectory(atPath: url(path).path)) ?? []
  }

  /// Whether there is certainly nothing at a path.
  private func isAbsent(_ path: String) -> Bool {
    var status = stat()
    return lstat(url(path).path, &status) != 0 && errno == ENOENT
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
      content = try locked(unit) { try readNow(unit) }
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
      guard let (bytes, version) = try self.group(group)?.read(name) else {
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
  /// - Throws: A failure if the unit is there, or may be.
  func removal(of unit: SharedUnit) throws(Failure) -> SharedContent? {
    do {
      return try locked(unit) {
        // A bundle with an origin file is being replaced, or was when a process was interrupted.
        guard isAbsent(unit.path), unit.origin.map(isAbsent) ?? true else { throw Failure.isThere }
        guard case .groupFile(let group, let name) = unit.kind else { return nil }
        guard let version = try self.group(group)?.removal(of: name) else { throw Failure.isThere }
        return .groupFile(version: version, bytes: nil)
      }
    } catch {
      throw Failure(message: Self.message(of: error))
    }
  }

  // MARK: Writing

  /// Makes a unit what it is in the cluster.
  /// - Parameters:
  ///   - content: The content; nil removes the unit.
  ///   - isReplaceable: Says by the stamp of the present unit whether it may be replaced.
  /// - Returns: Whether that was done, and the stamp of the unit, which is nil if it is removed.
  func write(
    _ unit: SharedUnit, _ content: SharedContent?, where isReplaceable: (String?) -> Bool
  ) throws(Failure) -> (isDone: Bool, stamp: String?) {
    do {
      guard content != nil || !unit.isOfWidgets || files.fileExists(atPath: widgets.folder.path) else {
        return (true, nil)
      }
      return try locked(unit) {
        if case .groupFile(let version, let bytes)? = content, case .groupFile(let group, let name) = unit.kind {
          guard let store = self.group(group) else { return (false, nil) }
          let copy = try store.copy(name, bytes, version: version) { isReplaceable($0?.description) }
          return (copy.isDone, copy.stamp?.description)
        }
        guard isReplaceable(stamp(of: unit)) else { return (false, nil) }
        let target = url(unit.path)
        switch content {
        case .file(let bytes)?: return (true, try replace(target, with: bytes))
        case .bundle(let files)?: return (true, try replace(bundle: unit, with: files))
        case .groupFile?, nil:
          if FileStamp(path: target.path) != nil { try files.removeItem(at: target) }
          return (true, nil)
        }
      }
    } catch {
      throw Failure(message: Self.message(of: error))
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
      guard rename(next.path, file.path) == 0 else { throw PrivateFile.Failure(code: errno) }
      return stamp?.description
    } catch {
      try? files.removeItem(at: next)
      throw error
    }
  }

  /// Replaces the folder of a bundle. It is written beside and then moved into place, as `InstalledWidgets` does it.
  private func replace(bundle unit: SharedUnit, with content: [SharedBundleFile]) throws -> String? {
    let destination = url(unit.path)
    let name = destination.lastPathComponent
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
    try makeFolder(destination.deletingLastPathComponent())
    // From the first of these places `InstalledWidgets` moves a current bundle back.
    let away = "\(name.dropLast(".widget".count))\(unit.origin == nil ? ".former" : ".away")"
    try widgets.exchange(next, with: destination, away: url("\(SharedUnit.widgets)/.next/\(away)"))
    return stamp
  }

  private func makeFolder(_ url: URL) throws {
    try files.createDirectory(at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

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
