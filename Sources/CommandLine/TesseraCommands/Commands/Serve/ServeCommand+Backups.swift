import ArgumentParser
import Foundation
import Logging
import TesseraCluster

// The backups that a server makes while it runs.
extension ServeCommand {
  func checkBackupOptions() throws {
    guard backups.folder != nil else { return }
    guard folder != nil else { throw ValidationError("'--backup-folder' needs '--data': there is nothing to back up") }
  }

  /// Returns the backups that the server makes while it runs; nil for none.
  /// - Parameter membership: The cluster that is backed up; nil without one.
  func scheduledBackups(_ logger: Logger, of membership: ClusterMembership?) -> ScheduledBackups? {
    guard let folder else { return nil }
    guard let target = backups.folder else {
      BackupRecord.remove(in: folder)
      return nil
    }
    var scheduled = ScheduledBackups(
      data: folder, folder: URL(filePath: target).standardizedFileURL, time: backups.time ?? BackupOptions.usual.time,
      count: backups.keep ?? BackupOptions.usual.count, passphraseFile: backups.passphraseFile, logger: logger)
    if let database = cluster.database, let membership {
      scheduled.cluster = ScheduledBackups.OfCluster(
        source: ClusterFolder(database: database, key: membership.cluster.key),
        turn: BackupTurn(database: database, host: cluster.name), now: membership.cluster.session.now)
    }
    return scheduled
  }
}
