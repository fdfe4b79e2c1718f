import HTTPTypes
import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
package import TesseraServices
import TesseraValues

/// Serves the sources of this machine to a board on another one, read-only: `GET /machine/figures`.
package struct SourceAgent: Sendable {
  private let sources: LocalSources
  private let transport: HTTPTransport
  private let token: ServerToken?
  private let logger: Logger

  /// - Parameters:
  ///   - transport: Reads from the sources.
  ///   - token: What requests must have as `Authorization: Bearer`; nil for none.
  package init(_ sources: LocalSources, transport: HTTPTransport, token: String?, logger: Logger) {
    self.sources = sources
    self.transport = transport.granting(sources)
    self.token = token.map { ServerToken(text: $0) }
    self.logger = logger
  }

  /// Serves requests until the process receives SIGTERM or SIGINT.
  /// - Parameters:
  ///   - host: The address to listen on.
  ///   - port: The port; 0 for any free one.
  ///   - onListening: Called with the address of the server.
  package func run(
    host: String, port: Int, onListening: @escaping @Sendable (_ address: String) async -> Void
  ) async throws {
    let router = Router()
    // Without a token, a page must not reach the agent under a name of its own.
    let pages = RequestGuard(configuration: ServerConfiguration())
    for path in [":source", ":source/**"] as [RouterPath] {
      router.get(path) { request, context in
        if let token {
          guard token.isIn(request) else { return Self.refusal }
        } else if let refusal = pages.refusal(of: request) {
          return refusal
        }
        return await response(
          from: context.parameters.get("source") ?? "", path: request.uri.path, query: request.uri.query)
      }
    }
    let application = Application(
      router: router,
      configuration: ApplicationConfiguration(address: .hostname(host, port: port), serverName: nil),
      onServerRunning: { channel in
        await onListening("http://\(HostAuthority.inBrackets(host)):\(channel.localAddress?.port ?? 0)/")
      }, logger: logger)
    try await application.runService()
  }

  private func response(from source: String, path: String, query: String?) async -> Response {
    guard sources.names.contains(source) else {
      return .problem(.notFound, rule: "unknown-source", message: "There is no source '\(source)'")
    }
    let rest = path.dropFirst(source.count + 1)
    do {
      let response = try await transport.read(source, path: rest.isEmpty ? "/" : String(rest), query: query)
      var headers = HTTPFields()
      headers[.contentType] = response.headers["content-type"]
      // What a folder or a server contains must not run as a page of the agent.
      headers[.contentSecurityPolicy] = SecurityHeaders.picturePolicy
      if let name = HTTPField.Name("X-Content-Type-Options") { headers[name] = "nosniff" }
      return Response(
        status: HTTPResponse.Status(code: response.status), headers: headers,
        body: ResponseBody(byteBuffer: ByteBuffer(bytes: response.body)))
    } catch {
      return .problem(.badGateway, rule: "source", message: error.message)
    }
  }

  private static var refusal: Response {
    .problem(.unauthorized, rule: "agent-token", message: "Send the agent's token as 'Authorization: Bearer …'")
  }
}
