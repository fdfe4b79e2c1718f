package import Foundation
import Synchronization
package import TesseraData
import TesseraPostgreSQL
import TesseraValues

/// The files of the data folder that all hosts have: installed bundles, pictures of boards, files that apps share with
/// their widgets, and the addresses of catalogues.
///
/// The folder is a copy of what the database has. A host changes its copy as if it were alone, and then publishes what
/// it changed. Of two hosts that change the same unit, the one that publishes later wins.
package final class SharedFolder: Sendable {
  private let files: SharedFiles
  private let pool: PostgresPool
  private let cipher: ContentCipher
  private let report: @Sendable (Diagnostic) -> Void
  private let state = Mutex(State())

  private struct State {
    var manifest = SyncManifest()
    /// Whether the folder was brought to the state of the database since the process began.
    var hasBegun = false
    /// Whether the manifest is in the folder.
    var isManifestStored = false
    /// The stamps of units that cannot be published.
    var refused: [String: String] = [:]
    /// The problems that were reported.
    var reported: Set<String> = []
  }

  /// How long the database may take to answer.
  private static let timeout: Duration = .seconds(5)
  /// How long it may take to read or write large units.
  private static let contentTimeout: Duration = .seconds(60)
  /// The size of units that are read with one statement, in bytes, unless there is only one.
  private static let batchSize = 8 << 20
  /// How long to wait before a statement is repeated whose answer was lost, in seconds.
  private static let pause = 0.05

  /// The path of the file with the addresses of catalogues, as ``pull()`` names it.
  package static let catalogues = SharedUnit.catalogues

  /// - Parameters:
  ///   - folder: The data folder.
  ///   - report: Called with what cannot be read or written. The rest goes on.
  init(
    _ folder: URL, pool: PostgresPool, cipher: ContentCipher, report: @escaping @Sendable (Diagnostic) -> Void
  ) {
    files = SharedFiles(folder: folder)
    self.pool = pool
    self.cipher = cipher
    self.report = report
  }

  // MARK: Synchronizing

  /// Publishes what this host changed, and then brings the folder to the state of the database. Blocks the thread.
  ///
  /// The first time in a process, the database wins: what was changed in the folder before, and was not published, may
  /// be older than what other hosts published since.
  /// - Returns: The paths of the units that other hosts changed.
  /// - Throws: ``StoreError/notPersisted(reason:)`` if the database cannot be used. What was read until then is in the
  ///   folder.
  @discardableResult
  package func pull() throws(StoreError) -> Set<String> {
    try state.withLock { state throws(StoreError) in
      guard isReady(state) else { return try begin(&state) }
      try publish(&state)
      return try read(&state)
    }
  }

  /// Publishes what this host changed, and notifies other hosts. Blocks the thread.
  /// - Throws: ``StoreError/notPersisted(reason:)`` if the database cannot be used. The next call tries it again.
  package func publish() throws(StoreError) {
    try state.withLock { state throws(StoreError) in
      if !isReady(state) { _ = try begin(&state) }
      try publish(&state)
    }
  }

  /// Removes what marks a folder as a copy, so that it is that of a single server.
  package static func removeManifest(in folder: URL) {
    try? FileManager.default.removeItem(at: folder.appending(path: SyncManifest.name))
  }

  /// Whether the folder is the copy that this process made.
  private func isReady(_ state: State) -> Bool {
    state.hasBegun && (!state.isManifestStored || exists(SyncManifest.name) && isIntact(state.manifest))
  }

  /// Whether all folders of the units are there. If not, someone emptied the data folder, and what is not there was not
  /// removed from the cluster.
  private func isIntact(_ manifest: SyncManifest) -> Bool {
    Set(manifest.units.keys.compactMap { $0.contains("/") ? $0.split(separator: "/").first : nil })
      .allSatisfy { exists(String($0)) }
  }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: files.folder.appending(path: name).path)
  }

  private func begin(_ state: inout State) throws(StoreError) -> Set<String> {
    state.hasBegun = false
    state.manifest = SyncManifest()
    var isCopy = true
    switch SyncManifest.read(files.folder, cipher) {
    case .manifest(let manifest) where isIntact(manifest):
      // If the database was restored or made anew, the manifest means nothing.
      if try latest() >= manifest.last { state.manifest = manifest }
    case .manifest, .none: isCopy = false
    case .unusable: break
    }
    let isNew = state.manifest.last == 0
    var changed = try read(&state)
    if isNew, isCopy { changed.formUnion(removeUnknown(&state)) }
    store(&state)
    state.hasBegun = true
    return changed
  }

  /// Removes what the folder has and the database does not.
  private func removeUnknown(_ state: inout State) -> Set<String> {
    var removed: Set<String> = []
    let units = SharedUnit.ordered(files.stamps().keys.filter { state.manifest.units[$0] == nil })
    for unit in units.reversed() {
      do throws(SharedFiles.Failure) {
        _ = try files.write(unit, nil) { _ in true }
        removed.insert(unit.path)
      } catch {
        report(Self.problem(unit.path, "cannot be removed from this host: \(error.message)"))
        state.manifest.units[unit.path] = files.stamp(of: unit).map { SyncManifest.Unit(version: 0, stamp: $0) }
      }
    }
    return removed
  }

  // MARK: Reading

  /// What a call has done.
  private struct Reading {
    var changed: Set<String> = []
    /// The lowest version that could not be written to the folder. It is tried again.
    var failed: Int64?
  }

  /// Reads what was published since the last time. The first time, it replaces what this host changed.
  private func read(_ state: inout State) throws(StoreError) -> Set<String> {
    var reading = Reading()
    let before = state.manifest
    // Until the folder is a complete copy, it must not look like one.
    defer { if state.hasBegun, state.manifest != before { store(&state) } }
    do throws(PostgresError) {
      var last = state.manifest.last
      while true {
        let rows = try pool.run(FileStatements.list, [.integer(last)], before: .now + Self.timeout).rows
        guard !rows.isEmpty else { return reading.changed }
        var paths: [String] = []
        var size = 0
        for row in rows {
          let path = try row.text("path")
          last = try row.integer("version")
          guard state.manifest.units[path]?.version ?? -1 < last else { continue }
          let next = Int(try row.integer("size"))
          if next > SharedContent.maximumPersistedSize {
            skipCorrupt(path, last, "is too large", &state)
            continue
          }
          if size + next > Self.batchSize, !paths.isEmpty {
            try apply(paths, &state, &reading)
            (paths, size) = ([], 0)
          }
          paths.append(path)
          size += next
        }
        try apply(paths, &state, &reading)
        state.manifest.last = max(state.manifest.last, min(last, (reading.failed ?? .max) - 1))
      }
    } catch {
      throw .notPersisted(reason: error.reason)
    }
  }

  private func apply(_ paths: [String], _ state: inout State, _ reading: inout Reading) throws(PostgresError) {
    guard !paths.isEmpty else { return }
    let rows = try pool.run(FileStatements.read, [.texts(paths)], before: .now + Self.contentTimeout).rows
    for row in rows {
      apply(
        try row.text("path"), version: try row.integer("version"), try row.optionalBytes("bytes"), &state, &reading)
    }
  }

  /// Brings a unit of the folder to the state of the database.
  private func apply(
    _ path: String, version: Int64, _ sealed: [UInt8]?, _ state: inout State, _ reading: inout Reading
  ) {
    guard let unit = SharedUnit(path: path) else {
      reportOnce(Self.problem(path, "is no file that hosts share"), &state)
      return
    }
    var content: SharedContent?
    if let sealed {
      content = cipher.open(sealed, as: Self.context(of: path)).flatMap { SharedContent($0, as: unit.kind) }
      if content == nil { return skipCorrupt(path, version, "is damaged", &state) }
    }
    let known = state.manifest.units[path]
    // What cannot be published anyway is replaced.
    let isFree = !state.hasBegun || state.refused[path] != nil
    do throws(SharedFiles.Failure) {
      let (isDone, stamp) = try files.write(unit, content) { isFree || $0 == known?.stamp }
      // What was changed meanwhile is published the next time, with a later version.
      guard isDone else { return }
      state.manifest.units[path] = stamp.map { SyncManifest.Unit(version: version, stamp: $0) }
      state.refused[path] = nil
      reading.changed.insert(path)
    } catch {
      reportOnce(Self.problem(path, "cannot be written by this host: \(error.message)"), &state)
      reading.failed = min(reading.failed ?? version, version)
      // What is there instead must not be published as if it were newer.
      state.manifest.units[path] = files.stamp(of: unit).map {
        SyncManifest.Unit(version: known?.version ?? 0, stamp: $0)
      }
    }
  }

  /// Leaves a unit as it is in the folder, because what the database has is corrupt.
  private func skipCorrupt(_ path: String, _ version: Int64, _ reason: String, _ state: inout State) {
    reportOnce(
      Self.problem(path, "\(reason) in the database and is left out", fix: "Install or add it again"), &state)
    guard !state.hasBegun, let unit = SharedUnit(path: path) else { return }
    state.manifest.units[path] = files.stamp(of: unit).map { SyncManifest.Unit(version: version, stamp: $0) }
  }

  // MARK: Publishing

  private func publish(_ state: inout State) throws(StoreError) {
    let stamps = files.stamps()
    var count = 0
    defer {
      if count > 0 {
        store(&state)
        // Hosts that miss the notification read every few seconds.
        _ = try? pool.run(BoardStatements.notify, [.text(ClusterNotification.files)], before: .now + Self.timeout)
      }
    }
    let changed = stamps.filter { path, stamp in
      state.manifest.units[path]?.stamp != stamp && state.refused[path] != stamp
    }
    for unit in SharedUnit.ordered(changed.keys) where try publish(unit, &state) { count += 1 }
    let missing = state.manifest.units.keys.filter { stamps[$0] == nil }
    for unit in SharedUnit.ordered(missing).reversed() where try publishRemoval(unit, &state) { count += 1 }
  }

  /// - Returns: Whether the unit is published now. If not, it cannot be, or it is just being changed.
  private func publish(_ unit: SharedUnit, _ state: inout State) throws(StoreError) -> Bool {
    let found: (content: SharedContent, stamp: String)
    do throws(SharedFiles.Failure) {
      guard let present = try files.read(unit) else { return false }
      found = present
    } catch {
      state.refused[unit.path] = files.stamp(of: unit)
      report(Self.problem(unit.path, "stays on this host only: \(error.message)"))
      return false
    }
    let version = try persist(unit.path, found.content)
    state.manifest.units[unit.path] = SyncManifest.Unit(version: version, stamp: found.stamp)
    state.refused[unit.path] = nil
    return true
  }

  /// - Returns: Whether the removal of the unit is published now. If not, it is there, or may be.
  private func publishRemoval(_ unit: SharedUnit, _ state: inout State) throws(StoreError) -> Bool {
    let content: SharedContent?
    do throws(SharedFiles.Failure) {
      content = try files.removal(of: unit)
    } catch {
      return false
    }
    _ = try persist(unit.path, content)
    state.manifest.units[unit.path] = nil
    return true
  }

  /// - Returns: The version of what was persisted.
  private func persist(_ path: String, _ content: SharedContent?) throws(StoreError) -> Int64 {
    let sealed = content.map { PostgresValue.bytes(cipher.seal($0.encoded, as: Self.context(of: path))) } ?? .null
    let deadline = ContinuousClock.now + Self.contentTimeout
    let lastAttempt = ContinuousClock.now + Self.timeout
    while true {
      do throws(PostgresError) {
        guard let row = try pool.run(FileStatements.persist, [.text(path), sealed], before: deadline).rows.first else {
          throw PostgresError(.unexpected, "The database gave no version")
        }
        return try row.integer("version")
      } catch {
        // Persisting it twice is harmless.
        guard error.isDisconnection, ContinuousClock.now < lastAttempt else {
          throw .notPersisted(reason: error.reason)
        }
        Thread.sleep(forTimeInterval: Self.pause)
      }
    }
  }

  private func latest() throws(StoreError) -> Int64 {
    do throws(PostgresError) {
      return try pool.run(FileStatements.latest, before: .now + Self.timeout).rows.first?.integer("latest") ?? 0
    } catch {
      throw .notPersisted(reason: error.reason)
    }
  }

  // MARK: Manifest and messages

  private func store(_ state: inout State) {
    do {
      try files.replace(files.folder.appending(path: SyncManifest.name), with: state.manifest.encoded(cipher))
      state.isManifestStored = true
    } catch {
      let message = (error as? SharedFiles.Failure)?.message ?? "\(error)"
      reportOnce(Self.problem(SyncManifest.name, "cannot be written: \(message)"), &state)
    }
  }

  /// What a unit is encrypted as.
  static func context(of path: String) -> String { "file|\(path)" }

  private static func problem(_ path: String, _ message: String, fix: String? = nil) -> Diagnostic {
    Diagnostic(.warning, rule: "cluster-file", message: "'\(path.prefix(200))' \(message)", fix: fix)
  }

  /// Reports a problem that comes again with each call.
  private func reportOnce(_ problem: Diagnostic, _ state: inout State) {
    // Someone could fill the database with damaged units.
    guard state.reported.count < 1000, state.reported.insert(problem.message).inserted else { return }
    report(problem)
  }
}
