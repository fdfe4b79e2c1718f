import Foundation
import NIOCore
import NIOHTTPTypes

/// Sends requests on a connection to another host, one at a time, and hands out the parts of their responses.
///
/// It runs on the connection's event loop. It reads only as much as is asked for, so that a slow client slows down the
/// other host.
final class UpstreamHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPRequestPart

  private let eventLoop: any EventLoop
  private var context: ChannelHandlerContext?
  /// The received parts that were not handed out yet.
  private var parts: [HTTPResponsePart] = []
  private var reader: EventLoopPromise<[HTTPResponsePart]>?
  private var readTimer: Scheduled<Void>?
  /// Who waits until bytes have been sent. The value is whether more can be sent.
  private var writer: EventLoopPromise<Bool>?
  private var writeTimer: Scheduled<Void>?
  private var idleTimer: Scheduled<Void>?
  /// Whether no request is in progress.
  private var isIdle = true
  /// The number of the current request.
  private var number = 0
  /// Whether the head of the current request has been sent.
  private var hasSent = false
  /// Whether the head of the current response has been received.
  private var hasResponded = false
  /// Why the connection can no longer be used.
  private var failure: ForwardingFailure?
  /// Whether the other host closed the connection before it sent anything in response to the current request.
  private var isSilentlyClosed = false

  /// How a request without a response failed.
  struct PendingFailure: Sendable {
    /// Whether the other host closed the connection before it sent anything in response.
    var isSilent: Bool
    /// Whether the head of the request was sent.
    var hasSent: Bool
  }

  var pendingFailure: PendingFailure { PendingFailure(isSilent: isSilentlyClosed, hasSent: hasSent) }

  init(eventLoop: any EventLoop) { self.eventLoop = eventLoop }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) {
    didClose("the connection was closed")
    self.context = nil
  }

  // MARK: Requests

  /// Prepares an idle connection for a request. Returns the number of the request; nil if the connection can no longer
  /// be used.
  func begin() -> Int? {
    guard failure == nil, isIdle, let context, context.channel.isActive, !hasInput(context) else { return nil }
    idleTimer?.cancel()
    isIdle = false
    hasSent = false
    hasResponded = false
    number += 1
    return number
  }

  /// Whether the other host has sent or closed something that the event loop has not noticed yet.
  private func hasInput(_ context: ChannelHandlerContext) -> Bool {
    let pipeline = context.pipeline.syncOperations
    let count = try? pipeline.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { socket in
      var descriptor = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      return poll(&descriptor, 1, 0)
    }
    return count != 0
  }

  /// Sends parts of a request.
  /// - Parameter limit: The time within which the other host must take them.
  /// - Returns: Whether more can be sent. If the response has begun, the rest of a request is not sent anymore.
  func send(_ parts: [HTTPRequestPart], within limit: TimeAmount) -> EventLoopFuture<Bool> {
    guard !hasResponded else { return eventLoop.makeSucceededFuture(false) }
    guard let context, failure == nil else { return failed() }
    let written = eventLoop.makePromise(of: Void.self)
    let writer = eventLoop.makePromise(of: Bool.self)
    self.writer = writer
    writeTimer = timer(limit, "the host does not accept the request")
    let box = NIOLoopBound(self, eventLoop: eventLoop)
    for (index, part) in parts.enumerated() {
      let sent = index == parts.count - 1 ? written : eventLoop.makePromise(of: Void.self)
      sent.futureResult.whenSuccess { box.value.hasSent = true }
      context.write(wrapOutboundOut(part), promise: sent)
    }
    written.futureResult.whenComplete { result in
      switch result {
      case .success: box.value.didWrite(true)
      case .failure(let error): box.value.didClose("\(error)")
      }
    }
    context.flush()
    // The response may begin before the whole request has been sent.
    context.read()
    return writer.futureResult
  }

  private func didWrite(_ canContinue: Bool) {
    writeTimer?.cancel()
    writer.take()?.succeed(canContinue)
  }

  // MARK: Responses

  /// Returns the next parts of the response, at least one.
  /// - Parameter limit: The time within which something must arrive.
  func next(within limit: TimeAmount) -> EventLoopFuture<[HTTPResponsePart]> {
    if !parts.isEmpty {
      defer { parts = [] }
      return eventLoop.makeSucceededFuture(parts)
    }
    guard let context, failure == nil else { return failed() }
    let reader = eventLoop.makePromise(of: [HTTPResponsePart].self)
    self.reader = reader
    readTimer = timer(limit, "the host does not answer")
    context.read()
    return reader.futureResult
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isIdle else { return fail(.broken("the host sent something without a request")) }
    let part = unwrapInboundIn(data)
    if case .head = part { hasResponded = true }
    parts.append(part)
    if hasResponded { didWrite(false) }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    if reader != nil, !parts.isEmpty {
      handOut()
    } else if reader != nil || !isIdle && !hasResponded {
      context.read()
    }
    context.fireChannelReadComplete()
  }

  func channelInactive(context: ChannelHandlerContext) {
    didClose("the host closed the connection")
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // A reset connection says nothing; anything else is about received bytes.
    fail(.broken("\(error)"), isSilent: error is IOError && !hasResponded)
  }

  // MARK: Idle connections

  /// Keeps the connection for another request.
  /// - Parameter time: The time after which it is closed if there is none.
  func rest(_ time: TimeAmount) {
    guard failure == nil else { return }
    guard parts.isEmpty else { return fail(.broken("the host sent more than a response")) }
    isIdle = true
    idleTimer = timer(time, "the connection was not used")
    // Notices when the other host closes it.
    context?.read()
  }

  // MARK: Failures

  /// Closes the connection if a request is still in progress, because its response is not needed anymore.
  func abandon(_ number: Int) {
    if number == self.number, !isIdle { fail(.abandoned) }
  }

  /// Closes the connection if no request is in progress.
  func closeIfIdle() {
    if isIdle { fail(.broken("the connection is not needed")) }
  }

  /// Closes the connection. What waits for it fails, unless parts of a response have arrived.
  private func fail(_ failure: ForwardingFailure, isSilent: Bool = false) {
    guard self.failure == nil else { return }
    self.failure = failure
    isSilentlyClosed = isSilent
    for timer in [readTimer, writeTimer, idleTimer] { timer?.cancel() }
    context?.close(promise: nil)
    writer.take()?.fail(failure)
    if parts.isEmpty { reader.take()?.fail(failure) } else { handOut() }
  }

  private func handOut() {
    guard let reader = reader.take() else { return }
    readTimer?.cancel()
    let received = parts
    parts = []
    reader.succeed(received)
  }

  private func didClose(_ reason: String) {
    fail(.broken(reason), isSilent: !hasResponded)
  }

  private func failed<Value>() -> EventLoopFuture<Value> {
    let failure = failure ?? .broken("the connection is closed")
    return eventLoop.makeFailedFuture(failure)
  }

  private func timer(_ time: TimeAmount, _ reason: String) -> Scheduled<Void> {
    eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in self?.fail(.broken(reason)) }
  }
}
