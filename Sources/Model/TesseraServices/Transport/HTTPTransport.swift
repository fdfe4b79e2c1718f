import HTTPTypes
import TesseraValues

/// Sends requests to servers within the limits of a ``HostPolicy``. All requests of a widget pass through this class.
///
/// Each hop of an exchange is checked separately: its scheme, its host against the manifest, and every address that the
/// name resolves to. Connections are kept and shared between requests to the same host and address.
package final class HTTPTransport: Sendable {
  /// The maximum number of redirects in an exchange with a service. The exchange fails.
  package static let maximumRedirects = 5
  /// The maximum size of a service's response after decompression, in bytes. The exchange fails.
  package static let maximumResponseBytes = 32 << 20

  /// The component that performs the requests.
  private enum Performer {
    /// A client that connects to addresses which the transport resolves and checks.
    case client(any HTTPClient, any HostResolver)
    /// A client of the app. It resolves host names itself, but hosts are still compared with the manifest's.
    case app(any NetworkClient)
    /// None: the app has no network client.
    case unavailable
  }

  private let performer: Performer
  private let sources: LocalSources
  private let certificates: TrustedCertificates
  private let clock: any Clock<Duration>
  private let admission: Admission?

  /// Decides about each request just before it is sent. Throws an error if it must not be.
  /// - Parameter isIdempotent: Whether the request may reach the server twice.
  package typealias Admission = @Sendable (_ isIdempotent: Bool) async throws -> Void

  /// Creates a transport that connects to servers.
  /// - Parameters:
  ///   - client: Sends the requests.
  ///   - resolver: Resolves host names.
  ///   - clock: Measures the time limits of exchanges. Sockets run in real time, so only tests use another clock.
  package init(client: any HTTPClient, resolver: any HostResolver, clock: any Clock<Duration> = ContinuousClock()) {
    performer = .client(client, resolver)
    sources = LocalSources()
    certificates = TrustedCertificates()
    self.clock = clock
    admission = nil
  }

  /// Creates a transport over an app's network client.
  /// - Parameter clock: Measures the time limits of exchanges.
  package init(_ client: any NetworkClient, clock: any Clock<Duration> = ContinuousClock()) {
    performer = .app(client)
    sources = LocalSources()
    certificates = TrustedCertificates()
    self.clock = clock
    admission = nil
  }

  private init(
    _ performer: Performer, sources: LocalSources = LocalSources(),
    certificates: TrustedCertificates = TrustedCertificates(), clock: any Clock<Duration> = ContinuousClock(),
    admission: Admission? = nil
  ) {
    self.performer = performer
    self.sources = sources
    self.certificates = certificates
    self.clock = clock
    self.admission = admission
  }

  /// Returns a transport with the same connections that also reads from sources of this machine, and trusts other
  /// certificates than the system's for some hosts.
  package func granting(
    _ sources: LocalSources, trusting certificates: TrustedCertificates = TrustedCertificates()
  ) -> HTTPTransport {
    HTTPTransport(performer, sources: sources, certificates: certificates, clock: clock, admission: admission)
  }

  /// Returns a transport with the same connections that sends only what is admitted.
  package func admitting(_ admission: @escaping Admission) -> HTTPTransport {
    HTTPTransport(performer, sources: sources, certificates: certificates, clock: clock, admission: admission)
  }

  private func admit(_ request: OutgoingRequest) async throws {
    try await admission?(request.method.isIdempotent)
  }

  /// The folders of this machine that are sources, by the names of the sources.
  package var sourceFolders: [String: String] { sources.folders }

  /// A transport without a client. Every request fails.
  package static let unavailable = HTTPTransport(.unavailable)

  /// Sends a request and returns the whole response, whatever its status. An error means that there is no response.
  func send(_ request: OutgoingRequest, policy: HostPolicy) async throws(ServiceError) -> IncomingResponse {
    do {
      return try await Deadline.run(within: request.timeout, clock: clock) {
        try await self.follow(request, policy: policy)
      }
    } catch is Deadline.Exceeded {
      throw ServiceError(
        .timeout, message: "The server did not answer in time",
        underlying: "\(request.url.textWithoutQuery) took more than \(request.timeout)")
    } catch {
      throw TransportFailure.error(of: error, url: request.url, isBody: false)
    }
  }

  /// Sends a request, and measures the time until the response is complete.
  func timedResponse(
    to request: OutgoingRequest, policy: HostPolicy, clock: some Clock<Duration>
  ) async throws(ServiceError) -> IncomingResponse {
    let start = clock.now
    var response = try await send(request, policy: policy)
    response.latency = start.duration(to: clock.now)
    return response
  }

  private func follow(_ first: OutgoingRequest, policy: HostPolicy) async throws -> IncomingResponse {
    var request = first
    var policy = policy
    for _ in 0...Self.maximumRedirects {
      let response = try await exchange(request, policy: policy)
      guard let target = try request.redirectTarget(of: response) else { return response }
      policy = policy.afterRedirect(from: request.url)
      request = request.redirected(to: target, status: response.status)
    }
    throw Self.tooManyRedirects(of: first)
  }

  /// Throws an error if the manifest does not list the host.
  static func check(_ url: HTTPURL, _ policy: HostPolicy) throws(ServiceError) {
    guard !policy.allows(url) else { return }
    throw ServiceError(
      .hostNotAllowed, message: "The widget may not contact '\(url.authority)'",
      underlying: "the manifest's 'hosts' do not list it")
  }

  static func tooManyRedirects(of request: OutgoingRequest) -> ServiceError {
    ServiceError(
      .redirect, message: "The server redirects too often",
      underlying: "\(request.url.textWithoutQuery) led to more than \(maximumRedirects) redirects")
  }

  /// Performs one hop of an exchange. A redirect is returned rather than followed.
  func exchange(_ request: OutgoingRequest, policy: HostPolicy) async throws -> IncomingResponse {
    let url = request.url
    try Self.check(url, policy)
    if case .app(let client) = performer {
      try await admit(request)
      return try await request.exchange(by: client)
    }
    if case .provider(let provider)? = try sources.source(for: request, policy: policy) {
      let response = await provider.response(to: url.path)
      guard response.body.count <= request.maximumResponseBytes else { throw request.tooLarge(status: response.status) }
      return IncomingResponse(
        status: response.status, headers: HTTPFields(response.headers), body: response.body, url: url)
    }
    let (client, clientRequest) = try await connection(for: request, policy: policy)
    let response = try await client.send(clientRequest)
    let body = try await Self.body(of: response, request: request)
    return IncomingResponse(status: response.status, headers: response.fields, body: body, url: url)
  }

  /// Returns the client that can stream the response to a request, and the request with a checked address.
  /// - Throws: ``ServiceError`` if the widget may not contact the host, or if the transport cannot stream.
  func connection(
    for request: OutgoingRequest, policy: HostPolicy
  ) async throws -> (client: any HTTPClient, request: HTTPClientRequest) {
    try Self.check(request.url, policy)
    switch performer {
    case .client(let client, let resolver):
      switch try sources.source(for: request, policy: policy) {
      case .socket(let path)?:
        try await admit(request)
        return (client, request.clientRequest(atSocket: path))
      case .provider?:
        throw ServiceError(.connection, message: "This source does not support streamed answers")
      case nil: break
      }
      let address = try await Self.checkedAddress(of: request.url, policy: policy, resolver: resolver)
      var clientRequest = request.clientRequest(at: address)
      clientRequest.certificateFile = certificates.file(for: request.url)
      // What the owner of the machine says about a host is above what people trust.
      if clientRequest.certificateFile == nil { clientRequest.serverKey = policy.serverKey(for: request.url) }
      try await admit(request)
      return (client, clientRequest)
    case .app:
      throw ServiceError(.connection, message: "The app around the widget does not support streamed answers")
    case .unavailable:
      throw ServiceError(.connection, message: "The app around the widget has no network client")
    }
  }

  /// Looks at the certificate of a server, and sends nothing.
  /// - Parameters:
  ///   - address: The `https` address of the server.
  ///   - policy: What may be contacted. The keys that it trusts are not considered.
  /// - Returns: The certificate in PEM format if it is not trusted; nil if it is, or if the owner of the machine decides
  ///   about it.
  package func untrustedCertificate(of address: String, policy: HostPolicy) async throws(ServiceError) -> [UInt8]? {
    guard let url = try? HTTPURL(address) else { return nil }
    do {
      try Self.check(url, policy)
      guard case .client(let client, let resolver) = performer, certificates.file(for: url) == nil else { return nil }
      let hostAddress = try await Self.checkedAddress(of: url, policy: policy, resolver: resolver)
      return try await client.untrustedCertificate(
        of: HTTPClientRequest(url: url.text, address: hostAddress, port: url.port))
    } catch {
      throw TransportFailure.error(of: error, url: url, isBody: false)
    }
  }

  /// Returns an address of the URL's host to which a connection is allowed.
  private static func checkedAddress(
    of url: HTTPURL, policy: HostPolicy, resolver: any HostResolver
  ) async throws -> NetworkAddress {
    let host = url.host
    let addresses = await resolver.addresses(of: host)
    try Task.checkCancellation()
    guard !addresses.isEmpty else {
      throw ServiceError(.hostNotFound, message: "The server '\(host)' cannot be found")
    }
    guard let address = addresses.first(where: { policy.allows($0, of: url) }) else {
      let isPrivate = addresses.contains { $0.scope == .private } && policy.allows(url)
      throw ServiceError(
        .addressNotAllowed, message: "The widget may not contact '\(host)'",
        underlying: "it resolves to \(addresses.map(\.description).joined(separator: ", ")), which is not public"
          + (isPrivate ? "; a person can allow that in the settings of the widget" : ""))
    }
    return address
  }

  /// Reads a body up to the request's limit. The body of a redirect is not read.
  private static func body(of response: HTTPClientResponse, request: OutgoingRequest) async throws -> [UInt8] {
    let limit = request.maximumResponseBytes
    let status = response.status
    if OutgoingRequest.redirectStatuses.contains(status) { return [] }
    if request.method != .head, let length = response.fields.first(.contentLength).flatMap(Int.init),
      length > limit
    {
      throw request.tooLarge(status: status)
    }
    var bytes: [UInt8] = []
    do {
      for try await chunk in response.body {
        guard bytes.count + chunk.count <= limit else { throw request.tooLarge(status: status) }
        bytes.append(contentsOf: chunk)
      }
    } catch {
      throw TransportFailure.error(of: error, url: request.url, isBody: true)
    }
    return bytes
  }
}

/// Runs operations with a time limit.
enum Deadline {
  /// Indicates that the time limit was reached first.
  struct Exceeded: Error {}

  /// Returns the operation's result, or throws ``Exceeded``. The operation is cancelled when the time limit is reached,
  /// and must respond to cancellation.
  static func run<Result: Sendable>(
    within duration: Duration, clock: any Clock<Duration>, _ operation: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask { try await operation() }
      group.addTask {
        try await clock.sleep(for: duration)
        return nil
      }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let result = first else { throw Exceeded() }
      return result
    }
  }
}

/// Converts errors of the HTTP client to errors of the service.
enum TransportFailure {
  private static let cancelled = ServiceError(.cancelled, message: "The request was cancelled")

  static func error(of error: any Error, url: HTTPURL, isBody: Bool) -> ServiceError {
    if let error = error as? ServiceError { return error }
    if error is CancellationError { return cancelled }
    let detail = "\(url.textWithoutQuery): \(error)"
    if let error = error as? HTTPClientError, error.kind == .timeout {
      return ServiceError(.timeout, message: "The server did not answer in time", underlying: detail)
    }
    if let error = error as? HTTPClientError, error.kind == .certificate {
      return ServiceError(
        .connection, message: "The certificate of '\(url.authority)' is not trusted",
        underlying: "\(detail); 'tessera serve --trust' trusts a certificate of a host")
    }
    return isBody
      ? ServiceError(.truncated, message: "The server's answer ended early", underlying: detail)
      : ServiceError(.connection, message: "The server '\(url.authority)' cannot be reached", underlying: detail)
  }
}
