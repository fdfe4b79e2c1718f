package import Foundation
import TesseraBundles
package import TesseraRuntime
package import TesseraValues

/// The bundles that were installed: a folder for each, and the version before it to go back to.
///
/// ```
/// org.example.feed.widget/            what is shown
/// .previous/org.example.feed.widget/  what was shown before
/// .origins/org.example.feed.json      where it came from, and when
/// ```
///
/// A bundle is written beside the one that is there and then takes its place, so that nobody reads half of one. What a note
/// speaks of and is not there is on its way, or was when the power went, and comes back.
package struct InstalledWidgets: Sendable {
  /// Where they are kept.
  package let folder: URL

  /// A bundle that is there.
  package struct Widget: Sendable, Hashable {
    /// The identity of its manifest.
    package var id: String
    /// The folder of its files.
    package var path: String
    /// Where it came from, as somebody named it; nil where nobody did.
    package var origin: String?
    /// When it was installed, in seconds since 1970; nil where that is not known.
    package var date: Double?
    /// The version to go back to; nil where there is none.
    package var previousVersion: String?
  }

  /// Why nothing was changed.
  package struct Failure: Error {
    /// In words for people.
    package let diagnostics: [Diagnostic]

    /// Whether the bundle is to blame, and not the folder.
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

  /// - Parameter folder: made when something is installed.
  package init(_ folder: URL) { self.folder = folder }

  private var files: FileManager { FileManager.default }
  private func place(of id: String) -> URL { folder.appending(path: "\(id).widget") }
  private func previous(of id: String) -> URL { folder.appending(path: ".previous/\(id).widget") }
  private func originFile(of id: String) -> URL { folder.appending(path: ".origins/\(id).json") }
  private func previousNote(of id: String) -> URL { folder.appending(path: ".origins/\(id).previous.json") }

  /// All of them, by their identities.
  package func all() -> [Widget] {
    names(in: folder).map { id in
      let note = files.contents(atPath: originFile(of: id).path)
        .flatMap { try? Value.parseJSON($0, limits: JSONLimits(bytes: 100_000)) }
      let before = previous(of: id)
      let version = files.fileExists(atPath: before.path) ? Self.version(in: before) : nil
      return Widget(
        id: id, path: place(of: id).path, origin: note?.value(at: "origin").string,
        date: note?.value(at: "date").number, previousVersion: version)
    }
  }

  private func names(in folder: URL, ending: String = ".widget") -> [String] {
    ((try? files.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
      .filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }.map { String($0.dropLast(ending.count)) }
  }

  /// The version that a manifest says, without reading all of the bundle.
  private static func version(in folder: URL) -> String {
    let data = FileManager.default.contents(atPath: folder.appending(path: "widget.json").path) ?? Data()
    return (try? Value.parseJSON(data, limits: JSONLimits(bytes: 1_000_000)))?.value(at: "version").string ?? "1.0.0"
  }

  /// Puts in order what a change that was cut short left behind: what a note speaks of and is not there comes back.
  package func restore() {
    try? locked {
      for id in names(in: folder.appending(path: ".origins"), ending: ".json") where !id.hasSuffix(".previous") {
        guard !files.fileExists(atPath: place(of: id).path) else { continue }
        // The version that was shown last, or else the one before.
        for candidate in [away(of: id), previous(of: id)] where files.fileExists(atPath: candidate.path) {
          try? files.moveItem(at: candidate, to: place(of: id))
          break
        }
      }
    }
  }

  /// Where the version that is there waits while another one takes its place.
  private func away(of id: String) -> URL { folder.appending(path: ".next/\(id).away") }

  /// Changes something while nobody else does, in this process or another.
  private func locked<Result>(_ body: () throws -> Result) throws -> Result {
    try makeFolder(folder)
    let file = open(folder.appending(path: ".lock").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { if file >= 0 { close(file) } }
    // Where a file system has no locks, there is one who changes things.
    if file >= 0 { _ = flock(file, LOCK_EX) }
    return try body()
  }

  /// Keeps a bundle, in place of the one of its identity, which can be gone back to.
  ///
  /// - Parameters:
  ///   - definition: what was read of the bundle; one with errors is refused.
  ///   - origin: where it came from, for people; never an address with a password.
  ///   - content: gives the content of a file of the bundle.
  package func install(
    _ definition: WidgetDefinition, from origin: String?, date: Date = Date(),
    content: (_ path: String) throws -> [UInt8]
  ) throws(Failure) {
    let bundle = definition.bundle
    let id = bundle.manifest.id
    try Self.check(definition)
    // What is there already is no new version: the one before stays the one to go back to.
    let present = WidgetBundle(directory: place(of: id).path)
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
        try exchange(next, with: place(of: id), away: away(of: id))
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

  /// Refuses a bundle with errors, or without an identity.
  package static func check(_ definition: WidgetDefinition) throws(Failure) {
    guard !definition.hasErrors, !definition.bundle.manifest.id.isEmpty else { throw Failure(definition.diagnostics) }
  }

  /// Writes a file that only its owner reads.
  private func write(_ data: Data, to file: URL, options: Data.WritingOptions = []) throws {
    try data.write(to: file, options: options)
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
  }

  private func makeFolder(_ url: URL) throws {
    try files.createDirectory(at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Puts a folder in the place of another one, which is then where the first was.
  private func exchange(_ folder: URL, with place: URL, away: URL) throws {
    guard files.fileExists(atPath: place.path) else { return try files.moveItem(at: folder, to: place) }
    try? files.removeItem(at: away)
    // Foundation has no exchange in one step. Who looks in between finds the note, and looks again.
    try files.moveItem(at: place, to: away)
    do {
      try files.moveItem(at: folder, to: place)
    } catch {
      try? files.moveItem(at: away, to: place)
      throw error
    }
    try files.moveItem(at: away, to: folder)
  }

  /// Takes a bundle and the version before it away. What its instances kept stays.
  package func remove(_ id: String) throws(Failure) {
    guard names(in: folder).contains(id) else { throw missing(id) }
    do {
      try locked {
        try? files.removeItem(at: originFile(of: id))
        try? files.removeItem(at: previousNote(of: id))
        try? files.removeItem(at: previous(of: id))
        try? files.removeItem(at: away(of: id))
        try files.removeItem(at: place(of: id))
      }
    } catch {
      throw Failure("'\(id)' cannot be removed from '\(folder.path)'", error)
    }
  }

  /// Goes back to the version before; the one that was shown is then the version before.
  package func rollBack(_ id: String) throws(Failure) {
    guard names(in: folder).contains(id) else { throw missing(id) }
    guard files.fileExists(atPath: previous(of: id).path) else {
      throw Failure("There is no version of '\(id)' before this one")
    }
    do {
      try locked {
        try makeFolder(folder.appending(path: ".next"))
        try exchange(previous(of: id), with: place(of: id), away: away(of: id))
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

  /// Whether a bundle is to be there, even if it is being exchanged right now.
  func isKept(_ id: String) -> Bool { files.fileExists(atPath: originFile(of: id).path) }

  /// Differs where another bundle stands in a place.
  func stamps() -> [String: UInt64] {
    var stamps: [String: UInt64] = [:]
    for id in names(in: folder) {
      let attributes = try? files.attributesOfItem(atPath: place(of: id).path)
      if let number = attributes?[.systemFileNumber] as? UInt64 { stamps[id] = number }
    }
    return stamps
  }
}
