import ArgumentParser
import Foundation
import TesseraHTTPClient
import TesseraServer
import TesseraServices
import TesseraValues

/// `tessera reload`: notifies a server that the content of widgets has changed.
struct ReloadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload", abstract: "Notify a server that the content of widgets changed.",
    discussion:
      "The server updates those widgets as soon as their budgets allow; see docs/explanation/updates.md.")

  @Option(help: "The widget of a tile, by its name in the board's document.")
  var tile: String?

  @Option(help: "All widgets of a kind, by the 'id' of their manifest.")
  var kind: String?

  @Flag(help: "All widgets.")
  var all = false

  @Option(
    help: "Whether the widgets have anything to show: true or false. Those that have nothing to show are not updated.")
  var hasContent: Bool?

  @Option(help: "The address of the server.")
  var server = "http://127.0.0.1:8080"

  @Option(help: "The folder of the server's '--data', which has its token; the usual one by default.")
  var data: String?

  @Option(help: "The token of the server, in place of the one in the folder.")
  var token: String?

  @Flag(
    help:
      "Print the address at which another service can report a change of the widget of '--tile'; contact no server."
  )
  var webhook = false

  func validate() throws {
    guard !webhook || tile != nil else { throw ValidationError("'--webhook' is for a '--tile'") }
    guard [tile != nil, kind != nil, all].count(where: \.self) == 1 else {
      throw ValidationError("Specify '--tile' or '--kind' with a name, or '--all'")
    }
  }

  func run() async throws {
    let folder = DataFolder.at(data)
    guard let token = token ?? PushToken.ofEnvironment ?? PushToken.read(in: folder) else {
      throw ValidationError(
        "'\(folder.path)' has no file '\(PushToken.fileName)'; specify the folder of the server "
          + "with '--data', or its token with '--token'"
      )
    }
    let base = server.hasSuffix("/") ? String(server.dropLast()) : server
    if webhook, let tile { return StandardOutput.write(base + Webhook(token: token).path(of: tile) + "\n") }
    var body: [String: Value] = [:]
    if let tile { body["tile"] = .string(tile) }
    if let kind { body["kind"] = .string(kind) }
    if all { body["all"] = true }
    if let hasContent { body["hasContent"] = .bool(hasContent) }
    do {
      let request = try DirectRequest(
        url: base + "/reload", method: "POST",
        headers: ["Authorization": .string("Bearer \(token)"), "Content-Type": "application/json"],
        body: .dictionary(body))
      guard let host = URL(string: server)?.host, let pattern = try? HostPattern(parsing: "\(host):*") else {
        throw ValidationError("'\(server)' is not the address of a server")
      }
      let policy = HostPolicy(hosts: [pattern], allowsPrivateAddresses: true)
      let response = try await request.send(by: .shared, policy: policy)
      guard response.isSuccess else {
        let problem = response.data.value(at: "error").value(at: "message").string
        StandardError.write("Error: \(problem ?? "The server answers with status \(response.status)")")
        throw ExitCode(1)
      }
      StandardOutput.write(
        "\(response.data.value(at: "widgets").integer.map { "\($0) widget\($0 == 1 ? "" : "s")" } ?? "")\n")
    } catch let error as ServiceError {
      StandardError.write("Error: \(error.message)")
      throw ExitCode(1)
    }
  }
}
