import ArgumentParser
import Foundation
import TesseraAccess
import TesseraBoardService
import TesseraCluster
import TesseraData
import TesseraPostgreSQL
import TesseraValues

/// `tessera cluster`: hosts that share boards over a PostgreSQL database.
struct ClusterCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cluster", abstract: "Set up and watch hosts that share boards over PostgreSQL.",
    discussion: "See docs/how-to/cluster.md.",
    subcommands: [
      Initialize.self, Upgrade.self, Check.self, Hosts.self, Boards.self, Drain.self, Move.self,
      Import.self, Export.self, Backup.self, Token.self,
    ])

  /// The database of a cluster.
  struct Database: ParsableArguments {
    @Argument(
      help: ArgumentHelp(
        "The database, such as postgres://tessera@db.example.org/tessera.",
        discussion: "A password belongs into ~/.pgpass or PGPASSWORD.", valueName: "database"))
    var text: String

    func validate() throws { _ = try database }

    var database: PostgresAddress { get throws { try PostgresAddress(argument: text, of: "This is not") } }

    var setup: ClusterSetup { get throws { ClusterSetup(database: try database) } }

    /// Runs a question to the cluster, and prints what is wrong.
    func withAdministration(_ body: (ClusterAdministration) throws -> Void) throws {
      try reportingFailures { try body(try ClusterAdministration(database: database)) }
    }
  }

  /// `tessera cluster init`
  struct Initialize: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "init", abstract: "Make the tables of a cluster in an empty database, and its key.")

    @OptionGroup
    var database: Database

    @Option(help: "The file for the key, which all hosts need. It must not exist.")
    var key: String

    @OptionGroup
    var audit: HostAudit

    func run() throws {
      try reportingFailures {
        guard try database.setup.state() == .empty else {
          throw Diagnostic(
            rule: "cluster-exists", message: "The database has tables of a cluster, or of another program, already")
        }
        let secret = ClusterKey()
        try secret.write(to: URL(filePath: key))
        do {
          try database.setup.makeTables(secret, shared: [Cluster.accounts: AccessStore.emptyContent()])
        } catch {
          // It is the key of nothing.
          try? FileManager.default.removeItem(atPath: key)
          throw error
        }
        audit.log.record(.clusterMade, [:])
      }
      StandardOutput.write("The cluster is ready. Copy '\(key)' to each host, and keep it secret\n")
    }
  }

  /// `tessera cluster upgrade`
  struct Upgrade: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "upgrade",
      abstract: "Bring the tables and the accounts of a cluster to the version of this program.",
      discussion: """
        Hosts of the version before it can go on meanwhile. If the accounts need another format, the command names the \
        hosts to stop first, and leaves the accounts as they are.
        """)

    @OptionGroup
    var database: Database

    @Option(help: "The file of the key. Without it, only the tables are changed.")
    var key: String?

    @OptionGroup
    var audit: HostAudit

    func run() throws {
      try reportingFailures {
        let (former, present) = try database.setup.upgrade()
        if former != present { audit.log.record(.clusterUpgraded, ["version": "tables \(present)"]) }
        Self.report("tables", former, present)
        guard let key else {
          return StandardOutput.write("To look at the accounts as well, name the key with '--key'\n")
        }
        try upgradeAccounts(try ClusterKey(file: URL(filePath: key)))
      }
    }

    private func upgradeAccounts(_ key: ClusterKey) throws {
      let administration = try ClusterAdministration(database: database.database)
      if let wrong = try administration.findings(key: key).first(where: { $0.rule == "cluster-key" }) { throw wrong }
      let copies = FileManager.default.temporaryDirectory.appending(path: "tessera-accounts-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: copies) }
      let cluster = try ClusterLocation.open(database.database, key, as: ClusterLocation.command, in: copies)
      let former = try cluster.upgradeAccounts(whileRunning: try administration.hosts().filter(\.isAlive))
      if former != AccessStore.version {
        audit.log.record(.clusterUpgraded, ["version": "accounts \(AccessStore.version)"])
      }
      Self.report("accounts", former, AccessStore.version)
    }

    private static func report(_ subject: String, _ former: Int, _ present: Int) {
      StandardOutput.write("The \(subject) are of version \(present) \(former == present ? "already" : "now")\n")
    }
  }

  /// `tessera cluster check`
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Check the database of a cluster, its tables and its key.")

    @OptionGroup
    var database: Database

    @Option(help: "The file of the key.")
    var key: String?

    func run() throws {
      try reportingFailures { try database.setup.checkTables() }
      try database.withAdministration { administration in
        let findings = try administration.findings(key: try key.map { try ClusterKey(file: URL(filePath: $0)) })
        for finding in findings { StandardError.write([finding]) }
        if findings.contains(where: { $0.severity == .error }) { throw ExitCode(1) }
        StandardOutput.write("The cluster can be used\n")
      }
    }
  }

  /// `tessera cluster hosts`
  struct Hosts: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "hosts", abstract: "List the hosts of a cluster with the number of their boards.")

    @OptionGroup
    var database: Database

    @Flag(help: "Also list hosts that ended within the last hour.")
    var all = false

    func run() throws {
      try database.withAdministration { administration in
        for host in try administration.hosts() where all || host.isAlive {
          let state = !host.isAlive ? "over" : host.isDraining ? "draining" : "alive"
          StandardOutput.write(
            "\(host.name)\t\(host.address)\t\(state)\t\(host.boards) boards\t\(host.program)"
              + "\tprotocol \(host.hostProtocol)\n")
        }
      }
    }
  }

  /// `tessera cluster boards`
  struct Boards: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "boards", abstract: "List the boards of a cluster with the hosts that have them.")

    @OptionGroup
    var database: Database

    func run() throws {
      try database.withAdministration { administration in
        for board in try administration.boards() {
          StandardOutput.write("\(board.id)\t\(board.name)\t\(board.host ?? "-")\t\(board.epoch)\n")
        }
      }
    }
  }

  /// `tessera cluster drain`
  struct Drain: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "drain", abstract: "Let a host give its boards to the others, and take none.",
      discussion: """
        Waits until other hosts have the boards. The host goes on to answer requests until it is stopped. SIGTERM does the \
        same before a host ends.
        """)

    @OptionGroup
    var database: Database

    @Argument(help: "The name of the host.")
    var host: String

    @OptionGroup
    var waiting: Waiting

    @OptionGroup
    var audit: HostAudit

    func run() throws {
      try database.withAdministration { administration in
        let drain = try administration.drain(host)
        audit.log.record(.hostDrained, ["host": host])
        try waiting.wait { () throws(Diagnostic) in try administration.progress(of: drain) }
      }
    }
  }

  /// `tessera cluster move`
  struct Move: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "move", abstract: "Let a host give a board to another host.",
      discussion: "Waits until that host has the board.")

    @OptionGroup
    var database: Database

    @Argument(help: "The identity of the board.")
    var board: String

    @Argument(help: "The name of the host that shall get it.")
    var host: String

    @OptionGroup
    var waiting: Waiting

    @OptionGroup
    var audit: HostAudit

    func run() throws {
      try database.withAdministration { administration in
        var move = try administration.move(board, to: host)
        audit.log.record(.boardMoved, ["board": board, "host": host])
        try waiting.wait { () throws(Diagnostic) in try administration.progress(of: &move) }
      }
    }
  }
}
