import HTTPTypes
import Hummingbird
import HummingbirdCore
package import Logging

/// Answers all requests with 503 while a host cannot begin, so that proxies and people see that it lives.
package struct WaitingServer: Sendable {
  private let configuration: ServerConfiguration
  private let logger: Logger

  package init(_ configuration: ServerConfiguration, logger: Logger) {
    self.configuration = configuration
    self.logger = logger
  }

  /// Serves until the task is cancelled. The port is free when this returns.
  /// - Parameter onListening: Called with the port.
  /// - Throws: An error if the server cannot listen.
  package func run(onListening: @escaping @Sendable (_ port: Int) async -> Void = { _ in }) async throws {
    let connections = ConnectionRegistry(
      limits: configuration.connections, openFiles: OpenFileLimit.raise(), logger: logger)
    let application = Application(
      responder: CallbackResponder<BasicRequestContext> { _, _ in Self.notReady },
      server: .http1(
        configuration: HTTP1Channel.Configuration(
          additionalChannelHandlers: [ConnectionGuard(connections: connections), SendingGate()])),
      configuration: ApplicationConfiguration(
        address: .hostname(configuration.host, port: configuration.port), serverName: nil,
        availableConnectionsDelegate: MaximumAvailableConnections(connections.maximumCount + 32)),
      onServerRunning: { channel in await onListening(channel.localAddress?.port ?? 0) },
      logger: logger)
    try await application.runService(gracefulShutdownSignals: [])
  }

  private static var notReady: Response {
    .problem(.serviceUnavailable, rule: "not-ready", message: "This host waits for its cluster")
  }
}
