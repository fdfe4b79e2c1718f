import ArgumentParser
import Foundation

/// The backups that a server makes while it runs.
struct BackupOptions: ParsableArguments {
  @Option(
    name: .customLong("backup-folder"),
    help: ArgumentHelp(
      "Make a backup of the data each day, in this folder.",
      discussion: "One is also made at the start, if the last one is older than a day.", valueName: "folder"))
  var folder: String?

  @Option(
    name: .customLong("backup-at"),
    help: ArgumentHelp("The local time of backups; 03:00 by default.", valueName: "time"))
  var time: TimeOfDay?

  @Option(
    name: .customLong("backup-keep"),
    help: ArgumentHelp("How many backups are kept, 7 by default; older ones are removed.", valueName: "number"))
  var keep: Int?

  @Option(
    name: .customLong("backup-passphrase-file"),
    help: ArgumentHelp(
      "The file whose only line is the passphrase with which backups are encrypted, in the format of age.",
      valueName: "file"))
  var passphraseFile: String?

  /// The time of day of backups, and how many are kept, without other options.
  static let usual = (time: TimeOfDay(hour: 3, minute: 0), count: 7)

  func validate() throws {
    guard keep.map({ $0 > 0 }) ?? true else { throw ValidationError("'--backup-keep' takes a number from 1") }
    if folder == nil, time != nil || keep != nil || passphraseFile != nil {
      throw ValidationError("Options of backups need '--backup-folder'")
    }
  }
}
