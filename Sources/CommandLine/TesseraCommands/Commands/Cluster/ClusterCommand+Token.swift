import ArgumentParser
import Foundation
import TesseraBoardService
import TesseraCluster

extension ClusterCommand {
  /// `tessera cluster token`
  struct Token: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "token", abstract: "Print the token by which programs read metrics and report changes.",
      discussion: """
        All hosts of a cluster have the same one, which is derived from the key. Programs send it in the field \
        'Authorization: Bearer …'.
        """)

    @Option(help: "The file of the cluster's key.")
    var key: String

    @OptionGroup
    var audit: HostAudit

    func run() throws {
      try reportingFailures {
        let token = try ClusterKey(file: URL(filePath: key)).pushToken
        // Who has it can act for programs from now on.
        audit.log.record(.clusterTokenPrinted, [:])
        StandardOutput.write("\(token)\n")
      }
    }
  }
}
