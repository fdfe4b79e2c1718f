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
      let files = FileManager.default
      if let names = try? files.contentsOfDirectory(atPath: folder.path), !names.isEmpty {
        throw Diagnostic(rule: "export", message: "The folder '\(folder.path)' is not empty")
      }
      let cluster = try open(folder)
      let boards = try ClusterExport(cluster).write(to: folder)
      _ = try cluster.sharedFolder { StandardError.write([$0]) }.pull()
      SharedFolder.forget(in: folder)
      return boards
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
        SharedFolder.forget(in: folder)
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
        contains secrets in clear.
        """)

    @OptionGroup
    var keyed: KeyedDatabase

    @Argument(help: "The archive to write.")
    var file: String

    @Flag(help: "Replace the archive if it exists.")
    var force = false

    func run() throws {
      try reportingFailures {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tessera-backup-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try keyed.export(to: folder)
        let manifest = try BackupWriter(of: folder).write(to: URL(filePath: file), replacing: force)
        StandardOutput.write("\(file): \(manifest.files.count) files, \(manifest.totalSize) bytes\n")
      }
    }
  }
}
