import ArgumentParser
import Foundation
import TesseraAccess
import TesseraBoardService
import TesseraCluster
import TesseraPostgreSQL
import TesseraValues

/// The database of a cluster, and its key.
struct ClusterLocation: ParsableArguments {
  @Option(
    name: .customLong("cluster"),
    help: ArgumentHelp(
      "The PostgreSQL database that hosts share, such as postgres://tessera@db.example.org/tessera.",
      discussion: "'tessera cluster init' makes its tables. A password belongs into ~/.pgpass or PGPASSWORD.",
      valueName: "database"))
  var databaseText: String?

  @Option(
    help: ArgumentHelp("The file of the cluster's key, which 'tessera cluster init' made.", valueName: "file"))
  var clusterKey: String?

  /// The database; nil without a cluster.
  var database: PostgresAddress? { databaseText.flatMap { try? PostgresAddress($0) } }

  func validate() throws {
    if let databaseText { _ = try PostgresAddress(argument: databaseText, of: "'--cluster' takes") }
    if (database == nil) != (clusterKey == nil) {
      throw ValidationError("'--cluster' and '--cluster-key' need each other")
    }
  }

  /// Connects to the cluster.
  /// - Parameters:
  ///   - name: The name of the host.
  ///   - folder: The folder of the working copies.
  /// - Returns: Nil if no cluster is named.
  /// - Throws: A diagnostic if there is no such cluster.
  func open(as name: String, in folder: URL) throws(Diagnostic) -> Cluster? {
    guard let database, let clusterKey else { return nil }
    return try Self.open(database, ClusterKey(file: URL(filePath: clusterKey)), as: name, in: folder)
  }

  static func open(
    _ database: PostgresAddress, _ key: ClusterKey, as name: String, in folder: URL
  ) throws(Diagnostic) -> Cluster {
    try Cluster(
      Cluster.Configuration(
        database: database, key: key, name: name, program: TesseraCommand.configuration.version, folder: folder)
    ) { StandardError.write([$0]) }
  }

  /// The name of commands in place of that of a host.
  static let command = "command"
}

extension PostgresAddress {
  /// Reads an argument. If it is wrong, it is not repeated, because it may contain a password.
  init(argument: String, of taker: String) throws {
    do throws(PostgresError) {
      self = try PostgresAddress(argument)
    } catch {
      throw ValidationError("\(taker) the address of a database: \(error.message)")
    }
  }
}

/// The folder of a host of a cluster.
enum HostFolder {
  /// The file that marks the folder of a host, which has only copies.
  private static func marker(in folder: URL) -> URL { folder.appending(path: ".cluster") }

  /// Whether a folder is that of a host of a cluster.
  static func isHostFolder(_ folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: marker(in: folder).path)
  }

  /// Marks a folder as that of a host. What is in it is replaced by copies of what the cluster has.
  /// - Throws: A diagnostic if it has the data of a server without a cluster, or cannot be written.
  static func mark(_ folder: URL) throws(Diagnostic) {
    let files = FileManager.default
    guard !isHostFolder(folder) else { return }
    for name in [StoredBoards.fileName, AccessStore.fileName, UpdateStore.fileName, "instances"]
    where files.fileExists(atPath: folder.appending(path: name).path) {
      throw Diagnostic(
        rule: "cluster-data", message: "The folder '\(folder.path)' has the data of a server without a cluster",
        fix: "Choose another folder with '--data'; that of a host of a cluster has only copies")
    }
    do {
      try files.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try Data().write(to: marker(in: folder))
    } catch {
      throw Diagnostic(rule: "cluster-data", message: "The folder '\(folder.path)' cannot be written: \(error)")
    }
  }

  /// Refuses commands that would change the copies of a host.
  /// - Throws: A diagnostic.
  static func checkIsNoHostFolder(_ folder: URL) throws(Diagnostic) {
    guard isHostFolder(folder) else { return }
    throw Diagnostic(
      rule: "cluster-data",
      message: "The folder '\(folder.path)' is that of a host of a cluster: it has only copies of what the cluster has")
  }
}

/// The cluster with which a server shares its boards.
struct ClusterOptions: ParsableArguments {
  @OptionGroup
  var location: ClusterLocation

  @Option(
    help: ArgumentHelp("The name of this host in the cluster; that of the machine by default.", valueName: "name"))
  var clusterName: String?

  @Option(
    help: ArgumentHelp(
      "The address at which the other hosts reach this one over HTTP, such as 10.0.0.1:8080.", valueName: "address"))
  var clusterAddress: String?

  /// The database; nil without a cluster.
  var database: PostgresAddress? { location.database }

  func validate() throws {
    if database == nil, clusterName != nil || clusterAddress != nil {
      throw ValidationError("'--cluster-name' and '--cluster-address' need '--cluster'")
    }
  }

  /// The name of the host.
  var name: String { clusterName ?? ProcessInfo.processInfo.hostName }

  /// Connects to the cluster.
  /// - Parameter folder: The folder of the working copies.
  /// - Returns: Nil if no cluster is named.
  /// - Throws: A diagnostic if there is no such cluster, or if the folder contains other data.
  func open(in folder: URL) throws(Diagnostic) -> Cluster? {
    guard database != nil else { return nil }
    try HostFolder.mark(folder)
    return try location.open(as: name, in: folder)
  }
}
