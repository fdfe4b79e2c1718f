import Foundation
package import HTTPTypes
package import HummingbirdCore
package import NIOCore
import NIOHTTPTypes

/// Forwards requests to another host of the cluster, and streams its responses back.
///
/// The other host gets the request as the visitor sent it, with the fields `Host`, `Origin` and `Cookie`, so that it can
/// answer as if the visitor had asked it. A ``ForwardedProof`` tells it for whom it answers.
///
/// ```swift
/// let forwarder = RequestForwarder(proof: proof, eventLoopGroup: MultiThreadedEventLoopGroup.singleton)
/// return try await forwarder.forward(
///   request, from: context.clientAddress, scheme: .https, to: owner, client: context.channel)
/// ```
///
/// The body of a request is streamed. After a route looked into the body, there are two ways: with
/// `request.collectBody(upTo:)`, the request contains the bytes and is forwarded like any other; bytes of
/// `request.body.collect(upTo:)` are given as `body`. The latter can be repeated on another connection if necessary.
package struct RequestForwarder: Sendable {
  private let proof: ForwardedProof
  private let pool: ConnectionPool
  private let pathPrefix: String
  private let headTime: Duration
  private let silenceTime: Duration

  /// - Parameters:
  ///   - proof: Proves to the other host that this one forwards a request.
  ///   - pathPrefix: What precedes each path on its way to the other host, such as `/tiles`; the base path that was
  ///     removed from requests. The proof is for the path without it, as routes see it on both hosts.
  ///   - connectTime: The time limit for a connection, including the look-up of a name.
  ///   - headTime: The time limit for the head of a response after the request was sent, and for each piece of a
  ///     request that the other host does not take.
  ///   - silenceTime: The time limit for pauses within a response. It must be longer than the pauses between the
  ///     heartbeats of a stream. Without it, a stream of a host that lost its power would never end.
  package init(
    proof: ForwardedProof, eventLoopGroup: any EventLoopGroup, pathPrefix: String = "",
    connectTime: Duration = .seconds(1), headTime: Duration = .seconds(15),
    silenceTime: Duration = .seconds(60)
  ) {
    self.proof = proof
    pool = ConnectionPool(group: eventLoopGroup, connectTime: connectTime)
    self.pathPrefix = pathPrefix
    self.headTime = headTime
    self.silenceTime = silenceTime
  }

  /// Forwards a request, and returns as soon as the head of the response has arrived and the client has sent its whole
  /// request. The rest of the response is streamed; if it breaks off, the client's response does so as well.
  /// - Parameters:
  ///   - visitorAddress: The visitor's network address.
  ///   - scheme: How the visitor's own connection is protected.
  ///   - name: The name that a trusted proxy gave the visitor; nil if none did.
  ///   - number: The number of the hosts' protocol that the other host speaks; nil for the newest of this one.
  ///   - client: The connection of the request. If it is closed, the other host learns of it at once; without it, only
  ///     when the response is written.
  ///   - body: The body, if it was collected already. The request's own body is not read then.
  ///   - withheld: Fields that are not passed on: those that hosts believe of trusted proxies only, such as the name of a
  ///     user.
  /// - Throws: A ``ForwardingFailure``, or the error with which the client's body ended.
  package func forward(
    _ request: Request, from visitorAddress: String, scheme: VisitorScheme, name: String? = nil, to host: HostAddress,
    speaking number: Int? = nil, client: (any Channel)? = nil, body: ByteBuffer? = nil,
    withholding withheld: [HTTPField.Name] = []
  ) async throws -> Response {
    guard proof.verify(request.head) == nil else { throw ForwardingFailure.loop }
    let outgoing = OutgoingRequest(request, collected: body, host: host, withholding: withheld)
    guard let field = proof.field(for: request.head, from: visitorAddress, scheme: scheme, name: name, number: number)
    else {
      throw ForwardingFailure.unusableKey
    }
    var head = outgoing.head
    head.path = pathPrefix + (head.path ?? "/")
    head.headerFields[ForwardedProof.fieldName] = field
    // A connection that is closed while it is idle may look usable until a request is sent.
    if let lease = await pool.idleLease(to: host) {
      do {
        return try await response(to: head, outgoing.content, on: lease, client: client)
      } catch let failure as ForwardingFailure {
        guard case .broken = failure, let pendingFailure = await lease.pendingFailure(), pendingFailure.isSilent,
          !pendingFailure.hasSent || outgoing.canRepeat
        else { throw failure }
      }
    }
    return try await response(
      to: head, outgoing.content, on: try await pool.newLease(to: host), client: client)
  }

  private func response(
    to head: HTTPRequest, _ content: OutgoingRequest.Content, on lease: UpstreamLease,
    client: (any Channel)?
  ) async throws -> Response {
    let watch: ClientWatch?
    do throws(ForwardingFailure) {
      watch = if let client { try await ClientWatch.begin(on: client) } else { nil }
    } catch {
      pool.keep(lease.connection)
      throw error
    }
    let exchange = ForwardedExchange(
      lease, of: pool, watch: watch, client: client, silenceTime: silenceTime)
    do {
      return try await withTaskCancellationHandler {
        let (parts, isSent) = try await responseBegin(to: head, content, on: lease, exchange)
        return try await response(to: head, from: parts, isSent: isSent, lease, exchange)
      } onCancel: {
        lease.abandon()
      }
    } catch {
      exchange.finish(canReuse: false)
      throw error
    }
  }

  /// Sends a request, and returns the first parts of its response, and whether the whole request was sent.
  private func responseBegin(
    to head: HTTPRequest, _ content: OutgoingRequest.Content, on lease: UpstreamLease,
    _ exchange: ForwardedExchange
  ) async throws -> (parts: [HTTPResponsePart], isSent: Bool) {
    switch content {
    case .none:
      _ = try await lease.send([.head(head), .end(nil)], within: headTime)
      return (try await lease.next(within: headTime), true)
    case .collected(let bytes):
      let isSent = try await lease.send([.head(head), .body(bytes), .end(nil)], within: headTime)
      return (try await lease.next(within: headTime), isSent)
    case .streamed(let body, let size):
      _ = try await lease.send([.head(head)], within: headTime)
      let isSent = try await exchange.sendBody(body, size: size, within: headTime)
      return (try await lease.next(within: headTime), isSent)
    }
  }

  private func response(
    to request: HTTPRequest, from parts: [HTTPResponsePart], isSent: Bool, _ lease: UpstreamLease,
    _ exchange: ForwardedExchange
  ) async throws -> Response {
    guard case .head(let head) = parts.first else { throw ForwardingFailure.broken("the host sent no head") }
    let isKept = !head.headerFields[values: .connection].contains { $0.lowercased().contains("close") }
    let canReuse = isSent && isKept
    let fields = head.headerFields.endToEnd
    var parts = Array(parts.dropFirst())
    let hasBody = request.method != .head && head.status != .noContent && head.status != .notModified
    // Most responses are complete by now.
    var (chunks, isComplete) = try ForwardedExchange.content(of: parts)
    while !hasBody, !isComplete {
      parts = try await lease.next(within: headTime)
      (chunks, isComplete) = try ForwardedExchange.content(of: parts)
    }
    if isComplete {
      exchange.finish(canReuse: canReuse)
      guard hasBody, !chunks.isEmpty else { return Response(status: head.status, headers: fields) }
      var bytes = ByteBuffer()
      for chunk in chunks { bytes.writeImmutableBuffer(chunk) }
      return Response(status: head.status, headers: fields, body: ResponseBody(byteBuffer: bytes))
    }
    let isEventStream = fields[.contentType]?.lowercased().hasPrefix("text/event-stream") ?? false
    return Response(
      status: head.status, headers: fields,
      body: ResponseBody(contentLength: fields[.contentLength].flatMap { Int($0) }) { [parts] writer in
        try await exchange.write(parts, to: &writer, canReuse: canReuse, endsAtShutdown: isEventStream)
        try await writer.finish(nil)
      })
  }
}
