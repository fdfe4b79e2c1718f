import CFileSystem
package import Foundation
import TesseraBundles
package import TesseraRuntime
package import TesseraValues

/// The installed bundles: a folder for each, and its previous version, to which the user can return.
///
/// ```
/// org.example.feed.widget/            the current version
/// .previous/org.example.feed.widget/  the previous version
/// .origins/org.example.feed.json      origin and date of the installation
/// ```
///
/// A bundle is written to a temporary folder and then moved into place, so that no reader sees an incomplete one. A
/// bundle that is missing although its origin file exists is being replaced, or was when the process was interrupted;
/// ``restore()`` moves it back.
package struct InstalledWidgets: Sendable {
  /// The folder of the installed bundles.
  package let folder: URL

  /// An installed bundle.
  package struct Widget: Sendable, Hashable {
    /// The identity from the manifest.
    package var id: String
    /// The path of the bundle's folder.
    package var path: String
    /// The origin as given at the installation; nil if none was given.
    package var origin: String?
    /// The date of the installation, in seconds since 1970; nil if unknown.
    package var date: Double?
    /// The previous version, to which the user can return; nil if there is none.
    package var previousVersion: String?
  }

  /// An error that left the installed bundles unchanged.
  package struct Failure: Error {
    /// The problems, in words for the user.
    package let diagnostics: [Diagnostic]

    /// Whether the bundle caused the error, and not the folder.
    package let isBundle: Bool

    fileprivate init(_ message: String, _ error: (any Error)? = nil) {
      let detail = error.map { ": \(($0 as? CocoaError)?.localizedDescription ?? "\($0)")" } ?? ""
      diagnostics = [Diagnostic(rule: "install", message: message + detail)]
      isBundle = false
    }

    fileprivate init(_ diagnostics: [Diagnostic]) {
      self.diagnostics = diagnostics
      isBundle = true
    }
  }

  /// - Parameter folder: The folder, which is created by the first installation.
  package init(_ folder: URL) { self.folder = folder }

  private var files: FileManager { FileManager.default }
  private func bundleFolder(of id: String) -> URL { folder.appending(path: "\(id).widget") }
  private func previous(of id: String) -> URL { folder.appending(path: ".previous/\(id).widget") }
  private func originFile(of id: String) -> URL { folder.appending(path: ".origins/\(id).json") }
  private func previousNote(of id: String) -> URL { folder.appending(path: ".origins/\(id).previous.json") }

  /// Returns all bundles, sorted by identity.
  package func all() -> [Widget] {
    names(in: folder).map { id in
      let note = files.contents(atPath: originFile(of: id).path)
        .flatMap { try? Value.parseJSON($0, limits: JSONLimits(bytes: 100_000)) }
      let before = previous(of: id)
      let version = files.fileExists(atPath: before.path) ? Self.version(in: before) : nil
      return Widget(
        id: id, path: bundleFolder(of: id).path, origin: note?.value(at: "origin").string,
        date: note?.value(at: "date").number, previousVersion: version)
    }
  }

  private func names(in folder: URL, ending: String = ".widget") -> [String] {
    ((try? files.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
      .filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }.map { String($0.dropLast(ending.count)) }
  }

  /// Returns the version in a manifest, without reading the rest of the bundle.
  private static func version(in folder: URL) -> String {
    let data = FileManager.default.contents(atPath: folder.appending(path: "widget.json").path) ?? Data()
    return (try? Value.parseJSON(data, limits: JSONLimits(bytes: 1_000_000)))?.value(at: "version").string ?? "1.0.0"
  }

  /// Repairs the folder after an interrupted change: restores bundles that are missing although their origin files
  /// exist.
  package func restore() {
    // A server that keeps nothing would leave a folder behind.
    guard files.fileExists(atPath: folder.path) else { return }
    try? locked {
      for id in names(in: folder.appending(path: ".origins"), ending: ".json") where !id.hasSuffix(".previous") {
        guard !files.fileExists(atPath: bundleFolder(of: id).path) else { continue }
        // The last current version is preferred to the previous one.
        for candidate in [away(of: id), previous(of: id)] where files.fileExists(atPath: candidate.path) {
          try? files.moveItem(at: candidate, to: bundleFolder(of: id))
          break
        }
      }
    }
  }

  /// The temporary location of the current version while it is being replaced.
  private func away(of id: String) -> URL { folder.appending(path: ".next/\(id).away") }

  /// Runs a change under an exclusive lock, across threads and processes.
  package func locked<Result>(_ body: () throws -> Result) throws -> Result {
    try makeFolder(folder)
    let file = open(folder.appending(path: ".lock").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { if file >= 0 { close(file) } }
    // On a file system without locks, only one process is expected to make changes.
    if file >= 0 { _ = flock(file, LOCK_EX) }
    return try body()
  }

  /// Installs a bundle. The installed version with the same identity becomes the previous one.
  ///
  /// - Parameters:
  ///   - definition: The definition read from the bundle. One with errors is rejected.
  ///   - origin: The origin, for display. It must not contain a password.
  ///   - decoding: Where pictures of the installed version are parsed; nil for this process.
  ///   - content: Returns the content of a file in the bundle.
  package func install(
    _ definition: WidgetDefinition, from origin: String?, date: Date = Date(),
    decoding: (any ContentDecoding)? = nil,
    content: (_ path: String) throws -> [UInt8]
  ) throws(Failure) {
    let bundle = definition.bundle
    let id = bundle.manifest.id
    try Self.check(definition)
    // Installing the current version again must not replace the previous one.
    let present = WidgetBundle(files: DirectoryBundleFiles(path: bundleFolder(of: id).path), decoding: decoding)
    if present.storedPaths == bundle.storedPaths, present.fingerprint == bundle.fingerprint { return }
    let next = folder.appending(path: ".next/\(id).widget")
    do {
      try locked {
        try? files.removeItem(at: next)
        try makeFolder(next)
        for path in bundle.storedPaths {
          let file = next.appending(path: path)
          try makeFolder(file.deletingLastPathComponent())
          try write(Data(content(path)), to: file)
        }
        try makeFolder(folder.appending(path: ".previous"))
        try makeFolder(folder.appending(path: ".origins"))
        let note: Value = [
          "origin": origin.map(Value.string) ?? .null, "date": .double(date.timeIntervalSince1970.rounded()),
        ]
        try? files.removeItem(at: previousNote(of: id))
        try? files.copyItem(at: self.originFile(of: id), to: previousNote(of: id))
        try write(Data(JSONText.text(of: note).utf8), to: self.originFile(of: id), options: .atomic)
        try exchange(next, with: bundleFolder(of: id), away: away(of: id))
        if files.fileExists(atPath: next.path) {
          try? files.removeItem(at: previous(of: id))
          try files.moveItem(at: next, to: previous(of: id))
        }
      }
    } catch let problem as Diagnostic {
      try? files.removeItem(at: next)
      throw Failure([problem])
    } catch {
      try? files.removeItem(at: next)
      throw Failure("'\(id)' cannot be written to '\(folder.path)'", error)
    }
  }

  /// Rejects a bundle with errors or without an identity.
  package static func check(_ definition: WidgetDefinition) throws(Failure) {
    guard !definition.hasErrors, !definition.bundle.manifest.id.isEmpty else { throw Failure(definition.diagnostics) }
  }

  /// Writes a file that only its owner can read.
  private func write(_ data: Data, to file: URL, options: Data.WritingOptions = []) throws {
    try data.write(to: file, options: options)
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
  }

  private func makeFolder(_ url: URL) throws {
    try files.createDirectory(at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Exchanges two files or folders. If the second does not exist, the first is moved there.
  /// - Parameter away: Where the second is meanwhile, if the file system cannot exchange them in one step.
  package func exchange(_ item: URL, with target: URL, away: URL) throws {
    guard tessera_exchange_files(item.path, target.path) != 0 else { return }
    guard files.fileExists(atPath: target.path) else { return try files.moveItem(at: item, to: target) }
    try? files.removeItem(at: away)
    // A reader that finds only the origin file looks again later.
    try files.moveItem(at: target, to: away)
    do {
      try files.moveItem(at: item, to: target)
    } catch {
      try? files.moveItem(at: away, to: target)
      throw error
    }
    try files.moveItem(at: away, to: item)
  }

  /// Removes a bundle and its previous version. The data of its instances is preserved.
  package func remove(_ id: String) throws(Failure) {
    guard names(in: folder).contains(id) else { throw missing(id) }
    do {
      try locked {
        try? files.removeItem(at: originFile(of: id))
        try? files.removeItem(at: previousNote(of: id))
        try? files.removeItem(at: previous(of: id))
        try? files.removeItem(at: away(of: id))
        try files.removeItem(at: bundleFolder(of: id))
      }
    } catch {
      throw Failure("'\(id)' cannot be removed from '\(folder.path)'", error)
    }
  }

  /// Exchanges the current version and the previous one.
  package func rollBack(_ id: String) throws(Failure) {
    guard names(in: folder).contains(id) else { throw missing(id) }
    guard files.fileExists(atPath: previous(of: id).path) else {
      throw Failure("'\(id)' has no previous version")
    }
    do {
      try locked {
        try makeFolder(folder.appending(path: ".next"))
        try exchange(previous(of: id), with: bundleFolder(of: id), away: away(of: id))
        if files.fileExists(atPath: previousNote(of: id).path) {
          try exchange(previousNote(of: id), with: originFile(of: id), away: folder.appending(path: ".next/\(id).note"))
        }
      }
    } catch {
      throw Failure("'\(id)' cannot be changed in '\(folder.path)'", error)
    }
  }

  private func missing(_ id: String) -> Failure {
    let known = names(in: folder)
    let fix = SpellingSuggestion.fix(for: id, in: known).map { "; \($0)" } ?? ""
    return Failure("'\(id)' is not installed\(fix)")
  }

  /// Whether a bundle is installed, even if it is being replaced at the moment.
  func isKept(_ id: String) -> Bool { files.fileExists(atPath: originFile(of: id).path) }

  /// Returns a number for each bundle, which changes when the bundle is replaced.
  func stamps() -> [String: UInt64] {
    var stamps: [String: UInt64] = [:]
    for id in names(in: folder) {
      if let stamp = FileStamp(path: bundleFolder(of: id).path) { stamps[id] = stamp.number }
    }
    return stamps
  }
}
