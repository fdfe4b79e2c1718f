import ArgumentParser
import Foundation
import TesseraBackup
import TesseraBoardService
import TesseraCluster
import TesseraData
import TesseraValues

extension ClusterCommand {
  /// The database of a cluster, and its key.
  struct KeyedDatabase: ParsableArguments {
    @OptionGroup
    var database: Database

    @Option(help: "The file of the cluster's key.")
    var key: String

    var clusterKey: ClusterKey { get throws { try ClusterKey(file: URL(filePath: key)) } }

    /// Connects to the cluster without being one of its hosts.
    /// - Parameter folder: The folder of the files that hosts share.
    func open(_ folder: URL) throws -> Cluster {
      try ClusterLocation.open(database.database, clusterKey, as: ClusterLocation.command, in: folder)
    }

    /// Writes the data folder of a single server.
    /// - Returns: The number of boards.
    func export(to folder: URL) throws -> Int {
      try ClusterFolder(database: database.database, key: clusterKey).write(to: folder)
    }
  }

  /// `tessera cluster import`
  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import", abstract: "Move the data of a single server into a cluster that has no boards yet.",
      discussion: "Stop the server and all hosts first. The folder stays as it is, but for a line in its audit log.")

    @OptionGroup
    var keyed: KeyedDatabase

    @Argument(help: "The data folder of the server.")
    var folder: String

    @OptionGroup
    var audit: HostAudit

    func run() throws {
      try reportingFailures {
        let folder = URL(filePath: folder).resolvingSymlinksInPath()
        try HostFolder.checkIsNoHostFolder(folder)
        guard FileManager.default.fileExists(atPath: folder.path) else {
          throw Diagnostic(rule: "no-data", message: "The folder '\(folder.path)' does not exist")
        }
        let lock = try DataFolderLock(folder)
        defer { withExtendedLifetime(lock) {} }
        let summary = try ClusterImport(database: keyed.database.database, key: keyed.clusterKey).run(folder)
        let shared = try keyed.open(folder).sharedFolder { StandardError.write([$0]) }
        try shared.publish()
        SharedFolder.removeManifest(in: folder)
        let members = ["origin": folder.path, "boards": "\(summary.boards)", "widgets": "\(summary.widgets)"]
        // The server's own log ends with it, and the host's begins.
        AuditLog(ofCommandIn: folder).record(.clusterImported, members)
        audit.log.record(.clusterImported, members)
        StandardOutput.write("moved \(summary.boards) boards with the data of \(summary.widgets) widgets\n")
      }
    }
  }

  /// `tessera cluster export`
  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "export", abstract: "Make the data folder of a single server from a cluster.",
      discussion: "Hosts can run meanwhile. Each board and widget is as it is at one moment.")

    @OptionGroup
    var keyed: KeyedDatabase

    @Argument(help: "The folder to write, which is new or empty.")
    var folder: String

    func run() throws {
      try reportingFailures {
        let boards = try keyed.export(to: URL(filePath: folder))
        StandardOutput.write("wrote \(boards) boards\n")
      }
    }
  }

  /// `tessera cluster backup`
  struct Backup: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "backup", abstract: "Write all that a cluster has into one archive.",
      discussion: """
        'tessera restore' makes a data folder of it, which 'tessera cluster import' moves into a new cluster. The archive \
        contains secrets, in clear unless a passphrase encrypts it.
        """)

    @OptionGroup
    var keyed: KeyedDatabase

    @Argument(help: "The archive to write; with --keep, a folder that gets one with the date in its name.")
    var target: String

    @Flag(help: "Replace the archive if it exists.")
    var force = false

    @OptionGroup var passphrase: PassphraseOption

    @Option(help: "Keep so many backups in the folder, and remove older ones.")
    var keep: Int?

    func validate() throws {
      guard keep.map({ $0 > 0 }) ?? true else { throw ValidationError("'--keep' takes a number from 1") }
    }

    func run() throws {
      try reportingFailures {
        let encryption = try passphrase.encryption()
        let target = URL(filePath: target)
        let name = BackupName.of(Date(), isEncrypted: encryption != nil)
        let file = keep == nil ? target : target.appending(path: name)
        let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-backup-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try ClusterFolder.make(folder)
        _ = try keyed.export(to: folder)
        let manifest = try BackupWriter(of: folder, encryption: encryption)
          .write(to: file, replacing: force || keep != nil)
        StandardOutput.write("\(file.path): \(manifest.files.count) files, \(manifest.totalSize) bytes\n")
        if let keep { BackupName.removeOld(in: target, keeping: keep, besides: file.lastPathComponent) }
      }
    }
  }
}
