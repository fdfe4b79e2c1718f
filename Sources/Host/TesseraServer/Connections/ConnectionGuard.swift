import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Watches one connection: refuses it where there are too many, and ends it where it keeps others waiting.
///
/// It lives on the connection's event loop, and stands behind the HTTP decoder, so that a head that is not whole is no
/// request yet.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let census: ConnectionRegistry
  private var limits: ConnectionLimits { census.limits }
  private var isCounted = false
  /// Nothing more is read or answered.
  private var isEnded = false
  /// Requests whose answers are not written yet.
  private var openRequests = 0
  /// Whether there was a request at all.
  private var hasRead = false
  /// Whether the head of an answer is written whose end is not.
  private var isAnswering = false
  /// The bytes of bodies that the census knows of.
  private var reserved = 0

  /// When a request has to be there.
  private var requestDeadline: NIODeadline?
  /// When more of a body has to be there, and when all of it.
  private var bodyDeadline: NIODeadline?
  private var bodyEnd: NIODeadline?
  /// When to look whether the client reads on; nil while nothing waits for it.
  private var writeDeadline: NIODeadline?
  /// The bytes that the client had before it at the last look.
  private var unread = 0
  /// When there were fewer of them than before.
  private var lastProgress = NIODeadline.now()
  private var timer: Scheduled<Void>?
  private var timerDeadline: NIODeadline?

  init(census: ConnectionRegistry) { self.census = census }

  // MARK: Coming and going

  func channelActive(context: ChannelHandlerContext) {
    isCounted = census.enter(context.channel)
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
    if isCounted { census.leave(context.channel) }
    isCounted = false
    isEnded = true
  }

  private func releaseBodies() {
    if reserved > 0 { census.release(reserved) }
    reserved = 0
  }

  // MARK: Reading

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isEnded else { return }
    switch unwrapInboundIn(data) {
    case .head:
      hasRead = true
      openRequests += 1
      requestDeadline = nil
      bodyDeadline = .now() + TimeAmount(limits.bodyPause)
      bodyEnd = .now() + TimeAmount(limits.bodyTime)
    case .body(let bytes):
      // What comes after its answer is read over, and held by nobody.
      if openRequests > 0 {
        guard census.reserve(bytes.readableBytes) else { return refuse(.serviceUnavailable, context) }
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

  // MARK: Writing

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isEnded else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head: isAnswering = true
    case .body: break
    case .end:
      isAnswering = false
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

  // MARK: Time

  private func schedule(_ context: ChannelHandlerContext) {
    guard let next = [requestDeadline, bodyDeadline, bodyEnd, writeDeadline].compactMap(\.self).min() else { return }
    // A timer that comes too early looks again; most deadlines are put off before they come.
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
      // A slow client reads on; one that reads nothing has as much before it as the last time.
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

  /// How often a client that has much before it is looked at.
  private static func checkInterval(_ limits: ConnectionLimits) -> TimeAmount { TimeAmount(limits.writePause / 5) }

  /// How many bytes of answers wait for the client.
  private func bufferedBytes(_ context: ChannelHandlerContext) -> Int {
    (try? context.channel.syncOptions?.getOption(ChannelOptions.bufferedWritableBytes)) ?? 0
  }

  private func end(_ context: ChannelHandlerContext) {
    isEnded = true
    context.close(promise: nil)
  }

  /// Answers, unless an answer is being written, and closes the connection.
  private func refuse(_ status: HTTPResponse.Status, _ context: ChannelHandlerContext) {
    guard !isEnded else { return }
    isEnded = true
    if !isAnswering, openRequests == 1 || !hasRead {
      var fields: HTTPFields = [.connection: "close", .contentLength: "0"]
      if status == .serviceUnavailable { fields[.retryAfter] = "5" }
      let head = HTTPResponse(status: status, headerFields: fields)
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
    context.close(promise: nil)
  }
}
