import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTPTypes
import ServiceLifecycle
import Synchronization

/// A request that is being forwarded, from its head to the end of its response.
///
/// It closes the connection to the other host unless the response was read completely, also if the response is dropped
/// without having been sent to the client.
final class ForwardedExchange: Sendable {
  private let lease: UpstreamLease
  private let pool: ConnectionPool
  private let watch: ClientWatch?
  private let client: (any Channel)?
  private let silenceTime: Duration
  private let isFinished = Mutex(false)

  /// - Parameters:
  ///   - watch: Notices when the client closes its connection.
  ///   - client: The client's connection.
  ///   - silenceTime: The longest pause within a response.
  init(
    _ lease: UpstreamLease, of pool: ConnectionPool, watch: ClientWatch?, client: (any Channel)?,
    silenceTime: Duration
  ) {
    self.lease = lease
    self.pool = pool
    self.watch = watch
    self.client = client
    self.silenceTime = silenceTime
    watch?.onClose { lease.abandon() }
  }

  deinit { finish(canReuse: false) }

  /// Sends the rest of a request, which the client is still sending. It always reads the request to its end: if the
  /// other host answers early or fails, the rest is skipped, so that the client's connection stays usable.
  /// - Parameter size: The announced size of the body in bytes; nil if it is not known.
  /// - Returns: Whether the whole request was sent.
  /// - Throws: The error with which the client's body ended.
  func sendBody(_ body: RequestBody, size: Int?, within limit: Duration) async throws -> Bool {
    var canSend = true
    var count = 0
    do {
      for try await chunk in body {
        count += chunk.readableBytes
        if canSend { canSend = (try? await lease.send([.body(chunk)], within: limit)) ?? false }
      }
    } catch {
      lease.abandon()
      throw error
    }
    // A connection that ended in the middle of a body looks like the body's end.
    guard size == nil || size == count else {
      lease.abandon()
      throw ForwardingFailure.abandoned
    }
    guard canSend else { return false }
    return (try? await lease.send([.end(nil)], within: limit)) ?? false
  }

  /// Reads the body of a response, and passes it on as it arrives.
  /// - Parameters:
  ///   - parts: The parts that have arrived with the response's head.
  ///   - endsAtShutdown: Whether the response ends when the server stops, as streams of events do.
  /// - Throws: A ``ForwardingFailure``, or the error of the client's connection. The response must then not end in
  ///   order, so that the client notices.
  func write(
    _ parts: [HTTPResponsePart], to writer: inout any ResponseBodyWriter, canReuse: Bool, endsAtShutdown: Bool
  ) async throws {
    do {
      try await withTaskCancellationHandler {
        if endsAtShutdown {
          try await withGracefulShutdownHandler {
            try await pass(parts, to: &writer)
          } onGracefulShutdown: { [lease] in
            lease.abandon()
          }
        } else {
          try await pass(parts, to: &writer)
        }
      } onCancel: { [lease] in
        lease.abandon()
      }
    } catch {
      finish(canReuse: false)
      throw error
    }
    finish(canReuse: canReuse)
  }

  private func pass(_ parts: [HTTPResponsePart], to writer: inout any ResponseBodyWriter) async throws {
    var parts = parts
    while true {
      let (chunks, isComplete) = try Self.content(of: parts)
      if !chunks.isEmpty { try await writer.write(contentsOf: chunks) }
      if isComplete { return }
      parts = try await lease.next(within: silenceTime)
    }
  }

  /// Returns the chunks of a body, and whether the body ends with them.
  static func content(
    of parts: [HTTPResponsePart]
  ) throws(ForwardingFailure) -> (chunks: [ByteBuffer], isComplete: Bool) {
    var chunks: [ByteBuffer] = []
    for part in parts {
      switch part {
      case .head: throw .broken("the host sent a second response")
      case .body(let chunk): chunks.append(chunk)
      case .end: return (chunks, true)
      }
    }
    return (chunks, false)
  }

  /// Ends the exchange.
  /// - Parameter canReuse: Whether the request and the response were complete.
  func finish(canReuse: Bool) {
    let wasFinished = isFinished.withLock { isFinished in
      defer { isFinished = true }
      return isFinished
    }
    if wasFinished { return }
    if let client { watch?.end(on: client) }
    if canReuse { pool.keep(lease.connection) } else { lease.abandon() }
  }
}
