import TesseraValues

/// Receives the messages of a WebSocket (RFC 6455), and reconnects whenever the connection ends.
///
/// Nothing is sent except what the protocol requires. The next message is read after the previous one was processed, so
/// that a server that sends too fast has to wait.
package struct WebSocketSource: Sendable {
  /// The maximum size of a WebSocket's message, in bytes. The connection is closed.
  static let maximumMessageBytes = 1 << 20
  private static let backoff = ExponentialBackoff(first: .seconds(1), maximum: .seconds(300))

  let url: HTTPURL
  /// Creates the request that opens a connection. The argument states whether the previous request was refused.
  let request: @Sendable (_ isRefused: Bool) async throws(ServiceError) -> OutgoingRequest
  let policy: HostPolicy
  let transport: HTTPTransport
  let clock: any Clock<Duration>

  /// Receives messages until the task is cancelled.
  /// - Parameters:
  ///   - onOpen: Called when a connection is opened.
  ///   - onMessage: Called with the bytes of each message, text or binary.
  ///   - onFailure: Called with the error if a connection fails or is lost.
  func follow(
    onOpen: @escaping @Sendable () async -> Void, onMessage: @escaping @Sendable ([UInt8]) async -> Void,
    onFailure: @escaping @Sendable (ServiceError) async -> Void
  ) async {
    var failures = 0
    var isRefused = false
    while !Task.isCancelled {
      do {
        var isHeard = false
        let opening = try await request(isRefused)
        isRefused = false
        try await connect(opening, onOpen: onOpen) { message in
          isHeard = true
          await onMessage(message)
        }
        failures = isHeard ? 0 : failures + 1
      } catch {
        if Task.isCancelled { return }
        isRefused = error is WebSocketRefusal
        let error =
          isRefused
          ? ServiceError(.connection, message: "The server '\(url.authority)' does not accept a WebSocket")
          : TransportFailure.error(of: error, url: url, isBody: false)
        failures += 1
        await onFailure(error)
      }
      try? await clock.sleep(for: Self.backoff.delay(afterFailures: failures + 1))
    }
  }

  /// Runs one connection until it ends.
  private func connect(
    _ request: OutgoingRequest, onOpen: () async -> Void, onMessage: ([UInt8]) async -> Void
  ) async throws {
    let (client, destination) = try await transport.connection(for: request, policy: policy)
    do {
      try await client.receiveMessages(
        of: destination, maximumMessageBytes: Self.maximumMessageBytes, clock: clock, onOpen: onOpen,
        onMessage: onMessage)
    } catch let error as HTTPClientError where error.kind == .tooLarge {
      throw ServiceError(.tooLarge, message: "The server sent too much data", underlying: error.description)
    }
  }
}
