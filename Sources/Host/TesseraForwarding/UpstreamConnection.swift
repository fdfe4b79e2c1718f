import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOPosix

/// A connection to another host, for one request at a time. A request has a lease on it.
final class UpstreamConnection: Sendable {
  let host: HostAddress
  private let channel: any Channel
  private let handler: NIOLoopBound<UpstreamHandler>

  private init(host: HostAddress, channel: any Channel, handler: NIOLoopBound<UpstreamHandler>) {
    self.host = host
    self.channel = channel
    self.handler = handler
  }

  /// Opens a connection.
  /// - Throws: ``ForwardingFailure/unreachable(_:)``.
  static func open(
    to host: HostAddress, on group: any EventLoopGroup, within limit: Duration
  ) async throws(ForwardingFailure) -> UpstreamConnection {
    do {
      return try await ClientBootstrap(group: group)
        .connectTimeout(TimeAmount(limit))
        .channelOption(.autoRead, value: false)
        .channelOption(.socketOption(.so_keepalive), value: 1)
        .connect(host: host.host, port: host.port) { channel in
          channel.eventLoop.makeCompletedFuture {
            let handler = UpstreamHandler(eventLoop: channel.eventLoop)
            try channel.pipeline.syncOperations.addHTTPClientHandlers()
            try channel.pipeline.syncOperations.addHandlers([HTTP1ToHTTPClientCodec(), handler])
            return UpstreamConnection(
              host: host, channel: channel, handler: NIOLoopBound(handler, eventLoop: channel.eventLoop))
          }
        }
    } catch {
      throw .unreachable("\(error)")
    }
  }

  /// Prepares the connection for a request. Returns nil if it can no longer be used.
  func begin() async -> UpstreamLease? {
    let number = try? await channel.eventLoop.submit { [handler] in handler.value.begin() }.get()
    guard let number = number ?? nil else { return nil }
    return UpstreamLease(connection: self, eventLoop: channel.eventLoop, handler: handler, number: number)
  }

  /// Keeps the connection for another request, for a limited time.
  func rest(_ time: Duration) { channel.eventLoop.execute { [handler] in handler.value.rest(TimeAmount(time)) } }

  /// Closes the connection, unless it is used.
  func closeIfIdle() { channel.eventLoop.execute { [handler] in handler.value.closeIfIdle() } }

  /// Runs an action when the connection is closed.
  func onClose(_ action: @escaping @Sendable () -> Void) { channel.closeFuture.whenComplete { _ in action() } }
}

/// The use of a connection for one request.
struct UpstreamLease: Sendable {
  let connection: UpstreamConnection
  fileprivate let eventLoop: any EventLoop
  fileprivate let handler: NIOLoopBound<UpstreamHandler>
  fileprivate let number: Int

  /// Sends parts of the request, and waits until the system has taken them.
  /// - Parameter limit: The time within which the other host must take them.
  /// - Returns: Whether more can be sent. If the response has begun, the rest of a request is not sent anymore.
  func send(_ parts: [HTTPRequestPart], within limit: Duration) async throws -> Bool {
    try await eventLoop.flatSubmit { [handler] in handler.value.send(parts, within: TimeAmount(limit)) }.get()
  }

  /// Returns the next parts of the response, at least one.
  /// - Parameter limit: The time within which something must arrive.
  func next(within limit: Duration) async throws -> [HTTPResponsePart] {
    try await eventLoop.flatSubmit { [handler] in handler.value.next(within: TimeAmount(limit)) }.get()
  }

  /// Returns what is known about a request without a response.
  func pendingFailure() async -> UpstreamHandler.PendingFailure? {
    try? await eventLoop.submit { [handler] in handler.value.pendingFailure }.get()
  }

  /// Closes the connection if the request is still in progress. A later request on the connection is not affected.
  func abandon() { eventLoop.execute { [handler, number] in handler.value.abandon(number) } }
}
