import Foundation
import Logging
import TesseraBackup
import TesseraValues

/// The backups that a server makes of its data folder while it runs.
struct ScheduledBackups: Sendable {
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

  /// Makes backups until the task is cancelled.
  func run() async {
    var schedule = BackupSchedule(at: time, newest: BackupName.newestDate(in: folder), now: Date())
    var record = BackupRecord.read(in: data)
    if record?.folder != folder.path { record = nil }
    var current = record ?? BackupRecord(folder: folder.path, start: Date())
    current.write(in: data)
    while !Task.isCancelled {
      let now = Date()
      switch schedule.step(now: now, in: .current) {
      case .wait(let seconds): try? await Task.sleep(for: .seconds(seconds))
      case .makeBackup:
        do throws(Diagnostic) {
          let words = try await onOwnThread { () throws(Diagnostic) in try makeBackup(at: now) }
          logger.info("\(words)")
          current.success = now
          current.failure = nil
        } catch {
          StandardError.write([error])
          current.failure = BackupRecord.Failure(date: now, reason: error.message)
        }
        current.write(in: data)
      }
    }
  }

  /// - Returns: What was made, for the log.
  private func makeBackup(at date: Date) throws(Diagnostic) -> String {
    // The file is read each time, so that a new passphrase needs no restart.
    let passphrase: [UInt8]? = if let passphraseFile { try PassphraseOption.read(passphraseFile) } else { nil }
    let file = folder.appending(path: BackupName.of(date, isEncrypted: passphrase != nil))
    let manifest = try BackupWriter(of: data, encryption: passphrase.map { BackupEncryption(passphrase: $0) })
      .write(to: file, date: date)
    BackupName.removeOld(in: folder, keeping: count, besides: file.lastPathComponent)
    return "Backup \(file.path): \(manifest.files.count) files, \(manifest.totalSize) bytes"
  }
}
