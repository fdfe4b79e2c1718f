import NIOCore
import Synchronization

/// Notices that a client closes its connection while its request is being answered.
///
/// A handler in front of the connection's pipeline sees the end of what the client sends even while no handler reads a
/// request's body. Reading the body for this, as `consumeWithCancellationOnInboundClose` does, would end the connection
/// after each response, and is not possible for each body.
final class ClientWatch: ChannelInboundHandler, RemovableChannelHandler, Sendable {
  typealias InboundIn = ByteBuffer

  private struct State {
    var isClosed = false
    var action: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Begins to watch a client's connection. Call ``end(on:)`` when the request has been answered.
  /// - Throws: ``ForwardingFailure/abandoned`` if the connection is closed.
  static func begin(on channel: any Channel) async throws(ForwardingFailure) -> ClientWatch {
    let watch = ClientWatch()
    do {
      try await channel.pipeline.addHandler(watch, position: .first).get()
    } catch {
      throw ForwardingFailure.abandoned
    }
    return watch
  }

  func end(on channel: any Channel) {
    onClose(nil)
    channel.pipeline.removeHandler(self, promise: nil)
  }

  /// Sets what happens when the client closes its connection. It happens at once if the client did so already.
  func onClose(_ action: (@Sendable () -> Void)?) {
    let isClosed = state.withLock { state in
      state.action = action
      return state.isClosed
    }
    if isClosed { action?() }
  }

  private func close() {
    let action = state.withLock { state in
      state.isClosed = true
      return state.action.take()
    }
    action?()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if let event = event as? ChannelEvent, event == .inputClosed { close() }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    close()
    context.fireChannelInactive()
  }
}
