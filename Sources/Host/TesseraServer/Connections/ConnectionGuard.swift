import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Enforces the limits of a connection: refuses it if there are too many, and closes it if it is too slow.
///
/// The handler runs on the connection's event loop, behind the HTTP decoder. An incomplete head therefore does not
/// count as a request.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let connections: ConnectionRegistry
  private var limits: ConnectionLimits { connections.limits }
  private var isCounted = false
  /// Whether the connection is closing. Nothing more is read or written.
  private var isEnded = false
  /// The number of requests whose responses are incomplete.
  private var openRequests = 0
  /// Whether any request has arrived.
  private var hasRead = false
  /// Whether a response is in progress: its head has been written, but not its end.
  private var isResponding = false
  /// The number of body bytes that are reserved in the registry.
  private var reserved = 0

  /// The deadline for the next request.
  private var requestDeadline: NIODeadline?
  /// The deadlines for more of a body, and for all of it.
  private var bodyDeadline: NIODeadline?
  private var bodyEnd: NIODeadline?
  /// The time of the next check whether the client is reading; nil while no response waits for it.
  private var writeDeadline: NIODeadline?
  /// The number of buffered bytes at the last check.
  private var unread = 0
  /// The time at which the number of buffered bytes last decreased.
  private var lastProgress = NIODeadline.now()
  private var timer: Scheduled<Void>?
  private var timerDeadline: NIODeadline?

  init(connections: ConnectionRegistry) { self.connections = connections }

  // MARK: Connecting and disconnecting

  func channelActive(context: ChannelHandlerContext) {
    isCounted = connections.enter(context.channel)
    guard isCounted else { return refuse(.serviceUnavailable, context) }
    requestDeadline = .now() + TimeAmount(limits.firstRequestTime)
    schedule(context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    leave(context)
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { leave(context) }

  private func leave(_ context: ChannelHandlerContext) {
    timer?.cancel()
    timer = nil
    releaseBodies()
    if isCounted { connections.leave(context.channel) }
    isCounted = false
    isEnded = true
  }

  private func releaseBodies() {
    if reserved > 0 { connections.release(reserved) }
    reserved = 0
  }

  // MARK: Reading

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isEnded else { return }
    switch unwrapInboundIn(data) {
    case .head(let request):
      hasRead = true
      openRequests += 1
      if openRequests == 1, request.headerFields[.expect]?.lowercased() == "100-continue" { askForBody(context) }
      requestDeadline = nil
      bodyDeadline = .now() + TimeAmount(limits.bodyPause)
      bodyEnd = .now() + TimeAmount(limits.bodyTime)
    case .body(let bytes):
      // The rest of a body that has been answered already is skipped and not buffered.
      if openRequests > 0 {
        guard connections.reserve(bytes.readableBytes) else { return refuse(.serviceUnavailable, context) }
        reserved += bytes.readableBytes
      }
      bodyDeadline = .now() + TimeAmount(limits.bodyPause)
    case .end:
      bodyDeadline = nil
      bodyEnd = nil
      if openRequests == 0 { requestDeadline = .now() + TimeAmount(limits.idleTime) }
    }
    schedule(context)
    context.fireChannelRead(data)
  }

  /// Tells a client that waits before it sends the body that it can begin (RFC 9110, section 10.1.1). While another response
  /// is in progress, nothing can be sent, and clients begin after some time by themselves.
  private func askForBody(_ context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
  }

  // MARK: Writing

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isEnded else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head: isResponding = true
    case .body: break
    case .end:
      isResponding = false
      openRequests = max(0, openRequests - 1)
      if openRequests == 0 {
        releaseBodies()
        if bodyEnd == nil { requestDeadline = .now() + TimeAmount(limits.idleTime) }
        schedule(context)
      }
    }
    context.write(data, promise: promise)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    writeDeadline = context.channel.isWritable ? nil : .now() + Self.checkInterval(limits)
    unread = bufferedBytes(context)
    lastProgress = .now()
    schedule(context)
    context.fireChannelWritabilityChanged()
  }

  // MARK: Deadlines

  private func schedule(_ context: ChannelHandlerContext) {
    guard let next = [requestDeadline, bodyDeadline, bodyEnd, writeDeadline].compactMap(\.self).min() else { return }
    // A timer that fires too early is scheduled again. Most deadlines are extended before they pass.
    if let timerDeadline, timer != nil, timerDeadline <= next { return }
    timer?.cancel()
    timerDeadline = next
    timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: next) { [weak self] in
      self?.timer = nil
      self?.timeDidPass(context)
    }
  }

  private func timeDidPass(_ context: ChannelHandlerContext) {
    guard !isEnded else { return }
    let now = NIODeadline.now()
    if let deadline = writeDeadline, deadline <= now {
      // If a client is slow but reading, fewer bytes are buffered than at the last check.
      let left = bufferedBytes(context)
      if left < unread { lastProgress = now }
      guard now < lastProgress + TimeAmount(limits.writePause) else { return end(context) }
      unread = left
      writeDeadline = now + Self.checkInterval(limits)
    }
    if let requestDeadline, requestDeadline <= now { return end(context) }
    if [bodyDeadline, bodyEnd].contains(where: { $0.map { $0 <= now } ?? false }) {
      return refuse(.requestTimeout, context)
    }
    schedule(context)
  }

  /// The interval at which the progress of a slow client is checked.
  private static func checkInterval(_ limits: ConnectionLimits) -> TimeAmount { TimeAmount(limits.writePause / 5) }

  /// Returns the number of response bytes that wait for the client.
  private func bufferedBytes(_ context: ChannelHandlerContext) -> Int {
    (try? context.channel.syncOptions?.getOption(ChannelOptions.bufferedWritableBytes)) ?? 0
  }

  private func end(_ context: ChannelHandlerContext) {
    isEnded = true
    context.close(promise: nil)
  }

  /// Sends an error, unless a response is in progress or several requests are open, and closes the connection.
  private func refuse(_ status: HTTPResponse.Status, _ context: ChannelHandlerContext) {
    guard !isEnded else { return }
    isEnded = true
    if !isResponding, openRequests == 1 || !hasRead {
      var fields: HTTPFields = [.connection: "close", .contentLength: "0"]
      fields[.retryAfter] = status.usualRetryTime.map(String.init)
      let head = HTTPResponse(status: status, headerFields: fields)
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
    context.close(promise: nil)
  }
}
