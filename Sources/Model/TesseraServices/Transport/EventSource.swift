import HTTPTypes
import TesseraValues

/// Follows the server-sent events of an address, and comes back whenever the connection ends, as browsers do.
package struct EventSource: Sendable {
  private let url: HTTPURL
  /// Makes the request that opens a connection; it is told whether the last one was refused.
  private let makeRequest: (@Sendable (_ isRefused: Bool) async throws(ServiceError) -> OutgoingRequest)?
  private let policy: HostPolicy
  private let transport: HTTPTransport
  private let clock: any Clock<Duration>

  /// The shortest and the longest wait before it comes back. A server's `retry` counts between them.
  private static let waits = Duration.seconds(1)...Duration.seconds(600)
  /// The wait where the server says nothing.
  private static let usualWait = Duration.seconds(3)
  /// How long a server may be silent, comments included, before its connection counts as lost.
  private static let patience = Duration.seconds(300)

  /// - Parameters:
  ///   - address: an absolute address.
  ///   - policy: which hosts may be talked to.
  /// - Throws: where the address is none.
  package init(
    _ address: String, policy: HostPolicy, transport: HTTPTransport,
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(ServiceError) {
    try self.init(address, request: nil, policy: policy, transport: transport, clock: clock)
  }

  init(
    _ address: String, request: (@Sendable (_ isRefused: Bool) async throws(ServiceError) -> OutgoingRequest)?,
    policy: HostPolicy, transport: HTTPTransport, clock: any Clock<Duration>
  ) throws(ServiceError) {
    makeRequest = request
    do {
      url = try HTTPURL(PercentEncoding.literal(address))
    } catch {
      throw ServiceError(.invalidRequest, message: "'\(address.prefix(200))' \(error.words)")
    }
    self.policy = policy
    self.transport = transport
    self.clock = clock
  }

  /// Why following ended for good: the server wants nobody to come back.
  package struct Ended: Error {}

  /// Follows until the task is cancelled, or the server says by the status 204 that it is over.
  /// - Parameters:
  ///   - onOpen: hears that a connection brought its first event.
  ///   - onEvent: hears of each event.
  ///   - onFailure: hears why a connection could not be had; not of those that end in order.
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
          try await request(after: lastID, isRefused: isRefused), policy: policy, patience: Self.patience,
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
          // A server that ends at once, or says nothing that counts, is asked less and less often.
          failures += 1
          if failures == 5 {
            await onFailure(
              ServiceError(.truncated, message: "The server ends its stream again and again, without an event"))
          }
        }
      } catch is Ended {
        return
      } catch let error as ServiceError {
        if Task.isCancelled { return }
        isRefused = error.status == 401
        failures += 1
        await onFailure(error)
      } catch {
        failures += 1
        await onFailure(ServiceError(.tooLarge, message: "The server sends more than anybody takes"))
      }
      lastID = parser.lastID
      if let retry = parser.retry { wait = .milliseconds(min(retry, 3_600_000)) }
      let delay = max(wait, Self.waits.lowerBound) * (1 << min(failures, 10))
      try? await clock.sleep(for: min(delay, Self.waits.upperBound))
    }
  }

  /// Takes the head of a stream of events, and nothing else.
  private static func check(_ head: IncomingAnswer) throws {
    if head.status == 204 { throw Ended() }
    guard head.status == 200 else {
      throw ServiceError(
        .status, status: head.status, message: "The server answered with status \(head.status)")
    }
    let type = head.headers.first(.contentType)?.split(separator: ";").first?.lowercased()
    guard type?.trimmingPrefix(" ") == "text/event-stream" else {
      throw ServiceError(.contentType, message: "The server's answer is no stream of events")
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
