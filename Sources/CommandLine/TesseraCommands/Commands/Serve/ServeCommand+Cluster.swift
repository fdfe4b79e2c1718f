import ArgumentParser
import Foundation
import Logging
import TesseraBoardService
import TesseraCluster
import TesseraData
import TesseraServer
import TesseraValues

// Reaching a cluster.
extension ServeCommand {
  /// Refuses options that need what hosts of a cluster do not have.
  func checkClusterOptions() throws {
    guard cluster.database != nil, network.certificate != nil else { return }
    throw ValidationError(
      "'--certificate' is not possible with '--cluster': a proxy in front of the hosts speaks HTTPS")
  }

  /// Connects to the cluster, as soon as its database can be reached; returns nil if the command names none.
  /// - Throws: An exit code if a person has to mend something.
  func openCluster(_ logger: Logger) async throws -> Cluster? {
    guard let folder, let database = cluster.database else { return nil }
    do {
      try await waitForDatabase(ClusterSetup(database: database), logger)
      return try cluster.open(in: folder)
    } catch let error as Diagnostic {
      StandardError.write([error])
      throw Self.configurationFailure
    }
  }

  /// Begins to take part in a cluster.
  /// - Throws: An exit code if a person has to mend something, and a diagnostic if the accounts cannot be read now.
  func join(_ cluster: Cluster, library: WidgetLibrary, files: SharedFolder) throws -> ClusterMembership {
    do throws(Diagnostic) {
      return try ClusterMembership(cluster, library: library, files: files)
    } catch {
      guard error.rule == Cluster.accountsFormatRule else { throw error }
      StandardError.write([error])
      throw Self.configurationFailure
    }
  }

  /// What programs that start servers know as a mistake of a configuration: starting again does not help (`EX_CONFIG`).
  private static let configurationFailure = ExitCode(78)

  /// Waits until a host can begin, and answers requests meanwhile.
  /// - Throws: A diagnostic of what a person has to mend.
  private func waitForDatabase(_ setup: ClusterSetup, _ logger: Logger) async throws {
    guard let reason = try await onOwnThread({ () throws(Diagnostic) in try setup.reasonToWait() }) else { return }
    StandardError.write("This host waits. \(reason)")
    var configuration = ServerConfiguration()
    network.apply(to: &configuration)
    configuration.port = port
    configuration.connections.maximumCount = maximumConnections
    let server = WaitingServer(configuration, logger: logger)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        // If another program has the port, the server itself says so.
        try? await server.run()
        return false
      }
      group.addTask {
        repeat {
          try await Task.sleep(for: Self.waitInterval)
        } while try await onOwnThread({ () throws(Diagnostic) in try setup.reasonToWait() }) != nil
        return true
      }
      defer { group.cancelAll() }
      while let isOver = try await group.next(), !isOver {}
    }
    StandardError.write("The cluster can be used: this host starts")
  }

  /// How often a host that waits looks for the database.
  private static let waitInterval: Duration = .seconds(1)

  /// Brings the files that all hosts have to the state of the cluster.
  func pullFiles(of cluster: Cluster) async throws -> SharedFolder {
    let files = cluster.sharedFolder { StandardError.write([$0]) }
    do throws(StoreError) {
      _ = try await files.pullChanges()
    } catch {
      StandardError.write([
        Diagnostic(
          rule: "cluster-file", message: "The files of the cluster cannot be read: \(error.diagnostic.message)")
      ])
      throw ExitCode(2)
    }
    return files
  }

  /// The address at which other hosts reach a server that listens on an address.
  func clusterAddress(_ listening: String) -> String {
    cluster.clusterAddress ?? listening.replacing("http://", with: "").split(separator: "/").first.map(String.init)
      ?? ""
  }
}
