public import TesseraServices

extension HTTPTransport {
  /// Creates a transport with libcurl's connections and the system's resolver.
  /// - Parameters:
  ///   - resolver: finds the addresses of host names.
  ///   - clock: measures the timeouts of exchanges. Sockets run in real time, so this is a real clock except in tests.
  package convenience init(
    resolver: any HostResolver = SystemHostResolver(), clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(client: CurlHTTPClient(), resolver: resolver, clock: clock)
  }

  /// The transport of the whole process: all widgets share its connections.
  package static let shared = HTTPTransport()
}

/// The system's network: connections by libcurl, names by the system's resolver.
///
/// Responses are streamed, so events and WebSockets work, too.
public struct SystemNetworkClient: StreamingNetworkClient {
  /// Creates the client. All of them share the connections of the process.
  public init() {}

  package var transport: HTTPTransport { .shared }

  /// Sends a request to any host with a public address.
  public func send(_ request: NetworkRequest) async throws -> NetworkResponse { try await transport.send(request) }
}
