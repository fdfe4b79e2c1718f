import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Closes a connection rather than send what the host may no longer show.
///
/// The system can stop a host at any moment, for longer than its lease. What a stream checks before it writes can then be
/// false when the bytes are sent. The gate checks it on the connection's event loop, right before the bytes are handed to
/// the system.
final class SendingGate: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// An event of a connection: what must be true of all that is sent after it.
  fileprivate struct Condition: Sendable {
    /// Nil if anything may be sent.
    var isMet: (@Sendable () -> Bool)?
  }

  private var condition = Condition()

  func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
    guard let condition = event as? Condition else {
      return context.triggerUserOutboundEvent(event, promise: promise)
    }
    self.condition = condition
    promise?.succeed()
  }

  func flush(context: ChannelHandlerContext) {
    if let isMet = condition.isMet, !isMet() { context.close(promise: nil) } else { context.flush() }
  }
}

extension ResponseBody {
  /// Returns the body for a connection that is closed rather than send any of it while a condition is not met.
  func sent(on channel: any Channel, while isMet: @escaping @Sendable () -> Bool) -> ResponseBody {
    ResponseBody(contentLength: contentLength) { writer in
      // Events and writes reach the event loop in their order.
      channel.triggerUserOutboundEvent(SendingGate.Condition(isMet: isMet), promise: nil)
      try await write(writer)
      channel.triggerUserOutboundEvent(SendingGate.Condition(), promise: nil)
    }
  }
}
