import HTTPTypes
import TesseraHTTPClient
import TesseraValues

/// Sends requests to servers within the bounds of a ``HostPolicy``: the one way out for everything that a widget asks
/// for.
///
/// Each hop of an exchange is checked by itself: the scheme, the host against the manifest, every address that the name
/// stands for. Connections are kept and shared between requests to one host and address.
package final class HTTPTransport: Sendable {
  /// How many redirects an exchange may take.
  package static let maximumRedirects = 5
  /// The largest answer of a service, in bytes after decompression.
  package static let maximumAnswerBytes = 32 << 20

  let own: (any NetworkClient)?
  private let resolver: any HostResolver
  private let clock: any Clock<Duration>
  let client = HTTPClient()

  /// Creates a transport.
  /// - Parameters:
  ///   - resolver: finds the addresses of host names.
  ///   - clock: measures the timeouts of exchanges. Sockets run in real time, so this is a real clock but in tests.
  ///   - client: carries requests in place of the transport's own connections. Names of hosts are then its business;
  ///     hosts are compared with the manifest's here nevertheless.
  package init(
    resolver: any HostResolver = SystemHostResolver(), clock: any Clock<Duration> = ContinuousClock(),
    client: (any NetworkClient)? = nil
  ) {
    own = client
    self.resolver = resolver
    self.clock = clock
  }

  /// A transport with the system's resolver for the whole process, so that all widgets share connections.
  package static let shared = HTTPTransport()

  /// Sends a request and reads the whole answer. Any status is an answer; only what prevents one is an error.
  func send(_ request: OutgoingRequest, policy: HostPolicy) async throws(ServiceError) -> IncomingAnswer {
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

  private func follow(_ first: OutgoingRequest, policy: HostPolicy) async throws -> IncomingAnswer {
    var request = first
    for _ in 0...Self.maximumRedirects {
      let answer = try await exchange(request, policy: policy)
      guard let target = try request.redirectTarget(of: answer) else { return answer }
      request = request.redirected(to: target, status: answer.status)
    }
    throw Self.tooManyRedirects(of: first)
  }

  /// Refuses a host that the manifest does not name.
  static func check(_ url: HTTPURL, _ policy: HostPolicy) throws(ServiceError) {
    guard !policy.allows(url) else { return }
    throw ServiceError(
      .hostNotAllowed, message: "The widget may not talk to '\(url.authority)'",
      underlying: "the manifest's 'hosts' do not name it")
  }

  static func tooManyRedirects(of request: OutgoingRequest) -> ServiceError {
    ServiceError(
      .redirect, message: "The server redirects too often",
      underlying: "\(request.url.textWithoutQuery) led to more than \(maximumRedirects) redirects")
  }

  private func exchange(_ request: OutgoingRequest, policy: HostPolicy) async throws -> IncomingAnswer {
    let url = request.url
    try Self.check(url, policy)
    if let own { return try await request.exchange(by: own) }
    let address = try await checkedAddress(of: url, policy: policy)
    let response = try await client.send(request.clientRequest(at: address))
    let body = try await Self.body(of: response, request: request)
    return IncomingAnswer(status: response.status, headers: response.fields, body: body, url: url)
  }

  /// An address of the URL's host that may be connected to.
  func checkedAddress(of url: HTTPURL, policy: HostPolicy) async throws -> NetworkAddress {
    let host = url.host
    let addresses = await resolver.addresses(of: host)
    try Task.checkCancellation()
    guard !addresses.isEmpty else {
      throw ServiceError(.hostNotFound, message: "The server '\(host)' cannot be found")
    }
    guard let address = addresses.first(where: { policy.allows($0, of: url) }) else {
      throw ServiceError(
        .addressNotAllowed, message: "The widget may not talk to '\(host)'",
        underlying: "it stands for \(addresses.map(\.description).joined(separator: ", ")), which is not public")
    }
    return address
  }

  /// Reads a body up to the request's limit. The body of a redirect is not read at all.
  private static func body(of response: HTTPClientResponse, request: OutgoingRequest) async throws -> [UInt8] {
    let limit = request.maximumAnswerBytes
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

/// Runs an operation against a clock.
enum Deadline {
  /// The time was up first.
  struct Exceeded: Error {}

  /// The operation's result, or ``Exceeded``. The operation is cancelled when the time is up, and has to heed it.
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

/// Makes errors of the HTTP client into errors of the service.
enum TransportFailure {
  private static let cancelled = ServiceError(.cancelled, message: "The request was cancelled")

  static func error(of error: any Error, url: HTTPURL, isBody: Bool) -> ServiceError {
    if let error = error as? ServiceError { return error }
    if error is CancellationError { return cancelled }
    let detail = "\(url.textWithoutQuery): \(error)"
    if let error = error as? HTTPClientError, error.kind == .timeout {
      return ServiceError(.timeout, message: "The server did not answer in time", underlying: detail)
    }
    return isBody
      ? ServiceError(.truncated, message: "The server's answer ended early", underlying: detail)
      : ServiceError(.connection, message: "The server '\(url.authority)' cannot be reached", underlying: detail)
  }
}
