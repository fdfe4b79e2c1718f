import ArgumentParser
import Foundation
import TesseraHTTPClient
import TesseraServer
import TesseraServices
import TesseraValues

/// `tessera agent`: lets a board on another machine read from sources of this one.
struct AgentCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "agent", abstract: "Let a board on another machine read from sources of this one.",
    discussion: """
      Serves each source below its name, such as http://localhost:8090/machine/figures. Nothing can be changed through \
      it. Other machines need a token, which they send as 'Authorization: Bearer'.
      """)

  @Option(
    name: .customLong("source"), help: "A source: machine, or NAME=unix:SOCKET, or NAME=folder:PATH. Repeatable.")
  var sources: [SourceArgument] = []

  @Option(help: "The port to listen on; 0 for any free one.")
  var port = 8090

  @Option(help: "The address to listen on. Without it, only this machine can reach the agent.")
  var host = "127.0.0.1"

  @Option(help: "The file with the token that requests must have. It is required with '--host'.")
  var tokenFile: String?

  @OptionGroup var log: LogOptions

  func validate() throws {
    guard (0...65_535).contains(port) else { throw ValidationError("'--port' takes a number from 0 to 65535") }
    guard tokenFile != nil || HostAuthority.loopbackHosts.contains(HostAuthority.normalizedHost(host)) else {
      throw ValidationError(
        "With '--host', requests need a token: write one to a file, and name it with '--token-file'")
    }
  }

  func run() async throws {
    let granted = sources.isEmpty ? [SourceArgument(argument: "machine")].compactMap(\.self) : sources
    let agent = SourceAgent(LocalSources(granted), transport: .shared, token: try token(), logger: log.begin())
    try await agent.run(host: host, port: port) { StandardOutput.write("Listening on \($0)\n") }
  }

  private func token() throws -> String? {
    guard let tokenFile else { return nil }
    guard let data = FileManager.default.contents(atPath: tokenFile) else {
      throw ValidationError("The file '\(tokenFile)' cannot be read")
    }
    let token = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard token.count >= 16 else { throw ValidationError("The token in '\(tokenFile)' needs at least 16 characters") }
    return token
  }
}
