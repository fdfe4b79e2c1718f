import Foundation
import Logging
import TesseraBackup
import TesseraBoardService
import TesseraCluster
import TesseraData
import TesseraValues

/// The backups that a server makes while it runs: of its data folder, or, with other hosts in turn, of a cluster.
struct ScheduledBackups: Sendable {
  /// The cluster that is backed up.
  struct OfCluster: Sendable {
    let source: ClusterFolder
    /// Which host makes the backup.
    let turn: BackupTurn
    /// The date, about which all hosts agree.
    let now: @Sendable () -> Date
  }

  /// The data folder.
  let data: URL
  /// The folder that gets the backups. Without it, backups fail: where a disk is not mounted, nothing takes its place.
  let folder: URL
  let time: TimeOfDay
  /// How many backups are kept.
  let count: Int
  /// The path of the file with the passphrase; nil if backups are not encrypted.
  let passphraseFile: String?
  let logger: Logger
  /// The cluster that is backed up, in place of the data folder; nil without one.
  var cluster: OfCluster?

  /// How often a host asks whether another one has made the backup that it makes.
  private static let turnInterval: Duration = .seconds(15)

  /// Makes backups until the task is cancelled.
  func run() async {
    let newest = await newestDate()
    var schedule = BackupSchedule(at: time, newest: newest, now: date())
    var record = BackupRecord.read(in: data)
    if record?.folder != folder.path { record = nil }
    var current = record ?? BackupRecord(folder: folder.path, start: date())
    // Another host may have made it.
    if cluster != nil, let newest { current.success = newest }
    current.write(in: data)
    while !Task.isCancelled {
      let now = date()
      switch schedule.step(now: now, in: .current) {
      case .wait(let seconds): try? await Task.sleep(for: .seconds(seconds))
      case .makeBackup:
        do throws(Diagnostic) {
          guard let (words, date) = try await attempt(at: now) else { return }
          logger.info("\(words)")
          current.success = date
          current.failure = nil
        } catch {
          StandardError.write([error])
          current.failure = BackupRecord.Failure(date: now, reason: error.message)
        }
        current.write(in: data)
      }
    }
  }

  private func date() -> Date { cluster?.now() ?? Date() }

  private func newestDate() async -> Date? {
    guard let cluster else { return BackupName.newestDate(in: folder) }
    // Without an answer, the attempt says what is wrong.
    return try? await onOwnThread { () throws(Diagnostic) in try cluster.turn.lastDate() }
  }

  /// Makes a backup, or waits until another host of the cluster has made it. If that one ends or fails, this one makes it.
  /// - Returns: What was made, for the log, and its date; nil if the task is cancelled.
  private func attempt(at now: Date) async throws(Diagnostic) -> (words: String, date: Date)? {
    guard let cluster else {
      return (try await onOwnThread { () throws(Diagnostic) in try makeBackup(of: data, at: now) }, now)
    }
    while true {
      let outcome = try await onOwnThread { () throws(Diagnostic) in
        try cluster.turn.take(at: now) { last in
          time.next(after: last, in: .current) <= now
        } _: { () throws(Diagnostic) in
          try makeBackup(of: cluster, at: now)
        }
      }
      switch outcome {
      case .made(let words): return (words, now)
      case .done(let date): return ("Another host has made the backup of \(date.ISO8601Format())", date)
      case .taken: guard (try? await Task.sleep(for: Self.turnInterval)) != nil else { return nil }
      }
    }
  }

  /// Makes a data folder from the cluster, beside the host's copies, and a backup of that.
  private func makeBackup(of cluster: OfCluster, at date: Date) throws(Diagnostic) -> String {
    let files = FileManager.default
    let made = data.appending(path: "\(BackupWriter.ownPrefix)-of-cluster")
    // A process that was killed has left it.
    try? files.removeItem(at: made)
    defer { try? files.removeItem(at: made) }
    do {
      try ClusterFolder.make(made)
      _ = try cluster.source.write(to: made)
    } catch let error as Diagnostic {
      throw error
    } catch let error as StoreError {
      throw error.diagnostic
    } catch {
      throw Diagnostic(rule: "backup", message: "The cluster cannot be copied to '\(made.path)': \(error)")
    }
    return try makeBackup(of: made, at: date)
  }

  /// - Parameter data: The data folder to back up.
  /// - Returns: What was made, for the log.
  private func makeBackup(of data: URL, at date: Date) throws(Diagnostic) -> String {
    // The file is read each time, so that a new passphrase needs no restart.
    let passphrase: [UInt8]? = if let passphraseFile { try PassphraseOption.read(passphraseFile) } else { nil }
    let file = folder.appending(path: BackupName.of(date, isEncrypted: passphrase != nil))
    let manifest = try BackupWriter(of: data, encryption: passphrase.map { BackupEncryption(passphrase: $0) })
      .write(to: file, date: date)
    BackupName.removeOld(in: folder, keeping: count, besides: file.lastPathComponent)
    return "Backup \(file.path): \(manifest.files.count) files, \(manifest.totalSize) bytes"
  }
}
