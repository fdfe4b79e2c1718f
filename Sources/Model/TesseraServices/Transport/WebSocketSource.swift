import TesseraValues

/// Follows the messages of a WebSocket (RFC 6455), and comes back whenever the connection ends.
///
/// Nothing is sent but what the protocol asks for. The next message is read when the last one has been taken, so that a server that
/// sends more than anybody takes waits.
package struct WebSocketSource: Sendable {
  /// The largest message, in bytes.
  static let maximumMessageBytes = 1 << 20
  private static let waits = Duration.seconds(1)...Duration.seconds(300)
  private static let maximumFailures = 10

  let url: HTTPURL
  /// Makes the request that opens a connection; it is told whether the last one was refused.
  let request: @Sendable (_ isRefused: Bool) async throws(ServiceError) -> OutgoingRequest
  let policy: HostPolicy
  let transport: HTTPTransport
  let clock: any Clock<Duration>

  /// Follows until the task is cancelled.
  /// - Parameters:
  ///   - onOpen: hears of each connection.
  ///   - onMessage: takes the bytes of a message, text or not.
  ///   - onFailure: hears why a connection could not be had, or was lost.
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
          ? ServiceError(.connection, message: "The server '\(url.authority)' opens no WebSocket")
          : TransportFailure.error(of: error, url: url, isBody: false)
        failures = min(failures + 1, Self.maximumFailures)
        await onFailure(error)
      }
      try? await clock.sleep(for: min(Self.waits.lowerBound * (1 << min(failures, 10)), Self.waits.upperBound))
    }
  }

  /// One connection, from its opening to its end.
  private func connect(
    _ request: OutgoingRequest, onOpen: () async -> Void, onMessage: ([UInt8]) async -> Void
  ) async throws {
    let (client, destination) = try await transport.connection(for: request, policy: policy)
    do {
      try await client.receiveMessages(
        of: destination, maximumMessageBytes: Self.maximumMessageBytes, clock: clock, onOpen: onOpen,
        onMessage: onMessage)
    } catch let error as HTTPClientError where error.kind == .tooLarge {
      throw ServiceError(.tooLarge, message: "The server sends more than anybody takes", underlying: error.description)
    }
  }
}
