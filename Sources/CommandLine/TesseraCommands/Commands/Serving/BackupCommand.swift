import ArgumentParser
import Foundation
import TesseraBackup
import TesseraBoardService
import TesseraValues

/// `tessera backup`: copies a server's data to a file, while the server runs.
struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy boards, the data of widgets, accounts and installed widgets to a file.",
    discussion: """
      The server may run meanwhile. The file is a zip archive with a list of checksums. It contains secrets: accounts, \
      options and tokens. With a passphrase, the archive is encrypted, and 'age --decrypt' opens it, too.
      """)

  @Argument(help: "The file to write; with --keep, a folder that gets a file with the date in its name.")
  var target: String

  @OptionGroup var folder: DataFolderOption

  @Flag(help: "Replace the file if it exists.")
  var force = false

  @OptionGroup var passphrase: PassphraseOption

  @Option(help: "Keep so many backups in the folder, and remove older ones.")
  var keep: Int?

  @Option(
    help: ArgumentHelp(
      "Make a backup now, and again after each such time, such as 24h or 30m, until the command is stopped.",
      valueName: "time"))
  var schedule: BackupInterval?

  func validate() throws {
    guard keep.map({ $0 > 0 }) ?? true else { throw ValidationError("'--keep' takes a number from 1") }
    guard schedule == nil || keep != nil else {
      throw ValidationError("'--schedule' needs '--keep', so that backups do not fill the disk")
    }
  }

  func run() async throws {
    guard let schedule else { return try makeBackup() }
    while true {
      // What prevents one backup, such as a full disk, may be gone when the next one is due. It is printed already.
      do { try makeBackup() } catch is ExitCode {}
      try await Task.sleep(for: schedule.time)
    }
  }

  private func makeBackup() throws {
    let target = URL(filePath: target)
    try reportingFailures {
      try HostFolder.checkIsNoHostFolder(folder.url)
      let encryption = try passphrase.encryption()
      let name = BackupName.of(Date(), isEncrypted: encryption != nil)
      let file = keep == nil ? target : target.appending(path: name)
      let manifest = try BackupWriter(of: folder.url, encryption: encryption)
        .write(to: file, replacing: force || keep != nil)
      StandardOutput.write("\(file.path): \(manifest.files.count) files, \(manifest.totalSize) bytes\n")
      if let keep { BackupName.removeOld(in: target, keeping: keep, besides: file.lastPathComponent) }
    }
  }
}

/// The time between two backups, such as `24h`.
struct BackupInterval: ExpressibleByArgument, Sendable {
  let time: Duration

  init?(argument: String) {
    guard let time = ScenarioReader.duration(argument), time >= .seconds(1) else { return nil }
    self.time = time
  }
}

/// `tessera verify`: checks a backup.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check that a backup is complete and undamaged.",
    discussion: "An encrypted one is decrypted on the disk of the data folder, into a file without a name.")

  @Argument(help: "The backup.")
  var backup: String

  @OptionGroup var folder: DataFolderOption

  @OptionGroup var passphrase: PassphraseOption

  func run() throws {
    try reportingFailures {
      let reader = try passphrase.open(URL(filePath: backup), decryptingNear: folder.url)
      try reader.verify()
      StandardOutput.write(
        "\(reader.manifest.date.ISO8601Format()): \(reader.manifest.files.count) files, \(reader.manifest.totalSize) bytes\n"
      )
    }
  }
}

/// `tessera restore`: puts the content of a backup in place of a server's data.
struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Put the content of a backup in place of a server's data.",
    discussion: "Stop the server first. The present data is kept beside the folder, under its name and the date.")

  @Argument(help: "The backup.")
  var backup: String

  @OptionGroup var folder: DataFolderOption

  @OptionGroup var passphrase: PassphraseOption

  func run() throws {
    try reportingFailures {
      let reader = try passphrase.open(URL(filePath: backup), decryptingNear: folder.url)
      let old = try BackupRestore.restore(reader, to: folder.url)
      AuditLog(ofCommandIn: folder.url).record(
        .backupRestored, ["backup": backup, "date": reader.manifest.date.ISO8601Format()])
      StandardOutput.write("restored \(reader.manifest.files.count) files of \(reader.manifest.date.ISO8601Format())\n")
      if let old { StandardOutput.write("the data before is in \(old.path)\n") }
    }
  }
}
