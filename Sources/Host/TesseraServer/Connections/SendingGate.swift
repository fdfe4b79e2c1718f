import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Closes a connection rather than send what the host may no longer show, or its visitor no longer see.
///
/// The system can stop a host at any moment, for longer than its lease, and rights can end at any moment. What a stream
/// checks before it writes can then be false when the bytes are sent. The gate checks it on the connection's event loop,
/// right before the bytes are handed to the system.
final class SendingGate: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// An event of a connection: what must be true of all content that is sent after it.
  struct Condition: Sendable {
    /// Nil if anything may be sent.
    var isMet: (@Sendable () -> Bool)?
  }

  private var condition = Condition()
  /// Whether content waits for the next flush. The mere end of a response shows nothing.
  private var hasContent = false

  func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
    guard let condition = event as? Condition else {
      return context.triggerUserOutboundEvent(event, promise: promise)
    }
    self.condition = condition
    promise?.succeed()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .body = unwrapOutboundIn(data) { hasContent = true }
    context.write(data, promise: promise)
  }

  func flush(context: ChannelHandlerContext) {
    if hasContent, let isMet = condition.isMet, !isMet() { return context.close(promise: nil) }
    hasContent = false
    context.flush()
  }
}

extension ResponseBody {
  /// How often it is checked that a body may be sent, so that a stream without news ends, and what a slow client has not
  /// taken is dropped.
  private static var checkInterval: Duration { .milliseconds(250) }

  /// Returns the body for a connection that is closed when a condition is no longer met.
  func sent(on channel: any Channel, while isMet: @escaping @Sendable () -> Bool) -> ResponseBody {
    ResponseBody(contentLength: contentLength) { writer in
      let check = Task {
        while isMet() { try await Task.sleep(for: Self.checkInterval) }
        if !Task.isCancelled { channel.close(promise: nil) }
      }
      defer { check.cancel() }
      // Events and writes reach the event loop in their order.
      channel.triggerUserOutboundEvent(SendingGate.Condition(isMet: isMet), promise: nil)
      try await write(writer)
      channel.triggerUserOutboundEvent(SendingGate.Condition(), promise: nil)
    }
  }
}
