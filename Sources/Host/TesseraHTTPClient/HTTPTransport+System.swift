public import TesseraServices

extension HTTPTransport {
  /// Creates a transport with libcurl's connections and the system's resolver.
  /// - Parameters:
  ///   - resolver: Resolves host names.
  ///   - clock: Measures the time limits of exchanges. Sockets run in real time, so only tests use another clock.
  package convenience init(
    resolver: any HostResolver = SystemHostResolver(), clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(client: CurlHTTPClient(), resolver: resolver, clock: clock)
  }

  /// The transport of the process. All widgets share its connections.
  package static let shared = HTTPTransport()
}

/// The system's network: connections of libcurl, and the system's resolver.
///
/// Responses are streamed, so server-sent events and WebSockets are supported too.
public struct SystemNetworkClient: StreamingNetworkClient {
  package let transport: HTTPTransport

  /// Creates a client. All clients share the connections of the process.
  public init() { transport = .shared }

  /// Creates a client that also reads from sources of this machine, and trusts other certificates than the system's for
  /// some hosts.
  package init(granting sources: LocalSources, trusting certificates: TrustedCertificates = TrustedCertificates()) {
    transport = .shared.granting(sources, trusting: certificates)
  }

  /// Sends a request to any host with a public address.
  public func send(_ request: NetworkRequest) async throws -> NetworkResponse { try await transport.send(request) }
}
