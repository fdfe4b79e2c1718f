import HTTPTypes
import TesseraValues

/// Receives the server-sent events of a URL, and reconnects whenever the connection ends, as browsers do.
package struct EventSource: Sendable {
  private let url: HTTPURL
  /// Creates the request that opens a connection. The argument is true if the previous response had the status
  /// ``expiredStatus``.
  private let makeRequest: (@Sendable (_ isRefused: Bool) async throws(ServiceError) -> OutgoingRequest)?
  /// The status of responses to requests whose credentials are no longer valid.
  private let expiredStatus: Int
  private let policy: HostPolicy
  private let transport: HTTPTransport
  private let clock: any Clock<Duration>

  /// The minimum and maximum delay before a reconnection. A server's `retry` is clamped to this range.
  private static let waits = Duration.seconds(1)...Duration.seconds(600)
  /// The delay before a reconnection if the server does not specify one.
  private static let usualWait = Duration.seconds(3)
  /// The time without data of an event stream, including comments. Then the connection is considered lost.
  private static let timeout = Duration.seconds(300)

  /// - Parameters:
  ///   - address: An absolute URL.
  ///   - policy: The hosts that may be contacted.
  /// - Throws: ``ServiceError`` if the URL is invalid.
  package init(
    _ address: String, policy: HostPolicy, transport: HTTPTransport,
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(ServiceError) {
    try self.init(address, request: nil, policy: policy, transport: transport, clock: clock)
  }

  init(
    _ address: String, request: (@Sendable (_ isRefused: Bool) async throws(ServiceError) -> OutgoingRequest)?,
    expiredStatus: Int = 401, policy: HostPolicy, transport: HTTPTransport, clock: any Clock<Duration>
  ) throws(ServiceError) {
    makeRequest = request
    self.expiredStatus = expiredStatus
    do {
      url = try HTTPURL(PercentEncoding.literal(address))
    } catch {
      throw ServiceError(.invalidRequest, message: "'\(address.prefix(200))' \(error.words)")
    }
    self.policy = policy
    self.transport = transport
    self.clock = clock
  }

  /// Indicates that the stream ended permanently: the server asked clients not to reconnect.
  package struct Ended: Error {}

  /// Receives events until the task is cancelled, or until the server ends the stream with status 204.
  /// - Parameters:
  ///   - onOpen: Called when a connection delivers its first event.
  ///   - onEvent: Called with each event.
  ///   - onFailure: Called with the error if a connection fails. It is not called when a connection ends normally.
  package func follow(
    onOpen: @escaping @Sendable () async -> Void = {},
    onEvent: @escaping @Sendable (ServerSentEvent) async -> Void,
    onFailure: @escaping @Sendable (ServiceError) async -> Void = { _ in }
  ) async {
    var lastID = ""
    var wait = Self.usualWait
    var failures = 0
    var isRefused = false
    while !Task.isCancelled {
      var parser = EventStreamParser(lastID: lastID)
      var isHeard = false
      do {
        try await transport.stream(
          try await request(after: lastID, isRefused: isRefused), policy: policy, timeout: Self.timeout,
          clock: clock, onHead: Self.check
        ) { chunk in
          for event in try parser.append(chunk) {
            if !isHeard { await onOpen() }
            isHeard = true
            failures = 0
            await onEvent(event)
          }
        }
        if !isHeard {
          // A server that ends the stream at once, or sends no events, is contacted less and less often.
          failures += 1
          if failures == 5 {
            await onFailure(
              ServiceError(.truncated, message: "The server repeatedly ends its stream without an event"))
          }
        }
      } catch is Ended {
        return
      } catch let error as ServiceError {
        if Task.isCancelled { return }
        isRefused = error.status == expiredStatus
        failures += 1
        await onFailure(error)
      } catch {
        failures += 1
        await onFailure(ServiceError(.tooLarge, message: "The server sent too much data"))
      }
      lastID = parser.lastID
      if let retry = parser.retry { wait = .milliseconds(min(retry, 3_600_000)) }
      let backoff = ExponentialBackoff(first: max(wait, Self.waits.lowerBound), maximum: Self.waits.upperBound)
      try? await clock.sleep(for: backoff.delay(afterFailures: failures + 1))
    }
  }

  /// Throws an error unless the head is that of an event stream.
  private static func check(_ head: IncomingResponse) throws {
    if head.status == 204 { throw Ended() }
    guard head.status == 200 else {
      throw ServiceError(
        .status, status: head.status, message: "The server responded with status \(head.status)")
    }
    let type = head.headers.first(.contentType)?.split(separator: ";").first?.lowercased()
    guard type?.trimmingPrefix(" ") == "text/event-stream" else {
      throw ServiceError(.contentType, message: "The server's answer is not an event stream")
    }
  }

  private func request(after lastID: String, isRefused: Bool) async throws(ServiceError) -> OutgoingRequest {
    var request = try await makeRequest?(isRefused) ?? OutgoingRequest(url: url, method: .get)
    request.headers[.accept] = "text/event-stream"
    request.headers[.cacheControl] = "no-store"
    if !lastID.isEmpty, lastID.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) {
      try request.headers.set("Last-Event-ID", to: lastID)
    }
    return request
  }
}
