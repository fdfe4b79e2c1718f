import TesseraValues

/// Responses that are processed in chunks, because they are long or endless.
extension HTTPTransport {
  /// Streams a response.
  /// - Parameters:
  ///   - timeout: The time for which the server may be silent; nil if the caller limits the whole exchange.
  ///   - onHead: Called with the head of the response, whose body is empty. An error that it throws ends the exchange.
  ///   - onChunk: Called with each chunk of the body. An error that it throws ends the exchange.
  /// - Throws: The errors of the two closures unchanged, otherwise ``ServiceError``.
  func stream(
    _ first: OutgoingRequest, policy: HostPolicy, timeout: Duration?, clock: any Clock<Duration>,
    onHead: (IncomingResponse) throws -> Void, onChunk: ([UInt8]) async throws -> Void
  ) async throws {
    var request = first
    var policy = policy
    for _ in 0...Self.maximumRedirects {
      let (redirect, status) = try await redirect(of: request, policy, timeout, clock, onHead, onChunk)
      guard let redirect else { return }
      policy = policy.afterRedirect(from: request.url)
      request = request.redirected(to: redirect, status: status)
    }
    throw Self.tooManyRedirects(of: first)
  }

  /// Sends a request and streams the response, unless it is a redirect.
  private func redirect(
    of request: OutgoingRequest, _ policy: HostPolicy, _ timeout: Duration?, _ clock: any Clock<Duration>,
    _ onHead: (IncomingResponse) throws -> Void, _ onChunk: ([UInt8]) async throws -> Void
  ) async throws -> (target: HTTPURL?, status: Int) {
    let url = request.url
    let (client, clientRequest) = try await connection(for: request, policy: policy)
    do {
      let response = try await Deadline.run(within: timeout ?? request.timeout, clock: clock) {
        try await client.send(clientRequest)
      }
      let head = IncomingResponse(status: response.status, headers: response.fields, body: [], url: url)
      if let target = try request.redirectTarget(of: head) { return (target, head.status) }
      do {
        try onHead(head)
      } catch {
        throw Refusal(error: error)
      }
      let chunks = response.body.makeAsyncIterator()
      while let chunk = try await Self.next(of: chunks, within: timeout, clock: clock) {
        do {
          try await onChunk(chunk)
        } catch {
          throw Refusal(error: error)
        }
      }
      return (nil, head.status)
    } catch let refusal as Refusal {
      throw refusal.error
    } catch {
      throw TransportFailure.error(of: error, url: url, isBody: false)
    }
  }

  /// Wraps an error that one of the caller's closures threw.
  private struct Refusal: Error {
    let error: any Error
  }

  /// Returns the next chunk, or nil at the end. A server that is silent for too long also ends the stream, because its
  /// silence cannot be distinguished from a lost connection.
  private static func next(
    of chunks: HTTPClientBody.Iterator, within timeout: Duration?, clock: any Clock<Duration>
  ) async throws -> [UInt8]? {
    guard let timeout else { return try await chunks.next() }
    do {
      return try await Deadline.run(within: timeout, clock: clock) { try await chunks.next() }
    } catch is Deadline.Exceeded {
      return nil
    }
  }
}
